// The examples of the OpenAPI document are what the service would really answer or take.
import { expect, test } from 'vitest';
import { routes } from '../routes.ts';
import { exampleOf, examples } from './examples.ts';

test('every example fits its schema', () => {
  for (const [schema, example] of examples) expect(schema.parse(example)).toMatchObject(example as object);
});

test('every JSON body and every JSON answer of every route has one', () => {
  const missing = routes.flatMap(({ method, path, answers, bodies }) => [
    ...Object.entries(answers)
      .filter(([, { schema, mediaType }]) => mediaType === undefined && schema && exampleOf(schema) === undefined)
      .map(([status]) => `${method} ${path} ${status}`),
    ...Object.entries(bodies ?? {})
      .filter(([type, schema]) => type === 'application/json' && exampleOf(schema) === undefined)
      .map(([type]) => `${method} ${path} ${type}`),
  ]);
  expect(missing).toEqual([]);
});
