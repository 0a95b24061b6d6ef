// Bars as accessible SVG: a title, a description, and the same figures as a table.
import { useId } from 'preact/hooks';
import { count } from './words.ts';

export interface Bar {
  readonly label: string;
  /** For narrow axes. */
  readonly short: string;
  readonly value: number;
}

interface BarChartProps {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly Bar[];
  readonly columns: readonly [label: string, value: string];
}

const width = 720;
const height = 220;
const roundSteps = [2, 4, 6, 8, 10];
const plot = { left: 44, top: 12, right: 8, bottom: 26 };

export function BarChart({ title, unit, bars, columns }: BarChartProps) {
  const id = useId();
  const top = niceTop(Math.max(0, ...bars.map((bar) => bar.value)));
  const total = bars.reduce((sum, bar) => sum + bar.value, 0);
  const highest = bars.reduce<Bar | undefined>((best, bar) => (bar.value > (best?.value ?? 0) ? bar : best), undefined);
  const room = (width - plot.left - plot.right) / Math.max(1, bars.length);
  const y = (value: number): number => height - plot.bottom - (value / top) * (height - plot.top - plot.bottom);
  const every = Math.ceil(bars.length / 12);
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={`${id}-title ${id}-desc`}>
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-desc`}>
          {`${count(total)} ${unit} in all.${highest === undefined ? '' : ` Most: ${count(highest.value)} (${highest.label}).`}`}
        </desc>
        {[0, top / 2, top].map((line) => (
          <g key={line}>
            <line class="grid" x1={plot.left} x2={width - plot.right} y1={y(line)} y2={y(line)} />
            <text class="axis" x={plot.left - 8} y={y(line) + 4} text-anchor="end">
              {count(line)}
            </text>
          </g>
        ))}
        {bars.map((bar, index) => (
          <g key={bar.label}>
            {bar.value > 0 && (
              <rect
                class="bar"
                x={plot.left + index * room + room * 0.15}
                y={y(bar.value)}
                width={room * 0.7}
                height={height - plot.bottom - y(bar.value)}
                rx={Math.min(3, room * 0.2)}
              >
                <title>{`${bar.label}: ${count(bar.value)}`}</title>
              </rect>
            )}
            {index % every === 0 && (
              <text class="axis" x={plot.left + (index + 0.5) * room} y={height - 8} text-anchor="middle">
                {bar.short}
              </text>
            )}
          </g>
        ))}
      </svg>
      <details>
        <summary>As a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{columns[0]}</th>
              <th scope="col" class="number">
                {columns[1]}
              </th>
            </tr>
          </thead>
          <tbody>
            {bars
              .filter((bar) => bar.value > 0 || bars.length <= 12)
              .map((bar) => (
                <tr key={bar.label}>
                  <th scope="row">{bar.label}</th>
                  <td class="number">{count(bar.value)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** The next even round number, so that the line in the middle stands at a whole one. */
function niceTop(most: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, most))));
  return (roundSteps.find((step) => step * power >= most) ?? 10) * power;
}
