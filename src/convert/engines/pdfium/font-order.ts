// Whether a guess at the meaning of glyphs reads like text: a wrong one is a cipher, which has other letters often.

/** Characters that must be there before a guess is judged. */
const fewest = 24;

/** For languages in Latin letters; others are not guessed. */
export function readsLikeText(text: string): boolean {
  if (text.length < fewest) return false;
  let letters = 0;
  let vowels = 0;
  let common = 0;
  let odd = 0;
  let plain = 0;
  let inner = 0;
  let before = ' ';
  for (const sign of text) {
    if (/\p{L}/u.test(sign)) {
      letters += 1;
      if (/[aeiouyáàâäãåéèêëíìîïóòôöõøúùûü]/iu.test(sign)) vowels += 1;
      if (/[etaoinsr]/i.test(sign)) common += 1;
      if (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(sign)) inner += 1;
    } else if (!/[\s\d.,:;!?()'"’“”%/–-]/u.test(sign)) odd += 1;
    else plain += 1;
    before = sign;
  }
  if (letters < 0.55 * text.length || odd > 0.05 * text.length || letters + plain < 0.9 * text.length) return false;
  if (inner > 0.05 * letters) return false;
  return vowels > 0.27 * letters && vowels < 0.6 * letters && common > 0.45 * letters;
}
