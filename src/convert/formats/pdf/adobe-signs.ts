// Old type has forms of its own for digits and letters, and fonts for mathematics draw large brackets in pieces. Adobe
// gave the glyphs of both places in the private use area, long before Unicode knew what to do with them; engines still
// tell those places for such glyphs. What the reader sees are digits, letters and brackets.

/** Old-style digits, small capitals and their signs: U+F700 and the code of the sign in Latin-1. */
const firstForm = 0xf721;
const lastForm = 0xf7ff;
/** Signs of trade with serifs, raised and lowered signs, and accents over small capitals. */
const firstSign = 0xf6d9;
const signs = '©®™1\0—¢¢,,$$--..abdeilmorst˘ˇˆ˙˝łœ˛˚š˜ž';
/** Pieces of roots, arrows and brackets. */
const firstPiece = 0xf8e5;
const pieces = '‾⏐⎯®©™⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⎮⎞⎟⎠⎤⎥⎦⎫⎬⎭';
/** Fonts of pictures have signs of their own in these places. */
const pictureFont = /awesome|icon|emoji|glyph|material/i;

/** What a glyph shows that is told by Adobe's place for it; undefined for other places, and where the font has its own. */
export function adobeSign(code: number, font: string): string | undefined {
  if (code < firstSign || code >= firstPiece + pieces.length || pictureFont.test(font)) return undefined;
  if (code >= firstForm && code <= lastForm) {
    const latin = code - 0xf700;
    return latin < 0x7f || latin > 0xa0 ? String.fromCharCode(latin) : undefined;
  }
  const sign = code < firstPiece ? signs[code - firstSign] : pieces[code - firstPiece];
  return sign === '\0' ? undefined : sign;
}
