// What a page does not show: hidden elements, machinery, and text meant for assistive software only.
import {
  attribute,
  classNames,
  collapse,
  type DomElement,
  type DomNode,
  elementsIn,
  hasAttribute,
  textOf,
  walk,
} from './dom.ts';
import { isFormula, isTexScript } from './math-tex.ts';
import { styleValue } from './style.ts';

const machinery = new Set('script style template head link meta base title datalist noembed'.split(' '));

/** Hidden by attribute or by its own style (HTML, 6.1; CSS 2.2, 9.2.4 and 11.2). */
function isHidden(element: DomElement): boolean {
  const hidden = attribute(element, 'hidden');
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true;
  if (element.tag === 'dialog' && !hasAttribute(element, 'open')) return true;
  if (!hasAttribute(element, 'style')) return false;
  const visibility = styleValue(element, 'visibility');
  return (
    styleValue(element, 'display') === 'none' ||
    visibility === 'hidden' ||
    visibility === 'collapse' ||
    styleValue(element, 'mso-hide') === 'all'
  );
}

export function isMachinery(element: DomElement): boolean {
  return machinery.has(element.tag) && element.space === 'html';
}

const spokenOnly =
  /^(?:sr-only|visually-?hidden|visuallyhidden|screen-?reader(?:-(?:text|only|response))?|assistive-text|a11y-hidden|hidden-visually|u-hiddenvisually|element-invisible|offscreen|off-screen|speakable-only|mw-editsection|navigation-not-searchable|print-only|visible-print(?:-block|-inline)?|noprint-?only)$/;

/** Text for screen readers that the page does not show, and small repeated controls of the page's software. */
function isSpokenOnly(element: DomElement): boolean {
  return classNames(element).some((name) => spokenOnly.test(name));
}

/** Decoration by its own word, unless it is much: some scripts mark the whole page while a dialog is open. */
function isDecoration(element: DomElement): boolean {
  return attribute(element, 'aria-hidden')?.toLowerCase() === 'true' && collapse(textOf(element, 500)).length < 400;
}

/** Longest text of a <noscript> that only asks for scripts or holds what a script would load. */
const plea = 200;

/**
 * <noscript> is shown where scripts do not run, as here. Mostly it repeats an image that a script loads later, counts
 * visitors, or asks to turn scripts on: then it goes.
 */
function isIdleNoscript(element: DomElement, clean: boolean): boolean {
  if (element.tag !== 'noscript') return false;
  if (!clean && collapse(textOf(element, plea + 1)).length > plea) return false;
  let seen = 0;
  for (const inner of elementsIn(element)) {
    if (inner.tag === 'img') return hasImageBefore(element);
    seen += 1;
    if (seen > plea) break;
  }
  return true;
}

/** The picture this one stands in for is there with an address of its own. */
function hasImageBefore(element: DomElement): boolean {
  for (let node = element.previous, steps = 0; node !== undefined && steps < 4; node = node.previous, steps += 1) {
    if (node.kind !== 'element') continue;
    if (node.tag === 'img') return hasAddress(node);
    for (const inner of elementsIn(node)) {
      if (inner.tag === 'img') return hasAddress(inner);
      steps += 1;
      if (steps > 50) break;
    }
    return false;
  }
  return false;
}

function hasAddress(image: DomElement): boolean {
  return image.attributes.some(
    (one) =>
      /^(?:src$|srcset$|data-original$|data-.*src)/.test(one.name) &&
      one.value.length > 0 &&
      !one.value.startsWith('data:'),
  );
}

/** True for elements whose formula is kept although its carrier is hidden. */
export function carriesFormula(element: DomElement): boolean {
  return element.tag === 'math' || isFormula(element);
}

/** Everything that is not shown. Formulas are left whole: their parts are hidden by design. */
export function hiddenParts(body: DomElement, clean: boolean): Set<DomNode> {
  const hidden = new Set<DomNode>();
  walk(
    body,
    (node) => {
      if (node.kind !== 'element' || carriesFormula(node) || isTexScript(node)) return 'skip';
      const gone =
        isMachinery(node) ||
        isIdleNoscript(node, clean) ||
        isHidden(node) ||
        isDecoration(node) ||
        (clean && isSpokenOnly(node));
      if (!gone) return undefined;
      hidden.add(node);
      return 'skip';
    },
    () => {},
  );
  return hidden;
}
