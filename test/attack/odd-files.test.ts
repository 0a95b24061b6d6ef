// Real odd files are too many and not ours to keep here: ODD_FILES names folders of them, parted as in PATH. Each file ends
// in Markdown or in a failure with its code, through the sandbox; bench/odd-files.ts does the work and judges.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';

const folders = (process.env['ODD_FILES'] ?? '').split(delimiter).filter((folder) => folder !== '');
const root = join(import.meta.dirname, '../..');

test.skipIf(folders.length === 0)(
  'none crashes, all but one in a hundred end within limits',
  { timeout: 3_600_000 },
  () => {
    const tsx = createRequire(import.meta.url).resolve('tsx/cli');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [tsx, join(root, 'bench/odd-files.ts'), ...folders],
      {
        encoding: 'utf8',
      },
    );
    // Where it did not come to its end, what it said tells why.
    expect(stdout, stderr).toContain('"bench"');
    const figures = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as Record<string, number>;
    expect(figures['files']).toBeGreaterThan(0);
    expect(figures).toMatchObject({ crashed: 0, without_code: 0 });
    expect(figures['within_limits_percent']).toBeGreaterThanOrEqual(99);
    expect(status).toBe(0);
  },
);
