// Gives chapters the headings that their pages lack: a paragraph that repeats the label of the contents becomes a heading,
// and a page without any heading gets the label before its text.
import {
  attribute,
  type DomElement,
  type DomNode,
  elementsIn,
  following,
  insert,
  isBlank,
  plainText,
} from '../html/dom.ts';
import { type PreparedPage, typesOf } from './chapter.ts';
import { elementsById, newElement, newText, setAttribute } from './dom-edit.ts';
import type { NavigationEntry } from './navigation.ts';

export const isHeading = (element: DomElement): boolean =>
  element.space === 'html' && (/^h[1-6]$/.test(element.tag) || attribute(element, 'role') === 'heading');

const headingLevel = (element: DomElement): number =>
  Number(/^h([1-6])$/.exec(element.tag)?.[1] ?? attribute(element, 'aria-level')) || 2;

/** Which levels of headings the book itself uses for entries of each depth of its contents. */
export class HeadingLevels {
  readonly #votes = new Map<number, Map<number, number>>();

  vote(depth: number, level: number): void {
    const votes = this.#votes.get(depth) ?? new Map<number, number>();
    votes.set(level, (votes.get(level) ?? 0) + 1);
    this.#votes.set(depth, votes);
  }

  /** The level most entries of that depth have; without any, the depth itself. */
  levelOf(depth: number): number {
    const votes = [...(this.#votes.get(depth) ?? [])].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    return Math.min(6, votes[0]?.[0] ?? depth);
  }
}

export interface TitleSettings {
  readonly entries: readonly NavigationEntry[];
  readonly levels: HeadingLevels;
  /** Count the headings that are there: only on the first way through the book. */
  readonly counting: boolean;
  /** Covers and title pages are not chapters. */
  readonly isFrontPage: boolean;
}

export function giveTitles({ body }: PreparedPage, settings: TitleSettings): void {
  const { entries, levels, counting } = settings;
  if (entries.length === 0 || isBlank(body)) return;
  const byId = elementsById(elementsIn(body));
  const start = firstText(body, body);
  const hadHeadings = [...elementsIn(body)].some((one) => isHeading(one) && !isBlank(one));
  for (const [index, entry] of entries.entries()) {
    const target = entry.fragment === undefined ? body : byId.get(entry.fragment);
    const text = target === undefined ? undefined : firstText(target, body);
    if (text === undefined) continue;
    const holder = blockOf(text, body);
    const heading = ancestor(text, body, isHeading);
    if (heading !== undefined) {
      if (counting) levels.vote(entry.depth, headingLevel(heading));
    } else if (holder !== undefined && isLabel(holder, entry.label)) {
      setAttribute(holder, 'role', 'heading');
      setAttribute(holder, 'aria-level', String(levels.levelOf(entry.depth)));
    } else if (!hadHeadings && index === 0 && !settings.isFrontPage && !isTitlePage(body) && text === start) {
      const made = newElement(`h${levels.levelOf(entry.depth)}`, [], body.line);
      insert(made, newText(entry.label), undefined);
      insert(body, made, body.first);
    }
  }
}

/** Nodes looked at on the way to a text, and elements around it: more than any chapter opens with. */
const reach = 1_000;

/** The first text that is not blank, from an element on. */
function firstText(from: DomElement, root: DomElement): DomNode | undefined {
  let steps = 0;
  for (let node: DomNode | undefined = from; node !== undefined && steps < reach; node = following(node, root)) {
    if (node.kind === 'text' && node.value.trim() !== '') return node;
    steps += 1;
  }
  return undefined;
}

function ancestor(node: DomNode, root: DomElement, wanted: (element: DomElement) => boolean): DomElement | undefined {
  let steps = 0;
  for (let at = node.parent; at?.kind === 'element' && at !== root && steps < reach; at = at.parent, steps += 1) {
    if (wanted(at)) return at;
  }
  return undefined;
}

const blockOf = (node: DomNode, root: DomElement): DomElement | undefined =>
  ancestor(node, root, ({ tag }) => tag === 'p' || tag === 'div');

const key = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

function isLabel(holder: DomElement, label: string): boolean {
  const wanted = key(label);
  return wanted !== '' && key(plainText(holder, label.length * 2 + 50)) === wanted;
}

const frontPage = / (?:cover|titlepage|halftitlepage|halftitle|frontispiece) /;

function isTitlePage(body: DomElement): boolean {
  if (frontPage.test(typesOf(body))) return true;
  for (let node = body.first; node !== undefined; node = node.next) {
    if (node.kind === 'element' && frontPage.test(typesOf(node))) return true;
  }
  return false;
}
