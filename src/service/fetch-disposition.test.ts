// File names as web servers really send them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dispositionFilename, parseDisposition } from './fetch-disposition.ts';

describe('parseDisposition', () => {
  it.each<[string, string | undefined]>([
    ['attachment; filename=report.pdf', 'report.pdf'],
    ['ATTACHMENT; FileName="a b.pdf"', 'a b.pdf'],
    ['attachment; filename="semi;colon.pdf"; x=y', 'semi;colon.pdf'],
    ['attachment; filename="quo\\"te.pdf"', 'quo"te.pdf'],
    ['attachment;filename = spaced.pdf ; y', 'spaced.pdf'],
    ["attachment; filename=plain.pdf; filename*=UTF-8''%e2%82%ac.pdf", '€.pdf'],
    ["attachment; filename*=UTF-8'en'a%27b.pdf", "a'b.pdf"],
    ["attachment; filename*=iso-8859-1''%A3.pdf", '£.pdf'],
    ["attachment; filename*=klingon''x; filename=kept.pdf", 'kept.pdf'],
    ['attachment; filename*=broken; filename=kept.pdf', 'kept.pdf'],
    ['attachment; filename="\u00e2\u0082\u00ac.pdf"', '€.pdf'],
    ['attachment; filename="\u00a3.pdf"', '£.pdf'],
    ['attachment; filename=first.pdf; filename=second.pdf', 'first.pdf'],
    ['inline', undefined],
    ['', undefined],
    [';;;=;="";filename', undefined],
  ])('finds the name in %j', (header, expected) => {
    expect(dispositionFilename(parseDisposition(header))).toBe(expected);
  });

  it('keeps __proto__ as a name like any other', () => {
    expect(parseDisposition('x; __proto__=1').parameters.get('__proto__')).toBe('1');
  });

  it('ends for any text', () => {
    const piece = fc.constantFrom(';', '=', '"', '\\', ' ', 'filename', '*', "'", '%', '\u00ff', 'x');
    fc.assert(
      fc.property(fc.string({ unit: piece, maxLength: 3000 }), (header) => {
        dispositionFilename(parseDisposition(header));
      }),
    );
  });
});
