// Whether a font is bold, as far as its name says: the weights in font descriptors are often made up (Latin Modern's roman
// claims 744 of 1000).

const bold =
  /bold|black|heavy|semib|demi(?!-?light)|^(?:cm|sf|lm|ec)[a-z]*bx|^cmb\d|^(?:sf|ec)(?:b[il]|rb|sx|xc)\d|nimbus.{0,80}-medi(?!um)|[-,]bd(?:[^a-z]|$)/i;
/** Families whose bold letters are a font of another name. */
const plain =
  /^(?:arial|calibri|cambria|courier|georgia|helvetica|palatino|tahoma|times|verdana)(?: ?new)?(?: ?roman)?(?:ps)?(?:mt)?$/i;
/** As styles are called, and as TeX's own fonts are. */
const regular =
  /[-,](?:regu|roman|book|light|normal|medium|ital|obli)|^(?:cm(?:r|ti|mi|sl|ss|tt|csc|sy|ex|u)|(?:sf|ec)(?:rm|ti|tt|sl|ss|cc))\d/i;

/** True for bold, false for regular, undefined where the name says neither. */
export function isBoldByName(name: string): boolean | undefined {
  if (bold.test(name)) return true;
  return regular.test(name) || plain.test(name) ? false : undefined;
}
