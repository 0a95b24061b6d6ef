// The calls of the operators' page: accounts, health of every service, queue and workers.
import { request } from './request.ts';
import { queryOf } from './wire.ts';

export interface AdminAccount {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly subscription: string;
  readonly billingCycle: string;
  readonly createdAt: string;
  readonly users: number;
  readonly keys: number;
  readonly conversionsThisMonth: number;
}

export type AccountChange = Partial<Pick<AdminAccount, 'plan' | 'subscription' | 'billingCycle' | 'name'>>;

export interface ServiceState {
  readonly status: string;
  readonly lastCheck?: string;
  readonly issues?: readonly string[];
  readonly error?: string;
  readonly [figure: string]: unknown;
}

export interface HealthReport {
  readonly status: string;
  readonly uptimeSeconds: number;
  readonly services: Readonly<Record<string, ServiceState>>;
  readonly performance: {
    readonly requestsPerMinute: number;
    readonly avgResponseTimeMs: number;
    readonly successRate: number;
    readonly activeConnections: number;
  };
  readonly history?: readonly HealthMoment[];
}

export interface HealthMoment {
  readonly at: string;
  readonly status: string;
  readonly services: Readonly<Record<string, { readonly status: string; readonly latencyMs: number | null }>>;
}

export interface QueueState {
  readonly waiting: number;
  readonly running: number;
  readonly oldestWaitingSeconds: number | null;
  readonly workers: readonly { node: string; slots: number; busy: number; seenAt: string }[];
}

const base = '/dashboard/api/admin';

export const listAccounts = (
  query: string,
  cursor?: string,
): Promise<{ accounts: readonly AdminAccount[]; nextCursor?: string | null }> =>
  request('GET', `${base}/accounts${queryOf({ query, cursor })}`);
export const changeAccount = (id: string, change: AccountChange): Promise<void> =>
  request('PATCH', `${base}/accounts/${encodeURIComponent(id)}`, change);
export const readHealth = (): Promise<HealthReport> => request('GET', `${base}/health`);
export const readQueue = (): Promise<QueueState> => request('GET', `${base}/queue`);
