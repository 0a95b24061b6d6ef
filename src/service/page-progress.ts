// What a running conversion tells of itself: "Page 3 of 12" where its reader counts pages, a plain word elsewhere.
import type { JobProgress } from '../core/job.ts';
import type { JobRow } from '../storage/schema.ts';
import { guessedFormat } from './estimates.ts';

/** Readers that report whole pages; the others count bytes, rows or parts. */
const units: ReadonlyMap<string, string> = new Map([
  ['pdf', 'Page'],
  ['docx', 'Page'],
  ['tiff', 'Page'],
  ['gif', 'Frame'],
  ['webp', 'Frame'],
  ['pptx', 'Slide'],
]);

/** No document has more pages than this many of its bytes; what counts higher is a file under a wrong name. */
const bytesPerPage = 16;

/** Progress within the conversion itself, which is a job from 10 to 95 percent. */
export function conversionProgress(job: JobRow, done: number, total: number): JobProgress {
  const share = total > 0 ? Math.min(1, Math.max(0, done / total)) : 0;
  return { step: 'conversion', percentage: Math.round(10 + share * 85), message: messageOf(job, done, total) };
}

function messageOf(job: JobRow, done: number, total: number): string {
  const unit = units.get(guessedFormat(job));
  const counted = Number.isInteger(done) && Number.isInteger(total) && 0 <= done && done < total;
  if (unit === undefined || !counted || total * bytesPerPage > job.input_size) return 'Converting the document.';
  return `${unit} ${done + 1} of ${total}`;
}
