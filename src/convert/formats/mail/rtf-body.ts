// The forms of a body that is kept as RTF: the page or text it wraps, or the document itself.
import type { ReadContext } from '../../format.ts';
import type { MailAlternatives } from './message.ts';
import { rtfBlocks } from './rtf-blocks.ts';
import { unwrapRtf } from './rtf-encapsulated.ts';

export function rtfBodies(bytes: Uint8Array, context: Pick<ReadContext, 'warn' | 'limits'>): MailAlternatives {
  const wrapped = unwrapRtf(bytes);
  if (wrapped?.kind === 'html') return [{ kind: 'html', html: wrapped.content }];
  if (wrapped?.kind === 'text') return [{ kind: 'text', text: wrapped.content }];
  return [{ kind: 'blocks', blocks: rtfBlocks(bytes, context) }];
}
