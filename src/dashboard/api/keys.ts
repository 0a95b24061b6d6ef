// The calls of the page of API keys.
import { request } from './request.ts';

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly allowList: readonly string[] | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

export interface NewKey {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt?: string;
  readonly allowList?: readonly string[];
}

export const listKeys = async (): Promise<readonly ApiKey[]> =>
  (await request<{ keys: readonly ApiKey[] }>('GET', '/dashboard/api/keys')).keys;
export const createKey = (key: NewKey): Promise<ApiKey & { readonly key: string }> =>
  request('POST', '/dashboard/api/keys', key);
export const renameKey = (id: string, name: string): Promise<ApiKey> =>
  request('PATCH', `/dashboard/api/keys/${encodeURIComponent(id)}`, { name });
export const revokeKey = (id: string): Promise<void> =>
  request('DELETE', `/dashboard/api/keys/${encodeURIComponent(id)}`);
