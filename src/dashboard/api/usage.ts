// The usage reports of the account, of a month or of a year.
import { request } from './request.ts';
import { queryOf } from './wire.ts';

export interface Amounts {
  readonly conversions: number;
  readonly pages: number;
  readonly fileSizeMb: number;
}

interface Standing {
  readonly apiLimits: {
    readonly monthlyConversionLimit: number;
    readonly monthlyConversionsUsed: number;
    readonly dailyConversionLimit: number;
    readonly dailyConversionsUsed: number;
    readonly maxFileSizeMb: number;
    readonly maxBatchSize: number;
  };
  readonly billing: {
    readonly plan: string;
    readonly billingCycle: string;
    readonly nextBillingDate: string;
    readonly currentCharges: number;
    readonly overageCharges: number;
  };
}

export interface MonthUsage extends Standing {
  readonly usage: {
    readonly totalConversions: number;
    readonly successfulConversions: number;
    readonly failedConversions: number;
    readonly successRate: number;
    readonly totalPagesProcessed: number;
    readonly totalFileSizeMb: number;
  };
  readonly usageByFormat: Readonly<Record<string, { conversions: number; pages: number; avgProcessingTimeMs: number }>>;
  readonly dailyBreakdown: readonly (Amounts & { readonly date: string })[];
}

export interface YearUsage extends Standing {
  readonly monthlySummary: readonly (Amounts & { readonly month: string; readonly successRate: number })[];
  readonly yearTotals: {
    readonly totalConversions: number;
    readonly totalPages: number;
    readonly totalFileSizeMb: number;
    readonly avgSuccessRate: number;
  };
}

export const readUsage = (period: string): Promise<MonthUsage | YearUsage> =>
  request('GET', `/api/v1/usage${queryOf({ period })}`);
