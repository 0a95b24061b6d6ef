// Reads a story: the blocks of a body, a note, a cell or a text box, one after the other.
import type { OfficeElement } from '../../containers/office-xml.ts';
import type { OpcPart } from '../../containers/opc.ts';
import type { Block, Origin } from '../../document/tree.ts';
import { wantsPage } from '../../options.ts';
import { ommlToLatex } from '../office/math.ts';
import { isContentsControl } from './content-control.ts';
import { FieldStack } from './fields.ts';
import { Flow } from './flow.ts';
import { readParagraph } from './paragraph.ts';
import type { DocumentState, ParagraphRecord, Story } from './scope.ts';
import { readTable } from './table.ts';

/** Counts paragraphs of a part, for their origins. */
interface Place {
  readonly part: string | undefined;
  paragraphs: number;
}

export class StoryReader implements Story {
  readonly document: DocumentState;
  readonly part: OpcPart;
  readonly fields: FieldStack;
  readonly flow: Flow;
  origin: Origin = { kind: 'paragraph', index: 1 };
  readonly #place: Place;
  /** Set in the body: pages are marked and left out there. */
  readonly #paged: boolean;
  #marked = 0;

  constructor(document: DocumentState, part: OpcPart, place: Place, fields = new FieldStack(), paged = false) {
    this.document = document;
    this.part = part;
    this.fields = fields;
    this.flow = new Flow(document.tally, paged);
    this.#place = place;
    this.#paged = paged;
  }

  blocks(container: OfficeElement, kind: 'cell' | 'box'): Block[] {
    const fields = kind === 'cell' ? this.fields : new FieldStack();
    const inner = new StoryReader(this.document, this.part, this.#place, fields);
    inner.origin = this.origin;
    inner.readAll(container);
    return inner.flow.finish();
  }

  readAll(container: OfficeElement): void {
    for (const child of container.children) if (typeof child === 'object') this.read(child);
  }

  read(element: OfficeElement): void {
    switch (element.key) {
      case 'w:p':
        this.#paragraph(element);
        break;
      case 'w:tbl':
        this.#table(element);
        break;
      case 'w:sdt':
        this.#control(element);
        break;
      case 'w:customXml':
      case 'w:ins':
      case 'w:moveTo':
      case 'w:smartTag':
        this.readAll(element);
        break;
      case 'w:altChunk':
        this.#chunk(element);
        break;
      case 'm:oMathPara':
      case 'm:oMath': {
        const value = ommlToLatex(element);
        if (value !== '') this.flow.block({ type: 'math', value }, this.origin);
        break;
      }
      case 'w:subDoc':
        this.document.tally.add('subdocuments', this.origin);
        break;
    }
  }

  #next(): void {
    this.#place.paragraphs += 1;
    this.origin = this.#originAt(this.#place.paragraphs);
  }

  #originAt(index: number): Origin {
    const { part } = this.#place;
    return part === undefined ? { kind: 'paragraph', index } : { kind: 'paragraph', index, part };
  }

  #paragraph(element: OfficeElement): void {
    this.#next();
    const before = this.document.notes.size;
    const record = readParagraph(element, this);
    if (this.#shown(record.page, before)) this.flow.paragraph(record);
  }

  #table(element: OfficeElement): void {
    const before = this.document.notes.size;
    const { page } = this.document.pages;
    const origin = this.#originAt(this.#place.paragraphs + 1);
    this.origin = origin;
    const blocks = readTable(element, this);
    if (!this.#shown(page, before)) return;
    for (const block of blocks) this.flow.block(block, origin);
  }

  /** Marks a new page, and says whether it is wanted. */
  #shown(page: ParagraphRecord['page'], notesBefore: number): boolean {
    if (!this.#paged) return true;
    const { options } = this.document.context;
    if (!wantsPage(options, page)) {
      this.document.notes.forgetFrom(notesBefore);
      return false;
    }
    if (options.pageMarkers && page !== this.#marked) {
      this.#marked = page;
      this.flow.marker({ type: 'comment', value: `page ${page}` });
    }
    return true;
  }

  #control(control: OfficeElement): void {
    const properties = control.child('w:sdtPr');
    const content = control.child('w:sdtContent');
    if (content === undefined) return;
    if (isContentsControl(properties, content, this.document.styles)) this.#contents(content);
    else this.readAll(content);
  }

  /** The table of contents is left out, but a field that begins in it must also end in it. */
  #contents(content: OfficeElement): void {
    for (const _ of content.descendants('w:p')) {
      this.#next();
      this.flow.contentsLine(this.origin);
    }
  }

  #chunk(element: OfficeElement): void {
    const part = this.part.target(element.get('r:id'));
    if (part === undefined) {
      this.document.tally.add('subdocuments', this.origin);
      return;
    }
    const placeholder: Block = { type: 'htmlBlock', value: `chunk ${this.document.chunks.length}` };
    this.flow.block(placeholder, this.origin);
    this.document.chunks.push({
      part,
      blocks: this.flow.out,
      at: this.flow.out.at(-1) ?? placeholder,
      origin: this.origin,
    });
  }
}
