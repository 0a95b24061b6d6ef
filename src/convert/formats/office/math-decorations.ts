// What is set around a part of an Office formula without changing it: accents, bars, braces, boxes, phantoms
// (ECMA-376 part 1, 22.1.2.1, 22.1.2.7, 22.1.2.11, 22.1.2.41, 22.1.2.81).
import type { OfficeElement } from '../../containers/office-xml.ts';
import { type Contents, characterTex, isOn, partTex, type ReadElement } from './math-parts.ts';
import { joined, other } from './math-pieces.ts';
import { accents, groupsAbove, groupsBelow } from './math-symbols.ts';

export const accented: ReadElement = (element, contents) => [other(accentTex(element, contents))];

function accentTex(element: OfficeElement, contents: Contents): string {
  const sign = element.at('m:accPr', 'm:chr')?.get('m:val') ?? '\u0302';
  const pieces = contents(element.child('m:e'));
  const tex = joined(pieces);
  const known = accents.get(sign);
  if (sign === '') return `{${tex}}`;
  if (known !== undefined) {
    const wide = pieces.length > 1 || /^[A-Za-z0-9]{2,}$/.test(tex.slice(0, 3));
    return `${wide ? (known[1] ?? known[0]) : known[0]}{${tex}}`;
  }
  if (sign === '\u033f') return `\\overline{\\overline{${tex}}}`;
  if (sign === '\u20d0' || sign === '\u20d1') {
    return `\\overset{${sign === '\u20d0' ? '\\leftharpoonup' : '\\rightharpoonup'}}{${tex}}`;
  }
  const group = groupsAbove.get(sign);
  return group === undefined ? `\\overset{${characterTex(sign)}}{${tex}}` : `${group}{${tex}}`;
}

/** 22.1.2.7: below, unless it says above. */
export const bar: ReadElement = (element, contents) => {
  const above = element.at('m:barPr', 'm:pos')?.get('m:val') === 'top';
  return [other(`${above ? '\\overline' : '\\underline'}{${partTex(element, 'm:e', contents)}}`)];
};

/** 22.1.2.41: a brace below, unless it says otherwise. */
export const groupCharacter: ReadElement = (element, contents) => {
  const properties = element.child('m:groupChrPr');
  const sign = properties?.child('m:chr')?.get('m:val') ?? '⏟';
  const above = properties?.child('m:pos')?.get('m:val') === 'top';
  const tex = partTex(element, 'm:e', contents);
  const command = (above ? groupsAbove : groupsBelow).get(sign);
  if (command !== undefined) return [other(`${command}{${tex}}`)];
  if (sign === '') return [other(`{${tex}}`)];
  return [other(`${above ? '\\overset' : '\\underset'}{${characterTex(sign)}}{${tex}}`)];
};

const sides = ['m:hideTop', 'm:hideBot', 'm:hideLeft', 'm:hideRight'];
const strikes = ['m:strikeH', 'm:strikeV', 'm:strikeBLTR', 'm:strikeTLBR'];

export const borderBox: ReadElement = (element, contents) => {
  const properties = element.child('m:borderBoxPr');
  const has = (key: string): boolean => isOn(properties?.child(key));
  let tex = partTex(element, 'm:e', contents);
  if (has('m:strikeBLTR') && has('m:strikeTLBR')) tex = `\\xcancel{${tex}}`;
  else if (has('m:strikeTLBR')) tex = `\\bcancel{${tex}}`;
  else if (strikes.some(has)) tex = `\\cancel{${tex}}`;
  return [other(sides.every(has) ? `{${tex}}` : `\\boxed{${tex}}`)];
};

/** 22.1.2.81: takes up room; what it does not show stays in the source all the same. */
export const phantom: ReadElement = (element, contents, mode) => {
  const properties = element.child('m:phantPr');
  const shown = properties?.child('m:show');
  if (shown === undefined || isOn(shown)) return contents(element.child('m:e'), mode);
  const flat = isOn(properties?.child('m:zeroAsc')) && isOn(properties?.child('m:zeroDesc'));
  const command = isOn(properties?.child('m:zeroWid')) ? '\\vphantom' : flat ? '\\hphantom' : '\\phantom';
  return [other(`${command}{${partTex(element, 'm:e', contents)}}`)];
};
