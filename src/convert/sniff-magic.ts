// Recognises binary formats by their first bytes: one table of signatures, and the few that need a closer look.
import { asBuffer } from './containers/as-buffer.ts';
import { isOle, listOleRoot } from './containers/ole-directory.ts';
import { listZip } from './containers/zip-directory.ts';
import type { ByteSource } from './input.ts';
import { looksLikeMp3 } from './sniff-mp3.ts';
import type { RefusalName } from './sniff-refusals.ts';

export type Verdict =
  | { readonly format: string }
  | { readonly refused: RefusalName }
  | { readonly locked: true }
  | { readonly damaged: string };

interface Signature {
  readonly at: number;
  readonly bytes: Buffer;
  readonly verdict: Verdict;
}

const format = (text: string, name: string, at = 0): Signature => ({
  at,
  bytes: Buffer.from(text, 'latin1'),
  verdict: { format: name },
});
const refused = (text: string, name: RefusalName, at = 0): Signature => ({
  at,
  bytes: Buffer.from(text, 'latin1'),
  verdict: { refused: name },
});

const rtf: Verdict = { refused: 'rtf' };
const postscript: Verdict = { refused: 'postscript' };
/** Formats that are text by nature and still begin with a sure signature. */
const textual: ReadonlySet<Verdict> = new Set([rtf, postscript]);

/** THE TABLE of signatures, in the order they are tried. */
const signatures: readonly Signature[] = [
  format('\x89PNG\r\n\x1a\n', 'png'),
  format('\xff\xd8\xff', 'jpg'),
  format('GIF87a', 'gif'),
  format('GIF89a', 'gif'),
  format('II*\x00', 'tiff'),
  format('MM\x00*', 'tiff'),
  format('II+\x00', 'tiff'),
  format('MM\x00+', 'tiff'),
  { at: 0, bytes: Buffer.from('{\\rtf'), verdict: rtf },
  { at: 0, bytes: Buffer.from('%!PS'), verdict: postscript },
  refused('\xc5\xd0\xd3\xc6', 'postscript'),
  refused('AT&TFORM', 'djvu'),
  refused('BOOKMOBI', 'mobi', 60),
  refused('ITSF', 'chm'),
  refused('\x1f\x8b\x08', 'gzip'),
  refused("7z\xbc\xaf'\x1c", 'sevenZip'),
  refused('Rar!\x1a\x07', 'rar'),
  refused('ustar', 'tar', 257),
  refused('BZh', 'bzip2'),
  refused('\xfd7zXZ\x00', 'xz'),
  refused('\x28\xb5\x2f\xfd', 'zstd'),
  refused('MSCF', 'cab'),
  refused('\x7fELF', 'elf'),
  refused('\xcf\xfa\xed\xfe', 'macho'),
  refused('\xce\xfa\xed\xfe', 'macho'),
  refused('\x00asm', 'wasm'),
  refused('\xca\xfe\xba\xbe', 'java'),
  refused('SQLite format 3\x00', 'sqlite'),
  refused('PAR1', 'parquet'),
  refused('\x00\x01\x00\x00\x00', 'font'),
  refused('OTTO', 'font'),
  refused('wOFF', 'font'),
  refused('wOF2', 'font'),
  refused('\x00\x00\x01\x00', 'ico'),
  refused('8BPS', 'psd'),
  refused('\x00\x00\x00\x0cjP  ', 'jp2'),
  refused('\x00\x00\x00\x0cJXL ', 'jp2'),
  refused('\xff\x0a', 'jp2'),
  refused('\x1a\x45\xdf\xa3', 'matroska'),
  refused('\x30\x26\xb2\x75\x8e\x66\xcf\x11', 'asf'),
  refused('\x00\x00\x01\xba', 'mpeg'),
  refused('\x00\x00\x01\xb3', 'mpeg'),
  refused('FLV\x01', 'flv'),
  refused('OggS', 'ogg'),
  refused('fLaC', 'flac'),
  refused('MThd', 'midi'),
  refused('#!AMR', 'amr'),
];

