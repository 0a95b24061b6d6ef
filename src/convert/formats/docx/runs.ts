// Reads what stands in a line: runs and what wraps them (links, changes, content controls, fields, formulas), as leaves.
import type { OfficeElement } from '../../containers/office-xml.ts';
import type { Block, Phrasing } from '../../document/tree.ts';
import { type FontKind, fontKind } from '../office/fonts.ts';
import { ommlToLatex } from '../office/math.ts';
import { symbolText } from '../office/symbols.ts';
import { checkboxState } from './content-control.ts';
import { type Drawn, readDrawing, readVml } from './drawing.ts';
import { formText, type Instruction, isContents, type OpenField, parseInstruction } from './fields.ts';
import { breakLeaf, type Leaf, type LinkTarget } from './leaves.ts';
import { fieldTarget, hyperlinkTarget } from './link-targets.ts';
import { fixedWidth, hidden, plainFormat, type RunFormat, readRunFormat } from './run-format.ts';
import type { Story } from './scope.ts';
import type { ParagraphStyle } from './styles.ts';

export class LineReader {
  readonly leaves: Leaf[] = [];
  readonly after: Block[] = [];
  /** Check boxes seen, and whether the first one opens the paragraph. */
  boxes = 0;
  opensWithBox: boolean | undefined;
  /** Parts of a table of contents, and what tells that this is one of its lines. */
  contentsSeen = false;
  contentsBegin = false;
  looksLikeContents = false;
  /** The page the first content stands on. */
  page = 0;
  readonly #story: Story;
  readonly #style: ParagraphStyle;
  readonly #links: LinkTarget[] = [];
  #linkedFields: Set<OpenField> | undefined;
  #quiet: boolean;
  #inContents: boolean;

  constructor(story: Story, style: ParagraphStyle) {
    this.#story = story;
    this.#style = style;
    this.#quiet = story.fields.inInstruction;
    this.#inContents = story.fields.inContents;
  }

  read(container: OfficeElement): void {
    for (const child of container.children) {
      if (typeof child === 'string') continue;
      switch (child.key) {
        case 'w:r':
          this.#run(child);
          break;
        case 'w:hyperlink':
          this.#hyperlink(child);
          break;
        case 'w:ins':
        case 'w:moveTo':
          this.#story.document.tally.add('insertions', this.#story.origin);
          this.read(child);
          break;
        case 'w:del':
        case 'w:moveFrom':
          this.#story.document.tally.add('deletions', this.#story.origin);
          break;
        case 'w:sdt':
          this.#control(child);
          break;
        case 'w:fldSimple':
          this.#simpleField(child);
          break;
        case 'm:oMath':
          this.#math(child);
          break;
        case 'm:oMathPara':
          for (const formula of child.elements('m:oMath')) this.#math(formula);
          break;
        case 'w:smartTag':
        case 'w:customXml':
        case 'w:dir':
        case 'w:bdo':
          this.read(child);
          break;
        case 'w:subDoc':
          this.#story.document.tally.add('subdocuments', this.#story.origin);
          break;
      }
    }
  }

