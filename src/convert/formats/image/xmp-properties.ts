// Title, description, keywords and author from the XMP packet of a picture (ISO 16684-1, Dublin Core properties).
import { Failure } from '../../../core/failure.ts';
import { XmlScanner } from '../../containers/xml.ts';
import { clean, narrow } from './exif-tags.ts';

export interface XmpProperties {
  readonly title?: string;
  readonly description?: string;
  readonly keywords?: string;
  readonly author?: string;
}

const dublinCore = 'http://purl.org/dc/elements/1.1/';
const names = new Map<string, keyof XmpProperties>([
  ['title', 'title'],
  ['description', 'description'],
  ['subject', 'keywords'],
  ['creator', 'author'],
]);
const mostBytes = 1 << 20;
const mostEvents = 50_000;
const mostValues = 100;

export function xmpProperties(bytes: Uint8Array): XmpProperties {
  const found = new Map<keyof XmpProperties, string[]>();
  const scanner = new XmlScanner({ depth: 100, onFault: () => {} }, [narrow(bytes.subarray(0, mostBytes))]);
  let current: { readonly name: keyof XmpProperties; readonly depth: number } | undefined;
  try {
    for (let count = 0; count < mostEvents; count += 1) {
      const event = scanner.next();
      if (event === 'end' || event === 'more') break;
      if (event === 'open' && current === undefined && scanner.name.uri === dublinCore) {
        const name = names.get(scanner.name.local);
        if (name !== undefined) current = { name, depth: scanner.depth };
      } else if (event === 'close' && current !== undefined && scanner.depth < current.depth) current = undefined;
      else if (event === 'text' && current !== undefined) {
        const value = clean(scanner.text);
        const values = found.get(current.name) ?? [];
        if (value !== '' && values.length < mostValues && !values.includes(value)) values.push(value);
        found.set(current.name, values);
      }
    }
  } catch (error) {
    // Facts about a picture are worth less than the picture.
    if (!(error instanceof Failure)) throw error;
  }
  return Object.fromEntries(
    [...found]
      .filter(([, values]) => values.length > 0)
      // A title in several languages: the first is the default one. Keywords and authors are lists.
      .map(([name, values]) => [name, name === 'keywords' || name === 'author' ? values.join(', ') : values[0]]),
  );
}
