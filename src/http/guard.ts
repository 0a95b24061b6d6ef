// Who may pass: the key of a request is checked and counted before anything of its body is read.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../core/failure.ts';
import type { Allowance } from '../service/allowance.ts';
import type { Keys, Principal } from '../service/keys.ts';
import { setRateHeaders } from './rate-headers.ts';
import type { KeyedRoute } from './route.ts';

interface Guards {
  readonly keys: Keys;
  readonly allowance: Allowance;
}

export async function authorize(
  request: FastifyRequest,
  reply: FastifyReply,
  { keys, allowance }: Guards,
  scope: KeyedRoute['scope'],
): Promise<Principal> {
  const principal = await authenticate(request, { keys, allowance });
  // Every answer to a known account tells its limits, refusals included.
  try {
    setRateHeaders(reply, await allowance.request(principal));
  } catch (error) {
    if (error instanceof Failure && error.code === 'RATE_001') {
      const resetSeconds = Number(error.facts?.['retryAfter']);
      setRateHeaders(reply, { limit: principal.plan.requestsPerMinute, remaining: 0, resetSeconds });
    }
    throw error;
  }
  if (scope !== 'any' && !principal.scopes.has(scope)) {
    throw new Failure('AUTH_002', { details: `The key lacks the scope "${scope}".`, facts: { scope } });
  }
  return principal;
}

async function authenticate(request: FastifyRequest, { keys, allowance }: Guards): Promise<Principal> {
  const header = request.headers['x-api-key'];
  allowance.address(request.ip);
  try {
    return await keys.authenticate(Array.isArray(header) ? header[0] : header, request.ip);
  } catch (error) {
    if (error instanceof Failure && error.code === 'AUTH_001') allowance.wrongKey(request.ip);
    throw error;
  }
}
