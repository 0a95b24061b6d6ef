// One request to the service: with the header that a session needs, names turned at the border, errors with remedies.
import { type Problem, problemOf } from './problem.ts';
import { fromWire, toWireBody } from './wire.ts';

/** Without it a session is not accepted: no foreign page can send it. */
export const sessionHeader = { 'X-Docmill-Dashboard': '1' } as const;

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

let whenSignedOut: () => void = () => {};

/** Called when the service says that the session has ended. */
export function onSignedOut(handler: () => void): void {
  whenSignedOut = handler;
}

export async function request<T>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const response = await send(method, path, body, signal);
  return (response.status === 204 ? undefined : fromWire(await response.json())) as T;
}

export async function send(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(path, {
    method,
    headers: { ...sessionHeader, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(toWireBody(body)) }),
    ...(signal === undefined ? {} : { signal }),
    credentials: 'same-origin',
  });
  if (response.ok) return response;
  throw noted(problemOf(response.status, await jsonOrNothing(response), response.headers.get('retry-after')), path);
}

/** A 401 anywhere but at the sign-in itself means that the session is over. */
export function noted(problem: Problem, path: string): Problem {
  if (
    problem.status === 401 &&
    !path.startsWith('/dashboard/api/login') &&
    !path.startsWith('/dashboard/api/password')
  ) {
    whenSignedOut();
  }
  return problem;
}

async function jsonOrNothing(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}
