// One element of a part of an Office package, under short names such as `w:p`.

export class OfficeElement {
  /** Short namespace and local name, such as `w:p`. */
  readonly key: string;
  /** Key, value, key, value; attributes without a prefix have their local name alone. */
  readonly attributes: readonly string[];
  readonly children: (OfficeElement | string)[] = [];

  constructor(key: string, attributes: readonly string[]) {
    this.key = key;
    this.attributes = attributes;
  }

  /** An attribute by key: `w:val`, or `val` where it has no prefix. */
  get(key: string): string | undefined {
    const { attributes } = this;
    for (let at = 0; at < attributes.length; at += 2) if (attributes[at] === key) return attributes[at + 1];
    return undefined;
  }

  child(key: string): OfficeElement | undefined {
    for (const node of this.children) if (typeof node === 'object' && node.key === key) return node;
    return undefined;
  }

  /** The element at the end of a path of children. */
  at(...keys: readonly string[]): OfficeElement | undefined {
    let found: OfficeElement | undefined = this;
    for (const key of keys) found = found?.child(key);
    return found;
  }

  /** Child elements, all or those of one key. */
  *elements(key?: string): Generator<OfficeElement> {
    for (const node of this.children)
      if (typeof node === 'object' && (key === undefined || node.key === key)) yield node;
  }

  /** Every element of that key below this one, in document order; depth is bounded by the parser. */
  *descendants(key: string): Generator<OfficeElement> {
    for (const node of this.children) {
      if (typeof node === 'string') continue;
      if (node.key === key) yield node;
      if (node.children.length > 0) yield* node.descendants(key);
    }
  }

  /** All text below, as it stands. */
  text(): string {
    const { children } = this;
    const only = children[0];
    if (children.length === 1 && typeof only === 'string') return only;
    let text = '';
    for (const node of children) text += typeof node === 'string' ? node : node.text();
    return text;
  }
}
