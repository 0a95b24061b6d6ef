// Signed download links: who holds one may read that file until the expiry it carries, without a key.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Instant } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import type { Id } from '../core/ids.ts';

export interface Links {
  /** The signed link (SAS URL) of a converted file. */
  result(jobId: Id, fileName: string, expiresAt: Instant): string;
  /**
   * The part of an image link that comes before the image's name: one signature for all images of a job. It stands in
   * the Markdown for good, so it carries no expiry of its own: the images live exactly as long as the job's files.
   */
  imageBase(jobId: Id): string;
  /** The address of the download route, which needs a key. */
  download(jobId: Id): string;
  /** `url` is the path and query as they came: a link that was written in any other way is not the one that was given. */
  checkResult(jobId: Id, fileName: string, url: string, now: Instant): void;
  checkImage(jobId: Id, imageName: string, url: string): void;
}

export function createLinks(settings: { readonly baseUrl: string; readonly secret: string }): Links {
  const { baseUrl } = settings;
  const secret = Buffer.from(settings.secret, 'hex');
  const sign = (kind: string, jobId: Id, name: string, seconds: string): string =>
    createHmac('sha256', secret).update([kind, jobId, name, seconds, 'r'].join('\n')).digest('base64url');

  return {
    result(jobId, fileName, expiresAt) {
      const seconds = String(Math.floor(expiresAt / 1000));
      const sig = sign('result', jobId, fileName, seconds);
      return `${baseUrl}/files/conv_${jobId}/${segmentOf(fileName)}?se=${seconds}&sp=r&sig=${sig}`;
    },
    imageBase: (jobId) => `${baseUrl}/files/conv_${jobId}/images/${sign('images', jobId, '', '')}/`,
    download: (jobId) => `${baseUrl}/api/v1/download/conv_${jobId}`,
    checkResult(jobId, fileName, url, now) {
      const written = /^\/files\/[\w-]+\/([^/?]+)\?se=(\d{1,12})&sp=r&sig=([\w-]{43})$/.exec(url) ?? [];
      const [, segment, seconds = '', sig = ''] = written;
      const genuine = segment === segmentOf(fileName) && same(sig, sign('result', jobId, fileName, seconds));
      if (!genuine || Number(seconds) * 1000 <= now) throw new Failure('LINK_INVALID');
    },
    checkImage(jobId, imageName, url) {
      const [, sig = '', segment] = /^\/files\/[\w-]+\/images\/([\w-]{43})\/([^/?]+)$/.exec(url) ?? [];
      const genuine = segment === segmentOf(imageName) && same(sig, sign('images', jobId, '', ''));
      if (!genuine) throw new Failure('LINK_INVALID');
    },
  };
}

function same(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

/** Everything but unreserved characters is encoded (RFC 3986, 2.3), so that no client has a reason to write it anew. */
function segmentOf(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** `report.pdf` becomes `report.md`; a nameless document is `document.md`. */
export function markdownName(filename: string | null): string {
  const base = (filename ?? '').replace(/\.[^.]{1,10}$/, '').trim();
  return `${base === '' ? 'document' : base}.md`;
}