export interface Look {
  /** Whether the content could be text: signatures made of letters alone (OTTO, PAR1) then prove nothing. */
  readonly textual: () => Promise<boolean>;
  /** The sender says MP3: frames are looked for a little way into the file. */
  readonly mayBeMp3: boolean;
}

/** The verdict of the first bytes, or undefined when the content is no known binary format and may be text. */
export async function binaryVerdict(head: Uint8Array, source: ByteSource, look: Look): Promise<Verdict | undefined> {
  const bytes = asBuffer(head);
  if (isPdf(bytes)) return { format: 'pdf' };
  const zip = bytes.toString('latin1', 0, 4);
  if (zip === 'PK\x03\x04' || zip === 'PK\x05\x06' || zip === 'PK\x07\x08') return zipVerdict(source);
  if (isOle(bytes)) return oleVerdict(source);
  const riff = bytes.toString('latin1', 0, 4);
  if (riff === 'RIFF' || riff === 'RF64' || riff === 'RIFX') return riffVerdict(bytes.toString('latin1', 8, 12));
  if (riff === 'FORM' && /^AIF[FC]$/.test(bytes.toString('latin1', 8, 12))) return { refused: 'aiff' };
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return isoMediaVerdict(bytes.toString('latin1', 8, 12));
  for (const { at, bytes: wanted, verdict } of signatures) {
    if (bytes.length < at + wanted.length || !wanted.equals(bytes.subarray(at, at + wanted.length))) continue;
    const proves = 'format' in verdict || textual.has(verdict) || !/^[ -~]+$/.test(wanted.toString('latin1'));
    if (proves || !(await look.textual())) return verdict;
  }
  if (isWindowsProgram(bytes)) return { refused: 'exe' };
  if (isBitmap(bytes)) return { format: 'bmp' };
  if (bytes.toString('latin1', 0, 3) === 'ID3' && (bytes[3] ?? 0xff) <= 4) return id3Verdict(bytes, source);
  if (isAdts(bytes)) return { refused: 'aac' };
  if (looksLikeMp3(bytes, source.size, look.mayBeMp3)) return { format: 'mp3' };
  return undefined;
}

/** ISO 32000-2, 7.5.2 puts the header first; readers accept it within the first 1 024 bytes. */
function isPdf(bytes: Buffer): boolean {
  const at = bytes.subarray(0, 1024).indexOf('%PDF-');
  if (at < 0) return false;
  if (at === 0) return true;
  // A text may quote the header: after other content it needs a version, and binary or a line end after it.
  return /^%PDF-[12]\.\d[\s%]/.test(bytes.toString('latin1', at, at + 9)) && bytes.indexOf(' obj', at) > 0;
}

function zipVerdict(source: ByteSource): Verdict {
  const listing = listZip(source);
  if (listing === undefined) return { damaged: 'It begins like a ZIP package but its list of parts cannot be read.' };
  const { mimetype = '' } = listing;
  if (mimetype === 'application/epub+zip') return { format: 'epub' };
  const openDocument = /^application\/vnd\.oasis\.opendocument\.([a-z]+)/.exec(mimetype)?.[1];
  if (openDocument === 'text') return { refused: 'odt' };
  if (openDocument === 'spreadsheet') return { refused: 'ods' };
  if (openDocument === 'presentation') return { refused: 'odp' };
  if (openDocument !== undefined) return { refused: 'odf' };

  const names = new Set(listing.names.map((name) => name.toLowerCase().replace(/^\/+/, '')));
  if (names.has('word/document.xml')) return { format: 'docx' };
  if (names.has('ppt/presentation.xml')) return { format: 'pptx' };
  if (names.has('xl/workbook.xml')) return { format: 'xlsx' };
  if (names.has('xl/workbook.bin')) return { refused: 'xlsb' };
  // Some books were packed together with the folder they stood in.
  if ([...names].some((name) => name === 'meta-inf/container.xml' || name.endsWith('/meta-inf/container.xml'))) {
    return { format: 'epub' };
  }
  // Main parts may have any name (ECMA-376 part 2, 9.3); their folders are what every writer keeps to.
  const has = (prefix: string) =>
    listing.names.some((name) => name.toLowerCase().replace(/^\/+/, '').startsWith(prefix));
  if (names.has('[content_types].xml') || !listing.complete) {
    if (has('word/')) return { format: 'docx' };
    if (has('ppt/')) return { format: 'pptx' };
    if (has('xl/')) return { format: 'xlsx' };
    if (has('visio/')) return { refused: 'visio' };
    if (names.has('fixeddocseq.fdseq') || names.has('fixeddocumentsequence.fdseq')) return { refused: 'xps' };
  }
  if (names.has('index/document.iwa') || names.has('index.zip')) return { refused: 'iwork' };
  if (names.has('content.xml') && names.has('meta-inf/manifest.xml')) return { refused: 'odf' };
  if (names.has('meta-inf/manifest.mf') || names.has('androidmanifest.xml')) return { refused: 'jar' };
  return { refused: 'zip' };
}

