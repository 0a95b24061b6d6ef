// What a child cannot do. The layers that a machine offers are checked one by one where it offers them; what the
// scripts themselves take away holds on every machine.
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { openPool, realChild, type TestPool, temporaryFolder } from './open-pool.ts';

const refusal = 'Not allowed inside a conversion: no network, no processes, no foreign code.';

async function said(sandbox: TestPool, text: string): Promise<string[]> {
  const { markdownPath } = await sandbox.convert(text);
  return readFileSync(markdownPath, 'utf8')
    .trim()
    .split('\n\n')
    .map((line) => line.replaceAll('\\', ''));
}

/** The machine code of a package that is installed for the service itself. */
function installedAddon(): string | undefined {
  const { resolve } = createRequire(import.meta.url);
  for (const kind of ['-gnu', '-musl', '-msvc', '']) {
    try {
      return resolve(`@libsql/${process.platform}-${process.arch}${kind}`);
    } catch {
      // Not the kind of this machine.
    }
  }
  return undefined;
}

/** Goes on only where the pool could put this layer up, as it says in its log. */
async function needsLayer(test: TestContext, sandbox: TestPool, layer: string): Promise<void> {
  await sandbox.convert('text');
  const lost = sandbox.entries.flatMap(({ fields }) => (Array.isArray(fields['lost']) ? fields['lost'] : []));
  const layers = sandbox.entries.flatMap(({ fields }) => (Array.isArray(fields['layers']) ? fields['layers'] : []));
  if (lost.includes(layer) || !layers.join().includes(layer)) test.skip();
}

describe.each(['auto', 'none'] as const)('with isolation %s', (isolation) => {
  it('there is no network', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    let connections = 0;
    server.on('connection', () => {
      connections += 1;
    });
    await once(server, 'listening');
    const tries = await said(openPool({ isolation }), `sabotage: network ${(server.address() as AddressInfo).port}`);
    expect(tries.slice(0, 5)).toEqual(new Array(5).fill(`refused: ${refusal}`));
    expect(tries[5]).toMatch(/^refused: fetch is not a function/);
    expect(connections).toBe(0);
  });

  it('there are no processes, threads, signals or code from strings', async () => {
    const secret = join(temporaryFolder(), 'secret');
    writeFileSync(secret, 'a secret');
    const tries = await said(openPool({ isolation }), `sabotage: escape ${secret}`);
    expect(tries.slice(2)).toEqual([
      `refused: ${refusal}`,
      `refused: ${refusal}`,
      `refused: ${refusal}`,
      expect.stringContaining('Code generation from strings disallowed'),
      `refused: ${refusal}`,
    ]);
  });

  it('native code loads from installed packages and from nowhere else', async (test) => {
    const addon = installedAddon();
    if (addon === undefined) return test.skip();
    const sandbox = openPool({ isolation });
    const copy = join(sandbox.scratch, 'node_modules');
    mkdirSync(copy);
    copyFileSync(addon, join(copy, 'index.node'));
    expect(await said(sandbox, `sabotage: addon ${addon}`)).toEqual(['done: object']);
    expect(await said(sandbox, `sabotage: addon ${join(copy, 'index.node')}`)).toEqual([`refused: ${refusal}`]);
  });

  it('wasm compiles: engines are made of it', async () => {
    expect(await said(openPool({ isolation }), 'sabotage: wasm')).toEqual(['done: [object WebAssembly.Module]']);
  });

  it('the environment is empty and the folder says nothing', async () => {
    const sandbox = openPool({ isolation, env: { MODELS: '/models' } });
    expect(await said(sandbox, 'sabotage: environment')).toEqual(['["LANG","MODELS","TZ"]', 'nice 5', 'folder /']);
  });
});

describe('the layers of the system', () => {
  it('the permission flags keep a child to its own files', async (test) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'secret'), 'a secret');
    const sandbox = openPool();
    await needsLayer(test, sandbox, 'permission-flags');
    const tries = await said(sandbox, `sabotage: escape ${join(folder, 'secret')}`);
    expect(tries.slice(0, 2)).toEqual(['refused: ERR_ACCESS_DENIED', 'refused: ERR_ACCESS_DENIED']);
    expect(existsSync(join(folder, 'secret.new'))).toBe(false);
  });

  it('readable roots open just what they name', async (test) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'model'), 'weights');
    const sandbox = openPool();
    await needsLayer(test, sandbox, 'permission-flags');
    const open = openPool({ readableRoots: [folder, join(realChild, '..', '..')] });
    const tries = await said(open, `sabotage: escape ${join(folder, 'model')}`);
    expect(tries.slice(0, 2)).toEqual(['done: weights', 'refused: ERR_ACCESS_DENIED']);
  });

  it('the network namespace holds nothing but a loopback of its own', async (test) => {
    const sandbox = openPool({ readableRoots: ['/'] });
    await needsLayer(test, sandbox, 'network-namespace');
    expect(await said(sandbox, 'sabotage: interfaces')).toEqual(['interface lo']);
  });

  it('no capability is left, and none can be won', async (test) => {
    const sandbox = openPool({ readableRoots: ['/'] });
    await needsLayer(test, sandbox, 'no-capabilities');
    const status = (await said(sandbox, 'sabotage: own-status')).join('\n');
    expect(status).toMatch(/CapEff:\s*0{16}/);
    expect(status).toMatch(/CapBnd:\s*0{16}/);
    expect(status).toMatch(/NoNewPrivs:\s*1/);
  });

  it('a machine on which the flags break goes on without them and says so', async () => {
    const folder = temporaryFolder();
    const childEntry = join(folder, 'child.mjs');
    writeFileSync(
      childEntry,
      `if (process.permission !== undefined) process.exit(1);\nawait import(${JSON.stringify(realChild)});`,
    );
    const sandbox = openPool({ childEntry });
    await sandbox.convert('text');
    expect(sandbox.entries).toContainEqual({
      level: 'warn',
      message: 'children do not start with every layer; going on without',
      fields: { lost: ['permission-flags'] },
    });
  });
});
