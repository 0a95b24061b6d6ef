// THE TABLE of the dashboard's own routes, and how they are registered: for its pages alone, never part of the
// published interface.
import type { FastifyInstance } from 'fastify';
import { Failure } from '../../core/failure.ts';
import type { Parts } from '../parts.ts';
import { adminRoutes } from './admin-routes.ts';
import type { DashboardRoute } from './dashboard-route.ts';
import { documentRoutes } from './document-routes.ts';
import { jobRoutes } from './job-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { refuseOtherSites, requireOwnPage, requireSession } from './session-guard.ts';
import { sessionRoutes } from './session-routes.ts';

export const dashboardRoutes: readonly DashboardRoute[] = [
  ...sessionRoutes,
  ...keyRoutes,
  ...jobRoutes,
  ...documentRoutes,
  ...adminRoutes,
];

export function registerDashboardRoutes(app: FastifyInstance, parts: Parts): void {
  for (const route of dashboardRoutes) {
    app.route({
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const call = { request, reply, parts };
        if (route.method === 'GET') refuseOtherSites(request);
        else requireOwnPage(request, parts);
        if (route.who === 'anybody') return route.handle(call);
        const session = await requireSession(request, parts);
        if (route.who === 'operator' && session.role !== 'operator') throw new Failure('AUTH_006');
        return route.handle({ ...call, session });
      },
    });
  }
}
