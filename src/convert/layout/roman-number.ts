// What a Roman number in small letters counts: page numbers of front matter, items of lists.

const digits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** Undefined for anything else. */
export function romanNumber(text: string): number | undefined {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) {
    const digit = digits[text.charAt(at)];
    if (digit === undefined) return undefined;
    sum += digit < (digits[text.charAt(at + 1)] ?? 0) ? -digit : digit;
  }
  return sum;
}
