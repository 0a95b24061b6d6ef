// Names of XML by meaning: prefixes resolved against the declarations in force (Namespaces in XML 1.0).

/** A name as it was written and what it means; `prefix` is for messages only, meaning is in `uri` and `local`. */
export interface XmlName {
  readonly raw: string;
  readonly prefix: string;
  readonly uri: string;
  readonly local: string;
  /** `uri:local`, or the local name alone where there is no namespace: one string to compare. */
  readonly key: string;
}

/** A prefix nobody declared still tells two names apart: its namespace is this and the prefix. */
const undeclaredNamespace = 'undeclared:';
export const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

/** Names remembered; a document with more distinct ones is resolved anew. */
const cachedNames = 20_000;
/** Names found again by their first and last letter and their length; a power of two. */
const recentNames = 256;

interface Scope {
  readonly id: number;
  /** How deep the element stands that declared it. */
  readonly depth: number;
  readonly prefixes: readonly string[];
}

interface Known {
  readonly scope: number;
  readonly name: XmlName;
}

export class XmlNames {
  readonly #uris = new Map<string, string[]>([
    ['xml', [xmlNamespace]],
    ['', ['']],
  ]);
  readonly #scopes: Scope[] = [];
  #scopeId = 0;
  #scopesMade = 0;
  readonly #elements = new Map<string, Known>();
  readonly #attributes = new Map<string, Known>();
  readonly #recent: (Known | undefined)[] = new Array(recentNames).fill(undefined);
  readonly #recentAttributes: (Known | undefined)[] = new Array(recentNames).fill(undefined);
  readonly #spell: ((uri: string) => string) | undefined;

  /** `spell` gives namespaces the name by which they are known from then on. */
  constructor(spell?: (uri: string) => string) {
    this.#spell = spell;
  }

  /** The declarations in force, as a number of their own. */
  get scope(): number {
    return this.#scopeId;
  }

  /** The namespace a prefix stands for here. */
  namespaceOf(prefix: string): string | undefined {
    return this.#uris.get(prefix)?.at(-1);
  }

  /** Section 3: declarations count for the element that carries them and all within it. */
  declare(depth: number, declarations: readonly (readonly [prefix: string, uri: string])[]): void {
    for (const [prefix, declared] of declarations) {
      const uri = this.#spell === undefined ? declared : this.#spell(declared);
      const known = this.#uris.get(prefix);
      if (known === undefined) this.#uris.set(prefix, [uri]);
      else known.push(uri);
    }
    this.#scopesMade += 1;
    this.#scopeId = this.#scopesMade;
    this.#scopes.push({ id: this.#scopeId, depth, prefixes: declarations.map(([prefix]) => prefix) });
  }

  /** The element at that depth has ended. */
  leave(depth: number): void {
    const scope = this.#scopes.at(-1);
    if (scope === undefined || scope.depth < depth) return;
    for (const prefix of scope.prefixes) this.#uris.get(prefix)?.pop();
    this.#scopes.pop();
    this.#scopeId = this.#scopes.at(-1)?.id ?? 0;
  }

  /** The name of an element that stands in a text: recent ones are recognised without being copied out of it. */
  elementAt(text: string, from: number, to: number): XmlName {
    return this.#nameAt(this.#recent, this.#elements, text, from, to);
  }

  /** The same for an attribute. */
  attributeAt(text: string, from: number, to: number): XmlName {
    return this.#nameAt(this.#recentAttributes, this.#attributes, text, from, to);
  }

  #nameAt(recents: (Known | undefined)[], all: Map<string, Known>, text: string, from: number, to: number): XmlName {
    const slot = (text.charCodeAt(from) * 7 + text.charCodeAt(to - 1) * 31 + (to - from)) & (recentNames - 1);
    const recent = recents[slot];
    if (recent !== undefined && recent.scope === this.#scopeId) {
      const { raw } = recent.name;
      if (raw.length === to - from && text.startsWith(raw, from)) return recent.name;
    }
    const raw = text.slice(from, to);
    const cached = all.get(raw);
    const name = cached?.scope === this.#scopeId ? cached.name : this.#remember(all, raw, all === this.#attributes);
    recents[slot] = { scope: this.#scopeId, name };
    return name;
  }

  attribute(raw: string): XmlName {
    const cached = this.#attributes.get(raw);
    if (cached !== undefined && cached.scope === this.#scopeId) return cached.name;
    return this.#remember(this.#attributes, raw, true);
  }

  #remember(cache: Map<string, Known>, raw: string, attribute: boolean): XmlName {
    const colon = raw.indexOf(':');
    const prefix = colon > 0 ? raw.slice(0, colon) : '';
    // Section 6.2: the default namespace does not apply to attributes.
    const uri = attribute && prefix === '' ? '' : (this.#uris.get(prefix)?.at(-1) ?? `${undeclaredNamespace}${prefix}`);
    const local = colon > 0 ? raw.slice(colon + 1) : raw;
    const name: XmlName = { raw, prefix, uri, local, key: uri === '' ? local : `${uri}:${local}` };
    if (cache.size >= cachedNames) cache.clear();
    cache.set(raw, { scope: this.#scopeId, name });
    return name;
  }
}
