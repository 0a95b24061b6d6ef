// Signed download links: who holds one may read that file until the expiry it carries, without a key.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Instant } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import type { Id } from '../core/ids.ts';

export interface Links {
  /** The signed link (SAS URL) of a converted file. */
  result(jobId: Id, fileName: string, expiresAt: Instant): string;
  /** The part of an image link that comes before the image's name: one signature for all images of a job. */
  imageBase(jobId: Id, expiresAt: Instant): string;
  /** The address of the download route, which needs a key. */
  download(jobId: Id): string;
  checkResult(jobId: Id, fileName: string, query: { se?: unknown; sp?: unknown; sig?: unknown }, now: Instant): void;
  checkImage(jobId: Id, ticket: string, now: Instant): void;
}

export function createLinks(settings: { readonly baseUrl: string; readonly secret: string }): Links {
  const { baseUrl } = settings;
  const secret = Buffer.from(settings.secret, 'hex');
  const sign = (kind: string, jobId: Id, name: string, seconds: string): string =>
    createHmac('sha256', secret).update([kind, jobId, name, seconds, 'r'].join('\n')).digest('base64url');

  function check(expected: string, given: unknown, seconds: unknown, now: Instant): void {
    const genuine =
      typeof given === 'string' &&
      given.length === expected.length &&
      timingSafeEqual(Buffer.from(given), Buffer.from(expected));
    if (!genuine || Number(seconds) * 1000 <= now) throw new Failure('LINK_INVALID');
  }

  return {
    result(jobId, fileName, expiresAt) {
      const seconds = String(Math.floor(expiresAt / 1000));
      const sig = sign('result', jobId, fileName, seconds);
      return `${baseUrl}/files/conv_${jobId}/${encodeURIComponent(fileName)}?se=${seconds}&sp=r&sig=${sig}`;
    },
    imageBase(jobId, expiresAt) {
      const seconds = String(Math.floor(expiresAt / 1000));
      return `${baseUrl}/files/conv_${jobId}/images/${seconds}.${sign('images', jobId, '', seconds)}/`;
    },
    download: (jobId) => `${baseUrl}/api/v1/download/conv_${jobId}`,
    checkResult(jobId, fileName, query, now) {
      const { se, sp, sig } = query;
      if (typeof se !== 'string' || !/^\d{1,12}$/.test(se) || sp !== 'r') throw new Failure('LINK_INVALID');
      check(sign('result', jobId, fileName, se), sig, se, now);
    },
    checkImage(jobId, ticket, now) {
      const [seconds = '', sig] = ticket.split('.', 2);
      if (!/^\d{1,12}$/.test(seconds)) throw new Failure('LINK_INVALID');
      check(sign('images', jobId, '', seconds), sig, seconds, now);
    },
  };
}

/** `report.pdf` becomes `report.md`; a nameless document is `document.md`. */
export function markdownName(filename: string | null): string {
  const base = (filename ?? '').replace(/\.[^.]{1,10}$/, '').trim();
  return `${base === '' ? 'document' : base}.md`;
}
