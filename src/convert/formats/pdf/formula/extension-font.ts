// The codes of TeX's extension font (OMX: large signs and the pieces of tall ones), for the many PDFs that say nothing of
// their meaning or take them for letters. Data after The TeXbook, appendix F.

/** A piece of a sign that is built as tall as it must be: which sign it is of. */
export interface ExtensionSign {
  readonly sign: string;
  readonly piece: boolean;
}

const whole = (from: number, signs: string): [number, ExtensionSign][] =>
  [...signs].map((sign, at) => [from + at, { sign, piece: false }]);
const pieces = (from: number, signs: string): [number, ExtensionSign][] =>
  [...signs].map((sign, at) => [from + at, { sign, piece: true }]);

const table: ReadonlyMap<number, ExtensionSign> = new Map([
  ...whole(0x00, '()[]⌊⌋⌈⌉{}⟨⟩'),
  ...pieces(0x0c, '|‖'),
  ...whole(0x0e, '/\\()()[]⌊⌋⌈⌉{}⟨⟩/\\()[]⌊⌋⌈⌉{}⟨⟩/\\/\\'),
  ...pieces(0x30, '()[][][]{}{}{}{|()()'),
  ...whole(0x44, '⟨⟩⨆⨆∮∮⨀⨀⨁⨁⨂⨂∑∏∫⋃⋂⨄⋀⋁∑∏∫⋃⋂⨄⋀⋁∐∐^^^~~~[]⌊⌋⌈⌉{}√√√√'),
  ...pieces(0x74, '√√√‖↑↓'),
  // Braces that lie: the first piece tells whether they stand over or under.
  ...pieces(0x7a, '⏞⎴⏟⎵'),
  ...pieces(0x7e, '⇑⇓'),
]);
const font = /^(?:cmex|euex|lmmathext|mtex|[tp]xex|yhcmex|fmex|zplmr7y)|^(?:new|n|r)?[tp]xexs?\b/i;

/** Pieces that have characters of their own (Unicode, Miscellaneous Technical). */
const named: ReadonlyMap<string, string> = new Map(
  [
    ['(', '⎛⎜⎝'],
    [')', '⎞⎟⎠'],
    ['[', '⎡⎢⎣'],
    [']', '⎤⎥⎦'],
    ['{', '⎧⎨⎩'],
    ['}', '⎫⎬⎭'],
    ['|', '⎪'],
    ['∫', '⌠⎮⌡'],
  ].flatMap(([sign = '', list = '']) => [...list].map((piece): [string, string] => [piece, sign])),
);

/** The sign that a character is a piece of. */
export const pieceOf = (character: string): string | undefined => named.get(character);

/** Fonts in this encoding that are given by their own codes, not by what their signs mean. */
export const isExtensionFont = (name: string): boolean => font.test(name);

export const extensionSign = (code: number): ExtensionSign | undefined => table.get(code);
