// Attachments in an Outlook file: files, messages, and what only refers to something ([MS-OXCMSG] 2.2.2).
import type { OleStorage } from '../../containers/ole.ts';
import type { AttachmentContent, MailAttachment, MailMessage } from '../mail/message.ts';
import type { Properties } from './properties.ts';

/** 2.2.2.9: how the content is kept. */
const methods = { none: 0, byValue: 1, message: 5, ole: 6 } as const;

export function attachmentOf(
  properties: Properties,
  openMessage: (storage: OleStorage) => MailMessage,
): MailAttachment {
  const data = properties.binary(0x3701);
  const inner = properties.storage(0x3701);
  const method = properties.integer(0x3705) ?? (inner === undefined ? methods.byValue : methods.message);
  const names = [0x3707, 0x3704, 0x3001].map((id) => properties.text(id).trim());
  // A message is known by its subject, which is its display name.
  const [name = ''] = (method === methods.message ? names.reverse() : names).filter((one) => one !== '');
  const size = data?.size ?? properties.integer(0x0e20);
  const contentId = properties.text(0x3712).trim().replace(/^<|>$/g, '');
  const contentLocation = properties.text(0x3713).trim();
  const target = [0x370d, 0x3708].map((id) => properties.text(id).trim()).find((one) => one !== '');
  const content = contentOf(method, data, inner, openMessage);
  return {
    name,
    mediaType: method === methods.message ? 'message' : properties.text(0x370e).trim().toLowerCase(),
    ...(size === undefined || size < 0 ? {} : { size }),
    ...(contentId === '' ? {} : { contentId }),
    ...(contentLocation === '' ? {} : { contentLocation }),
    ...(content.kind === 'absent' && target !== undefined ? { target } : {}),
    content,
  };
}

function contentOf(
  method: number,
  data: ReturnType<Properties['binary']>,
  inner: OleStorage | undefined,
  openMessage: (storage: OleStorage) => MailMessage,
): AttachmentContent {
  if (method === methods.message && inner !== undefined) return { kind: 'message', open: () => openMessage(inner) };
  if (method === methods.ole && (inner !== undefined || data !== undefined)) {
    return { kind: 'absent', reason: 'it is an object that only its own program can read.' };
  }
  if (data !== undefined) return { kind: 'file', open: () => data };
  return {
    kind: 'absent',
    reason: method > methods.byValue && method !== methods.message ? 'it is only a link to a file.' : 'it is empty.',
  };
}
