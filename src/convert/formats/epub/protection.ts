// Books whose content is encrypted (EPUB 3.3, 4.2.6.3.2 and 4.4): obfuscated fonts do not matter, everything else is
// content that only the seller's own software can open.
import { Failure } from '../../../core/failure.ts';
import { attributeOf, descendants } from '../../containers/xml-tree.ts';
import type { ReadContext } from '../../format.ts';
import type { Book } from './package-document.ts';

/** Methods that only scramble the start of a font file. */
const obfuscation = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']);

const schemes: readonly (readonly [part: string, name: string])[] = [
  ['META-INF/sinf.xml', 'Apple FairPlay'],
  ['META-INF/license.lcpl', 'Readium LCP'],
  ['META-INF/rights.xml', 'Adobe ADEPT'],
];

/** Fails where pages of the book are encrypted; tells of other parts that are. */
export function refuseProtected(book: Book, context: ReadContext): void {
  const { parts } = book;
  const entry = parts.find('META-INF/encryption.xml');
  const root = entry === undefined || !/META-INF/i.test(entry.name) ? undefined : parts.xml(entry);
  if (root === undefined) return;
  const encrypted = new Set<string>();
  let method = '';
  for (const element of descendants(root)) {
    // XML Encryption 1.1, 3.1: the method stands before the reference to what it was applied to.
    if (element.name.local === 'EncryptedData') method = '';
    if (element.name.local === 'EncryptionMethod') method = attributeOf(element, 'Algorithm') ?? '';
    if (element.name.local !== 'CipherReference' || obfuscation.has(method)) continue;
    const place = parts.locate(attributeOf(element, 'URI') ?? '', '');
    if (place !== undefined) encrypted.add(place.path);
  }
  if (encrypted.size === 0) return;
  if (!book.spine.some(({ path }) => encrypted.has(path))) {
    context.warn('encrypted-parts', `${encrypted.size} parts of the book, none of them pages, are encrypted.`);
    return;
  }
  const scheme = schemes.find(([part]) => parts.archive.find(part) !== undefined)?.[1];
  throw new Failure('UNSUPPORTED_FORMAT', {
    message: 'The book is protected against copying and cannot be read.',
    details: `Its pages are encrypted${scheme === undefined ? '' : ` by ${scheme}`}, and only the software of its seller can open them.`,
    suggestion: 'Send a copy without copy protection (DRM).',
  });
}
