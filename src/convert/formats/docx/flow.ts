// Puts paragraphs together to blocks: lists, code and quotations grow over several paragraphs, drop caps and deleted
// paragraph ends join two.
import { isContentsTitle } from '../../contents-title.ts';
import { code as codeNode, heading, paragraph as paragraphNode } from '../../document/build.ts';
import type { Block, Comment, Origin } from '../../document/tree.ts';
import {
  hasContent,
  isBlankText,
  isBreak,
  isSpace,
  type Leaf,
  phrasingOf,
  plainText,
  splitAtEmptyLines,
  textLeaf,
  withoutWholeMark,
} from './leaves.ts';
import { ListBuilder } from './lists.ts';
import { bold, code, fixedWidth } from './run-format.ts';
import type { ParagraphRecord } from './scope.ts';
import type { Tally } from './tally.ts';
import { atTypedSigns, dropSign, isNext, type TypedSign, typedSign } from './typed-items.ts';

interface OpenCode {
  readonly lines: string[];
  readonly origin: Origin;
  readonly indent: number;
  /** By the name of its style, not only by its font. */
  readonly named: boolean;
}

interface OpenQuote {
  readonly blocks: Block[];
  readonly origin: Origin;
  readonly indent: number;
}

export class Flow {
  /** Blocks that are complete. */
  readonly out: Block[] = [];
  readonly #tally: Tally;
  /** Blocks that stand by themselves say where they come from, those inside others do not. */
  readonly #placed: boolean;
  readonly #lists = new ListBuilder();
  #code: OpenCode | undefined;
  #quote: OpenQuote | undefined;
  #carried: Leaf[] = [];
  /** What its next decides about: the title of a table of contents, or a dash that may begin an item. */
  #held: { readonly record: ParagraphRecord; readonly sign: TypedSign | undefined } | undefined;
  /** Of the last item that was typed as one. */
  #typed: TypedSign | undefined;
  #marker: Comment | undefined;

  constructor(tally: Tally, placed: boolean) {
    this.#tally = tally;
    this.#placed = placed;
  }

