// Standard output: order, patience, readers that go away, terminals that must not be driven.
import { Writable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PipeOutput, withoutControls } from './pipe-output.ts';

function collector(isTTY = false) {
  const pieces: Buffer[] = [];
  const stream = Object.assign(
    new Writable({
      write: (piece: Buffer, _encoding, done) => {
        pieces.push(piece);
        setImmediate(done);
      },
    }),
    { isTTY },
  );
  return { stream, text: () => Buffer.concat(pieces).toString(), count: () => pieces.length };
}

const failing = (code: string) =>
  new Writable({
    write: (_piece, _encoding, done) => done(Object.assign(new Error(code), { code, syscall: 'write' })),
  });

describe('PipeOutput', () => {
  it('gathers small pieces and keeps their order', async () => {
    const { stream, text, count } = collector();
    const output = new PipeOutput(stream, () => 0);
    for (let at = 0; at < 1000; at += 1) await output.write(Buffer.from(`${at},`));
    await output.flush();
    expect(text()).toBe(Array.from({ length: 1000 }, (_, at) => `${at},`).join(''));
    expect(count()).toBe(1);
  });

  it('shows what is ready when a document is slow', async () => {
    const { stream, text } = collector();
    let now = 0;
    const output = new PipeOutput(stream, () => now);
    await output.write(Buffer.from('a'));
    expect(text()).toBe('');
    now = 200;
    await output.write(Buffer.from('b'));
    expect(text()).toBe('ab');
  });

  it('knows a reader that went away from a full disk', async () => {
    const gone = new PipeOutput(failing('EPIPE'));
    await gone.write(Buffer.from('x'));
    await expect(gone.flush()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(gone.closed).toBe(true);
    const full = new PipeOutput(failing('ENOSPC'));
    await full.write(Buffer.from('x'));
    await expect(full.flush()).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    expect(full.closed).toBe(false);
  });

  it('cleans what goes to a terminal, and nothing else', async () => {
    const hostile = Buffer.from('a\x1b[2Jb\u009b31mc\td\n');
    const terminal = collector(true);
    const shown = new PipeOutput(terminal.stream);
    for (const byte of hostile) await shown.write(Buffer.from([byte]));
    await shown.flush();
    expect(terminal.text()).toBe('a?[2Jb\u00bf31mc\td\n');
    const pipe = collector(false);
    const passed = new PipeOutput(pipe.stream);
    await passed.write(hostile);
    await passed.flush();
    expect(pipe.text()).toBe(hostile.toString());
  });
});

describe('withoutControls', () => {
  it('keeps every other character', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.nat(0x180).map((code) => String.fromCodePoint(code)) }), (text) => {
        const clean = Buffer.from(withoutControls(Buffer.from(text))).toString();
        const expected = Buffer.from(text)
          .toString()
          .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '?')
          .replace(/[\u0080-\u009f]/g, '\u00bf');
        expect(clean).toBe(expected);
      }),
    );
  });
});
