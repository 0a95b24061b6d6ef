// The codes of TeX's fonts, told apart by their ligatures.
import { expect, test } from 'vitest';
import { isTexText, texEncoding, texTexts } from './font-tex.ts';

const chars = (text: string) =>
  [...text].map((sign, at) => ({ code: sign.codePointAt(0) ?? 0, next: text.codePointAt(at + 1) ?? 32 }));
const read = (text: string, encoding: 'OT1' | 'T1', sure = true): string => {
  const texts = texTexts(chars(text), encoding, sure);
  return [...text].map((sign) => texts.get(sign.codePointAt(0) ?? 0) ?? sign).join('');
};

test('the new encoding', () => {
  const text = 'di\x1berent in \x1cgures, a \x10quote\x11, pages 1\x152';
  expect(texEncoding(chars(text))).toBe('T1');
  expect(read(text, 'T1')).toBe('different in figures, a “quote”, pages 1–2');
});

test('the old encoding', () => {
  const text = 'di\x0berent in \x0cgures, a \\quote", pages 1{2';
  expect(texEncoding(chars(text))).toBe('OT1');
  expect(read(text, 'OT1')).toBe('different in figures, a “quote”, pages 1–2');
});

test('a typewriter has no ligatures and keeps its signs', () => {
  const text = 'if (a) { b["c"] = 1 }';
  expect(texEncoding(chars(text))).toBeUndefined();
  expect(read(text, 'OT1', false)).toBe(text);
});

test('signs of mathematics are no text', () => {
  expect(isTexText(chars('\x0f \x0f \x0f'))).toBe(false);
  expect(isTexText(chars('some \x0cne text'))).toBe(true);
  expect(isTexText(chars(`some \x0cne text ${'.'.repeat(60)}`))).toBe(true);
});
