// THE TABLE of routes: every path the service answers, gathered from one file per section of the specification.
import type { Route } from './route.ts';
import { convertRoutes } from './routes/convert.ts';
import { downloadRoutes } from './routes/download.ts';
import { serviceRoutes } from './routes/service.ts';
import { statusRoutes } from './routes/status.ts';

const sections: readonly Route[] = [...convertRoutes, ...statusRoutes, ...downloadRoutes];

export const routes: readonly Route[] = [...sections, ...serviceRoutes(sections)];
