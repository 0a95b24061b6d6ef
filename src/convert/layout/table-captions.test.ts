// Captions that stand close to a table are text above or below it, and no rows.
import { expect, test } from 'vitest';
import {
  across,
  found,
  fruit,
  fruitTable,
  grid,
  lattice,
  page,
  prose,
  words,
} from '../../../test/support/page-tables.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';

const ruled = [100, 120, 180].map((y) => across(50, 350, y));

test('a caption right above the rows, in the middle of them', () => {
  const content = page([words('Table 1: Fruit', 145, 84), ...grid(fruit), ...prose(220, 5)], { rules: ruled });
  expect(found(content)).toEqual([fruitTable]);
  expect(pagesMarkdown(content)).toContain(`Table 1: Fruit\n\n${fruitTable}`);
});

test('one in the first or the last row of a grid', () => {
  const above = [['', 'Table I. Fruit', ''], ...fruit];
  const below = [...fruit, ['', 'Tabelle 2: Obst', '']];
  expect(found(page(grid(above), { rules: lattice(3, 5) }))).toEqual([fruitTable]);
  expect(found(page(grid(below), { rules: lattice(3, 5) }))).toEqual([fruitTable]);
});

test('one between two tables parts them', () => {
  const content = page(grid([...fruit, ['', 'Table 2: Fruit', ''], ...fruit]), { rules: lattice(3, 9) });
  expect(found(content)).toEqual([fruitTable, fruitTable]);
  expect(pagesMarkdown(content)).toContain(`${fruitTable}\n\nTable 2: Fruit\n\n${fruitTable}`);
});

test('rows that name tables, or head others, stay', () => {
  const named = [
    ['Where', 'What'],
    ['Table 1: Fruit', 'page 4'],
    ['Table 2: Carts', 'page 7'],
  ];
  expect(found(page(grid(named), { rules: lattice(2, 3) }))[0]).toContain('| Table 1: Fruit | page 4 |');
  const headed = [['', 'Table fruit', ''], ...fruit];
  expect(found(page(grid(headed), { rules: lattice(3, 5) }))[0]).toContain('Table fruit');
});
