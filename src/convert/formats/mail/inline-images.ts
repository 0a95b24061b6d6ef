// Images that an HTML body shows from the attachments of its message: by content id (RFC 2392) or location (RFC 2557).
import { Failure } from '../../../core/failure.ts';
import type { Origin } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import { wholeContent } from '../../input.ts';
import { resolveAddress } from '../html/links.ts';
import { imageTypes } from '../image-types.ts';
import type { MailAttachment } from './message.ts';

export class InlineImages {
  /** The attachments that stand in the body and need not be listed below it. */
  readonly shown = new Set<MailAttachment>();
  readonly #byReference = new Map<string, MailAttachment>();
  readonly #saved = new Map<MailAttachment, string | undefined>();
  readonly #context: ReadContext;
  readonly #origin: Origin;
  /** Told once: one program that strips attachments strips them all. */
  #missing = false;

  constructor(attachments: readonly MailAttachment[], context: ReadContext, origin: Origin) {
    this.#context = context;
    this.#origin = origin;
    for (const attachment of attachments) {
      const { contentId, contentLocation } = attachment;
      if (contentId !== undefined && contentId !== '') this.#refer(`cid:${contentId.toLowerCase()}`, attachment);
      if (contentLocation !== undefined && contentLocation !== '') this.#refer(contentLocation, attachment);
    }
  }

  #refer(reference: string, attachment: MailAttachment): void {
    if (!this.#byReference.has(reference)) this.#byReference.set(reference, attachment);
  }

  /** The address to write for an image; undefined leaves its text. */
  resolve(source: string): string | undefined {
    const found = this.#find(source);
    if (found === undefined) {
      if (!isInside(source)) return resolveAddress(source, undefined);
      if (!this.#missing) {
        this.#context.warn('image-missing', 'Images of the message are not among its attachments.', this.#origin);
      }
      this.#missing = true;
      return undefined;
    }
    if (!this.#saved.has(found)) this.#saved.set(found, this.#save(found));
    return this.#saved.get(found);
  }

  /** What is shown there, for its text to be read. */
  bytes(source: string): Uint8Array | undefined {
    const content = this.#find(source)?.content;
    if (content?.kind !== 'file') return undefined;
    return wholeContent(content.open(), this.#context.limits.wholeFileBytes);
  }

  #find(source: string): MailAttachment | undefined {
    return this.#byReference.get(isInside(source) ? `cid:${decoded(source.slice(4)).toLowerCase()}` : source);
  }

  #save(attachment: MailAttachment): string | undefined {
    const { content, name } = attachment;
    const mediaType = imageType(attachment);
    if (content.kind !== 'file' || mediaType === undefined) return undefined;
    this.shown.add(attachment);
    if (!this.#context.options.extractImages) return undefined;
    try {
      const bytes = wholeContent(content.open(), this.#context.limits.wholeFileBytes);
      return this.#context.saveImage({ bytes, mediaType, name });
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'CORRUPTED_FILE') throw error;
      this.#context.warn('image-unreadable', 'An image is damaged and was left out.', this.#origin);
      return undefined;
    }
  }
}

const isInside = (source: string): boolean => /^cid:/i.test(source);

/** Many programs declare nothing but bytes; the name then says what it is. */
function imageType({ mediaType, name }: MailAttachment): string | undefined {
  if (/^image\//i.test(mediaType)) return mediaType.toLowerCase();
  return imageTypes.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
