// Charts and diagrams of damaged or hostile files: what can be read is read, the rest is told, nothing grows without end.
import { describe, expect, test } from 'vitest';
import { testContext } from '../../../../test/support/read-blocks.ts';
import { zipOf } from '../../../../test/support/zip.ts';
import { OpcPackage, type OpcPart } from '../../containers/opc.ts';
import type { Origin } from '../../document/tree.ts';
import { bytesSource } from '../../input.ts';
import { markdownOf } from '../../markdown/write.ts';
import { chartBlocks } from './chart.ts';
import { diagramBlocks } from './diagram.ts';

const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
const origin: Origin = { kind: 'slide', slide: 1 };

function partOf(content: string): OpcPart {
  return new OpcPackage(bytesSource(zipOf({ 'part.xml': content })), testContext()).part('part.xml') as OpcPart;
}

function chart(series: string) {
  const context = testContext();
  const content = `<c:chartSpace xmlns:c="${drawing}/chart" xmlns:a="${drawing}/main"><c:chart><c:plotArea><c:barChart>${series}</c:barChart></c:plotArea></c:chart></c:chartSpace>`;
  const blocks = chartBlocks(partOf(content), origin, context);
  return { blocks, markdown: markdownOf(blocks), codes: context.warnings.map((one) => one.code) };
}

