// A message as blocks: its subject as heading, the head block, the body, then the attachments.
import { heading } from '../../document/build.ts';
import { placedAt } from '../../document/origin.ts';
import type { Block } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import { htmlToBlocks } from '../html/blocks.ts';
import { attachmentBlocks } from './attachments.ts';
import { headBlock, mailboxText, oneLine } from './head.ts';
import { quotedBlocks } from './html-quotes.ts';
import { InlineImages } from './inline-images.ts';
import type { MailAlternatives, MailBody, MailMessage } from './message.ts';
import { lowered, type Place, pathOf, topPlace } from './place.ts';
import { plainTextBlocks } from './plain-text.ts';

/** The message a file holds: also says what it is as a document. */
export async function* documentBlocks(message: MailMessage, context: ReadContext): AsyncGenerator<Block> {
  const title = oneLine(message.subject);
  const author = message.from[0] === undefined ? '' : mailboxText(message.from[0]);
  context.describe({ pages: 1, ...(title === '' ? {} : { title }), ...(author === '' ? {} : { author }) });
  if (title !== '') yield { ...heading(1, title), origin: pathOf(topPlace, 'head') };
  yield* messageBlocks(message, context, topPlace);
}

async function* messageBlocks(message: MailMessage, context: ReadContext, place: Place): AsyncGenerator<Block> {
  const headOrigin = pathOf(place, 'head');
  const { block, cut } = headBlock(message);
  if (block !== undefined) yield { ...block, origin: headOrigin };
  if (cut) context.warn('mail-head-cut', 'A line of the message head is very long and was cut.', headOrigin);

  const images = new InlineImages(message.attachments, context, pathOf(place, 'body'));
  for (const alternatives of message.bodies) {
    for (const one of firstShown(alternatives, context, images)) {
      yield placedAt(lowered(one, place.level + 1), pathOf(place, 'body'));
    }
  }
  const rest = message.attachments.filter((attachment) => !images.shown.has(attachment));
  yield* attachmentBlocks(rest, context, place, messageBlocks);
}

function firstShown(alternatives: MailAlternatives, context: ReadContext, images: InlineImages): readonly Block[] {
  for (const body of alternatives) {
    const blocks = bodyBlocks(body, context, images);
    if (blocks.length > 0) return blocks;
  }
  return [];
}

function bodyBlocks(body: MailBody, context: ReadContext, images: InlineImages): readonly Block[] {
  if (body.kind === 'blocks') return body.blocks;
  if (body.kind === 'text') return plainTextBlocks(body.text);
  const blocks = htmlToBlocks(body.html, context, {
    clean: false,
    resolveImage: (source) => images.resolve(source),
    imageBytes: (source) => images.bytes(source),
  });
  return quotedBlocks(blocks);
}
