// Attachments: each is listed with its type and size, and what this project can read follows below a heading of its own.
import { Failure, type FailureCode } from '../../../core/failure.ts';
import { decodeText } from '../../containers/charset.ts';
import { bulletList, heading, item, paragraph } from '../../document/build.ts';
import { placedAt } from '../../document/origin.ts';
import type { Block } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import { type ByteSource, wholeContent } from '../../input.ts';
import { calendarBlocks } from './calendar.ts';
import { oneLine } from './head.ts';
import type { MailAttachment, MailMessage } from './message.ts';
import { lowered, type Place, pathOf } from './place.ts';

/** How a message inside this one is shown; handed in, because it shows attachments again. */
type ShowMessage = (message: MailMessage, context: ReadContext, place: Place) => AsyncIterable<Block>;

export async function* attachmentBlocks(
  attachments: readonly MailAttachment[],
  context: ReadContext,
  place: Place,
  show: ShowMessage,
): AsyncGenerator<Block> {
  if (attachments.length === 0) return;
  const origin = pathOf(place, 'attachments');
  yield { ...heading(place.level + 2, 'Attachments'), origin };
  yield { ...bulletList(attachments.map((one) => item([paragraph(listing(one))]))), origin };
  for (const [index, attachment] of attachments.entries()) {
    if (context.signal.aborted) throw new Failure('PROCESSING_TIMEOUT', { cause: context.signal.reason });
    const step = `attachment ${index + 1}: ${nameOf(attachment)}`;
    const inside: Place = {
      level: place.level + 2,
      nesting: place.nesting + 1,
      path: place.path === '' ? step : `${place.path}/${step}`,
    };
    yield* contentBlocks(attachment, context, inside, show);
  }
}

async function* contentBlocks(
  attachment: MailAttachment,
  context: ReadContext,
  place: Place,
  show: ShowMessage,
): AsyncGenerator<Block> {
  const { content } = attachment;
  const name = nameOf(attachment);
  const origin = { kind: 'path', path: place.path.slice(0, 500) } as const;
  const notRead = (reason: string): void =>
    context.warn('attachment-not-read', `The attachment "${name}" was not converted: ${reason}`, origin);
  if (content.kind === 'absent') return notRead(content.reason);
  if (context.budget.left('embeddedDocuments') === 0) {
    return notRead(`no more than ${context.limits.embeddedDocuments} documents are read inside one.`);
  }
  if (content.kind === 'message' && place.nesting > context.limits.embeddedDepth) {
    return notRead(`messages are nested more than ${context.limits.embeddedDepth} deep.`);
  }
  const title: Block = { ...heading(place.level + 1, name), origin };
  let begun = false;
  try {
    for await (const block of opened(attachment, context, place, show)) {
      if (!begun) yield title;
      begun = true;
      yield content.kind === 'message' ? block : placedAt(lowered(block, place.level + 1), origin);
    }
    if (!begun) notRead('it holds nothing that could be shown.');
  } catch (error) {
    if (!(error instanceof Failure) || !concernsOnePart(error)) throw error;
    notRead(begun ? `it ends early. ${reasonOf(error)}` : reasonOf(error));
  }
}

async function* opened(
  { content, name, mediaType }: MailAttachment,
  context: ReadContext,
  place: Place,
  show: ShowMessage,
): AsyncGenerator<Block> {
  if (content.kind === 'message') {
    context.budget.spend('embeddedDocuments', 1);
    yield* show(content.open(), context, place);
  } else if (content.kind === 'file') {
    const calendar = isCalendar(name, mediaType) ? calendarOf(content.open(), context) : [];
    if (calendar.length > 0) yield* calendar;
    else
      yield* context.readEmbedded({
        source: content.open(),
        ...(name === '' ? {} : { name }),
        ...(mediaType === '' ? {} : { mediaType }),
      });
  }
}

function isCalendar(name: string, mediaType: string): boolean {
  return mediaType === 'text/calendar' || /\.ics$/i.test(name);
}

/** Calendars are no format of their own here, but half of what invitations say. */
function calendarOf(source: ByteSource, context: ReadContext): readonly Block[] {
  return calendarBlocks(decodeText(wholeContent(source, context.limits.wholeFileBytes)).text);
}

const partCodes: ReadonlySet<FailureCode> = new Set([
  'CORRUPTED_FILE',
  'UNSUPPORTED_FORMAT',
  'PASSWORD_REQUIRED',
  'EMPTY_DOCUMENT',
  'UNSUPPORTED_LANGUAGE',
  'OCR_FAILED',
  'DOCUMENT_LIMIT',
  'ARCHIVE_LIMIT',
]);
/** What the whole conversion has used up: no other attachment could be read either. */
const sharedLimits: ReadonlySet<unknown> = new Set([
  'outputBytes',
  'inflatedBytes',
  'archiveEntries',
  'embeddedDocuments',
  'images',
  'imageBytes',
]);

function concernsOnePart(failure: Failure): boolean {
  return partCodes.has(failure.code) && !sharedLimits.has(failure.facts?.['limit']);
}

const reasonOf = (failure: Failure): string => failure.details ?? failure.message;

/** Outlook and MIME both allow an attachment without a name. */
function nameOf({ name, content }: MailAttachment): string {
  const shown = oneLine(name).slice(0, 255);
  if (shown !== '') return shown;
  return content.kind === 'message' ? 'Message' : 'Unnamed attachment';
}

function listing(attachment: MailAttachment): string {
  const { mediaType, size, target } = attachment;
  const facts = [mediaType.slice(0, 100), size === undefined ? '' : sizeText(size), target?.slice(0, 2000) ?? '']
    .map(oneLine)
    .filter((one) => one !== '');
  return facts.length === 0 ? nameOf(attachment) : `${nameOf(attachment)} (${facts.join(', ')})`;
}

const units = ['kB', 'MB', 'GB'] as const;

function sizeText(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  let value = bytes;
  let unit: string = '';
  for (const next of units) {
    if (value < 999.5) break;
    value /= 1000;
    unit = next;
  }
  return `${value < 9.95 ? value.toFixed(1) : value.toFixed(0)} ${unit}`;
}
