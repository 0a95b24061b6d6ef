// Runs the compiled command as a user would: a process of its own, in a folder of its own.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const program = fileURLToPath(new URL('../../dist/client/cli.js', import.meta.url));

export interface RunResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface RunSettings {
  readonly cwd: string;
  /** Standard input; none means an empty one. */
  readonly input?: string | Uint8Array;
  /** Another copy of the command. */
  readonly program?: string;
}

export function runDocmill(args: readonly string[], settings: RunSettings): Promise<RunResult> {
  const { cwd, input } = settings;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [settings.program ?? program, ...args], { cwd });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => out.push(piece));
    child.stderr.on('data', (piece: Buffer) => err.push(piece));
    // A command that does not read its input closes it early.
    child.stdin.on('error', () => {});
    child.stdin.end(input ?? '');
    child.on('error', reject);
    child.on('close', (code, signal) => {
      resolve({ code, signal, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() });
    });
  });
}

/** Runs a line of shell with `docmill` as a word of it: for pipes. */
export function runShell(line: string, cwd: string): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const script = `docmill() { "${process.execPath}" "${program}" "$@"; }; ${line}`;
    const child = spawn('bash', ['-c', script], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.on('data', (piece) => {
      out += String(piece);
    });
    child.stderr.on('data', (piece) => {
      err += String(piece);
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, out, err }));
  });
}

/** A folder with these files, and what is in it later. */
export class Workspace {
  readonly path: string = mkdtempSync(join(tmpdir(), 'docmill-cli-test-'));

  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}) {
    for (const [name, content] of Object.entries(files)) this.write(name, content);
  }

  write(name: string, content: string | Uint8Array): void {
    mkdirSync(dirname(join(this.path, name)), { recursive: true });
    writeFileSync(join(this.path, name), content);
  }

  read(name: string): string {
    return readFileSync(join(this.path, name), 'utf8');
  }

  /** All files, hidden ones too, sorted. */
  files(folder = ''): string[] {
    return readdirSync(join(this.path, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(this.path, join(entry.parentPath ?? entry.path, entry.name)))
      .sort();
  }

  run(args: readonly string[], input?: string | Uint8Array): Promise<RunResult> {
    return runDocmill(args, { cwd: this.path, ...(input === undefined ? {} : { input }) });
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** A CSV with rows that can be told apart. */
export function longCsv(rows: number): string {
  const lines = ['id,name,value'];
  for (let row = 0; row < rows; row += 1) lines.push(`${row},name ${row},${row * 3}`);
  return `${lines.join('\n')}\n`;
}

/** A CSV that takes seconds to convert: rows of four bytes each. */
export const slowCsv = (megabytes: number): Uint8Array => Buffer.alloc(megabytes * 2 ** 20, '1,2\n');

export const onePixelPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
