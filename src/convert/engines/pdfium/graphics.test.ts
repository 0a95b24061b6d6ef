// Things drawn on a page: small round shapes are kept whether full or hollow, as both serve as bullets; lines are lines
// however they are drawn.
import { expect, test } from 'vitest';
import { pdfOf } from '../../../../test/support/pdf-document.ts';
import { readFirstPage } from '../../../../test/support/pdf-first-page.ts';
import type { Graphics } from './graphics.ts';

const drawn = async (content: string): Promise<Graphics> => (await readFirstPage(pdfOf([{ content }]))).graphics;

/** Four curves around a square of this side, with its corner at 100, 600. */
const circle = (side: number): string => {
  const [low, half, high] = [100, 100 + side / 2, 100 + side];
  const up = 500;
  return [
    `${half} ${low + up} m`,
    `${high} ${low + up} ${high} ${low + up} ${high} ${half + up} c`,
    `${high} ${high + up} ${high} ${high + up} ${half} ${high + up} c`,
    `${low} ${high + up} ${low} ${high + up} ${low} ${half + up} c`,
    `${low} ${low + up} ${low} ${low + up} ${half} ${low + up} c h`,
  ].join('\n');
};

test.each([
  ['a full disc', `${circle(4)} f`, 1, 0],
  ['a hollow one', `${circle(4)} S`, 0, 1],
  ['a large ring', `${circle(40)} S`, 0, 0],
])('%s', async (_name, content, fills, images) => {
  const graphics = await drawn(content);
  expect(graphics?.fills).toHaveLength(fills);
  expect(graphics?.images).toHaveLength(images);
  for (const { left, right } of [...(graphics?.fills ?? []), ...(graphics?.images ?? [])]) {
    expect([Math.round(left), Math.round(right)]).toEqual([100, 104]);
  }
});

const stencil = (matrix: string, size = 1): string =>
  `q ${matrix} cm BI /IM true /W ${size} /H ${size} /BPC 1 ID ${'\0'.repeat(size)}\nEI Q`;

test('a point of a picture drawn out to a line is a line', async () => {
  const graphics = await drawn([stencil('200 0 0 -0.5 100 600'), stencil('0.5 0 0 30 100 600')].join('\n'));
  expect(graphics?.images).toEqual([]);
  expect(graphics?.rules.map(({ horizontal, left, right }) => [horizontal, Math.round(right - left)])).toEqual([
    [true, 200],
    [false, 1],
  ]);
});

test('neither is a strip of a scan, nor a point drawn out to an area', async () => {
  const graphics = await drawn([stencil('200 0 0 -0.5 100 600', 8), stencil('200 0 0 -30 100 500')].join('\n'));
  expect(graphics?.images).toHaveLength(2);
  expect(graphics?.rules).toEqual([]);
});

test('a border that is cut off aslant is a line, a larger shape is none', async () => {
  const mitred = '72 600 m 72.25 600.25 l 297.4 600.25 l 297.6 600 l 297.4 599.75 l 72.25 599.75 l h f';
  const upright = '72 500 m 72.5 500.5 l 72.5 549.5 l 72 550 l h f';
  const graphics = await drawn([mitred, upright, '100 300 m 110 310 l 140 310 l 150 300 l h f'].join('\n'));
  expect(graphics?.rules.map(({ horizontal, top }) => [horizontal, Math.round(top)])).toEqual([
    [true, 192],
    [false, 242],
  ]);
  expect(graphics?.fills).toHaveLength(1);
});
