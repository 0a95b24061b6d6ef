// Signing in and out: the first person of an installation, registration, the session and the password.
import { Failure } from '../../core/failure.ts';
import type { SignedIn } from '../../service/sessions.ts';
import { jsonFields } from '../json-fields.ts';
import type { Call } from '../route.ts';
import { optionalText, requiredText } from './body-fields.ts';
import { clearSessionCookie, sessionToken, setSessionCookie } from './cookie.ts';
import type { DashboardRoute, SessionCall } from './dashboard-route.ts';
import { findSession } from './session-guard.ts';

const longestEmail = 254;
/** More than a password may have, so that one that is too long is told so by the rule for passwords. */
const longestPassword = 1000;

export const sessionRoutes: readonly DashboardRoute[] = [
  { method: 'GET', path: '/dashboard/api/session', who: 'anybody', handle: showSession },
  { method: 'POST', path: '/dashboard/api/register', who: 'anybody', handle: register },
  { method: 'POST', path: '/dashboard/api/login', who: 'anybody', handle: login },
  { method: 'POST', path: '/dashboard/api/logout', who: 'anybody', handle: logout },
  { method: 'POST', path: '/dashboard/api/password', who: 'signed-in', handle: changePassword },
];

async function showSession(call: Call): Promise<unknown> {
  const session = await findSession(call.request, call.parts);
  if (session === undefined && sessionToken(call.request) !== undefined) {
    clearSessionCookie(call.reply, call.parts.baseUrl);
  }
  return shape(call, session);
}

async function register(call: Call): Promise<unknown> {
  const { request, reply, parts } = call;
  const { registration, sessions, throttle } = parts.dashboard;
  const fields = await jsonFields(request.raw);
  const email = requiredText(fields, 'email', longestEmail);
  const password = requiredText(fields, 'password', longestPassword);
  const accountName = optionalText(fields, 'account_name', 100);
  const setupCode = optionalText(fields, 'setup_code', 100);
  await throttle.registration(request.ip);
  const user = await registration.register({ email, password, accountName, setupCode });
  const token = await sessions.begin(user);
  setSessionCookie(reply, token, parts.baseUrl);
  return reply.code(201).send(await shape(call, await sessions.find(token)));
}

async function login(call: Call): Promise<unknown> {
  const { request, reply, parts } = call;
  const { users, sessions, throttle } = parts.dashboard;
  const fields = await jsonFields(request.raw);
  const email = requiredText(fields, 'email', longestEmail);
  const password = requiredText(fields, 'password', longestPassword);
  await throttle.login(email, request.ip);
  const user = await users.authenticate(email, password);
  if (user === undefined) throw new Failure('AUTH_004');
  await throttle.rightPassword(email, request.ip);
  // Whoever was signed in in this browser is not any more: no token outlives a sign-in.
  const before = await findSession(request, parts);
  if (before !== undefined) await sessions.end(before);
  const token = await sessions.begin(user);
  setSessionCookie(reply, token, parts.baseUrl);
  return shape(call, await sessions.find(token));
}

async function logout({ request, reply, parts }: Call): Promise<unknown> {
  const session = await findSession(request, parts);
  if (session !== undefined) await parts.dashboard.sessions.end(session);
  clearSessionCookie(reply, parts.baseUrl);
  return reply.code(204).send();
}

async function changePassword({ request, reply, parts, session }: SessionCall): Promise<unknown> {
  const { users, sessions, throttle } = parts.dashboard;
  const fields = await jsonFields(request.raw);
  const current = requiredText(fields, 'current', longestPassword);
  const next = requiredText(fields, 'next', longestPassword);
  await throttle.login(session.email, request.ip);
  const user = await users.authenticate(session.email, current);
  // Not 401: the session is as good as before.
  if (user === undefined) throw new Failure('REQUEST_001', { field: 'current', details: 'The password is wrong.' });
  await throttle.rightPassword(session.email, request.ip);
  await users.changePassword(user.id, next);
  const changed = await users.find(session.email);
  if (changed === undefined) throw new Failure('AUTH_003');
  setSessionCookie(reply, await sessions.beginAlone(changed), parts.baseUrl);
  return reply.code(204).send();
}

async function shape({ parts }: Call, session: SignedIn | undefined): Promise<Record<string, unknown>> {
  const { registration } = parts.dashboard;
  return {
    signed_in: session !== undefined,
    first_run: session === undefined && (await registration.isFirstRun()),
    registration: registration.open ? 'open' : 'closed',
    ...(session === undefined
      ? {}
      : {
          user: { email: session.email, role: session.role },
          account: {
            id: session.account_id,
            name: session.name,
            plan: session.plan,
            subscription: session.subscription,
          },
        }),
  };
}
