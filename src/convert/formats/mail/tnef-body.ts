// The body and the attachments of a winmail.dat, in the shape of any message.

import { decodeText } from '../../containers/charset.ts';
import type { ReadContext } from '../../format.ts';
import { bytesSource } from '../../input.ts';
import { decompressRtf } from './compressed-rtf.ts';
import type { MailAlternatives, MailAttachment, MailBody } from './message.ts';
import { rtfBodies } from './rtf-body.ts';
import { readTnef, type TnefContent, tnefText } from './tnef.ts';

export interface TnefParts {
  readonly body: MailAlternatives;
  readonly attachments: readonly MailAttachment[];
}

/** Undefined where the bytes are no winmail.dat. */
export function tnefParts(bytes: Uint8Array, context: ReadContext): TnefParts | undefined {
  const content = readTnef(bytes);
  if (content === undefined) return undefined;
  const attachments = content.files.map(
    ({ name, mediaType, contentId, bytes: data }): MailAttachment => ({
      name,
      mediaType,
      ...(data === undefined ? {} : { size: data.length }),
      ...(contentId === '' ? {} : { contentId: contentId.replace(/^<|>$/g, '') }),
      content:
        data === undefined
          ? { kind: 'absent', reason: 'it is an object inside winmail.dat.' }
          : { kind: 'file', open: () => bytesSource(data) },
    }),
  );
  return { body: bodyOf(content, context), attachments };
}

function bodyOf({ properties, text }: TnefContent, context: ReadContext): MailAlternatives {
  const plain = tnefText(properties, 0x1000) || text;
  const last: MailBody[] = plain.trim() === '' ? [] : [{ kind: 'text', text: plain }];
  const html = properties.get(0x1013);
  if (html !== undefined) {
    const page = html.type === 0x0102 ? decodeText(html.bytes, { html: true }).text : tnefText(properties, 0x1013);
    return [{ kind: 'html', html: page }, ...last];
  }
  const rtf = properties.get(0x1009);
  // 16 bytes are the header of such a stream; damaged ones are told by their mark.
  if (rtf === undefined || rtf.bytes.length < 16 || !/^(?:LZFu|MELA)$/.test(rtf.bytes.toString('latin1', 8, 12))) {
    return last;
  }
  const unpacked = decompressRtf(rtf.bytes, context.limits.wholeFileBytes);
  context.budget.spend('inflatedBytes', unpacked.length);
  return [...rtfBodies(unpacked, context), ...last];
}