  paragraph(record: ParagraphRecord): void {
    const { leaves } = record;
    if (this.#carried.length > 0) {
      leaves.unshift(...this.#carried);
      this.#carried = [];
    }
    if (record.contents) {
      if (hasContent(leaves) || this.#held !== undefined) this.contentsLine(record.origin);
    } else if (record.joinsNext) this.#carried = [...leaves];
    else if (!hasContent(leaves)) this.#settle(record);
    else for (const part of atTypedSigns(record)) this.#filled(part);
    for (const block of record.after) this.#anchored(block, record);
  }

  /** A table of contents is left out, and so is what heads it. */
  contentsLine(origin: Origin): void {
    if (this.#held?.sign !== undefined) this.#letGo();
    for (const one of [this.#held?.record.origin, origin]) if (one !== undefined) this.#tally.add('contents', one);
    this.#held = undefined;
  }

  #filled(record: ParagraphRecord): void {
    const sign = typedSign(record);
    const held = this.#held;
    if (sign === undefined) {
      this.#letGo();
      // Numbers go on behind text that explains them, dashes begin anew.
      if (this.#typed?.value === undefined) this.#typed = undefined;
      if (headsContents(record)) this.#held = { record, sign };
      else this.#settle(record);
    } else if (sign.sure || isNext(this.#typed, sign) || isNext(held?.sign, sign)) {
      this.#letGo(isNext(held?.sign, sign));
      this.#settle(record, sign);
    } else {
      this.#letGo();
      this.#held = { record, sign };
    }
  }

  /** A block that is complete in itself. */
  block(block: Block, origin: Origin): void {
    this.#letGo();
    this.#endGroups();
    this.#closeLists();
    this.#push(block, origin);
  }

  /** Stands before what comes next, inside a list where that goes on. */
  marker(marker: Comment): void {
    this.#letGo();
    this.#endGroups();
    this.#marker = marker;
  }

  finish(): Block[] {
    this.#letGo();
    if (hasContent(this.#carried)) this.out.push(paragraphNode(phrasingOf(this.#carried)));
    this.#carried = [];
    this.#endGroups();
    this.#closeLists();
    return this.out;
  }

  /** With an item after it, a typed sign begins one. */
  #letGo(isItem = false): void {
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined) this.#settle(held.record, isItem ? held.sign : undefined);
  }

  #push(block: Block, origin: Origin): void {
    const marker = this.#marker;
    this.#marker = undefined;
    if (marker !== undefined) this.out.push({ ...marker, origin });
    // Blocks are made here and for this place only; to copy each of them costs more than to read it.
    if (this.#placed) (block as { origin?: Origin }).origin = origin;
    this.out.push(block);
  }

  /** Puts a block under an item of the open list, if it belongs there. */
  #underItem(block: Block, indent: number | 'any'): boolean {
    if (!this.#lists.open) return false;
    const { origin: _, ...bare } = block as Block & { origin?: Origin };
    if (!this.#lists.continueWith(bare as Block, indent, this.#marker)) return false;
    this.#marker = undefined;
    return true;
  }

  #anchored(block: Block, record: ParagraphRecord): void {
    this.#endGroups();
    const inItem = isItem(record) && record.outline === undefined;
    if (!inItem || !this.#underItem(block, 'any')) this.block(block, record.origin);
  }

  #settle(record: ParagraphRecord, typed?: TypedSign): void {
    const { leaves, style, origin, outline } = record;
    const filled = hasContent(leaves);
    if (!filled) {
      if (style.role === 'code' && this.#code !== undefined) this.#code.lines.push('');
      else if (record.numbered?.kind === 'number' && outline === undefined) this.#item(record);
      return;
    }
    if (outline !== undefined || style.role === 'title') {
      this.#typed = undefined;
      withoutWholeMark(leaves, bold);
      const { numbered } = record;
      if (numbered?.kind === 'number') leaves.unshift(textLeaf(`${numbered.label} `));
      this.block(heading((outline ?? 0) + 1, phrasingOf(leaves)), origin);
    } else if (this.#isCode(record)) this.#codeLine(record);
    else {
      // Prose may be set in a font of fixed width for its look.
      if (isFixedWidth(leaves) && !leaves.some(isNamedCode) && !looksLikeCode(plainText(leaves)))
        withoutWholeMark(leaves, fixedWidth);
      this.#prose(record, typed);
    }
  }

  #prose(record: ParagraphRecord, typed: TypedSign | undefined): void {
    const { leaves, style } = record;
    if (typed !== undefined) {
      this.#typed = typed;
      dropSign(leaves, typed);
      this.#item(record, typed);
    } else if (record.checked !== undefined || isItem(record)) this.#item(record);
    else {
      const blocks = paragraphBlocks(leaves);
      if (style.role === 'quote') this.#quoted(blocks, record);
      else for (const block of blocks) this.#place(block, record);
    }
  }

  #place(block: Block, { indent, style, origin }: ParagraphRecord): void {
    this.#endGroups();
    if (!this.#underItem(block, style.role === 'continued' ? 'any' : (indent ?? 0))) this.block(block, origin);
  }

  #item(record: ParagraphRecord, typed?: TypedSign): void {
    this.#endGroups();
    const { numbered, listByName, leaves, origin } = record;
    const checked = record.checked ?? typedBox(leaves);
    if (checked !== undefined) dropBox(leaves);
    const level = numbered?.level ?? listByName?.level ?? 0;
    // Word's own lists go in by a quarter of an inch and half an inch for each level.
    const indent = record.indent ?? (typed === undefined ? 360 + 360 * level : 0);
    const named =
      typed === undefined
        ? `style ${listByName?.ordered === true ? 'number' : 'bullet'}`
        : `typed ${typed.sign} ${indent}`;
    const list = numbered?.list ?? named;
    let ordered = typed?.value !== undefined || listByName?.ordered === true;
    if (numbered !== undefined) ordered = numbered.kind === 'number';
    if (numbered?.kind === 'number' && this.#keepsLabel(numbered.list, numbered.level, numbered)) {
      ordered = false;
      leaves.unshift(textLeaf(`${numbered.label} `));
    }
    const blocks = hasContent(leaves) ? paragraphBlocks(leaves) : [];
    const [first, ...rest] = blocks;
    const value = numbered?.value ?? typed?.value ?? this.#lists.nextValue(list, level);
    if (this.#marker !== undefined) {
      if (this.#lists.open) this.#lists.continueWith(this.#marker, 'any');
      else this.out.push({ ...this.#marker, origin });
      this.#marker = undefined;
    }
    this.#lists.add({ list, level, indent, ordered, value, checked }, first, origin);
    for (const block of rest) this.#lists.continueWith(block, 'any');
  }

  /** Markdown shows one number and a point; what a list shows beyond that is kept as text. */
  #keepsLabel(list: string, level: number, numbered: { levelsShown: number; hasWords: boolean }): boolean {
    if (numbered.hasWords) return true;
    return numbered.levelsShown > 1 && !this.#lists.shows(list, level);
  }

  #isCode(record: ParagraphRecord): boolean {
    if (record.numbered !== undefined) return false;
    const { leaves, style } = record;
    const named = style.role === 'code';
    if (!(named || leaves.every(mayBeCode))) return false;
    if (!leaves.every((leaf) => leaf.node === undefined || leaf.node.type === 'break')) return false;
    return named || this.#code?.named === false || looksLikeCode(plainText(leaves));
  }

  #codeLine(record: ParagraphRecord): void {
    const named = record.style.role === 'code';
    if (this.#code !== undefined && this.#code.named !== named) this.#endGroups();
    if (this.#code === undefined) {
      this.#endGroups();
      this.#code = { lines: [], origin: record.origin, indent: record.indent ?? 0, named };
    }
    this.#code.lines.push(plainText(record.leaves));
  }

  #quoted(blocks: readonly Block[], record: ParagraphRecord): void {
    if (this.#quote === undefined) {
      this.#endGroups();
      this.#quote = { blocks: [], origin: record.origin, indent: record.indent ?? 0 };
    }
    this.#quote.blocks.push(...blocks);
  }

  #endGroups(): void {
    const open = this.#code;
    const quote = this.#quote;
    this.#code = undefined;
    this.#quote = undefined;
    if (open !== undefined) {
      const { lines } = open;
      while (lines.at(-1) === '') lines.pop();
      this.#grown(codeNode(lines.join('\n')), open);
    }
    if (quote !== undefined) {
      this.#grown({ type: 'blockquote', children: quote.blocks }, quote);
    }
  }

  #grown(block: Block, { indent, origin }: OpenCode | OpenQuote): void {
    if (this.#underItem(block, indent)) return;
    this.#closeLists();
    this.#push(block, origin);
  }

  #closeLists(): void {
    if (this.#lists.open) this.out.push(...this.#lists.close());
  }
}

/** No heading of a table of contents has more characters. */
const longestTitle = 60;

function headsContents({ style, leaves, after }: ParagraphRecord): boolean {
  const [first] = leaves;
  const named = style.role === 'contents head';
  if (!named && first !== undefined && first.text.length > longestTitle && first.text.trim().length > longestTitle)
    return false;
  // A note or a comment on it would be left without its place.
  if (after.length > 0 || !hasContent(leaves) || leaves.some((leaf) => leaf.node !== undefined)) return false;
  return named || isContentsTitle(plainText(leaves).trim().replace(/:$/, ''));
}

const mayBeCode = (leaf: Leaf): boolean =>
  leaf.node !== undefined ||
  ((leaf.marks & (fixedWidth | code)) !== 0 && leaf.link === undefined) ||
  isBlankText(leaf.text);

/** All in a font of fixed width, or in a style for code. */
function isFixedWidth(leaves: readonly Leaf[]): boolean {
  for (const leaf of leaves) {
    if (leaf.node === undefined && leaf.link === undefined && (leaf.marks & (fixedWidth | code)) !== 0) continue;
    if (!isSpace(leaf)) return false;
  }
  return true;
}

const isNamedCode = (leaf: Leaf): boolean => (leaf.marks & code) !== 0;

function isItem({ numbered, listByName }: ParagraphRecord): boolean {
  return numbered === undefined ? listByName !== undefined : numbered.kind !== 'none';
}

/** Formulas alone in a paragraph stand on lines of their own; an empty line inside a paragraph ends it. */
function paragraphBlocks(leaves: readonly Leaf[]): Block[] {
  const formulas: string[] = [];
  for (const leaf of leaves) {
    if (leaf.node?.type === 'inlineMath') formulas.push(leaf.node.value);
    else if (!isSpace(leaf)) {
      if (!leaves.some(isBreak)) return [paragraphNode(phrasingOf(leaves))];
      return splitAtEmptyLines(leaves).map((part) => paragraphNode(phrasingOf(part)));
    }
  }
  return formulas.map((value) => ({ type: 'math', value }));
}

/** Lists of tasks are often written with a character for the box: what it says of an item that begins with one. */
function typedBox(leaves: readonly Leaf[]): boolean | undefined {
  const first = leaves.find((leaf) => leaf.node !== undefined || !isBlankText(leaf.text));
  const box = first?.node === undefined ? /^\s*([☐☑☒])\s+\S/.exec(first?.text.slice(0, 40) ?? '')?.[1] : undefined;
  return box === undefined ? undefined : box !== '☐';
}

/** The box itself is the marker of the item. */
function dropBox(leaves: Leaf[]): void {
  const leaf = leaves.find((one) => one.node === undefined && !isBlankText(one.text));
  if (leaf !== undefined) leaf.text = leaf.text.trimStart().slice(1).trimStart();
}

/** Brackets, operators and line starts that prose does not have. */
function looksLikeCode(text: string): boolean {
  return /[{}[\];=<>|\\$#_~^`*]|\w\(|\)$|^[ \t]{2}|^[ \t]?(?:\/\/|--|@|\.\/)/m.test(text);
}
