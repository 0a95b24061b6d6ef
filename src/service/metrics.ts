// Counters, histograms and gauges in the text format that Prometheus reads (exposition format 0.0.4).
import type { Log } from './log.ts';

type Labels = readonly string[];

export interface Counter {
  add(labels: Labels, amount?: number): void;
}

export interface Histogram {
  observe(labels: Labels, value: number): void;
}

/** One value, or one per set of labels. */
export type Gauged = number | readonly (readonly [Labels, number])[];

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly lines: () => Promise<string[]> | string[];
}

/** Labels come from tables of ours; should one ever come from outside, it costs no more than this. */
const maxSeries = 5000;

/** No label value of ours holds it. */
const separator = '\u0000';

export function createMetrics(log: Log) {
  const families: Family[] = [];

  /** Finds the series of a set of labels; beyond the limit all share one whose labels say so. */
  function seriesOf<T>(names: Labels, fresh: () => T) {
    const series = new Map<string, { readonly labels: Labels; readonly value: T }>();
    return {
      all: series,
      find(labels: Labels): { readonly labels: Labels; readonly value: T } {
        const wanted =
          series.has(labels.join(separator)) || series.size < maxSeries ? labels : names.map(() => 'other');
        const key = wanted.join(separator);
        const found = series.get(key) ?? { labels: wanted, value: fresh() };
        series.set(key, found);
        return found;
      },
    };
  }

  return {
    counter(name: string, help: string, names: Labels): Counter {
      const series = seriesOf(names, () => ({ sum: 0 }));
      if (names.length === 0) series.find([]);
      families.push({
        name,
        help,
        type: 'counter',
        lines: () => [...series.all.values()].map((one) => line(name, names, one.labels, one.value.sum)),
      });
      return {
        add(labels, amount = 1) {
          series.find(labels).value.sum += amount;
        },
      };
    },

    /** `bounds` rise; a value counts in every bucket whose bound it does not pass. */
    histogram(name: string, help: string, names: Labels, bounds: readonly number[]): Histogram {
      const series = seriesOf(names, () => ({ counts: bounds.map(() => 0), sum: 0, count: 0 }));
      families.push({
        name,
        help,
        type: 'histogram',
        lines: () =>
          [...series.all.values()].flatMap(({ labels, value }) => [
            ...bounds.map((bound, index) =>
              line(`${name}_bucket`, [...names, 'le'], [...labels, String(bound)], value.counts[index] ?? 0),
            ),
            line(`${name}_bucket`, [...names, 'le'], [...labels, '+Inf'], value.count),
            line(`${name}_sum`, names, labels, value.sum),
            line(`${name}_count`, names, labels, value.count),
          ]),
      });
      return {
        observe(labels, observed) {
          const { value } = series.find(labels);
          value.sum += observed;
          value.count += 1;
          for (const [index, bound] of bounds.entries()) {
            if (observed <= bound) value.counts[index] = (value.counts[index] ?? 0) + 1;
          }
        },
      };
    },

    /** Read when somebody looks. A counter kept elsewhere is read the same way. */
    gauge(
      name: string,
      help: string,
      names: Labels,
      read: () => Gauged | Promise<Gauged>,
      type: 'gauge' | 'counter' = 'gauge',
    ): void {
      families.push({
        name,
        help,
        type,
        async lines() {
          const found = await read();
          const rows = typeof found === 'number' ? [[[], found] as const] : found;
          return rows.map(([labels, value]) => line(name, names, labels, value));
        },
      });
    },

    async text(): Promise<string> {
      const pieces = await Promise.all(families.map((family) => familyText(family, log)));
      return pieces.join('');
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

/** A gauge that cannot be read is left out; the others are still worth having. */
async function familyText({ name, help, type, lines }: Family, log: Log): Promise<string> {
  try {
    const found = await lines();
    const head = `# HELP ${name} ${help.replace(/\\/g, '\\\\').replace(/\n/g, '\\n')}\n# TYPE ${name} ${type}\n`;
    return head + found.join('');
  } catch (error) {
    log.warn({ err: error, metric: name }, 'a metric could not be read');
    return '';
  }
}

function line(name: string, names: Labels, labels: Labels, value: number): string {
  const pairs = names.map((label, index) => `${label}="${escaped(labels[index] ?? '')}"`);
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${number(value)}\n`;
}

const escaped = (value: string): string => value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');

const number = (value: number): string =>
  value === Number.POSITIVE_INFINITY ? '+Inf' : value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value);
