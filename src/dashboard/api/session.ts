// Who is signed in: the calls of the sign-in, first-run and account pages.
import { request } from './request.ts';

export interface Session {
  readonly signedIn: boolean;
  readonly firstRun: boolean;
  readonly registration: 'open' | 'closed';
  readonly user?: { readonly email: string; readonly role: 'owner' | 'operator' };
  readonly account?: Account;
}

interface Account {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly subscription: string;
}

export interface Registration {
  readonly email: string;
  readonly password: string;
  readonly accountName?: string;
  readonly setupCode?: string;
}

export const readSession = (): Promise<Session> => request('GET', '/dashboard/api/session');
export const register = (fields: Registration): Promise<Session> => request('POST', '/dashboard/api/register', fields);
export const signIn = (email: string, password: string): Promise<Session> =>
  request('POST', '/dashboard/api/login', { email, password });
export const signOut = (): Promise<void> => request('POST', '/dashboard/api/logout');
export const changePassword = (current: string, next: string): Promise<void> =>
  request('POST', '/dashboard/api/password', { current, next });
