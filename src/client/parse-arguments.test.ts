// The grammar of the command line, and what is said about lines outside of it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../core/failure.ts';
import { type Flag, parseArguments } from './parse-arguments.ts';

const flags: readonly Flag[] = [
  { name: 'output', short: 'o', value: 'OUT', about: '' },
  { name: 'jobs', short: 'j', value: 'N', about: '' },
  { name: 'ocr-type', alias: 'ocr', value: 'VALUE', about: '' },
  { name: 'quiet', short: 'q', about: '' },
  { name: 'clean-html', negatable: true, about: '' },
];
const parse = (...args: string[]) => parseArguments(args, flags);
const problem = (...args: string[]): Failure => {
  try {
    parse(...args);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('was accepted');
};

describe('parseArguments', () => {
  it('takes values behind a space, an equals sign or a short flag', () => {
    expect(parse('--output', 'a').text('output')).toBe('a');
    expect(parse('--output=a=b').text('output')).toBe('a=b');
    expect(parse('--output=').text('output')).toBe('');
    expect(parse('-o', '-').text('output')).toBe('-');
    expect(parse('-oa').text('output')).toBe('a');
    expect(parse('--ocr', 'basic').text('ocr-type')).toBe('basic');
  });

  it('joins short flags', () => {
    const args = parse('-qj4', 'x');
    expect([args.switched('quiet'), args.text('jobs'), args.operands]).toEqual([true, '4', ['x']]);
  });

  it('turns switches on and off, the last one wins', () => {
    expect(parse().switched('clean-html')).toBeUndefined();
    expect(parse('--clean-html').switched('clean-html')).toBe(true);
    expect(parse('--clean-html', '--no-clean-html').switched('clean-html')).toBe(false);
  });

  it('leaves operands alone behind --, and takes a single dash as one', () => {
    expect(parse('a', '-', '--', '--quiet', '-x').operands).toEqual(['a', '-', '--quiet', '-x']);
  });

  it.each([
    [['--outptu', 'a'], 'There is no flag --outptu.', 'Did you mean --output?'],
    [['--no-clean-htm'], 'There is no flag --no-clean-htm.', 'Did you mean --no-clean-html?'],
    [['--no-quiet'], 'There is no flag --no-quiet.', 'See docmill --help for all flags.'],
    [['-x'], 'There is no flag -x.', 'See docmill --help for all flags.'],
    [['--constructor'], 'There is no flag --constructor.', 'See docmill --help for all flags.'],
    [['--output'], '--output needs a value: --output OUT.', 'See docmill --help.'],
    [['-o', '--quiet'], '-o needs a value: -o OUT.', 'If the value begins with a dash, write --output=VALUE.'],
    [['--quiet=yes'], '--quiet takes no value.', 'Write --quiet.'],
    [['--clean-html=no'], '--clean-html takes no value.', 'Write --clean-html or --no-clean-html.'],
    [['-o', 'a', '--output', 'b'], '--output is given twice.', 'Give it once.'],
  ])('refuses %j', (args, message, suggestion) => {
    const failure = problem(...args);
    expect([failure.code, failure.message, failure.suggestion]).toEqual(['REQUEST_001', message, suggestion]);
  });

  it('accepts or refuses any line, but never breaks', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('-o', '--output', '-q', '--', '--ocr=1'))), (args) => {
        try {
          parseArguments(args, flags);
        } catch (error) {
          expect(error).toBeInstanceOf(Failure);
        }
      }),
    );
  });
});
