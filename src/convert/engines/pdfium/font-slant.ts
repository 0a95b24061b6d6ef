// Whether a font is slanted and whether it is one of a typewriter, as far as its name says: many descriptors say neither.

const slanted =
  /italic|oblique|slant|kursiv|cursive|^(?:cm(?:ti|sl|ssi|ssqi|itt|sltt|bxti|bxsl)|(?:sf|ec)(?:ti|sl|si|st|it|vi|bl|bi|so))\d|^(?:t1|tc|r?[tp])xb?(?:i|sl)(?![a-z])/i;
/** Short for the same, at the end of a part of the name. */
const shortForSlanted = /(?:Ital|Obli?)(?![a-z])|-[A-Za-z]*It$/;

export const isSlantedByName = (name: string): boolean => slanted.test(name) || shortForSlanted.test(name);

const typewriter =
  /mono|nimbusmon|courier|consol|menlo|monaco|typewriter|source ?code|fira ?code|letter ?gothic|(?:^|[-+])cm(?:sl|i)?tt|^(?:sf|lm|ec|tc|tx)tt|^(?:sf|ec)(?:st|it|tc)\d|^(?:t1|tc|rt|t)xb?tt/i;

export const isTypewriterByName = (name: string): boolean => typewriter.test(name);
