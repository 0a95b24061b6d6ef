// Fonts that change what text means: fixed width (code) and symbols (other characters than the codes say).

export type SymbolFont = 'symbol' | 'wingdings' | 'wingdings2' | 'wingdings3' | 'webdings' | 'mtextra';
export type FontKind = 'text' | 'fixed' | SymbolFont;

const symbolFonts = new Map<string, SymbolFont>([
  ['symbol', 'symbol'],
  ['symbolmt', 'symbol'],
  ['standardsymbolsps', 'symbol'],
  ['wingdings', 'wingdings'],
  ['wingdings2', 'wingdings2'],
  ['wingdings3', 'wingdings3'],
  ['webdings', 'webdings'],
  ['mtextra', 'mtextra'],
  ['mt-extra', 'mtextra'],
]);

const fixedFonts = new Set(
  (
    'courier couriernew couriernewpsmt courierstd courierprime consolas menlo monaco lucidaconsole ' +
    'lucidasanstypewriter dejavusansmono bitstreamverasansmono liberationmono sourcecodepro sourcecodevariable firacode ' +
    'firamono inconsolata cascadiacode cascadiamono andalemono robotomono jetbrainsmono ubuntumono notomono ' +
    'notosansmono sfmono sfmonoregular ibmplexmono hack anonymouspro spacemono droidsansmono freemono nimbusmono ' +
    'nimbusmonops oxygenmono ptmono overpassmono courier10pitch fixedsys terminal letter-gothic lettergothic ' +
    'ocrb ocraextended latinmodernmono lmmono10 cmtt10'
  ).split(' '),
);

/** Names that have been looked up; a document has few fonts, but nothing stops it from naming many. */
const known = new Map<string, FontKind>();
const mostKnown = 1_000;

export function fontKind(name: string): FontKind {
  const found = known.get(name);
  if (found !== undefined) return found;
  const plain = name.slice(0, 100).toLowerCase().replace(/[ _]/g, '');
  const kind = symbolFonts.get(plain) ?? (fixedFonts.has(plain) ? 'fixed' : 'text');
  if (known.size < mostKnown) known.set(name, kind);
  return kind;
}
