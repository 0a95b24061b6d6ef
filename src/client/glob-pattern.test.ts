// The language of patterns, checked by examples and against a translation into regular expressions.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandBraces, matchesSegment, parsePattern, type Segment } from './glob-pattern.ts';

const segment = (text: string): Segment => parsePattern(text)[0]?.segments[0] ?? { kind: 'name', name: '' };
const matches = (pattern: string, name: string): boolean => matchesSegment(segment(pattern), name);

describe('matchesSegment', () => {
  it.each([
    ['*.md', 'a.md', true],
    ['*.md', 'a.mdx', false],
    ['*', '.hidden', false],
    ['?env', '.env', false],
    ['.*', '.hidden', true],
    ['a?c', 'abc', true],
    ['a?c', 'a😀c', true],
    ['a?c', 'ac', false],
    ['[abc]x', 'bx', true],
    ['[a-c]x', 'dx', false],
    ['[!a-c]x', 'dx', true],
    ['[^a]x', 'ax', false],
    ['[]]x', ']x', true],
    ['[a-]x', '-x', true],
    ['[ax', '[ax', true],
    ['\\*x', '*x', true],
    ['\\*x', 'ax', false],
    ['*a*b*c*', '1a2b3c4', true],
    ['*a*b*c*', '1a2c3b4', false],
    ['a**b', 'axxb', true],
    ['', '', true],
  ])('%s and %s: %s', (pattern, name, expected) => {
    expect(matches(pattern, name)).toBe(expected);
  });

  it('agrees with a regular expression', () => {
    const part = fc.constantFrom('*', '?', 'a', 'b', '[ab]', '[!a]', '.');
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '.'), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), name, (parts, text) => {
        fc.pre(parts.join('') !== '**' && !text.startsWith('.'));
        const source = parts.map((one) =>
          one === '*' ? '.*' : one === '?' ? '.' : one === '.' ? '\\.' : one.replace('[!', '[^'),
        );
        expect(matches(parts.join(''), text)).toBe(new RegExp(`^${source.join('')}$`, 'u').test(text));
      }),
      { numRuns: 500 },
    );
  });

  it('stays fast on patterns that drive backtracking matchers mad', () => {
    expect(matches(`${'*a'.repeat(50)}b`, 'a'.repeat(20_000))).toBe(false);
  });
});

describe('expandBraces', () => {
  it.each([
    ['a.{md,html}', ['a.md', 'a.html']],
    ['{a,b}{1,2}', ['a1', 'a2', 'b1', 'b2']],
    ['{a,{b,c}d}', ['a', 'bd', 'cd']],
    ['{a,}x', ['ax', 'x']],
    ['{a}', ['{a}']],
    ['{a', ['{a']],
    ['a}{b,c}', ['a}b', 'a}c']],
    ['{a,{b,c}', ['{a,b', '{a,c']],
    ['\\{a,b}', ['\\{a,b}']],
    ['plain', ['plain']],
  ])('%s', (text, expected) => {
    expect(expandBraces(text)).toEqual(expected);
  });

  it('refuses a flood of alternatives', () => {
    expect(() => expandBraces('{a,b}'.repeat(40))).toThrow('more than 1000 alternatives');
  });

  it('takes many unclosed braces without a sweat', () => {
    expect(expandBraces('{'.repeat(50_000))).toHaveLength(1);
  });
});
