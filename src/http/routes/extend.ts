// POST /api/v1/extend-sas (specification 4.6): a longer life for the files of one job or of many.
import { z } from 'zod';
import { Failure } from '../../core/failure.ts';
import { type Id, parseId } from '../../core/ids.ts';
import { jsonFields } from '../json-fields.ts';
import type { JsonValue } from '../json-stream.ts';
import type { KeyedCall, KeyedRoute } from '../route.ts';
import {
  extensionBatchSchema,
  extensionBatchShape,
  extensionRequestSchema,
  extensionSchema,
  extensionShape,
} from '../shapes/extension.ts';
import { errorSchema, lookupErrorSchema } from '../shapes/schemas.ts';

const maxJobs = 100;

export const extendRoutes: readonly KeyedRoute[] = [
  {
    method: 'POST',
    path: '/api/v1/extend-sas',
    tag: 'Downloads',
    scope: 'convert',
    summary: 'Extend the expiry of download links',
    bodies: { 'application/json': extensionRequestSchema },
    answers: {
      200: {
        description: 'What became of the extension; for job_ids, of each.',
        schema: z.union([extensionSchema, extensionBatchSchema]),
      },
      400: { description: 'The request is malformed, or the plan allows no more.', schema: errorSchema },
      401: { description: 'The API key is missing or not valid.', schema: errorSchema },
      404: { description: 'There is no such job, or its files were deleted.', schema: lookupErrorSchema },
      409: { description: 'The conversion has not completed.', schema: lookupErrorSchema },
    },
    handle: extendLifetime,
  },
];

async function extendLifetime(call: KeyedCall): Promise<unknown> {
  const { parts, principal } = call;
  const fields = await jsonFields(call.request.raw);
  const hours = hoursOf(fields.get('extension_hours'), principal.plan.maxExtensionHours);
  const one = fields.get('job_id') ?? undefined;
  const many = fields.get('job_ids') ?? undefined;
  if ((one === undefined) === (many === undefined)) {
    throw invalid(one === undefined ? 'job_id' : 'job_ids', 'Exactly one of job_id and job_ids is required.');
  }
  if (one !== undefined) {
    if (typeof one !== 'string') throw invalid('job_id', 'job_id must be a string.');
    const id = parseId(one, 'conv');
    if (id === undefined) throw new Failure('JOB_NOT_FOUND');
    return extensionShape(await parts.extensions.extend(principal, id, hours), parts.links);
  }
  const { given, ids } = distinctIds(many);
  const attempts = await parts.extensions.extendAll(principal, ids, hours);
  return extensionBatchShape(parts.extensions.newBatchId(), given, attempts, parts.links);
}

function hoursOf(given: JsonValue | undefined, most: number): number {
  if (typeof given !== 'number' || !(given >= 1 && given <= most)) {
    throw invalid('extension_hours', `extension_hours must be a number from 1 to ${most}.`);
  }
  return given;
}

/** An id is itself in each of its spellings; what is no id at all fails later, for itself alone. */
function distinctIds(value: JsonValue | undefined): { given: string[]; ids: (Id | undefined)[] } {
  if (!Array.isArray(value) || value.length < 1 || value.length > maxJobs) {
    throw invalid('job_ids', `job_ids must be a list of 1 to ${maxJobs} ids.`);
  }
  const given = value.map((one: unknown) => {
    if (typeof one !== 'string') throw invalid('job_ids', 'job_ids must hold strings.');
    return one;
  });
  const ids = given.map((one) => parseId(one, 'conv'));
  if (new Set(ids.map((id, index) => id ?? given[index])).size < given.length) {
    throw invalid('job_ids', 'job_ids must not name a job twice.');
  }
  return { given, ids };
}

const invalid = (field: string, details: string): Failure => new Failure('REQUEST_001', { field, details });
