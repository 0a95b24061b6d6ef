// Office packages: parts, their content types and the relations between them (ECMA-376 part 2). Relations are resolved
// inside the package; what points outside is text.
import { Failure } from '../../core/failure.ts';
import type { ReadContext } from '../format.ts';
import type { ByteSource } from '../input.ts';
import { type OfficeElement, parseOfficeXml, streamOfficeXml } from './office-xml.ts';
import { ZipArchive, type ZipEntry } from './zip.ts';

export type OpcContext = Pick<ReadContext, 'budget' | 'limits' | 'warn' | 'signal'>;

export interface Relation {
  readonly id: string;
  /** Last word of the relation's type, the same for transitional and strict packages: `styles`, `hyperlink`, `image`. */
  readonly type: string;
  /** The address as written when external, else the name of a part that may or may not exist. */
  readonly target: string;
  readonly external: boolean;
}

/** Relations of one part; more than this is no document. */
const mostRelations = 200_000;
/** A part that is held whole as a tree. */
const wholePartBytes = 128 * 2 ** 20;
/** A part that is kept from one reading to the next: the text of a thousand pages, and little beside what a reader holds. */
const keptPartBytes = 16 * 2 ** 20;

export class OpcPart {
  readonly name: string;
  readonly #package: OpcPackage;
  readonly #entry: ZipEntry;
  #relations: ReadonlyMap<string, Relation> | undefined;
  #repeats = false;
  #kept: readonly Uint8Array[] | undefined;

  constructor(owner: OpcPackage, entry: ZipEntry) {
    this.name = entry.name.replace(/^\/+/, '');
    this.#package = owner;
    this.#entry = entry;
  }

  get contentType(): string {
    return this.#package.contentType(this.name);
  }

  bytes(limit: number = wholePartBytes): Uint8Array {
    return this.#package.archive.bytes(this.#entry, limit);
  }

  stream(): AsyncGenerator<Uint8Array, void, undefined> {
    return this.#repeats ? this.#keeping() : this.#package.archive.stream(this.#entry);
  }

  /** Says that the part will be streamed several times: one that is not large is then unpacked once. */
  expectRepetition(): void {
    this.#repeats = true;
  }

  async *#keeping(): AsyncGenerator<Uint8Array, void, undefined> {
    if (this.#kept !== undefined) {
      yield* this.#kept;
      return;
    }
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of this.#package.archive.stream(this.#entry)) {
      size += piece.length;
      if (size <= keptPartBytes) pieces.push(piece);
      else pieces.length = 0;
      yield piece;
    }
    if (size <= keptPartBytes) this.#kept = pieces;
  }

  /** The whole part as a tree. */
  tree(): OfficeElement {
    return parseOfficeXml(this.bytes(), this.#package.context, this.#settings());
  }

  /** The children of the first element called `container`, one after the other. */
  async *children(container: string): AsyncGenerator<OfficeElement, void, undefined> {
    for await (const some of this.childrenBySome(container)) for (const element of some) yield element;
  }

  /** The same, some at a time. */
  childrenBySome(container: string): AsyncGenerator<readonly OfficeElement[], void, undefined> {
    return streamOfficeXml(this.stream(), container, this.#package.context, this.#settings());
  }

  get relations(): ReadonlyMap<string, Relation> {
    this.#relations ??= this.#package.relationsOf(this.name);
    return this.#relations;
  }

  /** The part a relation leads to; undefined when it is external, missing or unknown. */
  target(id: string | undefined): OpcPart | undefined {
    const relation = id === undefined ? undefined : this.relations.get(id);
    return relation === undefined || relation.external ? undefined : this.#package.part(relation.target);
  }

  /** The first part related by that type. */
  related(type: string): OpcPart | undefined {
    return this.allRelated(type)[0];
  }

  allRelated(type: string): OpcPart[] {
    const parts: OpcPart[] = [];
    for (const relation of this.relations.values()) {
      if (relation.type !== type || relation.external) continue;
      const part = this.#package.part(relation.target);
      if (part !== undefined) parts.push(part);
    }
    return parts;
  }

  #settings() {
    return {
      onFault: () =>
        this.#package.context.warn(
          'damaged-part',
          `The part "${this.name.replace(/[^\x20-\x7e]/g, '?').slice(0, 100)}" is not well-formed XML; what could be read of it was used.`,
        ),
    };
  }
}

