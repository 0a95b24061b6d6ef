// Counters of lists: restarts, overrides, and labels over several levels.
import { describe, expect, test } from 'vitest';
import { testContext } from '../../../../test/support/read-blocks.ts';
import { parseOfficeXml } from '../../containers/office-xml.ts';
import { Numbering } from './numbering.ts';
import { StyleSheet } from './styles.ts';

const space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

function numbering(xml: string, styles?: string): Numbering {
  const parse = (text: string) => parseOfficeXml(Buffer.from(text), testContext());
  const sheet = new StyleSheet(styles === undefined ? undefined : parse(`<w:styles ${space}>${styles}</w:styles>`));
  return new Numbering(parse(`<w:numbering ${space}>${xml}</w:numbering>`), sheet);
}

const level = (at: number, text: string, more = ''): string =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="decimal"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
const definition = (id: number, ...levels: string[]): string =>
  `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum>`;
const list = (id: number, of: number, more = ''): string =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${more}</w:num>`;
const three = definition(0, level(0, '%1.'), level(1, '%1.%2'), level(2, '%1.%2.%3'));
const labels = (of: Numbering, ...steps: [string, number][]): (string | undefined)[] =>
  steps.map(([id, at]) => of.next(id, at)?.label);

describe('counting', () => {
  test('deeper levels restart under each item', () => {
    const of = numbering(three + list(1, 0));
    expect(labels(of, ['1', 0], ['1', 1], ['1', 1], ['1', 2], ['1', 0], ['1', 1])).toEqual(
      '1.|1.1|1.2|1.2.1|2.|2.1'.split('|'),
    );
  });

  test('a level that is skipped counts as begun', () => {
    expect(labels(numbering(three + list(1, 0)), ['1', 2], ['1', 0], ['1', 1])).toEqual('1.1.1|2.|2.1'.split('|'));
  });

  test('lists of one definition count on together, until one says where to start', () => {
    const start = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>';
    const of = numbering(three + list(1, 0) + list(2, 0) + list(3, 0, start));
    expect(labels(of, ['1', 0], ['2', 0], ['3', 0], ['3', 0], ['1', 0])).toEqual('1.|2.|7.|8.|9.'.split('|'));
  });

  test('lvlRestart: never, or only after a level further up', () => {
    const never = definition(0, level(0, '%1'), level(1, '%2', '<w:lvlRestart w:val="0"/>'));
    expect(labels(numbering(never + list(1, 0)), ['1', 1], ['1', 0], ['1', 1])).toEqual(['1', '2', '2']);
    const first = definition(0, level(0, '%1'), level(1, '%2'), level(2, '%3', '<w:lvlRestart w:val="1"/>'));
    expect(labels(numbering(first + list(1, 0)), ['1', 2], ['1', 1], ['1', 2], ['1', 0], ['1', 2])).toEqual([
      '1',
      '2',
      '2',
      '2',
      '1',
    ]);
  });

  test('legal numbering is in digits throughout', () => {
    const roman = '<w:lvl w:ilvl="0"><w:start w:val="4"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1"/></w:lvl>';
    const of = numbering(definition(0, roman, level(1, '%1.%2'), level(2, '%1.%2.%3', '<w:isLgl/>')) + list(1, 0));
    expect(labels(of, ['1', 0], ['1', 1], ['1', 2])).toEqual(['IV', 'IV.1', '4.1.1']);
  });

  test('letters and Roman numbers are more than Markdown can count', () => {
    const letter =
      '<w:lvl w:ilvl="0"><w:start w:val="2"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%1)"/></w:lvl>';
    const of = numbering(definition(0, letter, level(1, '%2.')) + list(1, 0));
    expect(of.next('1', 0)).toMatchObject({ label: '(b)', hasWords: true });
    expect(of.next('1', 1)).toMatchObject({ label: '1.', hasWords: false });
  });

  test('a level of its own in the list', () => {
    const own = `<w:lvlOverride w:ilvl="0">${level(0, 'Step %1')}</w:lvlOverride>`;
    expect(numbering(three + list(1, 0, own)).next('1', 0)).toMatchObject({ label: 'Step 1', hasWords: true });
  });
});

describe('definitions', () => {
  const style =
    '<w:style w:type="numbering" w:styleId="S"><w:pPr><w:numPr><w:numId w:val="9"/></w:numPr></w:pPr></w:style>';
  const link = '<w:abstractNum w:abstractNumId="5"><w:numStyleLink w:val="S"/></w:abstractNum>';

  test('through a numbering style', () => {
    expect(numbering(three + link + list(1, 5) + list(9, 0), style).next('1', 0)?.label).toBe('1.');
  });

  test('a style that leads back to itself ends', () => {
    expect(numbering(link + list(9, 5), style).next('9', 0)?.label).toBe('1.');
  });

  test('lists and levels that are not there', () => {
    const of = numbering(list(1, 77));
    expect([of.next('1', 0), of.next('2', 0)]).toEqual([undefined, undefined]);
    const known = numbering(three + list(1, 0));
    expect(known.next('1', 99)).toMatchObject({ level: 8, label: '1.' });
    expect(known.next('1', -1)).toMatchObject({ level: 0, label: '2.' });
  });
});
