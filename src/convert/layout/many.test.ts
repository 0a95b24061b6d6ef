// Pages of more parts than a call takes arguments.
import { expect, test } from 'vitest';
import { pageOf, setLines } from '../../../test/support/page-words.ts';
import { analysePage } from './analyse-page.ts';
import { addAll, largestOf, smallestOf } from './many.ts';

const many = 150_000;

test('lists of any length are joined and measured', () => {
  const list = [1];
  addAll(
    list,
    Array.from({ length: many }, (_, at) => at),
  );
  expect(list).toHaveLength(many + 1);
  expect(largestOf(list, (one) => one)).toBe(many - 1);
  expect(smallestOf(list, (one) => -one)).toBe(1 - many);
});

test('a page has any number of paragraphs', () => {
  const words = Array.from({ length: many }, (_, at) => setLines(['Mill.'], { left: 72, top: 30 * at })).flat();
  const { items } = analysePage(pageOf(words, { height: 30 * many }));
  expect(items).toHaveLength(many);
});
