// Phrasing in its one form: text joined, white space single and outside of marks, no empty or doubled marks, options
// applied. It walks with a stack of its own, so the depth of the input does not matter.
import type { ConvertOptions } from '../options.ts';
import { cleanText, collapseSpace } from './clean-text.ts';
import { appendText, cleaned, linkTo, plainPhrasing } from './normalize-plain.ts';
import { isSafeImageTarget, isSafeLinkTarget } from './safe-url.ts';
import type { Image, Origin, Phrasing } from './tree.ts';

/** What normalising needs to know and to tell; `once` warns the first time only. */
export interface Normalizing {
  readonly options: Pick<ConvertOptions, 'preserveFormatting' | 'includeLinks'>;
  readonly once: (code: string, message: string, origin?: Origin) => void;
  /** Counts nodes against the budget. */
  readonly count: (nodes: number) => void;
  origin: Origin | undefined;
}

type Wrapper = Extract<Phrasing, { readonly children: readonly Phrasing[] }>;

interface Builder {
  readonly node: Wrapper | undefined;
  readonly out: Phrasing[];
}

interface Step {
  readonly children: readonly Phrasing[];
  index: number;
  /** Set when the end of the children also ends a builder. */
  readonly builds: boolean;
}

export function normalizePhrasing(children: readonly Phrasing[], normalizing: Normalizing): readonly Phrasing[] {
  return plainPhrasing(children, normalizing) ?? anyPhrasing(children, normalizing);
}

/** The whole way, for phrasing of any kind. */
export function anyPhrasing(children: readonly Phrasing[], normalizing: Normalizing): readonly Phrasing[] {
  return new PhrasingNormalizer(normalizing).run(children);
}

class PhrasingNormalizer {
  readonly #normalizing: Normalizing;
  readonly #builders: Builder[] = [{ node: undefined, out: [] }];
  readonly #active = new Set<Phrasing['type']>();
  #started = false;
  /** White space and line breaks seen since the last leaf; they go to the outermost level both sides share. */
  #space = false;
  #breaks = 0;
  #outermost = 0;

  constructor(normalizing: Normalizing) {
    this.#normalizing = normalizing;
  }

  run(children: readonly Phrasing[]): readonly Phrasing[] {
    const steps: Step[] = [{ children, index: 0, builds: false }];
    let seen = 0;
    while (steps.length > 0) {
      const step = steps[steps.length - 1] as Step;
      const node = step.children[step.index];
      step.index += 1;
      if (node === undefined) {
        steps.pop();
        if (step.builds) this.#close();
        continue;
      }
      seen += 1;
      if ('children' in node) steps.push({ children: node.children, index: 0, builds: this.#open(node) });
      else this.#leaf(node);
    }
    this.#normalizing.count(seen);
    return (this.#builders[0] as Builder).out;
  }

  /** True when the node is kept as a node of its own; false when only its children are. */
  #open(node: Wrapper): boolean {
    const { options } = this.#normalizing;
    if (this.#active.has(node.type)) return false;
    if (node.type === 'link') {
      if (!options.includeLinks || !options.preserveFormatting) return false;
      if (!isSafeLinkTarget(node.url)) {
        this.#warn('unsafe-link-dropped', 'Targets of links that could run code were dropped; their text was kept.');
        return false;
      }
    } else if (!options.preserveFormatting) return false;
    this.#active.add(node.type);
    this.#builders.push({ node, out: [] });
    return true;
  }

  #close(): void {
    const { node, out } = this.#builders.pop() as Builder;
    const below = this.#builders[this.#builders.length - 1] as Builder;
    this.#outermost = Math.min(this.#outermost, this.#builders.length - 1);
    if (node === undefined) return;
    this.#active.delete(node.type);
    if (out.length === 0) {
      if (node.type === 'link') this.#warn('empty-link-dropped', 'Links without any text were dropped.');
      return;
    }
    const last = below.out[below.out.length - 1];
    if (node.type === 'link') {
      below.out.push(linkTo(node, out));
    } else if (last !== undefined && last.type === node.type) join(last.children as Phrasing[], out);
    else below.out.push({ type: node.type, children: out });
  }

  #leaf(node: Exclude<Phrasing, Wrapper>): void {
    switch (node.type) {
      case 'text':
        this.#text(node.value);
        break;
      case 'break':
        this.#breaks += 1;
        break;
      case 'inlineCode':
      case 'inlineMath':
      case 'html': {
        const value = cleanText(node.value);
        if (value !== '') this.#push({ type: node.type, value });
        break;
      }
      case 'image':
        this.#image(node);
        break;
      case 'footnoteReference':
        this.#push(node);
        break;
    }
  }

  #image(node: Image): void {
    // It only held the place of what was read in it.
    if (node.picture !== undefined && node.url === '' && node.alt === '') return;
    const safe = isSafeImageTarget(node.url);
    if (!safe) this.#warn('unsafe-image-dropped', 'Targets of images that could run code were dropped.');
    if (!safe || !this.#normalizing.options.preserveFormatting) this.#text(node.alt);
    else {
      const image = { type: 'image', url: cleanText(node.url, ''), alt: cleanText(node.alt) } as const;
      this.#push(node.title === undefined ? image : { ...image, title: cleanText(node.title) });
    }
  }

  #text(raw: string): void {
    const value = collapseSpace(cleaned(raw, this.#normalizing));
    const start = value.startsWith(' ') ? 1 : 0;
    const end = value.length > start && value.endsWith(' ') ? value.length - 1 : value.length;
    if (start === 1) this.#space = true;
    if (end === start) return;
    this.#place();
    const { out } = this.#builders[this.#builders.length - 1] as Builder;
    appendText(out, value.slice(start, end));
    if (end < value.length) {
      this.#space = true;
      this.#outermost = this.#builders.length - 1;
    }
  }

  #push(node: Phrasing): void {
    this.#place();
    (this.#builders[this.#builders.length - 1] as Builder).out.push(node);
  }

  /** Puts down the white space that was held back, on the outermost level reached since; none at the very start. */
  #place(): void {
    const { out } = this.#builders[this.#outermost] as Builder;
    if (this.#started) {
      for (; this.#breaks > 0; this.#breaks -= 1, this.#space = false) out.push({ type: 'break' });
      if (this.#space) appendText(out, ' ');
    }
    this.#started = true;
    this.#space = false;
    this.#breaks = 0;
    this.#outermost = this.#builders.length - 1;
  }

  #warn(code: string, message: string): void {
    this.#normalizing.once(code, message, this.#normalizing.origin);
  }
}

/** Adds the children of a mark to those of the same mark just before it. */
function join(to: Phrasing[], from: readonly Phrasing[]): void {
  for (const node of from) {
    if (node.type === 'text') appendText(to, node.value);
    else to.push(node);
  }
}
