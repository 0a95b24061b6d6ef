// The text that Prometheus reads: names, types, escaping and cumulative buckets.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

const warned: string[] = [];
const log = {
  info: () => undefined,
  warn: (_: unknown, message: string) => void warned.push(message),
  error: () => undefined,
};

test('counters, gauges and histograms are written in the exposition format', async () => {
  const metrics = createMetrics(log);
  const requests = metrics.counter('requests_total', 'Requests.', ['route', 'status']);
  requests.add(['/a', '200']);
  requests.add(['/a', '200'], 2);
  requests.add(['/b', '500']);
  const seconds = metrics.histogram('seconds', 'Time.', ['route'], [0.1, 1]);
  for (const value of [0.05, 0.1, 0.5, 7]) seconds.observe(['/a'], value);
  metrics.gauge('depth', 'Queue.', [], () => 3);
  metrics.gauge('children', 'Children.', ['state'], async () => [
    [['busy'], 1],
    [['idle'], 0],
  ]);
  expect(await metrics.text()).toBe(`# HELP requests_total Requests.
# TYPE requests_total counter
requests_total{route="/a",status="200"} 3
requests_total{route="/b",status="500"} 1
# HELP seconds Time.
# TYPE seconds histogram
seconds_bucket{route="/a",le="0.1"} 2
seconds_bucket{route="/a",le="1"} 3
seconds_bucket{route="/a",le="+Inf"} 4
seconds_sum{route="/a"} 7.65
seconds_count{route="/a"} 4
# HELP depth Queue.
# TYPE depth gauge
depth 3
# HELP children Children.
# TYPE children gauge
children{state="busy"} 1
children{state="idle"} 0
`);
});

test('any label value comes back out of its line', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (value) => {
      const metrics = createMetrics(log);
      metrics.counter('n', 'N.', ['label']).add([value]);
      const line = (await metrics.text()).slice('# HELP n N.\n# TYPE n counter\n'.length);
      const quoted = /^n\{label="((?:[^"\\\n]|\\[\\"n])*)"\} 1\n$/.exec(line)?.[1] ?? 'not a line';
      const names: Record<string, string> = { n: '\n' };
      expect(quoted.replace(/\\([\\"n])/g, (_, one: string) => names[one] ?? one)).toBe(value);
    }),
  );
});

test('a gauge that fails is left out, the rest is there', async () => {
  const metrics = createMetrics(log);
  metrics.gauge('broken', 'B.', [], () => Promise.reject(new Error('no')));
  metrics.gauge('sound', 'S.', [], () => Number.POSITIVE_INFINITY);
  expect(await metrics.text()).toBe('# HELP sound S.\n# TYPE sound gauge\nsound +Inf\n');
  expect(warned).toEqual(['a metric could not be read']);
});

test('labels from outside cannot fill the memory', async () => {
  const metrics = createMetrics(log);
  const counter = metrics.counter('n', 'N.', ['label']);
  for (let index = 0; index < 6000; index += 1) counter.add([String(index)]);
  const lines = (await metrics.text()).trim().split('\n');
  expect(lines.length).toBe(2 + 5001);
  expect(lines.at(-1)).toBe('n{label="other"} 1000');
});