/** An OLE file that holds an encrypted Office document. */
export function sniffsLocked(source: ByteSource): boolean {
  return 'locked' in oleVerdict(source);
}

function oleVerdict(source: ByteSource): Verdict {
  const root = listOleRoot(source);
  if (root === undefined) return { damaged: 'It begins like an OLE compound file but its directory cannot be read.' };
  const names = new Set(root.map((name) => name.toLowerCase()));
  // [MS-OXMSG] 2.4: every message has this stream in its root.
  if (names.has('__properties_version1.0') || root.some((name) => name.startsWith('__substg1.0_')))
    return { format: 'msg' };
  // [MS-OFFCRYPTO] 2.3: an Office document with a password.
  if (names.has('encryptedpackage')) return { locked: true };
  if (names.has('worddocument')) return { refused: 'doc' };
  if (names.has('workbook') || names.has('book')) return { refused: 'xls' };
  if (names.has('powerpoint document')) return { refused: 'ppt' };
  return { refused: 'ole' };
}

function riffVerdict(kind: string): Verdict | undefined {
  if (kind === 'WAVE') return { format: 'wav' };
  if (kind === 'WEBP') return { format: 'webp' };
  if (kind === 'AVI ') return { refused: 'avi' };
  return undefined;
}

function isoMediaVerdict(brand: string): Verdict {
  if (/^(M4A|M4B|M4P)/.test(brand)) return { refused: 'm4a' };
  if (/^(hei|hev|mif1|msf1|avi)/.test(brand)) return { refused: 'heic' };
  return { refused: 'mp4' };
}

/** A DOS header that points to a PE one: the two letters MZ alone also begin texts. */
function isWindowsProgram(bytes: Buffer): boolean {
  if (bytes.length < 64 || bytes.toString('latin1', 0, 2) !== 'MZ') return false;
  const at = bytes.readUInt32LE(60);
  return bytes.subarray(0, 64).includes(0) && (at + 4 > bytes.length || bytes.toString('latin1', at, at + 2) === 'PE');
}

/** The letters BM alone also begin texts: the header size is one of the known ones. */
function isBitmap(bytes: Buffer): boolean {
  if (bytes.length < 26 || bytes.toString('latin1', 0, 2) !== 'BM') return false;
  return [12, 40, 52, 56, 64, 108, 124].includes(bytes.readUInt32LE(14)) && bytes.readUInt32LE(6) === 0;
}

function isAdts(bytes: Buffer): boolean {
  if (bytes.length < 7 || bytes[0] !== 0xff || ((bytes[1] ?? 0) & 0xf6) !== 0xf0) return false;
  const frame = (((bytes[3] ?? 0) & 3) << 11) | ((bytes[4] ?? 0) << 3) | ((bytes[5] ?? 0) >> 5);
  return frame >= 7 && bytes[frame] === 0xff && ((bytes[frame + 1] ?? 0) & 0xf6) === 0xf0;
}

/** ID3v2 tags stand before MP3, and now and then before other sound formats. */
function id3Verdict(bytes: Buffer, source: ByteSource): Verdict {
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((bytes[at] ?? 0) & 0x7f), 0) + 10;
  const after = Buffer.from(source.read(size, 16));
  if (after.toString('latin1', 0, 4) === 'fLaC') return { refused: 'flac' };
  if (after.toString('latin1', 0, 4) === 'OggS') return { refused: 'ogg' };
  return { format: 'mp3' };
}
