// Text that a page sets in a symbol font, as Word and Outlook do for arrows, ticks and smileys: the characters it shows.
import { fontKind } from '../office/fonts.ts';
import { signsOf } from '../office/symbols.ts';
import { attribute, type DomElement, elementsIn } from './dom.ts';
import { styleValue } from './style.ts';

export function readSymbolFonts(body: DomElement): void {
  for (const element of elementsIn(body)) {
    const font = fontOf(element);
    const kind = font === undefined ? 'text' : fontKind(font);
    if (kind === 'text' || kind === 'fixed') continue;
    // Elements inside have fonts of their own where programs write such pages.
    for (let node = element.first; node !== undefined; node = node.next) {
      if (node.kind === 'text') node.value = signsOf(node.value, kind);
    }
  }
}

/** The first font that is asked for. */
function fontOf(element: DomElement): string | undefined {
  const families =
    styleValue(element, 'font-family') ?? (element.tag === 'font' ? attribute(element, 'face') : undefined);
  return families?.split(',')[0]?.replace(/["']/g, '').trim();
}
