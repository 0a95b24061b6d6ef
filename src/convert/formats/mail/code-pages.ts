// Windows code page numbers, as Outlook properties and RTF name character sets ([MS-UCODEREF] 2.2.1).

const named: ReadonlyMap<number, string> = new Map([
  [437, 'windows-1252'],
  [850, 'windows-1252'],
  [708, 'iso-8859-6'],
  [866, 'ibm866'],
  [874, 'windows-874'],
  [932, 'shift_jis'],
  [936, 'gb18030'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [1200, 'utf-16le'],
  [1201, 'utf-16be'],
  [1361, 'euc-kr'],
  [10000, 'macintosh'],
  [10001, 'shift_jis'],
  [10002, 'big5'],
  [10003, 'euc-kr'],
  [10006, 'windows-1253'],
  [10007, 'x-mac-cyrillic'],
  [10008, 'gb18030'],
  [10029, 'windows-1250'],
  [20127, 'windows-1252'],
  [20866, 'koi8-r'],
  [20932, 'euc-jp'],
  [20936, 'gb18030'],
  [20949, 'euc-kr'],
  [21866, 'koi8-u'],
  [28591, 'windows-1252'],
  [28599, 'windows-1254'],
  [38598, 'iso-8859-8'],
  [50220, 'iso-2022-jp'],
  [50221, 'iso-2022-jp'],
  [50222, 'iso-2022-jp'],
  [50225, 'euc-kr'],
  [51932, 'euc-jp'],
  [51936, 'gb18030'],
  [51949, 'euc-kr'],
  [51950, 'big5'],
  [52936, 'gb18030'],
  [54936, 'gb18030'],
  [65001, 'utf-8'],
]);

/** The name of the character set, or undefined where the number names none that can be read. */
export function codePageCharset(codePage: number | undefined): string | undefined {
  if (codePage === undefined) return undefined;
  const known = named.get(codePage);
  if (known !== undefined) return known;
  if (codePage >= 1250 && codePage <= 1258) return `windows-${codePage}`;
  if (codePage >= 28592 && codePage <= 28606) return `iso-8859-${codePage - 28590}`;
  return undefined;
}

/** RTF 1.9.1, \fcharset: the code page of a font's character set. */
const fontCharsets: ReadonlyMap<number, number> = new Map([
  [0, 1252],
  [77, 10000],
  [78, 10001],
  [79, 10003],
  [80, 10008],
  [81, 10002],
  [128, 932],
  [129, 949],
  [130, 1361],
  [134, 936],
  [136, 950],
  [161, 1253],
  [162, 1254],
  [163, 1258],
  [177, 1255],
  [178, 1256],
  [186, 1257],
  [204, 1251],
  [222, 874],
  [238, 1250],
  [254, 437],
  [255, 850],
]);

export function fontCharset(charset: number): string | undefined {
  return codePageCharset(fontCharsets.get(charset));
}