export class OpcPackage {
  readonly archive: ZipArchive;
  readonly context: OpcContext;
  readonly #parts = new Map<string, OpcPart>();
  readonly #types = new Map<string, string>();
  readonly #defaults = new Map<string, string>();

  constructor(source: ByteSource, context: OpcContext) {
    this.archive = new ZipArchive(source, context);
    this.context = context;
    this.#readContentTypes();
  }

  part(name: string): OpcPart | undefined {
    const entry = this.archive.find(name);
    if (entry === undefined) return undefined;
    const known = this.#parts.get(entry.name);
    if (known !== undefined) return known;
    const part = new OpcPart(this, entry);
    this.#parts.set(entry.name, part);
    return part;
  }

  /** The part the package is about: by its relation, else by a content type, else by the name that writers use. */
  mainPart(contentTypeEnd: string, usualName: string): OpcPart {
    for (const relation of this.relationsOf('').values()) {
      if (relation.type !== 'officeDocument' || relation.external) continue;
      const part = this.part(relation.target);
      if (part !== undefined) return part;
    }
    for (const [name, type] of this.#types) {
      const part = type.endsWith(contentTypeEnd) ? this.part(name) : undefined;
      if (part !== undefined) return part;
    }
    const usual = this.part(usualName);
    if (usual !== undefined) return usual;
    throw new Failure('CORRUPTED_FILE', { details: `The package has no main part such as ${usualName}.` });
  }

  contentType(name: string): string {
    const key = name.replace(/^\/+/, '').toLowerCase();
    return this.#types.get(key) ?? this.#defaults.get(key.slice(key.lastIndexOf('.') + 1)) ?? '';
  }

  /** Relations of a part, or of the package itself for the name ''. */
  relationsOf(name: string): ReadonlyMap<string, Relation> {
    const slash = name.lastIndexOf('/');
    const folder = name.slice(0, slash + 1);
    const part = this.part(`${folder}_rels/${name.slice(slash + 1)}.rels`);
    const relations = new Map<string, Relation>();
    if (part === undefined) return relations;
    for (const element of this.#tree(part)?.elements('rel:Relationship') ?? []) {
      const id = element.get('Id');
      const target = element.get('Target');
      if (id === undefined || target === undefined || relations.has(id)) continue;
      if (relations.size >= mostRelations) break;
      const external = element.get('TargetMode') === 'External';
      const type = element.get('Type') ?? '';
      relations.set(id, {
        id,
        type: type.slice(type.lastIndexOf('/') + 1),
        target: external ? target : resolvePartName(folder, target),
        external,
      });
    }
    return relations;
  }

  #readContentTypes(): void {
    const part = this.part('[Content_Types].xml');
    if (part === undefined) return;
    for (const element of this.#tree(part)?.elements() ?? []) {
      const type = element.get('ContentType');
      if (type === undefined) continue;
      if (element.key === 'ct:Override') {
        this.#types.set((element.get('PartName') ?? '').replace(/^\/+/, '').toLowerCase(), type);
      } else if (element.key === 'ct:Default') {
        this.#defaults.set((element.get('Extension') ?? '').toLowerCase(), type);
      }
    }
  }

  /** Lists that describe the package may be damaged without loss of content; limits still count. */
  #tree(part: OpcPart): OfficeElement | undefined {
    try {
      return part.tree();
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'CORRUPTED_FILE') throw error;
      this.context.warn('damaged-part', `The part "${part.name.slice(0, 100)}" is damaged and was passed over.`);
      return undefined;
    }
  }
}

/** A relative reference inside the package (RFC 3986, 5.2), as a part name without the leading slash. */
export function resolvePartName(folder: string, target: string): string {
  const [path = ''] = target.split(/[?#]/, 1);
  let decoded = path.replaceAll('\\', '/');
  try {
    decoded = decodeURIComponent(decoded);
  } catch {
    // A stray percent sign: the name is taken as it stands.
  }
  const segments = decoded.startsWith('/') ? [] : folder.split('/').filter((one) => one !== '');
  for (const segment of decoded.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}
