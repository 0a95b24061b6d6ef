// The list of an account's jobs: newest first, without content, with an opaque cursor for the next page.
import { z } from 'zod';
import type { Id } from '../../core/ids.ts';
import { jobSchema } from './schemas.ts';

export const jobListSchema = z.object({
  jobs: z.array(jobSchema.omit({ markdown_content: true })),
  next_cursor: z.string().nullable().describe('For the next page; null on the last one'),
});

/** The cursor is the last id of a page; whose jobs follow it is decided by the key alone. */
export const cursorAfter = (id: Id): string => Buffer.from(id, 'hex').toString('base64url');

/** The id in a cursor; undefined for what is none. */
export function idOfCursor(cursor: string): Id | undefined {
  if (!/^[\w-]{22}$/.test(cursor)) return undefined;
  const id = Buffer.from(cursor, 'base64url').toString('hex');
  return cursorAfter(id) === cursor ? id : undefined;
}
