// GET /api/v1/usage (specification 4.5): conversions, pages, limits and charges of a period.
import { z } from 'zod';
import { Failure } from '../../core/failure.ts';
import type { KeyedRoute } from '../route.ts';
import { errorSchema } from '../shapes/schemas.ts';
import { usageSchema, usageShape, yearlyUsageShape } from '../shapes/usage.ts';
import { houseName } from '../shapes/wire-names.ts';

const fields = ['period', 'start_date', 'end_date', 'granularity', 'format'] as const;

export const usageRoutes: readonly KeyedRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/usage',
    tag: 'Usage',
    scope: 'usage',
    summary: 'What the account has converted, its limits and its charges',
    query: z.object({
      period: z.string().default('current').optional().describe('current, YYYY-MM or YYYY'),
      start_date: z.iso.date().optional().describe('First day of a range; goes before period'),
      end_date: z.iso.date().optional().describe('Last day of a range; at most 366 days'),
      granularity: z.enum(['hourly', 'daily', 'monthly']).optional().describe('hourly: at most 7 days'),
      format: z.string().optional().describe('Only this file format, such as pdf'),
    }),
    answers: {
      200: { description: 'The report; a YYYY period has the yearly shape.', schema: usageSchema },
      400: { description: 'A parameter has a value that is not allowed.', schema: errorSchema },
      401: { description: 'The API key is missing or not valid.', schema: errorSchema },
      403: { description: 'The key lacks the scope usage, or the subscription is not active.', schema: errorSchema },
      429: { description: 'Too many requests.', schema: errorSchema },
    },
    handle: async ({ request, parts, principal }) => {
      const report = await parts.usage.report(principal, queryOf(request.query as Record<string, unknown>));
      return report.period.type === 'yearly' ? yearlyUsageShape(report) : usageShape(report);
    },
  },
];

function queryOf(given: Readonly<Record<string, unknown>>): Record<string, string> {
  const query: Record<string, string> = {};
  for (const field of fields) {
    const value = Object.hasOwn(given, field) ? given[field] : undefined;
    if (value === undefined || value === '') continue;
    if (typeof value !== 'string') {
      throw new Failure('REQUEST_001', { field, details: `The query has ${field} more than once.` });
    }
    query[houseName(field)] = value;
  }
  return query;
}
