// Who may pass: checks the key of a request before anything of its body is read.
import type { FastifyRequest } from 'fastify';
import { Failure } from '../core/failure.ts';
import type { Keys, Principal } from '../service/keys.ts';
import type { KeyedRoute } from './route.ts';

export async function authorize(request: FastifyRequest, keys: Keys, scope: KeyedRoute['scope']): Promise<Principal> {
  const header = request.headers['x-api-key'];
  const principal = await keys.authenticate(Array.isArray(header) ? header[0] : header, request.ip);
  if (scope !== 'any' && !principal.scopes.has(scope)) {
    throw new Failure('AUTH_002', { details: `The key lacks the scope "${scope}".`, facts: { scope } });
  }
  return principal;
}