const points = (list: Readonly<Record<string, string>>): string =>
  `<c:numLit>${Object.entries(list)
    .map(([index, value]) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`)
    .join('')}</c:numLit>`;
const series = (name: string, values: string, categories = ''): string =>
  `<c:ser><c:tx><c:v>${name}</c:v></c:tx>${categories === '' ? '' : `<c:cat>${categories}</c:cat>`}<c:val>${values}</c:val></c:ser>`;

describe('charts', () => {
  test('rows come by index, and an index far out makes one row', () => {
    const { markdown } = chart(series('a', points({ 4000000000: '3', 1: '2' })) + series('b', points({ 0: '1' })));
    expect(markdown).toBe('| a | b |\n| --- | --- |\n|  | 1 |\n| 2 |  |\n| 3 |  |\n');
  });

  test('an index that is no number is passed over', () => {
    const { markdown } = chart(series('a', points({ x: '1', '1.5': '2', '-1': '3' })));
    expect(markdown).toBe('| a |\n| --- |\n| 3 |\n');
  });

  test('a series without categories stands under those of the first, other categories get a table of their own', () => {
    const { blocks, markdown } = chart(
      series('a', points({ 0: '1' }), points({ 0: '10' })) +
        series('b', points({ 0: '2' })) +
        series('c', points({ 0: '3' }), points({ 0: '20' })),
    );
    expect(blocks).toHaveLength(2);
    expect(markdown).toBe('|  | a | b |\n| --- | --- | --- |\n| 10 | 1 | 2 |\n\n|  | c |\n| --- | --- |\n| 20 | 3 |\n');
  });

  test('a series that lacks some categories of the first, or has some more, stands in its table', () => {
    const { markdown } = chart(
      series('a', points({ 0: '1', 1: '2' }), points({ 0: '10', 1: '20' })) +
        series('b', points({ 0: '3', 1: '4', 2: '5' }), points({ 0: '10', 2: '30' })),
    );
    expect(markdown).toBe('|  | a | b |\n| --- | --- | --- |\n| 10 | 1 | 3 |\n| 20 | 2 | 4 |\n| 30 |  | 5 |\n');
  });

  test('labels of single points stand beside them, without what only repeats the chart', () => {
    const label = (index: number, text: string): string =>
      `<c:dLbl><c:idx val="${index}"/><c:tx><c:rich><a:p>${text}</a:p></c:rich></c:tx></c:dLbl>`;
    const run = (text: string): string => `<a:r><a:t>${text}</a:t></a:r>`;
    const field = (kind: string): string => `<a:fld type="${kind}"><a:t>[${kind}]</a:t></a:fld>`;
    const labels = `<c:dLbls>${label(0, run('best: ') + field('VALUE'))}${label(1, run('2.0'))}${label(2, run('of ') + field('CELLRANGE'))}${label(3, `${field('VALUE')}<a:br/>${run('; ')}`)}${label(4, run('A'))}</c:dLbls>`;
    const cells = `<c:extLst><c:ext><c15:datalabelsRange xmlns:c15="http://schemas.microsoft.com/office/drawing/2012/chart"><c15:dlblRangeCache><c:pt idx="2"><c:v>Bergen</c:v></c:pt></c15:dlblRangeCache></c15:datalabelsRange></c:ext></c:extLst>`;
    const source = series('a', points({ 0: '1', 1: '2', 2: '3', 3: '4', 4: '5' }));
    expect(chart(source.replace('</c:tx>', `</c:tx>${labels}`).replace('</c:ser>', `${cells}</c:ser>`)).markdown).toBe(
      '| a | Label |\n| --- | --- |\n| 1 | best: |\n| 2 |  |\n| 3 | of Bergen |\n| 4 |  |\n| 5 |  |\n',
    );
  });

  test('series that share no point are cut, not multiplied', () => {
    const many = Array.from({ length: 3000 }, (_, at) => series(`s${at}`, points({ [at]: '1' }))).join('');
    const { markdown, codes } = chart(many);
    expect(codes).toEqual(['chart-cut']);
    expect(markdown.split('\n').length).toBeLessThan(400);
  });

  test('no title of an axis is lost: above the values, the categories, or in the line of the title', () => {
    const axis = (kind: string, title: string) =>
      `<c:${kind}><c:title><c:tx><c:rich><a:p xmlns:a="${drawing}/main"><a:r><a:t>${title}</a:t></a:r></a:p></c:rich></c:tx></c:title></c:${kind}>`;
    const axes = axis('catAx', 'Year') + axis('valAx', 'Tons') + axis('valAx', 'Euro') + axis('catAx', 'Year');
    const above = (group: string) => chart(`${group}</c:barChart>${axes}<c:barChart>`).markdown;
    const two = (categories: string) => series('a', points({ 0: '1' }), categories) + series('b', points({ 0: '2' }));
    expect(above(two(points({ 0: '10' })))).toBe(
      'Tons, Euro\n\n| Year | a | b |\n| --- | --- | --- |\n| 10 | 1 | 2 |\n',
    );
    expect(above(two(''))).toBe('Tons, Year, Euro\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n');
    expect(above(series('', points({ 0: '1' }), points({ 0: '10' })))).toContain('| Year | Tons |');
    expect(above(series('', ''))).toBe('Tons, Year, Euro\n');
  });

  test.each(['', 'no xml', '<other/>'])('what is no chart is told: %j', (content) => {
    const context = testContext();
    expect(chartBlocks(partOf(content), origin, context)).toEqual([]);
    expect(context.warnings).toContainEqual(expect.objectContaining({ code: 'chart-unreadable', origin }));
  });
});

describe('diagrams', () => {
  const model = (list: string, connections: string): OpcPart =>
    partOf(
      `<dgm:dataModel xmlns:dgm="${drawing}/diagram" xmlns:a="${drawing}/main"><dgm:ptLst>${list}</dgm:ptLst><dgm:cxnLst>${connections}</dgm:cxnLst></dgm:dataModel>`,
    );
  const point = (id: number): string =>
    `<dgm:pt modelId="${id}"><dgm:t><a:p><a:r><a:t>p${id}p</a:t></a:r></a:p></dgm:t></dgm:pt>`;
  const edge = (from: number, to: number): string => `<dgm:cxn srcId="${from}" destId="${to}"/>`;

  test('circles end, and each point is shown once', () => {
    const blocks = diagramBlocks(
      model(point(1) + point(2) + point(3), edge(1, 2) + edge(2, 1) + edge(3, 3)),
      origin,
      testContext(),
    );
    expect(markdownOf(blocks)).toBe('- p1p\n  - p2p\n- p3p\n');
  });

  test('a chain of any depth is kept whole, nested as deep as the limit', () => {
    const ids = Array.from({ length: 20_000 }, (_, at) => at);
    const blocks = diagramBlocks(
      model(ids.map(point).join(''), ids.map((id) => edge(id, id + 1)).join('')),
      origin,
      testContext({ depth: 10 }),
    );
    const lines = markdownOf(blocks).trimEnd().split('\n');
    expect(lines).toHaveLength(ids.length);
    expect(Math.max(...lines.map((line) => line.indexOf('-')))).toBeLessThanOrEqual(20);
  });

  test.each(['', '<other/>'])('what is no diagram is told: %j', (content) => {
    const context = testContext();
    expect(diagramBlocks(partOf(content), origin, context)).toEqual([]);
    expect(context.warnings).toContainEqual(expect.objectContaining({ code: 'diagram-unreadable', origin }));
  });
});
