// Routes about the service itself: the root object and the public health check (specification 4.7, 4.8).

import { apiVersion, rootVersion } from '../parts.ts';
import type { KeyedRoute, PublicRoute, Route } from '../route.ts';
import { errorSchema, publicHealthSchema, rootSchema } from '../shapes/schemas.ts';

const publicHealth: PublicRoute = {
  method: 'GET',
  path: '/health/public',
  tag: 'Health',
  scope: 'public',
  summary: 'Basic status for load balancers',
  answers: {
    200: { description: 'The service works.', schema: publicHealthSchema },
    503: { description: 'A part that the service cannot do without is down.', schema: publicHealthSchema },
  },
  handle: async ({ reply, parts }) => {
    const status = await parts.health.status();
    return reply
      .code(status === 'unhealthy' ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({ status, timestamp: new Date(parts.clock.now()).toISOString(), version: apiVersion });
  },
};

/** `GET /` tells what is really registered, so it is made from the table it stands in. */
export function serviceRoutes(others: readonly Route[]): readonly Route[] {
  const root: KeyedRoute = {
    method: 'GET',
    path: '/',
    tag: 'Service',
    scope: 'any',
    summary: 'What this service offers',
    answers: {
      200: { description: 'Name, version and routes.', schema: rootSchema },
      401: { description: 'The API key is missing or not valid.', schema: errorSchema },
    },
    handle: async () => ({
      message: 'Docmill converts documents to Markdown.',
      version: rootVersion,
      docs: '/docs',
      routers: routersOf([...others, publicHealth, root]),
    }),
  };
  return [root, publicHealth];
}

function routersOf(routes: readonly Route[]) {
  return [...new Set(routes.map((route) => route.tag))].map((tag) => {
    const members = routes.filter((route) => route.tag === tag);
    const prefix = members.every((route) => route.path.startsWith('/api/v1')) ? '/api/v1' : '';
    return {
      module: tag.toLowerCase(),
      prefix,
      tags: [tag],
      full_prefix: prefix,
      endpoints: members.map((route) => `${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}`),
    };
  });
}
