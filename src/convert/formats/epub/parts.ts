// The parts of a book by the addresses that its files use for them: relative, percent-encoded, absolute, in the wrong
// case. Nothing outside the package is ever opened (EPUB 3.3, 4.2.5 and 4.2.6).
import { Failure } from '../../../core/failure.ts';
import { decodeText } from '../../containers/charset.ts';
import { parseXml, type XmlElement } from '../../containers/xml-tree.ts';
import type { ZipArchive, ZipEntry } from '../../containers/zip.ts';
import type { ReadContext } from '../../format.ts';
import { namedCharacters } from '../xml/named-characters.ts';

/** Where a link leads inside the book. */
export interface Place {
  /** Name of the part in the package. */
  readonly path: string;
  readonly fragment: string | undefined;
  readonly entry: ZipEntry | undefined;
}

const origin = 'http://book.invalid';
const longestAddress = 8_192;

export class BookParts {
  readonly archive: ZipArchive;
  readonly #context: ReadContext;
  /** Folder that everything stands in, where a program packed the folder instead of what is in it. */
  readonly #prefix: string;
  #byFileName: Map<string, ZipEntry | undefined> | undefined;

  constructor(archive: ZipArchive, prefix: string, context: ReadContext) {
    this.archive = archive;
    this.#prefix = prefix;
    this.#context = context;
  }

  /** The part an address leads to, read against the part it stands in; undefined when it leads out of the book. */
  locate(address: string, from: string): Place | undefined {
    if (address.length > longestAddress) return undefined;
    let url: URL;
    try {
      url = new URL(address, `${origin}/${from.split('/').map(encodeURIComponent).join('/')}`);
    } catch {
      return undefined;
    }
    if (url.origin !== origin) return undefined;
    const path = decoded(url.pathname.slice(1));
    const entry = this.find(path);
    const fragment = url.hash.length > 1 ? decoded(url.hash.slice(1)) : undefined;
    return { path: entry?.name ?? path, fragment, entry };
  }

  /** The part of that name, also where names and addresses do not quite agree. */
  find(path: string): ZipEntry | undefined {
    const { archive } = this;
    const found =
      archive.find(path) ??
      archive.find(`${this.#prefix}${path}`) ??
      archive.find(path.normalize('NFC')) ??
      archive.find(path.normalize('NFD'));
    return found ?? this.#fileNames().get(fileName(path));
  }

  /** File names that only one part has: the last resort for folders that are spelled wrong. */
  #fileNames(): Map<string, ZipEntry | undefined> {
    if (this.#byFileName !== undefined) return this.#byFileName;
    const names = new Map<string, ZipEntry | undefined>();
    for (const entry of this.archive.entries) {
      const name = fileName(entry.name);
      names.set(name, names.has(name) ? undefined : entry);
    }
    this.#byFileName = names;
    return names;
  }

  /** A part as an XML tree, read as far as it can be; undefined when it holds none. */
  xml(entry: ZipEntry): XmlElement | undefined {
    const { text } = decodeText(this.archive.bytes(entry));
    try {
      return parseXml(text, {
        nodes: this.#context.limits.liveNodes,
        onFault: () => {},
        entity: namedCharacters(() => {}),
      });
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'CORRUPTED_FILE') throw error;
      return undefined;
    }
  }
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

const fileName = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
