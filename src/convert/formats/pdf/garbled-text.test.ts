// Text of no language is told from text in any language, and from what only looks odd.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languageSamples } from '../../containers/charset-samples.ts';
import { censusOf, FontTrust, isGarbled } from './garbled-text.ts';

const words = (text: string): { text: string }[] => text.split(/\s+/).map((one) => ({ text: one }));
const garbled = (text: string): boolean => isGarbled(censusOf(words(text)));

const latin = languageSamples.filter(({ text }) => /^[\p{Script=Latin}\P{L}]+$/u.test(text));

test.each(languageSamples.map(({ language, text }) => [language, text]))('%s is a language', (_, text) => {
  expect(garbled(text)).toBe(false);
});

test.each(latin.map(({ language, text }) => [language, text]))('%s with its letters exchanged is none', (_, text) => {
  const exchanged = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[a-z]/g, (letter) => String.fromCharCode((((letter.charCodeAt(0) - 97) * 7 + 3) % 26) + 97));
  expect(garbled(exchanged)).toBe(true);
});

test('codes that were shifted are no text', () => {
  const english = languageSamples.find(({ language }) => language === 'en')?.text ?? '';
  const shifted = (by: number): string => english.replace(/\S/g, (one) => String.fromCharCode(one.charCodeAt(0) + by));
  expect(garbled(shifted(1))).toBe(true);
  expect(garbled(shifted(-29))).toBe(true);
  expect(garbled(shifted(0xe000 - 0x20))).toBe(true);
});

test('glyphs that were counted from the first sign on are no text, in a font that set plain text before too', () => {
  const masked = '!"# $%"& \'()"*(+ ,-. ,/%0 1(+." 2&3/ 4"3/ !"#$%&"%\'&()&% !"#$%,$- 1,(2%3%1(4\'$ 54&"%\'6)",,';
  const census = censusOf(words(masked));
  expect(isGarbled(census)).toBe(true);
  const trust = new FontTrust();
  trust.note('Sans', { ...census, judged: 1_000, likelihood: -2.6 });
  expect(trust.covers('Sans', census)).toBe(false);
  const amounts = '1,234.50 (12.5%) $3,000* 12/03/2020 +44-20-7946 {1,2,3} [4.5] 100% #12 ** -- ... 3:45 (a) 10-20';
  expect(garbled(`${amounts} ${amounts.replaceAll('1', '7')}`)).toBe(false);
});

test('letters, capitals and signs in a jumble are no text, as glyphs drawn one by one leave it', () => {
  const jumble = 'DeK]Ne@HciADeLR kcTf^QVHJTDM T]HcDe`R^HJT dMHcNeD@UTLQV QCkc~Kdekcl HciA|DeL RmdzQ=VHJ ';
  expect(garbled(jumble.repeat(3))).toBe(true);
  expect(garbled(`${jumble}${languageSamples.find(({ language }) => language === 'en')?.text ?? ''}`)).toBe(false);
});

