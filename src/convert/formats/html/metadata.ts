// What a page says about itself: title, author and language, from its head.
import type { DocumentFacts } from '../../format.ts';
import { attribute, collapse, type DomElement, type DomNode, elementsIn, textOf, walk } from './dom.ts';
import type { ParsedPage } from './parse.ts';

/** Longest value kept: more is not a title or a name. */
const longest = 1000;

export interface PageFacts {
  readonly title: string | undefined;
  /** The title as it is given to others to show, mostly without the name of the site. */
  readonly sharedTitle: string | undefined;
  readonly author: string | undefined;
  readonly language: string | undefined;
}

export function pageFacts(parsed: ParsedPage): PageFacts {
  let title: string | undefined;
  const metas = new Map<string, string>();
  // Some pages have their meta elements in the body; the first of a name counts.
  for (const part of [parsed.head, parsed.body]) {
    if (part === undefined) continue;
    for (const element of elementsIn(part)) {
      if (element.space !== 'html') continue;
      if (element.tag === 'title') title ??= clean(textOf(element, longest));
      if (element.tag === 'meta') addMeta(metas, element);
    }
  }
  return {
    title,
    sharedTitle: first(metas, ['og:title', 'twitter:title', 'dc.title', 'dcterms.title', 'headline']),
    author: first(
      metas,
      ['author', 'article:author', 'dc.creator', 'dcterms.creator', 'parsely-author', 'sailthru.author', 'byl'],
      isName,
    ),
    language: languageOf(parsed, metas),
  };
}

function addMeta(metas: Map<string, string>, element: DomElement): void {
  const name = (
    attribute(element, 'name') ??
    attribute(element, 'property') ??
    attribute(element, 'itemprop') ??
    attribute(element, 'http-equiv')
  )?.toLowerCase();
  const content = clean(attribute(element, 'content') ?? '');
  if (name === undefined || name.length > 100 || content === undefined || metas.has(name) || metas.size > 500) return;
  metas.set(name, content);
}

function clean(value: string): string | undefined {
  const text = collapse(value.slice(0, longest * 4)).slice(0, longest);
  return text === '' ? undefined : text;
}

function first(
  metas: ReadonlyMap<string, string>,
  names: readonly string[],
  passes = (_value: string) => true,
): string | undefined {
  for (const name of names) {
    const value = metas.get(name);
    if (value !== undefined && passes(value)) return value;
  }
  return undefined;
}

/** `article:author` is an address as often as a name. */
const isName = (value: string): boolean => !/^https?:|^\/\//i.test(value);

function languageOf(parsed: ParsedPage, metas: ReadonlyMap<string, string>): string | undefined {
  const places = [parsed.html, parsed.body];
  const declared = places.map((one) => one && (attribute(one, 'lang') ?? attribute(one, 'xml:lang')));
  for (const value of [...declared, metas.get('content-language'), metas.get('og:locale')]) {
    const tag = value?.trim().replaceAll('_', '-');
    if (tag !== undefined && /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i.test(tag)) return tag;
  }
  return undefined;
}

/** Only what is known: undefined values would overwrite. */
export function documentFacts(facts: PageFacts): DocumentFacts {
  const title = facts.title ?? facts.sharedTitle;
  return {
    ...(title === undefined ? {} : { title }),
    ...(facts.author === undefined ? {} : { author: facts.author }),
    ...(facts.language === undefined ? {} : { language: facts.language }),
  };
}

export interface PageTitle {
  readonly text: string;
  readonly line: number;
}

/** Longest line that can be the title of an article. */
const longestTitle = 300;

/**
 * The title of an article whose own heading was cut away: the heading of the page, else what the head says. Undefined
 * where the kept part has a heading of its own.
 */
export function articleTitle(body: DomElement, dropped: ReadonlySet<DomNode>, facts: PageFacts): PageTitle | undefined {
  const known = [facts.sharedTitle, facts.title].filter((one) => one !== undefined).map(key);
  let lost: PageTitle | undefined;
  let kept = false;
  let outside = 0;
  walk(
    body,
    (node) => {
      if (node.kind !== 'element' || kept) return 'skip';
      if (dropped.has(node)) outside += 1;
      if (!/^h[1-3]$/.test(node.tag)) return undefined;
      const text = collapse(textOf(node, longestTitle + 1));
      const named = text !== '' && text.length <= longestTitle && known.some((one) => one.includes(key(text)));
      if (outside === 0) kept = text !== '' && (node.tag === 'h1' || named);
      else if (node.tag === 'h1' && named) lost ??= { text, line: node.line };
      return undefined;
    },
    (element) => {
      if (dropped.has(element)) outside -= 1;
    },
  );
  if (kept) return undefined;
  if (lost !== undefined) return lost;
  const text = facts.sharedTitle ?? withoutSite(facts.title);
  return text === undefined || text.length > longestTitle ? undefined : { text, line: 1 };
}

/** Letters and digits only: how titles are compared. */
const key = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** "Article | Site" and "Article - Site": the part before the last separator, where that is a title by itself. */
function withoutSite(title: string | undefined): string | undefined {
  if (title === undefined) return undefined;
  const at = Math.max(...[' | ', ' - ', ' – ', ' — ', ' :: ', ' » ', ' · '].map((mark) => title.lastIndexOf(mark)));
  const before = at > 0 ? title.slice(0, at).trim() : '';
  return before.split(' ').length >= 3 ? before : title;
}
