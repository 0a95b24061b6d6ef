// Classes of pages a recogniser is measured on: what they show, how sharp they are and how they were spoilt.
import type { Raster } from '../../src/convert/engines/raster.ts';
import {
  blurred,
  compressed,
  faded,
  grainy,
  inverted,
  type PageKind,
  rotated,
  samplePage,
  shadowed,
  speckled,
  spoilt,
} from '../../test/support/degraded-page.ts';

type Spoil = Parameters<typeof spoilt>[1];

interface PageClass {
  readonly name: string;
  readonly kinds: readonly (readonly [PageKind, number])[];
  readonly dpi: number;
  readonly ways: readonly Spoil[];
}

const usual: PageClass['kinds'] = [
  ['table', 2],
  ['prose', 0],
  ['columns', 1],
];
const row = (name: string, dpi: number, ways: readonly Spoil[] = [], kinds = usual): PageClass => ({
  name,
  kinds,
  dpi,
  ways,
});

export const pageClasses: readonly PageClass[] = [
  row('clean 300 dpi', 300),
  row('clean 200 dpi', 200),
  row('clean 150 dpi', 150),
  row('clean 100 dpi', 100),
  row('clean 75 dpi', 75),
  row('8 point, 150 dpi', 150, [], [['small', 1]]),
  row(
    'light on dark box',
    200,
    [],
    [
      ['boxed', 0],
      ['boxed', 3],
    ],
  ),
  row(
    'typewriter, bold',
    200,
    [],
    [
      ['prose', 2],
      ['prose', 3],
    ],
  ),
  row('tilted 0.5', 200, [rotated(0.5)]),
  row('tilted -2', 200, [rotated(-2)]),
  row('tilted 5', 200, [rotated(5)]),
  row('tilted -10', 200, [rotated(-10)]),
  row('turned 90', 200, [rotated(90)]),
  row('turned 180', 200, [rotated(180)]),
  row('turned 270', 200, [rotated(270)]),
  row('turned 90, tilted 3', 200, [rotated(93)]),
  row('blurred', 200, [blurred(1.6)]),
  row('grain', 200, [grainy(50)]),
  row('heavy grain', 200, [grainy(90)]),
  row('speckle 5 %', 200, [speckled(0.05)]),
  row('faded', 200, [faded(0.12)]),
  row('inverted', 200, [inverted]),
  row('shadow', 200, [shadowed]),
  row('jpeg 15', 150, [compressed(15)]),
  row('photograph', 200, [rotated(3), blurred(1), shadowed, grainy(15), compressed(40)]),
  row('poor copy', 150, [rotated(-1.5), blurred(0.8), faded(0.5), grainy(25), speckled(0.01)]),
];

export async function* pagesOf(
  one: PageClass,
  most: number,
): AsyncGenerator<{ readonly name: string; readonly raster: Raster; readonly text: string }> {
  for (const [kind, number] of one.kinds.slice(0, most)) {
    const { raster, text } = await samplePage(kind, number, one.dpi);
    yield { name: `${kind} ${number}`, raster: await spoilt(raster, ...one.ways), text };
  }
}
