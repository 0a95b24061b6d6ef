// What people read when something is wrong.
import { describe, expect, it } from 'vitest';
import { Failure } from '../core/failure.ts';
import { commandFailure, failureLines, usageLines, warningLine } from './message-lines.ts';

describe('messages', () => {
  it('name file, code, message and remedy', () => {
    const failure = commandFailure(new Failure('PASSWORD_REQUIRED'));
    expect(failureLines('a.pdf', failure, false)).toBe(
      'docmill: a.pdf: PASSWORD_REQUIRED: The file is encrypted and needs a password.\n' +
        '  hint: Give the password with --password-file FILE or --password.\n',
    );
  });

  it('keep a remedy that was written for the case', () => {
    const failure = commandFailure(new Failure('PASSWORD_REQUIRED', { suggestion: 'Ask Ada.', details: 'Page 3.' }));
    expect([failure.suggestion, failure.details]).toEqual(['Ask Ada.', 'Page 3.']);
  });

  it('call a bug a bug, and show it with --debug only', () => {
    const failure = commandFailure(new TypeError('x is not a function'));
    expect(failure.code).toBe('PROCESSING_FAILED');
    expect(failureLines('a', failure, false)).not.toContain('x is not a function');
    expect(failureLines('a', failure, true)).toContain('  debug: caused by: TypeError: x is not a function');
  });

  it('take system errors for what they are', () => {
    const missing = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open' });
    expect(commandFailure(missing).code).toBe('NOT_FOUND');
  });

  it('cannot be used to drive the terminal or to fake lines', () => {
    const text = failureLines('a\u001b[31m\nb', new Failure('NOT_FOUND', { message: '\u202eevil\r\u009b' }), false);
    expect(text.split('\n')).toHaveLength(3);
    expect(text).not.toMatch(/[\u001b\r\u009b\u202e]/);
  });

  it('say where a warning belongs', () => {
    expect(warningLine('a.xlsx', { message: 'Cut.', origin: { kind: 'sheet', sheet: 'One', range: 'A1' } })).toBe(
      'docmill: a.xlsx: warning: Cut. (sheet One A1)\n',
    );
    expect(warningLine('a.txt', { message: 'Odd.', origin: { kind: 'line', start: 3 } })).toContain('Odd. (line 3)');
    expect(warningLine('a.txt', { message: 'Odd.' })).toBe('docmill: a.txt: warning: Odd.\n');
  });

  it('prefer the details of a wrong option', () => {
    expect(usageLines(new Failure('REQUEST_002', { details: '--pages must be x.' }))).toBe(
      'docmill: --pages must be x.\n  hint: Correct the named option or leave it out.\n',
    );
  });
});