  #run(run: OfficeElement): void {
    const first = run.children[0];
    const own =
      typeof first === 'object' && first.key === 'w:rPr' ? readRunFormat(first) : readRunFormat(run.child('w:rPr'));
    const { styles } = this.#story.document;
    const base: RunFormat = own.style === undefined ? this.#style.run : styles.within(this.#style, own.style);
    let marks = (base.on & ~own.decided) | own.on;
    const font = own.font ?? base.font;
    if (font === 'fixed' && !styles.fixedWidthIsUsual) marks |= fixedWidth;
    if ((marks & hidden) !== 0) this.#hiddenRun(run);
    else this.#content(run, marks, font);
  }

  #content(run: OfficeElement, marks: number, font: FontKind | undefined): void {
    const { document, fields } = this.#story;
    for (const child of run.children) {
      if (typeof child === 'string') continue;
      switch (child.key) {
        case 'w:t':
          this.#text(child.text(), marks, font);
          break;
        case 'w:tab':
        case 'w:ptab':
          this.looksLikeContents ||= this.#inContents;
          this.#text('\t', marks, undefined);
          break;
        case 'w:br':
          this.#break(child.get('w:type'));
          break;
        case 'w:cr':
          this.#break(undefined);
          break;
        case 'w:noBreakHyphen':
          this.#text('\u2011', marks, undefined);
          break;
        case 'w:sym':
          this.#symbol(child, marks);
          break;
        case 'w:lastRenderedPageBreak':
          document.pages.drawnBreak();
          break;
        case 'w:fldChar':
          this.#fieldCharacter(child, marks);
          break;
        case 'w:instrText':
          fields.instruct(child.text());
          break;
        case 'w:drawing':
          this.#drawn(readDrawing(child, this.#story));
          break;
        case 'w:pict':
        case 'w:object':
          this.#drawn(readVml(child, this.#story));
          break;
        case 'w:footnoteReference':
        case 'w:endnoteReference':
          this.#note(child.key === 'w:footnoteReference' ? 'footnote' : 'endnote', child.get('w:id'));
          // 17.11.14: the mark that follows stands in the same run and is not text.
          if (isTrue(child.get('w:customMarkFollows'))) return;
          break;
        case 'w:commentReference':
          this.#note('comment', child.get('w:id'));
          break;
        case 'w:ruby':
          this.#ruby(child);
          break;
      }
    }
  }

  /** 17.3.2.41: not shown; but a field may begin or end there. */
  #hiddenRun(run: OfficeElement): void {
    const { document, fields, origin } = this.#story;
    let told = this.#quiet;
    for (const child of run.elements()) {
      if (child.key === 'w:fldChar') this.#fieldCharacter(child, 0);
      else if (child.key === 'w:instrText') fields.instruct(child.text());
      else if (!told && (child.key === 'w:drawing' || (child.key === 'w:t' && child.text().trim() !== ''))) {
        document.tally.add('hidden', origin);
        told = true;
      }
    }
  }

  #text(value: string, marks: number, font: FontKind | undefined): void {
    if (this.#quiet || value === '') return;
    const shown =
      font === undefined || font === 'text' || font === 'fixed'
        ? value
        : symbolText(value, font, this.#unknownSymbol());
    this.#shows();
    const linked = this.#links[this.#links.length - 1];
    const last = this.leaves[this.leaves.length - 1];
    if (last !== undefined && last.node === undefined && last.marks === marks && last.link === linked)
      last.text += shown;
    else this.leaves.push({ text: shown, node: undefined, marks, link: linked });
  }

  /** Made only where there is a symbol: there is a reader for every paragraph. */
  #unknownSymbol(): () => void {
    return () => this.#story.document.tally.add('symbols', this.#story.origin);
  }

  #symbol(symbol: OfficeElement, marks: number): void {
    const code = Number.parseInt(symbol.get('w:char') ?? '', 16);
    if (!(code > 0 && code <= 0x10ffff)) return;
    const kind = fontKind(symbol.get('w:font') ?? '');
    if (kind !== 'text' && kind !== 'fixed')
      this.#text(symbolText(String.fromCodePoint(code), kind, this.#unknownSymbol()), marks, undefined);
    else this.#text(String.fromCodePoint(code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code), marks, undefined);
  }

  #shows(): void {
    const { pages } = this.#story.document;
    pages.mark();
    if (this.page === 0) this.page = pages.page;
    if (this.#inContents) this.contentsSeen = true;
  }

  #node(node: Phrasing): void {
    if (this.#quiet) return;
    this.#shows();
    this.leaves.push({ text: '', node, marks: 0, link: this.#links[this.#links.length - 1] });
  }

  #break(type: string | undefined): void {
    if (this.#quiet) return;
    if (type === 'page') this.#story.document.pages.breakHere();
    else if (type !== 'column') this.leaves.push(breakLeaf(this.#links[this.#links.length - 1]));
  }

  #note(kind: 'footnote' | 'endnote' | 'comment', id: string | undefined): void {
    if (id === undefined || this.#quiet) return;
    const identifier = this.#story.document.notes.refer(kind, id);
    if (identifier !== undefined) this.#node({ type: 'footnoteReference', identifier });
  }

  #math(formula: OfficeElement): void {
    const value = ommlToLatex(formula);
    if (value !== '') this.#node({ type: 'inlineMath', value });
  }

  #drawn(drawn: Drawn): void {
    if (this.#quiet) return;
    if (drawn.link !== undefined) this.#links.push({ url: drawn.link });
    for (const node of drawn.line) this.#node(node);
    if (drawn.link !== undefined) this.#links.pop();
    this.after.push(...drawn.after);
  }

  /** The reading of a word stands after it, as in `漢字(かんじ)`. */
  #ruby(ruby: OfficeElement): void {
    const base = ruby.child('w:rubyBase');
    const reading = ruby.child('w:rt');
    if (base !== undefined) this.read(base);
    const words = new LineReader(this.#story, { ...this.#style, run: plainFormat });
    if (reading !== undefined) words.read(reading);
    const shown = words.leaves
      .map((leaf) => leaf.text)
      .join('')
      .trim();
    if (shown !== '') this.#text(`(${shown})`, 0, undefined);
  }

  #hyperlink(element: OfficeElement): void {
    this.looksLikeContents ||= this.#inContents;
    const { part, document } = this.#story;
    this.#linked(hyperlinkTarget(element, part, document.anchors), element);
  }

  #linked(target: LinkTarget | undefined, content: OfficeElement): void {
    if (target !== undefined) this.#links.push(target);
    this.read(content);
    if (target !== undefined) this.#links.pop();
  }

  #control(control: OfficeElement): void {
    const properties = control.child('w:sdtPr');
    const content = control.child('w:sdtContent');
    const checked = checkboxState(properties);
    if (checked !== undefined) {
      this.#box(checked);
      return;
    }
    if (content !== undefined) this.read(content);
  }

  #box(checked: boolean): void {
    if (this.#quiet) return;
    if (this.boxes === 0 && this.leaves.every((leaf) => leaf.node === undefined && leaf.text.trim() === ''))
      this.opensWithBox = checked;
    this.boxes += 1;
    this.#text(checked ? '☒' : '☐', 0, undefined);
  }

  #simpleField(field: OfficeElement): void {
    const instruction = parseInstruction(field.get('w:instr') ?? '');
    const form = formText(instruction, field.at('w:fldData', 'w:ffData'));
    if (form !== undefined) this.#form(instruction, form);
    else if (!isContents(instruction)) {
      this.#linked(fieldTarget(instruction, this.#story.document.anchors), field);
    } else this.contentsSeen = this.contentsBegin = true;
  }

  #fieldCharacter(character: OfficeElement, marks: number): void {
    const { fields } = this.#story;
    switch (character.get('w:fldCharType')) {
      case 'begin':
        fields.begin(character.child('w:ffData'));
        break;
      case 'separate': {
        const field = fields.separate();
        if (field?.instruction === undefined) break;
        if (isContents(field.instruction)) this.contentsBegin = this.contentsSeen = true;
        if (field.instruction.name === 'PAGEREF') this.looksLikeContents ||= this.#inContents;
        const target = fieldTarget(field.instruction, this.#story.document.anchors);
        if (target === undefined) break;
        this.#links.push(target);
        this.#linkedFields ??= new Set();
        this.#linkedFields.add(field);
        break;
      }
      case 'end': {
        const field = fields.end();
        if (field !== undefined && this.#linkedFields?.delete(field)) this.#links.pop();
        this.#quiet = fields.inInstruction;
        if (field?.instruction !== undefined) this.#endField(field.instruction, field, marks);
        break;
      }
    }
    this.#quiet = fields.inInstruction;
    this.#inContents = fields.inContents;
  }

  /** What a field shows that has no result in the file. */
  #endField(instruction: Instruction, field: OpenField, marks: number): void {
    const form = formText(instruction, field.form);
    if (form !== undefined) this.#form(instruction, form);
    else if (field.phase === 'instruction' && instruction.name === 'SYMBOL') {
      const code = Number(instruction.arguments[0]);
      const kind = fontKind(instruction.switches.get('f') ?? '');
      if (!(code > 0 && code <= 0x10ffff)) return;
      const plain = kind === 'text' || kind === 'fixed';
      this.#text(
        plain ? String.fromCodePoint(code) : symbolText(String.fromCodePoint(code), kind, this.#unknownSymbol()),
        marks,
        undefined,
      );
    } else if (field.phase === 'instruction' && instruction.name === 'EQ') {
      this.#story.document.tally.add('equations', this.#story.origin);
    }
  }

  #form(instruction: Instruction, shown: string): void {
    if (instruction.name === 'FORMCHECKBOX') this.#box(shown === '☒');
    else this.#text(shown, 0, undefined);
  }
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true' || value === 'on';
