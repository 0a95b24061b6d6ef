// What a route of the dashboard is: one row of the table in dashboard-routes.ts. None is part of the public interface.
import type { SignedIn } from '../../service/sessions.ts';
import type { Call } from '../route.ts';

/** A call of somebody who is signed in. */
export interface SessionCall extends Call {
  readonly session: SignedIn;
}

interface RouteParts {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
}

export interface OpenRoute extends RouteParts {
  readonly who: 'anybody';
  readonly handle: (call: Call) => Promise<unknown>;
}

export interface SessionRoute extends RouteParts {
  readonly who: 'signed-in' | 'operator';
  readonly handle: (call: SessionCall) => Promise<unknown>;
}

export type DashboardRoute = OpenRoute | SessionRoute;
