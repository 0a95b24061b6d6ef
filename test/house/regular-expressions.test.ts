// No regular expression of the project can be made to run long: each is tried on 100 kB of the text it is slowest on.
// Readers see such text in documents of strangers, the service in headers.
import { expect, test } from 'vitest';
import { attacksOn, attackText } from './expression-attacks.ts';
import { sourceExpressions } from './source-expressions.ts';

/** Short ones first: what grows without measure is seen before it takes hours. */
const lengths = [12, 18, 24, 30, 1000, 10_000, 30_000, 100_000];
const longest = Math.max(...lengths);
/** The aim on a quiet machine; REGEX_REPORT=1 lists what is above it. */
const aimMs = 50;
const failsAtMs = 250;
/**
 * Ten times the text takes a hundred times as long where the cost is the square of it, and where it is more, 10 kB take
 * minutes: what is quicker than this on 10 kB stays below the aim on 100 kB.
 */
const quickMs = 0.2;

/** One use of the expression on the text; the best of several where it seems long, for others work here too and machines stall. */
function cost(expression: RegExp, text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5 && best > aimMs / 2 && (round < 2 || best < 4 * failsAtMs); round += 1) {
    expression.lastIndex = 0;
    const start = performance.now();
    if (expression.global) text.replace(expression, '');
    else expression.exec(text);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

interface Slowest {
  readonly ms: number;
  readonly length: number;
  readonly begins: string;
}

function slowest(source: string, flags: string): Slowest {
  const expression = new RegExp(source, flags);
  let worst: Slowest = { ms: 0, length: 0, begins: '' };
  for (const attack of attacksOn(source, flags)) {
    for (const length of lengths) {
      const text = attackText(attack, length);
      const ms = cost(expression, text);
      if (ms > worst.ms) worst = { ms, length, begins: JSON.stringify(text.slice(0, 40)) };
      if (ms > aimMs) return worst;
      if (length === 10_000 && ms < quickMs) break;
    }
  }
  return worst;
}

test('the judge sees what is slow', { timeout: 120_000 }, () => {
  expect(slowest('^(?:a+)+$', '').ms).toBeGreaterThan(aimMs);
  expect(slowest('\\s+$', '').ms).toBeGreaterThan(aimMs);
  expect(slowest('<!--.*?-->', '').ms).toBeGreaterThan(aimMs);
  expect(slowest('(?:x|y)*z', 'g').ms).toBeGreaterThan(aimMs);
  expect(slowest('^[a-z]+$', '').ms).toBeLessThan(aimMs);
});

test('every expression in src/ is quick on 100 kB made against it', { timeout: 600_000 }, async () => {
  const found = await sourceExpressions();
  expect(found.length).toBeGreaterThan(500);
  const places = new Map<string, { source: string; flags: string; places: Set<string> }>();
  for (const { source, flags, place } of found) {
    const entry = places.get(`/${source}/${flags}`) ?? { source, flags, places: new Set() };
    entry.places.add(place);
    places.set(`/${source}/${flags}`, entry);
  }
  const slow: string[] = [];
  let most = 0;
  for (const [written, entry] of places) {
    const { ms, length, begins } = slowest(entry.source, entry.flags);
    most = Math.max(most, ms);
    const line = `${[...entry.places].join(' ')} ${written}: ${Math.round(ms)} ms at ${length} of ${begins}`;
    if (ms > aimMs && process.env['REGEX_REPORT'] === '1') process.stderr.write(`${line}\n`);
    if (ms > failsAtMs || (ms > aimMs && length < longest)) slow.push(line);
  }
  process.stderr.write(`${places.size} regular expressions, the slowest ${Math.round(most)} ms\n`);
  expect(slow).toEqual([]);
});
