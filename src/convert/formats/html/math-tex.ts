// TeX in pages: the source that typesetting scripts leave beside their drawing, and TeX between delimiters in text.
import { attribute, classNames, type DomElement, elementsIn, textOf } from './dom.ts';
import { mathToLatex } from './mathml.ts';
import type { Handler, Page } from './page.ts';
import { texFormulas } from './tex-text.ts';

/** Writes a formula: as a block of its own where it is displayed and stands in a flow. */
function putMath(page: Page, latex: string, display: boolean): void {
  const value = latex.trim();
  if (value === '') return;
  if (display && !page.flow.inHeading && page.flow.top.kind !== 'cell') page.flow.block({ type: 'math', value });
  else
    page.flow.node({
      type: 'inlineMath',
      value: value
        .split('\n')
        .map((line) => line.trim())
        .join(' '),
    });
}

export const readMath: Handler = (page, element) => {
  const display =
    attribute(element, 'display') === 'block' || attribute(element, 'mode') === 'display' || insideDisplay(element);
  putMath(page, mathToLatex(element, page.context.limits.depth), display);
  return 'skip';
};

const displayClass =
  /^(?:katex-display|mathjax_display|mjx_display|math-display|mwe-math-element-block|mwe-math-mathml-display)$/;

function insideDisplay(element: DomElement): boolean {
  for (let at = element.parent, step = 0; at?.kind === 'element' && step < 6; at = at.parent, step += 1) {
    if (classNames(at).some((name) => displayClass.test(name))) return true;
    if (at.tag === 'mjx-container') return attribute(at, 'display') === 'true';
  }
  return false;
}

/** Drawings of formulas that a script made, with the formula itself inside or beside them. */
const drawn =
  /^(?:katex|mathjax(?:_(?:display|preview|svg|svg_display|chtml|mathml|error))?|mjx-chtml|mwe-math-element)$/;

export function isFormula(element: DomElement): boolean {
  if (element.tag === 'mjx-container') return true;
  const value = attribute(element, 'class');
  // Asked for every element: most have no class of this kind.
  if (value === undefined || !/katex|mathjax|mjx|mwe-math/i.test(value)) return false;
  return classNames(element).some((name) => drawn.test(name));
}

/** How many elements of a drawing are looked through for its source. */
const searched = 1000;

/** Takes the formula out of a drawing; the words of the drawing are its duplicate. */
export const readFormula: Handler = (page, element) => {
  if (sourceFollows(element)) return 'skip';
  let seen = 0;
  for (const part of elementsIn(element)) {
    seen += 1;
    if (seen > searched) break;
    if (part.tag === 'math') {
      const display = attribute(part, 'display') === 'block' || insideDisplay(part);
      putMath(page, mathToLatex(part, page.context.limits.depth), display);
      return 'skip';
    }
    if (part.tag === 'script' && isTexScript(part)) {
      readTexScript(page, part);
      return 'skip';
    }
  }
  // No source found: what is drawn is all there is.
  return classNames(element).includes('mathjax_preview') ? 'skip' : undefined;
};

/** MathJax 2 keeps the source in a script right after the drawing. */
function sourceFollows(element: DomElement): boolean {
  for (let node = element.next, steps = 0; node !== undefined && steps < 4; node = node.next, steps += 1) {
    if (node.kind !== 'element') continue;
    if (isTexScript(node)) return true;
    if (!isFormula(node)) return false;
  }
  return false;
}

export function isTexScript(element: DomElement): boolean {
  return element.tag === 'script' && /^math\/(?:tex|asciimath|mml)/i.test(attribute(element, 'type') ?? '');
}

export const readTexScript: Handler = (page, element) => {
  const type = attribute(element, 'type') ?? '';
  if (!/^math\/tex/i.test(type)) return 'skip';
  let source = '';
  for (let node = element.first; node !== undefined; node = node.next) if (node.kind === 'text') source += node.value;
  putMath(page, source.replace(/^\s*%\s*<!\[CDATA\[|%\s*\]\]>\s*$/g, ''), /mode\s*=\s*display/i.test(type));
  return 'skip';
};

/** Text of a page whose script typesets TeX: formulas between delimiters become formulas. */
export function putTexText(page: Page, value: string): void {
  let at = 0;
  for (const { start, end, source, display } of texFormulas(value)) {
    page.flow.text(value.slice(at, start));
    putMath(page, source, display);
    at = end;
  }
  page.flow.text(value.slice(at));
}

const isTypesetter = (src: string): boolean => /mathjax/i.test(src) || (/katex/i.test(src) && /auto-render/i.test(src));

/** Scripts in the page itself that call a typesetter or set it up. */
const startsTypesetter = /renderMathInElement|\bMathJax(?:\.\w{1,20})?\s{0,5}=[^=]|MathJax\.Hub/;

/** The page loads MathJax or KaTeX with its text scanner. */
export function typesetsText(head: DomElement | undefined, body: DomElement | undefined): boolean {
  for (const part of [head, body]) {
    if (part === undefined) continue;
    for (const element of elementsIn(part)) {
      if (element.tag !== 'script') continue;
      const src = attribute(element, 'src') ?? '';
      if (isTypesetter(src.slice(0, 500))) return true;
      if (/^text\/x-mathjax-config/i.test(attribute(element, 'type') ?? '')) return true;
      if (src === '' && startsTypesetter.test(textOf(element, 20_000).slice(0, 20_000))) return true;
    }
  }
  return false;
}
