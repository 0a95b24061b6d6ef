// Whether a font is bold, as far as its name says: the weights in font descriptors are often made up (Latin Modern's roman
// claims 744 of 1000).

const bold =
  /bold|black(?!adder|chancery|letter|oak)|heavy|semib|demi(?!-?light)|^(?:cm|sf|lm|ec)[a-z]*bx|^cmb\d|^(?:sf|ec)(?:b[il]|rb|s[xo]|xc)\d|nimbus.{0,80}-medi(?!um)|^(?:t1|tc|r?[tp])xb|-w[6-9](?!\d)/i;
/** Short for the same at the beginning of the part of a name that says the style. */
const shortForBold = /[-,](?:Ex|X|Sm|S)?(?:Bd|BD|bd|Hv|Blk)(?![a-z])/;
/** Families whose bold letters are a font of another name. */
const plain =
  /^(?:arial|calibri|cambria|courier|georgia|helvetica|palatino|tahoma|times|verdana)(?: ?new)?(?: ?roman)?(?:ps)?(?:mt)?$/i;
/** As styles are called, and as TeX's own fonts are. */
const regular =
  /[-,](?:regu|roman|book|light|normal|medium|ital|obli|w[1-5](?!\d))|book$|^(?:cm(?:r|ti|mi|sl|ss|ssi|ssq|ssqi|tt|itt|sltt|vtt|tcsc|csc|sy|ex|u)|(?:sf|ec)(?:rm|ti|tt|sl|ss|si|cc|st|it|tc|vt|vi))\d/i;

/** True for bold, false for regular, undefined where the name says neither. */
export function isBoldByName(name: string): boolean | undefined {
  if (bold.test(name) || shortForBold.test(name)) return true;
  return regular.test(name) || plain.test(name) ? false : undefined;
}
