// The calls about conversions: lists, one job, its Markdown, its pages, its link.
import { Problem } from './problem.ts';
import { request, send } from './request.ts';
import { fromWire, queryOf } from './wire.ts';

export type JobState = 'pending' | 'processing' | 'completed' | 'failed';

export interface JobError {
  readonly code: string;
  readonly message: string;
  readonly details?: string;
  readonly suggestion?: string;
}

export interface Warning {
  readonly code: string;
  readonly message: string;
  readonly place?: unknown;
}

/** A job as the routes of the API tell it, without its content. */
export interface Job {
  readonly jobId: string;
  readonly status: JobState;
  readonly filename?: string;
  readonly fileSize?: number;
  readonly metadata?: Readonly<Record<string, unknown>> & { readonly warnings?: readonly Warning[] };
  readonly sasUrl?: string;
  readonly downloadUrl?: string;
  readonly createdAt: string;
  readonly startedAt?: string;
  readonly completedAt?: string;
  readonly expiresAt?: string;
  readonly expired?: boolean;
  readonly progress?: { readonly percentage: number; readonly message: string };
  readonly error?: JobError;
}

/** A row of the list of jobs. */
export interface JobLine {
  readonly jobId: string;
  readonly filename: string | null;
  readonly format: string | null;
  readonly status: JobState;
  readonly fileSize: number;
  readonly pages: number | null;
  readonly createdAt: string;
  readonly durationMs: number | null;
  readonly expiresAt: string | null;
  readonly expired: boolean;
  readonly batchId: string | null;
  readonly error?: JobError | null;
}

export interface BatchLine {
  readonly batchId: string;
  readonly totalFiles: number;
  readonly completedFiles: number;
  readonly failedFiles: number;
  readonly state: string;
  readonly createdAt: string;
  readonly finishedAt: string | null;
}

export interface JobFilter {
  readonly status?: string;
  readonly format?: string;
  readonly query?: string;
  readonly batch?: string;
  readonly from?: string;
  readonly to?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

/** Where a block of the Markdown stands in the original: bytes of the text, fractions of the page. */
export interface PlacedBlock {
  readonly start: number;
  readonly end: number;
  readonly page: number;
  readonly box: readonly [number, number, number, number];
  readonly kind?: string;
  readonly confidence?: number;
}

export interface BlockMap {
  readonly pages: readonly { readonly page: number; readonly width: number; readonly height: number }[];
  readonly blocks: readonly PlacedBlock[];
}

const own = (id: string, rest = ''): string => `/dashboard/api/jobs/${encodeURIComponent(id)}${rest}`;

export const listJobs = (filter: JobFilter): Promise<{ jobs: readonly JobLine[]; nextCursor: string | null }> =>
  request('GET', `/dashboard/api/jobs${queryOf({ ...filter })}`);
export const listBatches = (cursor?: string): Promise<{ batches: readonly BatchLine[]; nextCursor: string | null }> =>
  request('GET', `/dashboard/api/batches${queryOf({ cursor })}`);
export const rerunJob = (id: string): Promise<Job> => request('POST', own(id, '/rerun'));
export const deleteJob = (id: string): Promise<void> => request('DELETE', own(id));
/** Blocks that come from no place on a page are left out: there is nothing to point at. */
export async function readBlocks(id: string): Promise<BlockMap> {
  const { pages, blocks } = await request<BlockMap>('GET', own(id, '/blocks'));
  return { pages, blocks: blocks.filter((block) => block.page !== null && block.box !== null) };
}

export const pagePicture = (id: string, page: number): string => own(id, `/pages/${page}`);
export const originalAddress = (id: string): string => own(id, '/original');

const contentKey = ',"markdown_content":"';

/**
 * A job without its Markdown, which may be larger than a page should ever hold. The service writes it last, so reading
 * ends where it begins; inside a JSON string its quotes would be escaped, so the words cannot be anything else.
 */
export async function readJob(id: string): Promise<Job> {
  const { body } = await send('GET', `/api/v1/status/${encodeURIComponent(id)}`);
  if (body === null) throw new Problem(502, { message: 'The service sent no answer.' });
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (value !== undefined) text += value;
    const end = text.indexOf(contentKey);
    if (end >= 0) {
      await reader.cancel();
      return fromWire(JSON.parse(`${text.slice(0, end)}}`)) as Job;
    }
    if (done) return fromWire(JSON.parse(text)) as Job;
  }
}

export interface MarkdownText {
  readonly text: string;
  /** False when there is more than was asked for. */
  readonly whole: boolean;
}

export async function readMarkdown(id: string, limit: number): Promise<MarkdownText> {
  const response = await send('GET', own(id, `/markdown${queryOf({ limit })}`));
  const text = await response.text();
  const total = Number(response.headers.get('x-docmill-total-bytes') ?? 0);
  return { text, whole: total <= limit };
}

/** However long it is. */
export const readWholeMarkdown = async (id: string): Promise<string> =>
  (await send('GET', `/api/v1/download/${encodeURIComponent(id)}`)).text();

export interface ExtendedLink {
  readonly newSasUrl: string;
  readonly expirationInfo: { readonly newExpiry: string };
  readonly limits: { readonly remainingExtensions: number };
}

export const extendLink = (jobId: string, extensionHours: number): Promise<ExtendedLink> =>
  request('POST', '/api/v1/extend-sas', { jobId, extensionHours });
