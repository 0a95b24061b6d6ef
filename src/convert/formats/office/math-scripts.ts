// Fractions, roots, scripts, operators with limits and functions of Office formulas (ECMA-376 part 1, 22.1.2).
import type { OfficeElement } from '../../containers/office-xml.ts';
import { type Contents, characterTex, isOn, partTex, type ReadElement } from './math-parts.ts';
import { baseOf, joined, other, type Piece, scripted } from './math-pieces.ts';
import { operatorName } from './math-run.ts';
import { naryOperators } from './math-symbols.ts';

export const fraction: ReadElement = (element, contents) => {
  const [over, under] = [partTex(element, 'm:num', contents), partTex(element, 'm:den', contents)];
  switch (element.at('m:fPr', 'm:type')?.get('m:val')) {
    case 'noBar':
      return [other(`\\genfrac{}{}{0pt}{}{${over}}{${under}}`, false)];
    case 'lin':
      return [other(`${baseOf(contents(element.child('m:num')))}/${baseOf(contents(element.child('m:den')))}`, false)];
    case 'skw':
      return [scripted(`{}^{${over}}/_{${under}}`)];
    default:
      // Not every renderer takes a bare fraction as the base of a script.
      return [other(`\\frac{${over}}{${under}}`, false)];
  }
};

export const radical: ReadElement = (element, contents) => {
  const degree = isOn(element.at('m:radPr', 'm:degHide')) ? '' : partTex(element, 'm:deg', contents);
  // Braces around the whole: a bracket would end it, and KaTeX takes a brace at each end for one pair.
  const shown = /^\{|\]/.test(degree) ? `{${degree}}` : degree;
  return [other(`\\sqrt${shown === '' ? '' : `[${shown}]`}{${partTex(element, 'm:e', contents)}}`)];
};

export const scripts: ReadElement = (element, contents) => {
  const low = script('_', partTex(element, 'm:sub', contents));
  const high = script('^', partTex(element, 'm:sup', contents));
  return [scripted(`${baseOf(contents(element.child('m:e')))}${low}${high}`)];
};

/** Primes are scripts already; an empty script is none. */
function script(mark: '_' | '^', tex: string): string {
  if (mark === '^' && /^'{1,4}$/.test(tex)) return tex;
  return tex === '' ? '' : `${mark}{${tex}}`;
}

export const preScripts: ReadElement = (element, contents) => {
  const before = script('_', partTex(element, 'm:sub', contents)) + script('^', partTex(element, 'm:sup', contents));
  const base = baseOf(contents(element.child('m:e')));
  return [other(`${before === '' ? '' : `{}${before}`}${base}`, false)];
};

/** The argument of a function or operator: content of its own, with the space its neighbour needs. */
function argumentOf(element: OfficeElement, contents: Contents): Piece {
  const pieces = contents(element.child('m:e'));
  return { tex: joined(pieces), kind: 'argument', atom: false, scripted: pieces.at(-1)?.scripted === true };
}

export const functionCall: ReadElement = (element, contents) => [
  ...contents(element.child('m:fName'), { name: true }),
  argumentOf(element, contents),
];

/** 22.1.2.70: without a character it is an integral; limits stand where LaTeX puts them unless the file says otherwise. */
export const nary: ReadElement = (element, contents) => {
  const properties = element.child('m:naryPr');
  const sign = properties?.child('m:chr')?.get('m:val') ?? '∫';
  const known = naryOperators.get(sign);
  const low = isOn(properties?.child('m:subHide')) ? '' : partTex(element, 'm:sub', contents);
  const high = isOn(properties?.child('m:supHide')) ? '' : partTex(element, 'm:sup', contents);
  const place = properties?.child('m:limLoc')?.get('m:val');
  let tex = known?.name ?? `\\mathop{${characterTex(sign)}}`;
  const limited = low !== '' || high !== '';
  if (limited) {
    const beside = known?.beside ?? false;
    if (beside && place === 'undOvr') tex += '\\limits';
    else if (!beside && place === 'subSup') tex += '\\nolimits';
    tex += script('_', low) + (high === '' ? '' : `^{${high}}`);
  }
  return [{ tex, kind: 'large', atom: false, scripted: limited }, argumentOf(element, contents)];
};

export const limitBelow: ReadElement = (element, contents) => [
  limit(element, contents, '_', '\\underset', /^\\(?:underbrace|x(?:left|right|leftright|Left|Right|Leftright)arrow)/),
];
export const limitAbove: ReadElement = (element, contents) => [
  limit(element, contents, '^', '\\overset', /^\\overbrace/),
];

const largeNames = new Set([...naryOperators.values()].map(({ name }) => name));

/** What stands below or above: a limit of an operator, the label of a brace, or simply set there. */
function limit(element: OfficeElement, contents: Contents, mark: '_' | '^', stack: string, brace: RegExp): Piece {
  const pieces = contents(element.child('m:e'), { name: true });
  const tex = joined(pieces);
  const label = partTex(element, 'm:lim', contents);
  if (label === '') return other(`{${tex}}`);
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) {
    const word = /^\\mathrm\{([A-Za-z]{2,40})\}$/.exec(tex.slice(0, 60))?.[1];
    const operator = only.withLimits ?? (word === undefined ? undefined : operatorName(word).withLimits);
    if (operator !== undefined)
      return { tex: `${operator}${mark}{${label}}`, kind: 'name', atom: false, scripted: true };
    if (brace.test(tex)) return scripted(`${tex}${mark}{${label}}`);
    if (largeNames.has(tex)) return scripted(`${tex}\\limits${mark}{${label}}`);
  }
  return other(`${stack}{${label}}{${tex}}`);
}
