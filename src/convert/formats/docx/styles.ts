// The styles of a document, resolved through what they are based on (ECMA-376 part 1, 17.7).
import type { OfficeElement } from '../../containers/office-xml.ts';
import { readIndent, twips } from './measures.ts';
import { code, combined, inherited, plainFormat, type RunFormat, readRunFormat } from './run-format.ts';
import { headingLevelOf, isCodeCharacterStyle, listStyleOf, roleOf, type StyleRole } from './style-names.ts';

/** Longer chains of styles than this are a loop or made to hurt. */
const longestChain = 64;
const mostStyles = 100_000;

export interface ParagraphStyle {
  readonly id: string;
  readonly role: StyleRole;
  /** Outline level from 0; undefined for body text. */
  readonly outline: number | undefined;
  readonly numId: string | undefined;
  readonly level: number | undefined;
  /** Left edge in twips. */
  readonly indent: number | undefined;
  /** What text looks like in it, as far as that says something: the look of a heading does not. */
  readonly run: RunFormat;
  readonly listByName: { readonly ordered: boolean; readonly level: number } | undefined;
  readonly pageBreakBefore: boolean;
}

const bodyStyle: ParagraphStyle = {
  id: '',
  role: 'body',
  outline: undefined,
  numId: undefined,
  level: undefined,
  indent: undefined,
  run: plainFormat,
  listByName: undefined,
  pageBreakBefore: false,
};

interface RawStyle {
  readonly id: string;
  readonly name: string;
  readonly basedOn: string | undefined;
  readonly element: OfficeElement;
}

export class StyleSheet {
  readonly #raw = new Map<string, RawStyle>();
  readonly #paragraphs = new Map<string, ParagraphStyle>();
  readonly #characters = new Map<string, RunFormat>();
  readonly #combined = new Map<ParagraphStyle, Map<string, RunFormat>>();
  #defaultStyle: ParagraphStyle = bodyStyle;
  /** The whole document is set in a font of fixed width, which then says nothing. */
  readonly fixedWidthIsUsual: boolean;
  readonly language: string | undefined;

