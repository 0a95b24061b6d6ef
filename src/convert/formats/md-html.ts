// HTML inside Markdown: known inline tags become nodes, blocks go through the HTML reader, active content is dropped
// with a warning, comments stay. Nothing that could run leaves this file.
import { parseFragment } from 'parse5';
import { lineBreak, link } from '../document/build.ts';
import type { Block, Phrasing } from '../document/tree.ts';
import { htmlToBlocks } from './html/blocks.ts';
import { pictureNode } from './md-links.ts';
import type { MdScope } from './md-tree.ts';

/** Elements whose content is not text for a reader: dropped whole. */
const activeTags = new Set([
  'script',
  'style',
  'iframe',
  'object',
  'embed',
  'applet',
  'noscript',
  'template',
  'frame',
  'frameset',
  'form',
  'input',
  'button',
  'select',
  'textarea',
  'meta',
  'link',
  'base',
]);
/** The same, where what they enclose goes with them. */
const enclosing = new Set(['script', 'style', 'iframe', 'object', 'applet', 'template', 'noscript']);
/** Inert, and with a meaning Markdown has no sign for: kept as bare tags. */
const keptTags = new Set([
  'kbd',
  'u',
  'ins',
  'mark',
  'small',
  'q',
  'samp',
  'var',
  'cite',
  'abbr',
  'dfn',
  'ruby',
  'rt',
  'rp',
]);

const wrappers = new Map<string, (children: Phrasing[]) => Phrasing>([
  ['em', (children) => ({ type: 'emphasis', children })],
  ['i', (children) => ({ type: 'emphasis', children })],
  ['strong', (children) => ({ type: 'strong', children })],
  ['b', (children) => ({ type: 'strong', children })],
  ['del', (children) => ({ type: 'delete', children })],
  ['s', (children) => ({ type: 'delete', children })],
  ['strike', (children) => ({ type: 'delete', children })],
  ['sup', (children) => ({ type: 'superscript', children })],
  ['sub', (children) => ({ type: 'subscript', children })],
  ['code', (children) => ({ type: 'inlineCode', value: plain(children) })],
  ['tt', (children) => ({ type: 'inlineCode', value: plain(children) })],
]);

interface Frame {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Phrasing[];
}

/** Frames open at one time: more are not paired. */
const openFrames = 50;

/** The inline content of one parent, tags paired as they come. */
export class HtmlRuns {
  readonly #scope: MdScope;
  readonly #frames: Frame[] = [{ tag: '', attributes: new Map(), children: [] }];
  /** The tag whose content is being dropped. */
  #dropping = '';

  constructor(scope: MdScope) {
    this.#scope = scope;
  }

  node(node: Phrasing): void {
    if (this.#dropping === '') this.#top().children.push(node);
  }

  html(value: string): void {
    if (value.startsWith('<!--')) {
      if (this.#dropping === '') this.#top().children.push({ type: 'html', value });
      return;
    }
    const tag = /^<\/?([a-zA-Z][a-zA-Z0-9-]{0,40})/.exec(value)?.[1]?.toLowerCase() ?? '';
    const closes = value.startsWith('</');
    if (this.#dropping !== '') {
      if (closes && tag === this.#dropping) this.#dropping = '';
      return;
    }
    if (tag === '') this.#scope.warnOnce('html-dropped', 'A declaration or instruction inside the text was dropped.');
    else if (activeTags.has(tag)) this.#active(tag, closes);
    else if (closes) this.#close(tag);
    else this.#open(tag, value);
  }

  end(): Phrasing[] {
    while (this.#frames.length > 1) this.#unwrap();
    return this.#top().children;
  }

  #active(tag: string, closes: boolean): void {
    this.#scope.warnOnce('active-html-dropped', `HTML that is not text was dropped: <${tag}>.`);
    if (!closes && enclosing.has(tag)) this.#dropping = tag;
  }

  #open(tag: string, value: string): void {
    if (tag === 'br') this.node(lineBreak);
    else if (tag === 'wbr') return;
    else if (tag === 'img') {
      const attributes = attributesOf(value);
      const alt = attributes.get('alt') ?? '';
      const picture = pictureNode(
        { url: attributes.get('src') ?? '', title: attributes.get('title') },
        alt,
        this.#scope,
      );
      if (picture !== undefined) this.node(picture);
    } else if (this.#frames.length <= openFrames && (wrappers.has(tag) || keptTags.has(tag) || tag === 'a')) {
      this.#frames.push({ tag, attributes: tag === 'a' ? attributesOf(value) : new Map(), children: [] });
    } else
      this.#scope.warnOnce(
        'html-tag-dropped',
        `HTML tags that Markdown has no sign for were dropped, their text kept: <${tag}>.`,
      );
  }

  #close(tag: string): void {
    let at = this.#frames.length - 1;
    while (at > 0 && this.#frames[at]?.tag !== tag) at -= 1;
    if (at === 0) return;
    while (this.#frames.length - 1 > at) this.#unwrap();
    const frame = this.#frames.pop() as Frame;
    for (const node of wrapped(frame)) this.#top().children.push(node);
  }

  /** A tag that is never closed: its content stands without it. */
  #unwrap(): void {
    const frame = this.#frames.pop() as Frame;
    this.#scope.warnOnce('html-tag-dropped', `An HTML tag without its end was dropped, its text kept: <${frame.tag}>.`);
    for (const node of frame.children) this.#top().children.push(node);
  }

  #top(): Frame {
    return this.#frames[this.#frames.length - 1] as Frame;
  }
}

