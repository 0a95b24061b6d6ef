// Labels with their values in a frame are a table; other text in a frame is none.
import { expect, test } from 'vitest';
import { across, down, found } from '../../../test/support/page-tables.ts';
import { pageOf, setLines } from '../../../test/support/page-words.ts';

const frame = (left: number, top: number, right: number, bottom: number) => [
  across(left, right, top),
  across(left, right, bottom),
  down(left, top, bottom),
  down(right, top, bottom),
];
const pair = (top: number, label: string, value: readonly string[], bold = true, left = 150) => [
  ...setLines([label], { left: 54, top, bold }),
  ...setLines(value, { left, top }),
];

const labels = [
  ...pair(104, 'Description:', ['Groups in files, which go on', 'in a second line']),
  ...pair(130, 'Status:', ['Extension']),
  ...pair(143, 'Module Identifier:', ['authz_module']),
  ...pair(156, 'Compatibility:', ['Available in 2.1 and later']),
];
const rules = frame(50, 100, 400, 172);

test('labels and values in a frame are the rows of a table without a head', () => {
  expect(found(pageOf(labels, { rules }))).toEqual([
    [
      '|  |  |',
      '| --- | --- |',
      '| Description: | Groups in files, which go on in a second line |',
      '| Status: | Extension |',
      '| Module Identifier: | authz_module |',
      '| Compatibility: | Available in 2.1 and later |',
    ].join('\n'),
  ]);
});

test('the same without a frame, and a frame that is open on one side, are none', () => {
  expect(found(pageOf(labels))).toEqual([]);
  expect(found(pageOf(labels, { rules: rules.slice(0, 3) }))).toEqual([]);
});

test('values that begin anywhere, and paragraphs in a frame, are none', () => {
  const ragged = [
    ...pair(104, 'Note:', ['this runs on'], true, 90),
    ...pair(117, 'Another note:', ['this runs on'], true, 130),
    ...pair(130, 'And one:', ['this runs on'], true, 105),
  ];
  expect(found(pageOf(ragged, { rules }))).toEqual([]);
  const prose = setLines(['Words in a frame that run', 'on from line to line', 'and end here.'], {
    left: 54,
    top: 104,
  });
  expect(found(pageOf(prose, { rules }))).toEqual([]);
});
