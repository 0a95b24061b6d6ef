// THE TABLE of formats: one line each. A format without `load` is recognised and refused by code until its reader is in.
import type { Format, Reader } from './format.ts';

const office = 'application/vnd.openxmlformats-officedocument';
const macro = (kind: string): string => `application/vnd.ms-${kind}.macroenabled.12`;

const format = (
  group: Format['group'],
  title: string,
  extensions: string,
  mediaTypes: string,
  load?: () => Promise<Reader>,
): Format => {
  const names = extensions.split(' ');
  return {
    name: names[0] as string,
    title,
    group,
    extensions: names,
    mediaTypes: mediaTypes.split(' '),
    ...(load ? { load } : {}),
  };
};

export const formats: readonly Format[] = [
  format('Documents', 'PDF', 'pdf', 'application/pdf', () => import('./formats/pdf/read.ts')),
  format(
    'Documents',
    'Word',
    'docx docm dotx dotm',
    `${office}.wordprocessingml.document ${office}.wordprocessingml.template ${macro('word.document')} ${macro('word.template')}`,
    () => import('./formats/docx/read.ts'),
  ),
  format(
    'Documents',
    'PowerPoint',
    'pptx pptm ppsx ppsm potx potm',
    `${office}.presentationml.presentation ${office}.presentationml.slideshow ${office}.presentationml.template ${macro('powerpoint.presentation')} ${macro('powerpoint.slideshow')} ${macro('powerpoint.template')}`,
    () => import('./formats/pptx/read.ts'),
  ),
  format(
    'Documents',
    'Excel',
    'xlsx xlsm xltx xltm',
    `${office}.spreadsheetml.sheet ${office}.spreadsheetml.template ${macro('excel.sheet')} ${macro('excel.template')}`,
    () => import('./formats/xlsx/read.ts'),
  ),
  format('Web', 'HTML', 'html htm xhtml', 'text/html application/xhtml+xml', () => import('./formats/html/read.ts')),
  format('Images', 'JPEG image', 'jpg jpeg', 'image/jpeg', () => import('./formats/image/read.ts')),
  format('Images', 'PNG image', 'png', 'image/png', () => import('./formats/image/read.ts')),
  format('Images', 'GIF image', 'gif', 'image/gif', () => import('./formats/image/read.ts')),
  format('Images', 'WebP image', 'webp', 'image/webp', () => import('./formats/image/read.ts')),
  format('Images', 'BMP image', 'bmp dib', 'image/bmp image/x-ms-bmp', () => import('./formats/image/read.ts')),
  format('Images', 'TIFF image', 'tiff tif', 'image/tiff', () => import('./formats/image/read.ts')),
  format('Audio', 'WAV audio', 'wav', 'audio/wav audio/x-wav audio/wave', () => import('./formats/audio/read.ts')),
  format('Audio', 'MP3 audio', 'mp3', 'audio/mpeg audio/mp3', () => import('./formats/audio/read.ts')),
  format('Data', 'CSV', 'csv tsv', 'text/csv text/tab-separated-values', () => import('./formats/csv.ts')),
  format(
    'Data',
    'JSON',
    'json jsonl ndjson ipynb',
    'application/json application/x-ndjson application/jsonl',
    () => import('./formats/json/read.ts'),
  ),
  format(
    'Data',
    'XML',
    'xml rss atom',
    'application/xml text/xml application/rss+xml application/atom+xml',
    () => import('./formats/xml/read.ts'),
  ),
  format('Text', 'Plain text', 'txt text log', 'text/plain', () => import('./formats/text.ts')),
  format('Text', 'Markdown', 'md markdown', 'text/markdown text/x-markdown', () => import('./formats/md.ts')),
  format('Text', 'EPUB book', 'epub', 'application/epub+zip', () => import('./formats/epub/read.ts')),
  format('Text', 'Outlook message', 'msg', 'application/vnd.ms-outlook', () => import('./formats/msg/read.ts')),
  format(
    'Text',
    'E-mail message',
    'eml mht mhtml',
    'message/rfc822 multipart/related application/x-mimearchive',
    () => import('./formats/eml/read.ts'),
  ),
];

export function formatByName(name: string): Format | undefined {
  return formats.find((one) => one.name === name);
}

export function formatByExtension(extension: string): Format | undefined {
  const wanted = extension.toLowerCase();
  return formats.find((one) => one.extensions.includes(wanted));
}

export function formatByMediaType(mediaType: string): Format | undefined {
  const wanted = mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return formats.find((one) => one.mediaTypes.includes(wanted));
}

/** The extensions of the contract, for messages and `supported_formats`. */
export const supportedExtensions: readonly string[] = formats.flatMap((one) => one.extensions);
