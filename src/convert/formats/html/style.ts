// Reads the few CSS properties of a style attribute that change what a reader of the page sees.
import { attribute, type DomElement } from './dom.ts';

/** The value of a property in the element's style attribute, in lower case without `!important`. */
export function styleValue(element: DomElement, property: string): string | undefined {
  const style = attribute(element, 'style');
  if (style === undefined || !style.toLowerCase().includes(property)) return undefined;
  let found: string | undefined;
  for (const declaration of style.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':');
    if (colon > 0 && declaration.slice(0, colon).trim() === property) {
      found = declaration
        .slice(colon + 1)
        .replace('!important', '')
        .trim();
    }
  }
  return found;
}

/** Line feeds of the element's text are shown (css-text-3, `white-space`). */
export function keepsLines(element: DomElement): boolean | undefined {
  const value = styleValue(element, 'white-space');
  if (value === undefined) return undefined;
  return value.startsWith('pre') || value === 'break-spaces';
}

export function isBold(element: DomElement): boolean | undefined {
  const weight = styleValue(element, 'font-weight');
  if (weight === undefined) return undefined;
  const number = Number.parseInt(weight, 10);
  if (Number.isFinite(number)) return number >= 600;
  return weight === 'bold' || weight === 'bolder' ? true : weight === 'normal' ? false : undefined;
}

export function isItalic(element: DomElement): boolean | undefined {
  const value = styleValue(element, 'font-style');
  return value === undefined ? undefined : value.startsWith('italic') || value.startsWith('oblique');
}

export function isStruck(element: DomElement): boolean {
  return (
    styleValue(element, 'text-decoration')?.includes('line-through') === true ||
    styleValue(element, 'text-decoration-line')?.includes('line-through') === true
  );
}
