// Symbol fonts: spot checks at the ends of each range, so that a table that slips by one character is found.
import { describe, expect, test } from 'vitest';
import type { SymbolFont } from './fonts.ts';
import { symbolOf } from './symbols.ts';

describe.each<[SymbolFont, Record<string, string>]>([
  ['symbol', { 41: 'Α', 61: 'α', 70: 'π', '7a': 'ζ', '7e': '∼', a0: '€', a3: '≤', b3: '≥', b4: '×', b7: '•', d7: '⋅', e5: '∑', ef: '⎪', f2: '∫', fe: '⎭' }],
  ['wingdings', { 21: '✏', '4a': '☺', '6c': '●', '6e': '■', '6f': '□', 71: '❑', 76: '❖', 78: '☒', 80: '⓪', 81: '①', '8a': '⑩', '8c': '❶', '9f': '•', a7: '▪', a8: '☐', ab: '★', b7: '🕐', c2: '🕛', d8: '➢', df: '←', e0: '→', e8: '➔', ef: '⇦', f0: '⇨', fb: '✘', fc: '✔', fd: '☒', fe: '☑' }],
  ['wingdings2', { '4f': '✗', 50: '✓', 51: '☒', 52: '☑', 53: '☒', 6a: '①', 75: '❶', 97: '●', a3: '□' } as Record<string, string>],
  ['wingdings3', { 21: '←', 22: '→', 23: '↑', 24: '↓', 70: '▲', 71: '▼', 74: '◀', 75: '▶' }],
  ['webdings', { 20: ' ', 34: '⏵', 61: '✔', 63: '□', 67: '■', 69: 'ℹ', '6e': '●', 72: '✖' }],
])('%s', (font, expected) => {
  test.each(Object.entries(expected))('0x%s is %s', (hex, character) => {
    const code = Number.parseInt(hex, 16);
    expect(symbolOf(font, code)).toBe(character);
    expect(symbolOf(font, 0xf000 + code)).toBe(character);
  });

  test('codes beyond the font have no character', () => {
    expect(symbolOf(font, 0x10)).toBeUndefined();
    expect(symbolOf(font, 0x4e00)).toBeUndefined();
  });
});
