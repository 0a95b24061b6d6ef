// A document of test/fixtures/pdf that is written from right to left: drawn as it is seen, sign by sign from the left, with
// brackets turned round and one glyph for lam and alef.
import type { PdfFile, PdfRef } from './pdf.ts';
import { pdfText } from './pdf.ts';
import { pdfOf } from './pdf-document.ts';

const size = 12;
const right = 540;
/** Every sign is half as wide as its type is high. */
const wide = 0.5;

/** A line in the order it is read; its parts run against each other where `|` stands. */
type Spoken = string;

/** As it is seen from the left: foreign words and numbers as they are, all else turned round. */
function asSeen(spoken: Spoken): string[] {
  const glyphs = spoken.split('|').map((part) => {
    const signs = part.replaceAll('لا', 'ﻻ').replaceAll('لأ', 'ﻷ');
    const isBackwards = /[\u0590-\u06ff]|^[^\p{L}\d]+$/u.test(signs);
    return isBackwards ? [...signs].reverse().map((sign) => turned.get(sign) ?? sign) : [...signs];
  });
  return glyphs.reverse().flat();
}

const turned = new Map([
  ['(', ')'],
  [')', '('],
  ['«', '»'],
  ['»', '«'],
]);

/** What the file says a glyph stands for. */
const meaning = new Map([
  ['ﻻ', 'لا'],
  ['ﻷ', 'لأ'],
]);

const lines: readonly (readonly [y: number, size: number, indent: number, spoken: Spoken])[] = [
  [720, 20, 0, 'السلام في الوادي'],
  [680, size, 0, 'تقف الطاحونة في آخر الوادي، حيث ينعطف النهر مرتين قبل أن يصل إلى البحر، ولا'],
  [664, size, 0, 'يصل إليها طريق. بنيت في عام |1921|، ويعمل فيها الآن |12| رجلا «من الأهل» (والأصدقاء).'],
  [648, size, 0, 'كتب عنها |John Miller| كتابا من |250| صفحة.'],
  [610, size, 0, '• القمح والشعير (|30|%)'],
  [594, size, 0, '• الذرة'],
  [556, size, 0, 'הטחנה עומדת בקצה העמק (ראו תמונה |7|), וכל בוקר פותח הטוחן את השערים.'],
];

/** A composite font whose codes are the signs of the document in the order they are met (ISO 32000-2, 9.7 and 9.10.3). */
function spokenFont(file: PdfFile, signs: readonly string[]): PdfRef {
  const hex = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');
  const codes = signs.map((sign, at) => `<${code(at)}> <${hex(meaning.get(sign) ?? sign)}>`);
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
1 begincodespacerange <0000> <ffff> endcodespacerange
${codes.length} beginbfchar
${codes.join('\n')}
endbfchar endcmap end end`;
  const inner = file.add({
    Type: '/Font',
    Subtype: '/CIDFontType2',
    BaseFont: '/Mill',
    CIDSystemInfo: { Registry: pdfText('Adobe'), Ordering: pdfText('Identity'), Supplement: 0 },
    FontDescriptor: {
      Type: '/FontDescriptor',
      FontName: '/Mill',
      Flags: 4,
      FontBBox: [0, -250, 1000, 900],
      ItalicAngle: 0,
      Ascent: 900,
      Descent: -250,
      CapHeight: 700,
      StemV: 80,
    },
    DW: 1000 * wide,
  });
  return file.add({
    Type: '/Font',
    Subtype: '/Type0',
    BaseFont: '/Mill',
    Encoding: '/Identity-H',
    DescendantFonts: [inner],
    ToUnicode: file.stream(Buffer.from(map), {}, true),
  });
}

const code = (at: number): string => (at + 1).toString(16).padStart(4, '0');

export function rightToLeft(): Buffer {
  const seen = lines.map(([y, type, indent, spoken]) => ({ y, type, indent, glyphs: asSeen(spoken) }));
  const signs = [...new Set(seen.flatMap(({ glyphs }) => glyphs))];
  const content = seen.map(({ y, type, indent, glyphs }) => {
    const x = right - indent - glyphs.length * wide * type;
    const text = glyphs.map((sign) => code(signs.indexOf(sign))).join('');
    return `BT /R ${type} Tf ${x} ${y} Td <${text}> Tj ET\n`;
  });
  return pdfOf([(file) => ({ content: content.join(''), resources: { Font: { R: spokenFont(file, signs) } } })], {
    plain: true,
  });
}
