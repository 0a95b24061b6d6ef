// Addresses in a page: what may be written, and against which base it is read. Nothing is ever fetched.
import { attribute, type DomElement, elementsIn } from './dom.ts';
import { unwrapRedirect } from './link-redirects.ts';
import type { Page } from './page.ts';
import type { ParsedPage } from './parse.ts';

/** URL standard, 4.4: leading and trailing control characters and spaces go, tabs and line feeds go everywhere. */
export function cleanAddress(value: string): string {
  const joined = value.replace(/[\t\n\r]/g, '');
  let start = 0;
  let end = joined.length;
  while (start < end && joined.charCodeAt(start) <= 0x20) start += 1;
  while (end > start && joined.charCodeAt(end - 1) <= 0x20) end -= 1;
  return joined.slice(start, end);
}

const scheme = /^([a-z][a-z0-9+.-]*):/i;
const refused = new Set(['javascript', 'vbscript', 'data', 'blob', 'livescript', 'about']);

export function schemeOf(address: string): string | undefined {
  return scheme.exec(address.slice(0, 40))?.[1]?.toLowerCase();
}

/** The address as it is to be written; undefined where there is none or it must not be kept. */
export function resolveAddress(value: string, base: string | undefined): string | undefined {
  const address = cleanAddress(value);
  const named = schemeOf(address);
  if (address === '' || (named !== undefined && refused.has(named))) return undefined;
  if (base === undefined || named !== undefined || address.startsWith('#')) return address;
  try {
    return new URL(address, base).href;
  } catch {
    return address;
  }
}

export function linkAddress(page: Page, element: DomElement): string | undefined {
  const href = attribute(element, 'href') ?? attribute(element, 'xlink:href');
  if (href === undefined) return undefined;
  const address = cleanAddress(href);
  const named = schemeOf(address);
  if (address === '' || address === '#') return undefined;
  if (named !== undefined && refused.has(named)) {
    if (!page.warned.has('unsafe-link-dropped')) {
      const message = 'Targets of links that could run code were dropped; their text was kept.';
      page.context.warn('unsafe-link-dropped', message, { kind: 'line', start: element.line });
    }
    page.warned.add('unsafe-link-dropped');
    return undefined;
  }
  if (page.settings.resolveLink !== undefined) return page.settings.resolveLink(address);
  const resolved = resolveAddress(address, page.base);
  return resolved === undefined ? undefined : unwrapRedirect(resolved);
}

/** HTML, 4.2.3: the first <base> with an address sets the base of the whole document. */
export function baseOf(parsed: ParsedPage, given: string | undefined): string | undefined {
  if (parsed.head === undefined) return given;
  for (const element of elementsIn(parsed.head)) {
    const href = element.tag === 'base' ? attribute(element, 'href') : undefined;
    if (href === undefined) continue;
    const resolved = resolveAddress(href, given);
    return resolved !== undefined && /^https?:/i.test(resolved) ? resolved : given;
  }
  return given;
}
