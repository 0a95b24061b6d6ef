// Hostile names come out as harmless base names.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeFilename } from './fetch-filename.ts';

describe('safeFilename', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['Bericht für März.docx', 'Bericht für März.docx'],
    ['報告書.xlsx', '報告書.xlsx'],
    ['10:30 notes.txt', '10:30 notes.txt'],
    ['.env', '.env'],
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\system.ini', 'system.ini'],
    ['/etc/passwd', 'passwd'],
    ['/etc/', 'etc'],
    ['C:\\Users\\me\\a.pdf', 'a.pdf'],
    ['C:a.pdf', 'a.pdf'],
    ['\\\\server\\share\\a.pdf', 'a.pdf'],
    ['a.pdf\u0000.exe', 'a.pdf.exe'],
    ['..\u0000/x', 'x'],
    ['.\u200b./../x', 'x'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie: x=1.pdf'],
    ['tab\there', 'tabhere'],
    ['trailing. . .', 'trailing'],
    ['  spaced.txt  ', 'spaced.txt'],
    ['__proto__', '__proto__'],
    ['con', '_con'],
    ['CON.txt', '_CON.txt'],
    ['com1.pdf', '_com1.pdf'],
    ['nul', '_nul'],
    ['console.log', 'console.log'],
    ['e\u0301.txt', '\u00e9.txt'],
    ['lone\ud800.txt', 'lone\ufffd.txt'],
    ['نامه\u200cها.pdf', 'نامه\u200cها.pdf'],
  ])('turns %j into %j', (given, expected) => {
    expect(safeFilename(given)).toBe(expected);
  });

  it.each(['', '.', '..', '...', '/', '\\', '../', '..\\..', ' ', '\u0000', '\u202e', 'C:', '. .', '/./', '\u200b..'])(
    'has nothing left of %j',
    (given) => {
      expect(safeFilename(given)).toBeUndefined();
    },
  );

  it('cuts a long name and keeps its extension', () => {
    const long = safeFilename(`${'é'.repeat(4096)}.pdf`);
    expect(long?.endsWith('é.pdf')).toBe(true);
    expect(Buffer.byteLength(long ?? '')).toBeLessThanOrEqual(255);
    expect(safeFilename(`a.${'x'.repeat(4096)}`)).toHaveLength(255);
    expect(safeFilename('😀'.repeat(100))).toBe('😀'.repeat(63));
  });

  it('gives a base name for any text, and the same for it again', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      ':',
      'C:',
      '\u0000',
      '\u202e',
      '\ud800',
      'con',
      ' ',
      'é',
      'x',
      '😀',
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: piece, maxLength: 2000 })), (given) => {
        const name = safeFilename(given);
        if (name === undefined) return;
        expect(name).not.toMatch(/[/\\\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        expect(name).not.toMatch(/^\.*$/);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
        expect(Buffer.from(name).toString()).toBe(name);
        expect(safeFilename(name)).toBe(name);
      }),
      { numRuns: 2000 },
    );
  });
});