  constructor(root: OfficeElement | undefined) {
    let usual: string | undefined;
    for (const element of root?.elements('w:style') ?? []) {
      const id = element.get('w:styleId');
      if (id === undefined || this.#raw.size >= mostStyles || this.#raw.has(id)) continue;
      const name = element.child('w:name')?.get('w:val') ?? id;
      this.#raw.set(id, { id, name, basedOn: element.child('w:basedOn')?.get('w:val'), element });
      const isDefault = element.get('w:default');
      if (element.get('w:type') === 'paragraph' && (isDefault === '1' || isDefault === 'true')) usual ??= id;
    }
    // Without styles, the names that writers use are all there is to go by.
    this.#named = root === undefined;
    const defaults = readRunFormat(root?.at('w:docDefaults', 'w:rPrDefault', 'w:rPr'));
    if (usual !== undefined) this.#defaultStyle = this.paragraph(usual);
    this.fixedWidthIsUsual = (this.#defaultStyle.run.font ?? defaults.font) === 'fixed';
    this.language = root?.at('w:docDefaults', 'w:rPrDefault', 'w:rPr', 'w:lang')?.get('w:val');
  }

  readonly #named: boolean;

  paragraph(id: string | undefined): ParagraphStyle {
    if (id === undefined) return this.#defaultStyle;
    const known = this.#paragraphs.get(id);
    if (known !== undefined) return known;
    const resolved = this.#resolve(id);
    if (this.#paragraphs.size < mostStyles) this.#paragraphs.set(id, resolved);
    return resolved;
  }

  character(id: string): RunFormat {
    const known = this.#characters.get(id);
    if (known !== undefined) return known;
    let format = plainFormat;
    for (const raw of this.#chain(id).reverse()) {
      const own = readRunFormat(raw.element.child('w:rPr'));
      format = inherited(format, own);
      if (isCodeCharacterStyle(raw.name)) format = { ...format, decided: format.decided | code, on: format.on | code };
    }
    if (this.#characters.size < mostStyles) this.#characters.set(id, format);
    return format;
  }

  /** A character style as it looks in a paragraph style. */
  within(paragraph: ParagraphStyle, character: string): RunFormat {
    let known = this.#combined.get(paragraph);
    if (known === undefined) {
      known = new Map();
      if (this.#combined.size < mostStyles) this.#combined.set(paragraph, known);
    }
    const found = known.get(character);
    if (found !== undefined) return found;
    const format = combined(paragraph.run, this.character(character));
    if (known.size < mostStyles) known.set(character, format);
    return format;
  }

  /** The list that a numbering style stands for. */
  numberingOf(id: string): string | undefined {
    return this.#raw.get(id)?.element.at('w:pPr', 'w:numPr', 'w:numId')?.get('w:val');
  }

  /** The style and those it is based on, nearest first. */
  #chain(id: string): RawStyle[] {
    const chain: RawStyle[] = [];
    let next: string | undefined = id;
    while (next !== undefined && chain.length < longestChain) {
      const raw = this.#raw.get(next);
      if (raw === undefined || chain.includes(raw)) break;
      chain.push(raw);
      next = raw.basedOn;
    }
    return chain;
  }

  #resolve(id: string): ParagraphStyle {
    const chain = this.#chain(id);
    if (chain.length === 0) return this.#named ? namedStyle(id) : { ...this.#defaultStyle, id };
    let role: StyleRole | undefined;
    let outline: number | undefined;
    let numId: string | undefined;
    let level: number | undefined;
    let indent: number | undefined;
    let listByName: ParagraphStyle['listByName'];
    let pageBreak: string | undefined;
    let run = plainFormat;
    for (const { name, element } of chain) {
      const properties = element.child('w:pPr');
      role ??= roleOf(name);
      outline ??= outlineOf(properties) ?? (headingLevelOf(name) ?? Number.NaN) - 1;
      if (Number.isNaN(outline)) outline = undefined;
      const numbering = properties?.child('w:numPr');
      numId ??= numbering?.child('w:numId')?.get('w:val');
      level ??= twips(numbering?.child('w:ilvl')?.get('w:val'));
      indent ??= readIndent(properties?.child('w:ind'));
      listByName ??= listStyleOf(name);
      const breaks = properties?.child('w:pageBreakBefore');
      if (breaks !== undefined) pageBreak ??= breaks.get('w:val') ?? '1';
    }
    for (const { element } of chain.toReversed()) run = inherited(run, readRunFormat(element.child('w:rPr')));
    const isHeading = outline !== undefined && outline < 9;
    return {
      id,
      role: role ?? 'body',
      outline: isHeading ? outline : undefined,
      numId,
      level,
      indent,
      run: isHeading || (role !== undefined && role !== 'body' && role !== 'continued') ? bare(run) : run,
      listByName,
      pageBreakBefore: pageBreak !== undefined && pageBreak !== '0' && pageBreak !== 'false',
    };
  }
}

/** Only the font: the look of headings, captions and quotations is the look of their kind, and says nothing more. */
function bare(run: RunFormat): RunFormat {
  return { decided: 0, on: 0, font: run.font, style: undefined };
}

export function outlineOf(properties: OfficeElement | undefined): number | undefined {
  const value = properties?.child('w:outlineLvl')?.get('w:val');
  const level = value === undefined ? Number.NaN : Number(value);
  return Number.isInteger(level) && level >= 0 && level <= 9 ? level : undefined;
}

/** A style that nothing defines, in a document without any styles: known by its name only. */
function namedStyle(id: string): ParagraphStyle {
  const level = headingLevelOf(id);
  const spaced = id.replace(/[a-z](?=[A-Z0-9])|[A-Z](?=[A-Z][a-z])/g, '$& ');
  return {
    ...bodyStyle,
    id,
    role: roleOf(spaced) ?? 'body',
    outline: level === undefined ? undefined : level - 1,
    listByName: listStyleOf(spaced),
  };
}
