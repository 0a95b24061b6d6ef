// Fonts whose glyphs are pieces of drawings and say nothing: the lines, circles and arrow heads of TeX's pictures, and music.

const pieces = /^(?:l?circlew?|linew?|manfnt|xy(?:atip|btip|bsql|dash|circ|line|qc|cm[ab]t|eu[ab]t|lu[ab]t))\d*$/i;
const music =
  /^(?:emmentaler|feta(?![a-z])|parmesan|gonville|bravura|leland|petaluma|finale ?maestro|maestro|opus(?![a-z]{0,9}serif)|petrucci|sonata|helsinki ?std|inkpen2|musiqwik|musisync|musix|mscore|pmw-music)/i;
/** Fonts that go with those, for the words and the chords. */
const words = /text|chord|times|roman|figured/i;

export const isPictorial = (font: string): boolean => pieces.test(font) || (music.test(font) && !words.test(font));

/** Notes and accidentals that say what they are (Unicode, Miscellaneous Symbols and Musical Symbols). */
export const isNote = (code: number): boolean =>
  (code >= 0x2669 && code <= 0x266f) || (code >= 0x1d100 && code <= 0x1d1ff);