function wrapped(frame: Frame): Phrasing[] {
  const { tag, children } = frame;
  const wrap = wrappers.get(tag);
  if (wrap !== undefined) return children.length === 0 ? [] : [wrap(children)];
  if (tag === 'a') {
    const url = frame.attributes.get('href');
    // An anchor without an address is a place in the text, not text.
    if (url === undefined || children.length === 0) return children;
    return [link(url, children, frame.attributes.get('title'))];
  }
  return [{ type: 'html', value: `<${tag}>` }, ...children, { type: 'html', value: `</${tag}>` }];
}

function attributesOf(value: string): Map<string, string> {
  const [node] = parseFragment(value).childNodes;
  return new Map(node !== undefined && 'attrs' in node ? node.attrs.map((one) => [one.name, one.value]) : []);
}

function plain(nodes: readonly Phrasing[]): string {
  let all = '';
  for (const node of nodes) {
    if (node.type === 'html') continue;
    if ('value' in node) all += node.value;
    else if ('children' in node) all += plain(node.children);
    else if (node.type === 'break') all += ' ';
  }
  return all;
}

/**
 * An HTML block and the ones after it that belong to the same element: a blank line ends an HTML block of Markdown
 * (CommonMark, 4.6), but not the table it stands in.
 */
export function htmlFlow(
  nodes: readonly { readonly type: string; readonly value?: string }[],
  at: number,
  scope: MdScope,
): { blocks: Block[]; last: number } {
  let value = nodes[at]?.value ?? '';
  let last = at;
  const trimmed = value.trim();
  const comment =
    trimmed.startsWith('<!--') && trimmed.indexOf('-->') === trimmed.length - 3 ? trimmed.slice(4, -3) : undefined;
  if (comment !== undefined) {
    return { blocks: comment.trim() === '' ? [] : [{ type: 'comment', value: comment.trim() }], last };
  }
  const open = new OpenTags();
  open.add(value);
  while (nodes[last + 1]?.type === 'html' && open.any) {
    last += 1;
    const more = nodes[last]?.value ?? '';
    open.add(more);
    value += `\n\n${more}`;
  }
  const active = /<(script|style|iframe|object|embed|applet|form|input|button|select|textarea|meta|link|base)\b/i.exec(
    value,
  )?.[1];
  if (active !== undefined)
    scope.warnOnce('active-html-dropped', `HTML that is not text was dropped: <${active.toLowerCase()}>.`);
  return { blocks: htmlToBlocks(value, scope.context, { clean: false }), last };
}

const voidTags = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
  'p',
  'li',
  'td',
  'th',
  'tr',
  'dt',
  'dd',
  'option',
  'tbody',
  'thead',
  'tfoot',
  'colgroup',
]);

/** Elements that need their end tag and have none in the text so far. */
class OpenTags {
  readonly #counts = new Map<string, number>();
  #open = 0;

  add(value: string): void {
    for (const match of value.matchAll(/<(\/?)([a-zA-Z][a-zA-Z0-9-]{0,40})/g)) {
      const tag = (match[2] as string).toLowerCase();
      if (voidTags.has(tag)) continue;
      const before = this.#counts.get(tag) ?? 0;
      const after = before + (match[1] === '/' ? -1 : 1);
      this.#counts.set(tag, after);
      this.#open += Number(after > 0) - Number(before > 0);
    }
  }

  get any(): boolean {
    return this.#open > 0;
  }
}
