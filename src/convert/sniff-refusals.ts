// THE TABLE of formats outside the contract that are recognised all the same, so that the refusal can say what to do.

export interface Refusal {
  readonly title: string;
  readonly extensions: readonly string[];
  readonly suggestion: string;
}

const refusal = (title: string, extensions: string, suggestion: string): Refusal => ({
  title,
  extensions: extensions === '' ? [] : extensions.split(' '),
  suggestion,
});

const word = 'Open it in a word processor and save it as .docx or PDF.';
const sheet = 'Open it in a spreadsheet program and save it as .xlsx or .csv.';
const slides = 'Open it in a presentation program and save it as .pptx or PDF.';
const archive = 'Unpack it and send the documents inside one by one.';
const picture = 'Save the image as .png or .jpg.';
const audio = 'Convert the recording to .mp3 or .wav.';
const video = 'Extract the sound as .mp3 or .wav and send that.';
const none = 'Send one of the supported formats.';

export const refusals = {
  doc: refusal('a Word 97-2003 document (.doc)', 'doc', word),
  xls: refusal('an Excel 97-2003 workbook (.xls)', 'xls xlt', sheet),
  ppt: refusal('a PowerPoint 97-2003 presentation (.ppt)', 'ppt pps', slides),
  ole: refusal('a document of an old Office or other Windows program', 'vsd pub mpp', 'Export it as PDF or .docx.'),
  xlsb: refusal('a binary Excel workbook (.xlsb)', 'xlsb', sheet),
  odt: refusal('an OpenDocument text (.odt)', 'odt ott', word),
  ods: refusal('an OpenDocument spreadsheet (.ods)', 'ods ots', sheet),
  odp: refusal('an OpenDocument presentation (.odp)', 'odp otp', slides),
  odf: refusal('an OpenDocument file', 'odg odf odb', 'Export it as PDF.'),
  visio: refusal('a Visio drawing', 'vsdx vsdm', 'Export it as PDF.'),
  xps: refusal('an XPS document', 'xps oxps', 'Print it to PDF.'),
  iwork: refusal('a Pages, Numbers or Keynote document', '', 'Export it as PDF, .docx, .xlsx or .pptx.'),
  rtf: refusal('a Rich Text document (.rtf)', 'rtf', word),
  postscript: refusal('a PostScript file', 'ps eps', 'Convert it to PDF.'),
  djvu: refusal('a DjVu document', 'djvu djv', 'Convert it to PDF.'),
  mobi: refusal('a Kindle book', 'mobi azw azw3', 'Convert it to .epub.'),
  chm: refusal('a compiled help file', 'chm', 'Export its pages as .html.'),
  zip: refusal('a ZIP archive', 'zip', archive),
  jar: refusal('a Java or Android package', 'jar apk war', none),
  gzip: refusal('a gzip file', 'gz tgz', archive),
  sevenZip: refusal('a 7-Zip archive', '7z', archive),
  rar: refusal('a RAR archive', 'rar', archive),
  tar: refusal('a tar archive', 'tar', archive),
  bzip2: refusal('a bzip2 file', 'bz2', archive),
  xz: refusal('an xz file', 'xz', archive),
  zstd: refusal('a Zstandard file', 'zst', archive),
  cab: refusal('a Windows cabinet', 'cab', archive),
  exe: refusal('a program for Windows', 'exe dll', none),
  elf: refusal('a program for Linux or Unix', 'so elf', none),
  macho: refusal('a program for macOS', 'dylib', none),
  wasm: refusal('a WebAssembly module', 'wasm', none),
  java: refusal('a compiled Java class', '', none),
  sqlite: refusal('an SQLite database', 'sqlite sqlite3', 'Export the tables as .csv.'),
  parquet: refusal('a Parquet file', 'parquet', 'Export the table as .csv.'),
  font: refusal('a font', 'ttf otf woff woff2', none),
  heic: refusal('a HEIC or AVIF image', 'heic heif avif', picture),
  ico: refusal('an icon', 'ico cur', picture),
  psd: refusal('a Photoshop image', 'psd', picture),
  jp2: refusal('a JPEG 2000 or JPEG XL image', 'jp2 j2k jpx jxl', picture),
  mp4: refusal('an MP4 or QuickTime video', 'mp4 mov m4v', video),
  m4a: refusal('an MPEG-4 recording (.m4a)', 'm4a m4b', audio),
  matroska: refusal('a Matroska or WebM video', 'mkv webm', video),
  avi: refusal('an AVI video', 'avi', video),
  asf: refusal('a Windows Media file', 'wmv wma asf', video),
  mpeg: refusal('an MPEG video', 'mpg mpeg', video),
  flv: refusal('a Flash video', 'flv', video),
  ogg: refusal('an Ogg recording', 'ogg oga opus', audio),
  flac: refusal('a FLAC recording', 'flac', audio),
  aac: refusal('an AAC recording', 'aac', audio),
  aiff: refusal('an AIFF recording', 'aif aiff', audio),
  midi: refusal('a MIDI file', 'mid midi', none),
  amr: refusal('an AMR recording', 'amr', audio),
} as const satisfies Record<string, Refusal>;

export type RefusalName = keyof typeof refusals;

export function refusalByExtension(extension: string): RefusalName | undefined {
  for (const [name, row] of Object.entries<Refusal>(refusals)) {
    if (row.extensions.includes(extension)) return name as RefusalName;
  }
  return undefined;
}
