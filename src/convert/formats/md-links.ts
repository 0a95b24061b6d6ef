// Where the images of Markdown lead: embedded ones are handed on, attachments found. Unsafe targets are the concern of
// document/normalize.ts, for every format alike.
import { image, text } from '../document/build.ts';
import type { Phrasing } from '../document/tree.ts';
import type { MdScope } from './md-tree.ts';

export interface Address {
  readonly url: string;
  readonly title?: string | null | undefined;
}

export function pictureNode(address: Address, alt: string, scope: MdScope): Phrasing | undefined {
  const title = address.title ?? undefined;
  if (scope.images.has(address.url)) {
    const url = scope.images.get(address.url);
    return url === undefined ? (alt === '' ? undefined : text(alt)) : image(url, alt, title);
  }
  const embedded = dataImage(address.url);
  if (embedded !== undefined) {
    const url = scope.context.saveImage(embedded);
    if (url !== undefined) return image(url, alt, title);
    if (scope.context.options.extractImages === false) {
      scope.warnOnce('image-not-extracted', 'Images embedded in the text are left out; extract images to keep them.');
    }
    return alt === '' ? undefined : text(alt);
  }
  return image(address.url, alt, title);
}

/** RFC 2397, base64 only: what editors paste. */
function dataImage(url: string): { bytes: Uint8Array; mediaType: string } | undefined {
  const head = /^data:(image\/[a-z0-9.+-]{1,40})(?:;[a-z0-9=.-]{1,40}){0,4};base64,/i.exec(url.slice(0, 300));
  if (head === null) return undefined;
  const bytes = Buffer.from(url.slice(head[0].length), 'base64');
  return bytes.length === 0 ? undefined : { bytes, mediaType: (head[1] as string).toLowerCase() };
}
