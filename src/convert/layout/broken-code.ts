// Lines of code that were too long for their page: what did not fit stands below, behind a hook, and belongs to the line above.
import type { Line } from './lines.ts';
import type { Word } from './page.ts';

/** TeX makes its hook of two signs. */
const hook = /^(?:,→|↪|↳|⤷)$/;
/** Where a line was broken within a word, some end it with a corner. */
const corner = / ?[⌋↩]$/;

/** How many of the words before the code of a line are a hook; nearly always none. */
export function hookLength(words: readonly Word[]): number {
  const [first, second] = words;
  const code = first?.text.charCodeAt(0) ?? 0;
  if (first === undefined || (code !== 0x2c && code < 0x21aa) || first.style.monospace || first.text.length > 2)
    return 0;
  const length = hook.test(first.text) ? 1 : second !== undefined && hook.test(first.text + second.text) ? 2 : 0;
  return length > 0 && words[length]?.style.monospace === true ? length : 0;
}

/** The text of a broken line, up to where its rest is put. */
export const withoutCorner = (text: string): string =>
  corner.test(text.slice(-2)) ? text.replace(corner, '') : `${text} `;

/** Some programs put a hook in a font of signs at the end of a broken line, and none before its rest. */
export function isBroken({ words }: Line): boolean {
  const last = words.at(-1);
  return last?.text === '↩' && !last.style.monospace;
}

/**
 * The text of a broken line and what its rest begins with. Blanks before the hook were there to break at, but for the one that
 * some programs put before each hook, which breaks no blank where it follows or precedes a sign that lines are broken at.
 */
export function withoutHook(text: string, rest: string): string {
  const code = text.replace(/↩$/, '');
  if (code.endsWith('  ')) return `${code.trimEnd()} `;
  return /[-.,/_:=(] $/.test(code) || (code.endsWith(' ') && /^[=),.;]/.test(rest)) ? code.slice(0, -1) : code;
}
