// Symbol fonts: spot checks all over each range, so that a table that slips by one character is found.
import { describe, expect, test } from 'vitest';
import type { SymbolFont } from './fonts.ts';
import { symbolOf } from './symbols.ts';

describe.each<[SymbolFont, string]>([
  ['symbol', '41Α 61α 70π 7aζ 7e∼ a0€ a3≤ b3≥ b4× b7• d7⋅ e5∑ ef⎪ f2∫ fe⎭'],
  [
    'wingdings',
    '21✏ 4a☺ 6c● 6e■ 6f□ 71❑ 76❖ 78☒ 80⓪ 81① 8a⑩ 8c❶ 9f• a7▪ a8☐ ab★ b7🕐 c2🕛 d8➢ df← e0→ e8➔ ef⇦ f0⇨ fb✘ fc✔ fd☒ fe☑',
  ],
  ['wingdings2', '4f✗ 50✓ 51☒ 52☑ 53☒ 6a① 75❶ 97• 98● a2■ a3□'],
  ['wingdings3', '21← 22→ 23↑ 24↓ 70▲ 71▼ 74◀ 75▶ 7d▸'],
  ['mtextra', '3a∼ 43∐ 49∩ 4b… 4c⋯ 53∢ 55∪ 5b↙ 60‵ 66≻ 68ℏ 6cℓ 6d∓ 6f∘ 80⇄ a1ℝ a5ℕ'],
  ['webdings', '34⏵ 61✔ 63□ 67■ 69ℹ 6e● 72✖ 73❓'],
])('%s', (font, pairs) => {
  test.each(pairs.split(' ').map((pair) => [pair.slice(0, 2), pair.slice(2)]))('0x%s is %s', (hex, character) => {
    const code = Number.parseInt(hex ?? '', 16);
    expect(symbolOf(font, code)).toBe(character);
    expect(symbolOf(font, 0xf000 + code)).toBe(character);
  });

  test('codes beyond the font have no character', () => {
    expect(symbolOf(font, 0x10)).toBeUndefined();
    expect(symbolOf(font, 0x4e00)).toBeUndefined();
  });
});
