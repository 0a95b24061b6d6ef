// What a short text is made of: letters, capitals, white space, commas.

interface SignCount {
  letters: number;
  upper: number;
  lower: number;
  /** White space. */
  blanks: number;
  /** Commas and semicolons. */
  commas: number;
}

/** What a text is made of, in one go: every paragraph that might be a heading is asked. */
export function countSigns(text: string): SignCount {
  const count: SignCount = { letters: 0, upper: 0, lower: 0, blanks: 0, commas: 0 };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 97 && code <= 122) count.lower += 1;
    else if (code >= 65 && code <= 90) count.upper += 1;
    else if (code === 32 || (code >= 9 && code <= 13)) count.blanks += 1;
    else if (code === 44 || code === 59) count.commas += 1;
    else if (code >= 128) {
      const sign = String.fromCodePoint(text.codePointAt(at) as number);
      at += sign.length - 1;
      if (/\p{Ll}/u.test(sign)) count.lower += 1;
      else if (/\p{Lu}/u.test(sign)) count.upper += 1;
      else if (/\p{L}/u.test(sign)) count.letters += 1;
      else if (/\s/.test(sign)) count.blanks += 1;
    }
  }
  count.letters += count.upper + count.lower;
  return count;
}