describe('what looks odd and is right', () => {
  test.each([
    ['numbers', '1,204.50 3.7% 12/04/2021 (448) -17.3 $5,000.00 88:12:03 +49-89-123456 10.1000/182 1e-9 '.repeat(6)],
    [
      'code',
      'for(let i=0;i<n;i++){a[i]=b[j]*2;} if(x!==null&&y>=0)return f(x,y); const{data}=await get("/v1/"+id); '.repeat(
        4,
      ),
    ],
    [
      'names of programs',
      'getElementsByTagName HashMap<String,Integer> isEmpty() toString() readFileSync x=>fooBar '.repeat(4),
    ],
    ['formulas', 'f(x)=ax²+bx+c ∑_{i=1}^{n} x_i α+β≤γ ∂u/∂t=k∇²u P(A|B)=P(B|A)P(A)/P(B) O(n\u00b2) x∈ℝ '.repeat(5)],
    [
      'addresses',
      'https://example.com/a/b?c=d&e=f anna.miller@example.org www.example.com/path_1 C:\\temp\\x.txt '.repeat(4),
    ],
    ['part numbers', 'INV-2024-001 SN-0031-B A4-80g/m² ISO-9001:2015 RFC-2119 X1Y2-Z3 10W-40 M8x1.25 '.repeat(5)],
    ['abbreviations', 'HTML PDF XML GmbH bzw. Dr. z.B. St. vgl. ggf. Nr. usw. NATO UNESCO WLAN LTE '.repeat(5)],
    ['Chinese', '磨坊在山谷的尽头，河水在那里转了两个弯，然后流入大海。 '.repeat(5)],
    [
      'dot leaders',
      'Introduction ............................ 1 Methods ................................. 17 '.repeat(4),
    ],
    ['one command on every line', 'xkvtxr dvsvgm xdvpdfmx dvpdfmx '.repeat(20)],
    [
      'the words of a program',
      '\\pdfxfrm_gnw:nnn std::xqzerr include/qpdf/QPDFXW.hh xkvtx.sty dvps,dvpdfm,xdvsvg '.repeat(4),
    ],
    ['bullets of a symbol font', '\uf0b7 \uf0b7 \uf0a7 '.repeat(50)],
  ])('%s', (_, text) => {
    expect(garbled(text)).toBe(false);
  });
});

test('names among plain text are excused, riddles are not', () => {
  const names = censusOf(
    words('lwarpmk kpsewhich xindy dvipdfmx hyperxmp bxjscls zxjatype pxrubrica plautopatch zwpagelayout'),
  );
  expect([isGarbled(names), isGarbled(names, true)]).toEqual([true, false]);
  const riddle = censusOf(words('qzxwvk jxqzzp wvqkxj zzqxkv pjqxzw kqvxzj xwqzkv jzxqpv vkzxqj wqzjxk'));
  expect(isGarbled(riddle, true)).toBe(true);
});

test('a few words are never called garbled', () => {
  expect(garbled('xqzw vkjq zzxq')).toBe(false);
});

test('any text is judged', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 30 }), { maxLength: 50 }), (texts) => {
      const census = censusOf(texts.map((text) => ({ text })));
      expect(Number.isFinite(census.likelihood)).toBe(true);
      expect(census.meaningless).toBeLessThanOrEqual(census.chars);
      expect(census.scrambled).toBeLessThanOrEqual(census.chars);
      expect(typeof isGarbled(census)).toBe('boolean');
    }),
  );
});

test('words made anonymous by one letter are no riddle', () => {
  const text =
    'XXX XXXXXXXXXXXX XXXXXXXXX XXXXXXXX/ XXXXXX-XXXXXX xxxxxxx Ffffffff fffffffffff ffffff: EEEEEEEEE zzzz ';
  expect(isGarbled(censusOf(words(text)))).toBe(false);
});

describe('a font over the pages of a document', () => {
  const prose = censusOf(words('The committee met on Tuesday and heard what the members had to report about it. '));
  const notePages = (trust: FontTrust, pages: number): void => {
    for (let page = 0; page < pages; page += 1) trust.note('Mono', prose);
  };
  const program = censusOf(words('CPPFLAGS RODBC SQLLEN XQZJKW QRTPLM ZXVBNM WQRTZX PLKJHG MNBVCX '.repeat(3)));

  test('one that set plain text before is not suspected for a program', () => {
    const trust = new FontTrust();
    expect(trust.covers('Mono', program)).toBe(false);
    notePages(trust, 20);
    expect(trust.covers('Mono', program)).toBe(true);
    expect(trust.covers('Other', program)).toBe(false);
  });

  test('a little text earns no trust, and characters without meaning are never excused', () => {
    const trust = new FontTrust();
    trust.note('Mono', censusOf(words('A short remark only')));
    expect(trust.covers('Mono', program)).toBe(false);
    notePages(trust, 20);
    expect(trust.covers('Mono', censusOf(words('\ue001\ue002\ue003\ue004 '.repeat(20))))).toBe(false);
  });
});
