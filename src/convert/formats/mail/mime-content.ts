// Walks the parts of a MIME message and decides what is body, what is attachment and what is machinery.
import { decodeText } from '../../containers/charset.ts';
import type { ReadContext } from '../../format.ts';
import { bytesSource } from '../../input.ts';
import { unflowed } from './flowed-text.ts';
import type { MailAlternatives, MailAttachment, MailBody, MailMessage } from './message.ts';
import { type MimePart, parseMime } from './mime-parts.ts';
import { unwrapPkcs7 } from './pkcs7.ts';
import { rtfBodies } from './rtf-body.ts';
import { tnefParts } from './tnef-body.ts';

interface Found {
  readonly bodies: MailAlternatives[];
  readonly attachments: MailAttachment[];
}

/** Texts that are part of a report on a message (RFC 3464, RFC 8098): shown as they are. */
const reportTypes = new Set(['message/delivery-status', 'message/disposition-notification', 'message/feedback-report']);
const messageTypes = new Set(['message/rfc822', 'message/global', 'message/news']);
const signatureTypes = new Set([
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'application/pgp-signature',
]);
const richTypes = new Set(['text/rtf', 'application/rtf', 'text/enriched']);
const wrappedTypes = new Set(['application/pkcs7-mime', 'application/x-pkcs7-mime']);
const tnefTypes = new Set(['application/ms-tnef', 'application/vnd.ms-tnef']);
/** Messages wrapped in signatures again and again. */
const deepestWrapping = 10;

export class MimeContent {
  readonly #context: ReadContext;
  readonly #nested: (part: MimePart) => MailAttachment;
  readonly #told = new Set<string>();
  #wrappings = 0;

  constructor(context: ReadContext, nested: (part: MimePart) => MailAttachment) {
    this.#context = context;
    this.#nested = nested;
  }

  read(top: MimePart): Pick<MailMessage, 'bodies' | 'attachments'> {
    const found: Found = { bodies: [], attachments: [] };
    this.#walk(top, found);
    return found;
  }

  /** Calls itself as deep as parts are nested, which parseMime bounds by `limits.depth`. */
  #walk(part: MimePart, into: Found): void {
    const { mediaType } = part;
    if (part.children.length > 0) this.#multipart(part, into);
    else if (mediaType === 'multipart/encrypted') this.#once('encrypted-message', 'The message is encrypted.');
    else if (messageTypes.has(mediaType)) into.attachments.push(this.#nested(part));
    else if (mediaType === 'message/external-body' || mediaType === 'message/partial') {
      into.attachments.push({ ...listed(part), content: { kind: 'absent', reason: 'it is not in the message.' } });
    } else if (wrappedTypes.has(mediaType)) this.#wrapped(part, into);
    else if (tnefTypes.has(mediaType)) this.#tnef(part, into);
    else if (isBody(part)) into.bodies.push(this.#texts(part));
    else if (part.encoded.length > 0 || part.name !== '') into.attachments.push(fileOf(part));
  }

  #multipart(part: MimePart, into: Found): void {
    const { children, mediaType } = part;
    if (mediaType === 'multipart/alternative') this.#alternative(children, into);
    else if (mediaType === 'multipart/related') this.#related(part, into);
    else if (mediaType === 'multipart/encrypted') {
      this.#once('encrypted-message', 'The message is encrypted; only its head could be read.');
      for (const child of children) into.attachments.push(fileOf(child));
    } else for (const child of children) this.#mixed(child, mediaType === 'multipart/signed', into);
  }

