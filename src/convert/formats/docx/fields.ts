// Fields: instructions with a result that the writing program left behind (ECMA-376 part 1, 17.16). The result is shown;
// some instructions say more than it does.
import type { OfficeElement } from '../../containers/office-xml.ts';
import { isOn } from './run-format.ts';

/** An instruction longer than this is cut: only its beginning decides. */
const longestInstruction = 10_000;
/** Fields inside fields; deeper ones are still balanced, but not looked at. */
const deepestFields = 200;

export interface Instruction {
  /** In capitals, such as `HYPERLINK`. */
  readonly name: string;
  readonly arguments: readonly string[];
  /** Switches by their letter, with the argument that follows those that take one. */
  readonly switches: ReadonlyMap<string, string>;
}

/** Splits at white space; quotes hold words together, a backslash inside them keeps the next character (17.16.5). */
export function parseInstruction(text: string): Instruction {
  const words: { readonly value: string; readonly quoted: boolean }[] = [];
  const end = Math.min(text.length, longestInstruction);
  let at = 0;
  while (at < end) {
    const first = text[at] as string;
    if (isSpace(first)) {
      at += 1;
      continue;
    }
    const closing = first === '"' ? '"' : first === '“' ? '”' : undefined;
    let value = '';
    if (closing !== undefined) at += 1;
    for (; at < end; at += 1) {
      const character = text[at] as string;
      if (closing === undefined ? isSpace(character) || character === '"' : character === closing) break;
      if (closing !== undefined && character === '\\' && (text[at + 1] === '\\' || text[at + 1] === closing)) at += 1;
      value += text[at] ?? '';
    }
    if (closing !== undefined) at += 1;
    words.push({ value, quoted: closing !== undefined });
  }
  const [head, ...rest] = words;
  const switches = new Map<string, string>();
  const plain: string[] = [];
  for (let index = 0; index < rest.length; index += 1) {
    const word = rest[index] as (typeof rest)[number];
    if (!word.quoted && word.value.startsWith('\\') && word.value.length > 1) {
      const next = rest[index + 1];
      const takes = next !== undefined && (next.quoted || !next.value.startsWith('\\')) && takesArgument(word.value);
      switches.set(word.value[1]?.toLowerCase() ?? '', takes ? next.value : '');
      if (takes) index += 1;
    } else plain.push(word.value);
  }
  return { name: (head?.value ?? '').toUpperCase(), arguments: plain, switches };
}

const isSpace = (character: string): boolean =>
  character === ' ' || character === '\t' || character === '\n' || character === '\r' || character === '\u00a0';

const takesArgument = (word: string): boolean => /^\\[lotfcsbe*#@]$/i.test(word);

export interface OpenField {
  /** Before the separator the instruction is collected, after it the result is shown. */
  phase: 'instruction' | 'result';
  text: string;
  instruction: Instruction | undefined;
  /** The form data of the field's beginning. */
  readonly form: OfficeElement | undefined;
}

/** Fields that are open; they may reach over several paragraphs of a story. */
export class FieldStack {
  readonly #open: OpenField[] = [];
  #tooDeep = 0;

  get top(): OpenField | undefined {
    return this.#open[this.#open.length - 1];
  }

  /** True while what is read belongs to an instruction and is not shown. */
  get inInstruction(): boolean {
    for (const field of this.#open) if (field.phase === 'instruction') return true;
    return false;
  }

  get inContents(): boolean {
    for (const field of this.#open) if (field.phase === 'result' && isContents(field.instruction)) return true;
    return false;
  }

  begin(form: OfficeElement | undefined): void {
    if (this.#open.length >= deepestFields) this.#tooDeep += 1;
    else this.#open.push({ phase: 'instruction', text: '', instruction: undefined, form });
  }

  instruct(text: string): void {
    const field = this.top;
    if (field?.phase === 'instruction' && field.text.length < longestInstruction) field.text += text;
  }

  /** The instruction is complete; its result follows. */
  separate(): OpenField | undefined {
    const field = this.top;
    if (this.#tooDeep > 0 || field === undefined || field.phase === 'result') return undefined;
    field.phase = 'result';
    field.instruction = parseInstruction(field.text);
    return field;
  }

  end(): OpenField | undefined {
    if (this.#tooDeep > 0) {
      this.#tooDeep -= 1;
      return undefined;
    }
    const field = this.#open.pop();
    if (field !== undefined) field.instruction ??= parseInstruction(field.text);
    return field;
  }

  /** A field whose instruction is not complete at the end of its paragraph would hide all that follows. */
  endParagraph(): void {
    while (this.#open.length > 0 && this.inInstruction) this.#open.pop();
    this.#tooDeep = 0;
  }
}

export function isContents(instruction: Instruction | undefined): boolean {
  return instruction !== undefined && (instruction.name === 'TOC' || instruction.name === 'TOA');
}

/** What a form field shows that has no result of its own (17.16.5.19 and 17.16.5.20). */
export function formText(instruction: Instruction, form: OfficeElement | undefined): string | undefined {
  if (instruction.name === 'FORMCHECKBOX') {
    const box = form?.child('w:checkBox');
    const state = box?.child('w:checked') ?? box?.child('w:default');
    return state !== undefined && isOn(state) ? '☒' : '☐';
  }
  if (instruction.name === 'FORMDROPDOWN') {
    const list = form?.child('w:ddList');
    const entries = [...(list?.elements('w:listEntry') ?? [])];
    const chosen = Number((list?.child('w:result') ?? list?.child('w:default'))?.get('w:val') ?? 0);
    return entries[chosen]?.get('w:val');
  }
  return undefined;
}
