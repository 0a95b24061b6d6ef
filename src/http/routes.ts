// THE TABLE of routes: every path the service answers, gathered from one file per section of the specification.
import type { Route } from './route.ts';
import { batchRoutes } from './routes/batch.ts';
import { convertRoutes } from './routes/convert.ts';
import { downloadRoutes } from './routes/download.ts';
import { eventRoutes } from './routes/events.ts';
import { extendRoutes } from './routes/extend.ts';
import { healthRoutes } from './routes/health.ts';
import { serviceRoutes } from './routes/service.ts';
import { statusRoutes } from './routes/status.ts';
import { usageRoutes } from './routes/usage.ts';

const sections: readonly Route[] = [
  ...convertRoutes,
  ...batchRoutes,
  ...statusRoutes,
  ...eventRoutes,
  ...downloadRoutes,
  ...extendRoutes,
  ...usageRoutes,
  ...healthRoutes,
];

export const routes: readonly Route[] = [...sections, ...serviceRoutes(sections)];
