// Who may pass: the key of a request is checked and counted before anything of its body is read.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../core/failure.ts';
import { checkPermission, type Identity, type Principal } from '../service/keys.ts';
import { sessionIdentity } from './dashboard/session-guard.ts';
import type { Parts } from './parts.ts';
import { setRateHeaders } from './rate-headers.ts';
import type { KeyedRoute } from './route.ts';

type Guards = Pick<Parts, 'keys' | 'allowance' | 'dashboard' | 'baseUrl'>;

/** Known, within its rate, permitted: in this order, so that every answer to a known account tells its limits. */
export async function authorize(
  request: FastifyRequest,
  reply: FastifyReply,
  guards: Guards,
  scope: KeyedRoute['scope'],
): Promise<Principal> {
  const { allowance } = guards;
  const identity = await identify(request, guards);
  try {
    setRateHeaders(reply, await allowance.request(identity));
  } catch (error) {
    if (error instanceof Failure && error.code === 'RATE_001') {
      const resetSeconds = Number(error.facts?.['retryAfter']);
      setRateHeaders(reply, { limit: identity.plan.requestsPerMinute, remaining: 0, resetSeconds });
    }
    throw error;
  }
  checkPermission(identity, request.ip, scope);
  return identity;
}

async function identify(request: FastifyRequest, guards: Guards): Promise<Identity> {
  const { keys, allowance } = guards;
  const header = request.headers['x-api-key'];
  const key = Array.isArray(header) ? header[0] : header;
  // The pages of the dashboard have a session instead of a key.
  const signedIn = key === undefined ? await sessionIdentity(request, guards) : undefined;
  if (signedIn !== undefined) return signedIn;
  // Behind one address may be many callers: those whose keys worked lately do not pay for one that guesses.
  if (allowance.isSuspect(request.ip) && !keys.workedLately(key)) throw allowance.overWrongKeys();
  try {
    return await keys.identify(key);
  } catch (error) {
    if (error instanceof Failure && error.code === 'AUTH_001') allowance.wrongKey(request.ip);
    throw error;
  }
}