  #mixed(part: MimePart, signed: boolean, into: Found): void {
    if (!signed || !signatureTypes.has(part.mediaType)) this.#walk(part, into);
    else this.#once('signature-not-checked', 'The message is signed; the signature was not checked.');
  }

  /** RFC 2046, 5.1.4: the same content in several forms, the richest last. HTML is what we read best. */
  #alternative(children: readonly MimePart[], into: Found): void {
    let best: Found | undefined;
    let bestRank = -1;
    const others: MailBody[] = [];
    const unread: MailAttachment[] = [];
    for (const child of children) {
      const found: Found = { bodies: [], attachments: [] };
      this.#walk(child, found);
      (isOtherForm(child) ? unread : into.attachments).push(...found.attachments);
      const rank = rankOf(found);
      if (rank >= bestRank) {
        others.push(...(best?.bodies.flat() ?? []));
        best = found;
        bestRank = rank;
      } else others.push(...found.bodies.flat());
    }
    const bodies = best?.bodies ?? [];
    if (bodies.length === 0) into.attachments.push(...unread);
    // Where the richest form shows nothing (an empty page), a poorer one may.
    if (bodies.length === 1) into.bodies.push([...(bodies[0] ?? []), ...others.reverse()]);
    else into.bodies.push(...bodies);
  }

  /** RFC 2387: a root and what it refers to. */
  #related(part: MimePart, into: Found): void {
    const start = part.type.parameters.get('start');
    const root = part.children.find((child) => start !== undefined && child.fields.raw('content-id').trim() === start);
    const first = root ?? part.children.find((child) => /^(?:text|multipart)\//.test(child.mediaType));
    for (const child of part.children) {
      if (child === first || child.mediaType.startsWith('multipart/')) this.#walk(child, into);
      else into.attachments.push(fileOf(child));
    }
  }

  #wrapped(part: MimePart, into: Found): void {
    const wrapped = this.#wrappings < deepestWrapping ? unwrapPkcs7(part.content()) : { kind: 'unknown' as const };
    this.#wrappings += 1;
    if (wrapped.kind === 'content') {
      this.#once('signature-not-checked', 'The message is signed; the signature was not checked.');
      this.#walk(parseMime(wrapped.bytes, this.#context), into);
      return;
    }
    if (wrapped.kind === 'encrypted') {
      this.#once('encrypted-message', 'The message is encrypted; only its head could be read.');
    }
    const reason = wrapped.kind === 'encrypted' ? 'it is encrypted.' : 'its signed content could not be found.';
    into.attachments.push({ ...listed(part), content: { kind: 'absent', reason } });
  }

  /** Outlook says the same in plain text beside it; where that is missing, this is the body. */
  #tnef(part: MimePart, into: Found): void {
    const parts = tnefParts(part.content(), this.#context);
    if (parts === undefined) {
      into.attachments.push(fileOf(part));
      return;
    }
    if (!into.bodies.some((body) => body.length > 0) && parts.body.length > 0) into.bodies.push(parts.body);
    for (const one of parts.attachments) {
      this.#context.budget.spend('archiveEntries', 1);
      into.attachments.push(one);
    }
  }

  #texts(part: MimePart): MailAlternatives {
    const bytes = part.content();
    if (part.mediaType === 'text/rtf' || part.mediaType === 'application/rtf') return rtfBodies(bytes, this.#context);
    const html = part.mediaType === 'text/html' || part.mediaType === 'application/xhtml+xml';
    const declared = part.type.parameters.get('charset');
    const { text, replaced } = decodeText(bytes, { html, ...(declared === undefined ? {} : { declared }) });
    if (replaced > 0) {
      const message = `${replaced} characters could not be decoded and became U+FFFD.`;
      this.#context.warn('undecodable-characters', message, { kind: 'path', path: 'body' });
    }
    if (html) return [{ kind: 'html', html: text }];
    const { parameters } = part.type;
    const flowed = parameters.get('format')?.toLowerCase() === 'flowed';
    const whole = flowed ? unflowed(text, parameters.get('delsp')?.toLowerCase() === 'yes') : text;
    return [{ kind: 'text', text: whole }];
  }

  #once(code: string, message: string): void {
    if (this.#told.has(code)) return;
    this.#told.add(code);
    this.#context.warn(code, message);
  }
}

/** Texts are the body unless they are marked as attachments or carry a name and do not ask to be shown. */
function isBody(part: MimePart): boolean {
  const { mediaType } = part;
  const shown = part.disposition.value === 'inline' || part.disposition.value === '';
  if (reportTypes.has(mediaType) || mediaType.startsWith('multipart/')) return true;
  if (part.disposition.value === 'attachment') return false;
  if (mediaType === 'text/html' || mediaType === 'text/plain') return shown && (part.name === '' || isInline(part));
  return richTypes.has(mediaType) && part.name === '';
}

/** A text of a kind that is not read, such as AMP, among alternatives: it says what the others do. */
function isOtherForm(part: MimePart): boolean {
  const { mediaType } = part;
  if (part.name !== '' || part.disposition.value === 'attachment' || part.children.length > 0) return false;
  return mediaType.startsWith('text/') && !defaultNames.has(mediaType);
}

const isInline = (part: MimePart): boolean => part.disposition.value === 'inline';

function rankOf({ bodies }: Found): number {
  const kinds = new Set(bodies.flat().map((body) => body.kind));
  return kinds.has('html') ? 3 : kinds.has('blocks') ? 2 : kinds.has('text') ? 1 : 0;
}

function fileOf(part: MimePart): MailAttachment {
  return { ...listed(part), content: { kind: 'file', open: () => bytesSource(part.content()) } };
}

function listed(part: MimePart): Omit<MailAttachment, 'content'> {
  const contentId = part.fields.raw('content-id').trim();
  const contentLocation = part.fields.text('content-location').trim();
  return {
    name: part.name === '' ? defaultName(part) : part.name,
    mediaType: part.mediaType,
    size: part.size(),
    ...(contentId === '' ? {} : { contentId: contentId.replace(/^<|>$/g, '') }),
    ...(contentLocation === '' ? {} : { contentLocation }),
  };
}

/** Parts without a name that people know by another. */
const defaultNames: ReadonlyMap<string, string> = new Map([
  ['text/calendar', 'invitation.ics'],
  ['text/vcard', 'contact.vcf'],
  ['text/x-vcard', 'contact.vcf'],
  ['text/rfc822-headers', 'header of the message.txt'],
  ['application/ms-tnef', 'winmail.dat'],
  ['application/pkcs7-mime', 'smime.p7m'],
]);

const defaultName = (part: MimePart): string => defaultNames.get(part.mediaType) ?? '';
