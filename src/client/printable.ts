// File names and document text shown on a terminal must not drive it: control characters and marks that reorder text
// (Unicode Technical Report 36, section 2.9) are replaced, and a text is one line.

export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (char) => (/\s/.test(char) ? ' ' : '\ufffd'));
}
