// The settings of the compiler are names of V8's own: a version that drops one must not go unnoticed.
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const file = new URL('compiler-budget.ts', import.meta.url).href;

/** Optimised functions after a loop that V8's own budget is small for. */
const program = `
  import { optimiseSparingly } from ${JSON.stringify(file)};
  const sum = (to) => { let all = 0; for (let at = 0; at < to; at += 1) all += at; return all; };
  optimiseSparingly(process.argv[1]);
  for (let round = 0; round < 150; round += 1) sum(100);
  await new Promise((done) => setTimeout(done, 100));
  sum(1);
  console.log(%GetOptimizationStatus(sum) & 16 ? 'optimised' : 'plain');
`;

function run(format: string) {
  const args = ['--allow-natives-syntax', '--import', 'tsx', '--input-type=module', '--eval', program, format];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { said: stdout.trim(), complaints: stderr.trim() };
}

describe('optimiseSparingly', () => {
  it('keeps short work from being optimised, without a complaint of V8', () => {
    expect(run('xlsx').said).toBe('optimised');
    expect(run('pdf')).toEqual({ said: 'plain', complaints: '' });
    expect(run('docx').complaints).toBe('');
  });
});
