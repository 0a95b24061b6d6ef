// Signs of private use that nothing says the meaning of.
import { expect, test } from 'vitest';
import { plainStyle, type Word } from '../../layout/page.ts';
import { withoutPrivateSigns } from './private-signs.ts';

const wordsOf = (texts: readonly string[]): Word[] =>
  texts.map((text, order) => ({
    text,
    style: plainStyle,
    spaced: true,
    order,
    rightToLeft: false,
    left: 10 * order,
    right: 10 * order + 8,
    top: 0,
    bottom: 10,
  }));

test.each([
  ['icons are left out, also within a word', ['\uf095', 'Call', 'us\uf105'], ['Call', 'us']],
  ['bullets are what they are', ['\uf0b7', 'One', '\uf0fc', 'Two'], ['•', 'One', '✓', 'Two']],
  ['those of the planes of private use too', ['\u{f0410}', 'a\u{100001}b'], ['ab']],
  ['a page of nothing else keeps them', ['\ue001\ue002', '\ue003'], ['\ue001\ue002', '\ue003']],
  ['other words stay', ['plain', '𝐀'], ['plain', '𝐀']],
])('%s', (_name, given, kept) => {
  expect(withoutPrivateSigns(wordsOf(given)).map(({ text }) => text)).toEqual(kept);
});

test('what stood right behind one stands behind the white before it', () => {
  const [text, icon, phone] = wordsOf(['Call', '\uf095', '112']) as [Word, Word, Word];
  expect(withoutPrivateSigns([text, icon, { ...phone, spaced: false }])[1]?.spaced).toBe(true);
  expect(withoutPrivateSigns([text, { ...icon, spaced: false }, { ...phone, spaced: false }])[1]?.spaced).toBe(false);
});
