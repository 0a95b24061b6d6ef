// Gathers the paragraphs of an RTF document to blocks: headings by outline level, lists by their markers, tables by cells.
import { bulletList, cell, heading, item, orderedList, paragraph, prefixed, table } from '../../document/build.ts';
import type { Block, ListItem, Row, TableCell } from '../../document/tree.ts';
import { phrasingOf, plainMarks, type Run, type RunMarks, sameMarks } from './rtf-runs.ts';

interface OpenList {
  readonly ordered: boolean;
  readonly start: number;
  readonly items: ListItem[];
}

export class RtfFlow {
  readonly #blocks: Block[] = [];
  readonly #columns: number;
  #runs: Run[] = [];
  #marker = '';
  #outline: number | undefined;
  #inTable = false;
  #cellBlocks: Block[] = [];
  #cells: TableCell[] = [];
  #rows: Row[] = [];
  #list: OpenList | undefined;

  constructor(columns: number) {
    this.#columns = columns;
  }

  text(value: string, marks: RunMarks): void {
    const last = this.#runs.at(-1);
    if (last !== undefined && sameMarks(last.marks, marks)) last.value += value;
    else this.#runs.push({ value, marks });
  }

  /** The bullet or number that stands before a paragraph. */
  marker(value: string): void {
    if (this.#marker.length < 100) this.#marker += value;
  }

  word(name: string, value: number | undefined): void {
    switch (name) {
      case 'par':
      case 'sect':
      case 'page':
        this.#endParagraph();
        break;
      case 'line':
      case 'lbr':
        this.text('\n', this.#runs.at(-1)?.marks ?? plainMarks);
        break;
      case 'pard':
        this.#outline = undefined;
        this.#inTable = false;
        break;
      case 'outlinelevel':
        this.#outline = value !== undefined && value >= 0 && value < 9 ? value : undefined;
        break;
      case 'intbl':
        this.#inTable = true;
        break;
      case 'cell':
      case 'nestcell':
        this.#endCell();
        break;
      case 'row':
        this.#endRow();
        break;
    }
  }

  end(): readonly Block[] {
    this.#endParagraph();
    this.#endTable();
    this.#endList();
    return this.#blocks;
  }

  #endParagraph(): void {
    const children = phrasingOf(this.#runs);
    const empty = this.#runs.every((run) => run.value.trim() === '');
    const marker = this.#marker.trim();
    this.#runs = [];
    this.#marker = '';
    if (this.#inTable) {
      if (!empty) this.#cellBlocks.push(paragraph(children));
      return;
    }
    this.#endTable();
    if (empty) return;
    if (marker !== '') {
      this.#item(marker, paragraph(children));
      return;
    }
    this.#endList();
    this.#blocks.push(this.#outline === undefined ? paragraph(children) : heading(this.#outline + 1, children));
  }

  #item(marker: string, content: Block): void {
    const number = /^\(?(\d{1,9})[.)]?$/.exec(marker)?.[1];
    const ordered = number !== undefined;
    const list = this.#list;
    // Another count is another list.
    if (list?.ordered !== ordered || (ordered && Number(number) !== list.start + list.items.length)) this.#endList();
    this.#list ??= { ordered, start: Number(number ?? 1), items: [] };
    // A bullet may be drawn with a letter of a symbol font; a mark with its point is read.
    const spelled = !ordered && /^\(?[a-zA-Z0-9.]{1,9}[.)]$/.test(marker);
    this.#list.items.push(item(spelled ? prefixed(`${marker} `, [content]) : [content]));
  }

  #endList(): void {
    const list = this.#list;
    this.#list = undefined;
    if (list !== undefined)
      this.#blocks.push(list.ordered ? orderedList(list.items, list.start) : bulletList(list.items));
  }

  #endCell(): void {
    this.#inTable = true;
    this.#endParagraph();
    const [only] = this.#cellBlocks;
    const content = this.#cellBlocks.length === 1 && only?.type === 'paragraph' ? only.children : this.#cellBlocks;
    this.#cellBlocks = [];
    this.#cells.push(cell(content));
    // A row wider than a table may be goes on as the next one.
    if (this.#cells.length >= this.#columns) this.#endRow();
  }

  #endRow(): void {
    this.#endList();
    // A cell that is not closed ends with its row.
    if (this.#runs.length > 0 || this.#cellBlocks.length > 0) this.#endCell();
    if (this.#cells.length > 0) this.#rows.push(this.#cells);
    this.#cells = [];
    this.#inTable = false;
  }

  #endTable(): void {
    if (this.#cells.length > 0 || this.#cellBlocks.length > 0) this.#endRow();
    if (this.#rows.length === 0) return;
    this.#blocks.push(table(this.#rows, { header: false }));
    this.#rows = [];
  }
}
