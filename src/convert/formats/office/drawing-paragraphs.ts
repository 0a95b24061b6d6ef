// The paragraphs of a DrawingML text body as blocks: bullets by level become nested lists (ECMA-376 part 1, 21.1.2.4).
import type { OfficeElement } from '../../containers/office-xml.ts';
import { bulletList, code, item, orderedList, prefixed } from '../../document/build.ts';
import { numberText } from '../../document/number-text.ts';
import type { Block, ListItem } from '../../document/tree.ts';
import { isCodeParagraph, paragraphBlock, paragraphText, type TextScope } from './drawing-text.ts';

export interface Bullet {
  readonly kind: 'none' | 'bullet' | 'number';
  readonly start: number;
  /** ST_TextAutonumberScheme (21.1.10.61), where it is not counted in digits. */
  readonly scheme?: Scheme;
}

interface Scheme {
  readonly format: string;
  readonly before: string;
  readonly after: string;
}

const formats = new Map([
  ['alphaLc', 'lowerAlpha'],
  ['alphaUc', 'upperAlpha'],
  ['romanLc', 'lowerRoman'],
  ['romanUc', 'upperRoman'],
]);

function schemeOf(type: string): Scheme | undefined {
  const [, counted = '', shown] = /^((?:alpha|roman)[LU]c)(ParenBoth|ParenR|Period)$/.exec(type) ?? [];
  const format = formats.get(counted);
  if (format === undefined) return undefined;
  return { format, before: shown === 'ParenBoth' ? '(' : '', after: shown === 'Period' ? '.' : ')' };
}

/** What a level has where neither the paragraph nor its text body says. */
export type InheritedBullet = (level: number) => Bullet | undefined;

/** ST_TextIndentLevelType (21.1.10.72). */
const deepestLevel = 8;
/** ST_TextBulletStartAtNum (21.1.10.63). */
const largestStart = 32_767;

/** The bullet that these paragraph properties set by themselves. */
function bulletOf(properties: OfficeElement | undefined): Bullet | undefined {
  for (const element of properties?.elements() ?? []) {
    if (element.key === 'a:buNone') return { kind: 'none', start: 1 };
    if (element.key === 'a:buChar' || element.key === 'a:buBlip') return { kind: 'bullet', start: 1 };
    if (element.key === 'a:buAutoNum') {
      const start = Math.trunc(Number(element.get('startAt') ?? 1));
      const scheme = schemeOf(element.get('type') ?? '');
      return {
        kind: 'number',
        start: start >= 1 && start <= largestStart ? start : 1,
        ...(scheme === undefined ? {} : { scheme }),
      };
    }
  }
  return undefined;
}

/** The bullets of a list style (a:lstStyle and the text styles of a master), by level. */
export function levelBullets(style: OfficeElement | undefined): ReadonlyMap<number, Bullet> {
  const levels = new Map<number, Bullet>();
  for (let level = 0; level <= deepestLevel; level += 1) {
    const bullet = bulletOf(style?.child(`a:lvl${level + 1}pPr`)) ?? bulletOf(style?.child('a:defPPr'));
    if (bullet !== undefined) levels.set(level, bullet);
  }
  return levels;
}

export function textBlocks(
  body: OfficeElement,
  scope: TextScope,
  inherited: InheritedBullet = () => undefined,
): Block[] {
  const own = levelBullets(body.child('a:lstStyle'));
  const builder = new ListBuilder();
  let codeLines: string[] = [];
  let codeLevel = 0;
  /** Empty lines after the last line of code, which belong to it where more code follows. */
  let blank = 0;
  const endCode = (): void => {
    if (codeLines.length > 0) builder.plain(codeLevel, code(codeLines.join('\n')));
    codeLines = [];
    blank = 0;
  };
  for (const one of body.elements('a:p')) {
    const properties = one.child('a:pPr');
    const level = levelOf(properties);
    const bullet = bulletOf(properties) ?? own.get(level) ?? inherited(level) ?? { kind: 'none', start: 1 };
    if (bullet.kind === 'none' && isCodeParagraph(one)) {
      if (codeLines.length === 0) codeLevel = level;
      for (; blank > 0; blank -= 1) codeLines.push('');
      codeLines.push(paragraphText(one));
      continue;
    }
    const block = paragraphBlock(one, scope);
    if (block === undefined) {
      if (codeLines.length > 0) blank += 1;
      continue;
    }
    endCode();
    if (bullet.kind === 'none') builder.plain(level, block);
    else builder.item(level, bullet, block);
  }
  endCode();
  return builder.blocks;
}

function levelOf(properties: OfficeElement | undefined): number {
  const level = Math.trunc(Number(properties?.get('lvl') ?? 0));
  return level >= 0 && level <= deepestLevel ? level : 0;
}

interface OpenList {
  level: number;
  readonly bullet: Bullet;
  readonly items: ListItem[];
  /** Children of the last item, still growing. */
  last: Block[];
}

/** Puts paragraphs one by one into lists; levels are at most nine, so the stack is small. */
class ListBuilder {
  readonly blocks: Block[] = [];
  readonly #open: OpenList[] = [];

  /** Without a bullet: it belongs to the item above when it is set deeper than that, else it ends the list. */
  plain(level: number, block: Block): void {
    while ((this.#top?.level ?? -1) >= level) this.#open.pop();
    this.#target.push(block);
  }

  item(level: number, bullet: Bullet, block: Block): void {
    this.#climb(level, bullet);
    const top = this.#top;
    if (top?.level === level && !isSameList(top.bullet, bullet)) this.#open.pop();
    const list = this.#top?.level === level ? (this.#top as OpenList) : this.#begin(level, bullet);
    const { scheme, start } = bullet;
    // Markdown counts in digits: a letter or a Roman number is written before its text.
    if (scheme === undefined) list.last = [block];
    else {
      const { before, format, after } = scheme;
      list.last = prefixed(`${before}${numberText(start + list.items.length, format)}${after} `, [block]);
    }
    list.items.push(item(list.last));
  }

  /** Back to the list of this level; one that began deeper than need be, with no level between, goes on as that list. */
  #climb(level: number, bullet: Bullet): void {
    for (let top = this.#top; top !== undefined && top.level > level; top = this.#top) {
      const below = this.#open[this.#open.length - 2]?.level ?? -1;
      if (below < level && isSameList(top.bullet, bullet)) top.level = level;
      else this.#open.pop();
    }
  }

  get #top(): OpenList | undefined {
    return this.#open[this.#open.length - 1];
  }

  get #target(): Block[] {
    return this.#top?.last ?? this.blocks;
  }

  #begin(level: number, bullet: Bullet): OpenList {
    const items: ListItem[] = [];
    this.#target.push(
      bullet.kind === 'number' && bullet.scheme === undefined ? orderedList(items, bullet.start) : bulletList(items),
    );
    const list: OpenList = { level, bullet, items, last: [] };
    this.#open.push(list);
    return list;
  }
}

/** Every paragraph of a numbered list repeats its start, so another start is another list. */
const isSameList = (a: Bullet, b: Bullet): boolean =>
  a.kind === b.kind && a.start === b.start && a.scheme?.format === b.scheme?.format;
