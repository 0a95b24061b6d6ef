// GET /health, its variant path and the public one (specification 4.7): 503 when a part the service needs is down.
import { Failure } from '../../core/failure.ts';
import type { Call, KeyedRoute, PublicRoute, Route } from '../route.ts';
import { healthSchema, healthShape, publicHealthSchema, publicHealthShape } from '../shapes/health.ts';
import { errorSchema } from '../shapes/schemas.ts';

async function full({ reply, parts }: Call): Promise<unknown> {
  const report = await parts.health.report();
  return reply
    .code(report.status === 'unhealthy' ? 503 : 200)
    .header('cache-control', 'no-store')
    .send(healthShape(report));
}

async function short({ reply, parts }: Call): Promise<unknown> {
  const report = await parts.health.report();
  return reply
    .code(report.status === 'unhealthy' ? 503 : 200)
    .header('cache-control', 'no-store')
    .send(publicHealthShape(report));
}

const keyed = (path: string): KeyedRoute => ({
  method: 'GET',
  path,
  tag: 'Health',
  scope: 'any',
  summary: 'Every part of the service, its figures and alerts',
  answers: {
    200: { description: 'The service works, perhaps badly (degraded).', schema: healthSchema },
    401: { description: 'The API key is missing or not valid.', schema: errorSchema },
    403: { description: 'The key may not be used here.', schema: errorSchema },
    429: { description: 'Too many requests.', schema: errorSchema },
    500: { description: 'The check itself failed.', schema: errorSchema },
    503: {
      description: 'A part that the service needs is down; the short form where the key could not be checked.',
      schema: healthSchema,
    },
  },
  handle: full,
  /** Without the store no key can be checked: whoever asks learns no more than anybody may. */
  async whenKeyUnchecked(call) {
    if ((await call.parts.health.status()) !== 'unhealthy') throw new Failure('UNAVAILABLE');
    return short(call);
  },
});

const publicHealth: PublicRoute = {
  method: 'GET',
  path: '/health/public',
  tag: 'Health',
  scope: 'public',
  summary: 'Basic status for load balancers',
  answers: {
    200: { description: 'The service works, perhaps badly (degraded).', schema: publicHealthSchema },
    500: { description: 'The check itself failed.', schema: errorSchema },
    503: { description: 'A part that the service needs is down.', schema: publicHealthSchema },
  },
  handle: short,
};

export const healthRoutes: readonly Route[] = [keyed('/health'), keyed('/api/v1/health'), publicHealth];
