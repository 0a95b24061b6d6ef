// A document in RTF as blocks: paragraphs with their emphasis, links, lists and tables (RTF 1.9.1). Layout is left out.
import type { Block } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import { RtfFlow } from './rtf-flow.ts';
import { type Answer, type RtfHandler, RtfReader } from './rtf-reader.ts';
import { plainMarks, type RunMarks } from './rtf-runs.ts';

export function rtfBlocks(bytes: Uint8Array, context: Pick<ReadContext, 'warn' | 'limits'>): readonly Block[] {
  const handler = new DocumentHandler(new RtfFlow(context.limits.tableColumns));
  new RtfReader(bytes, handler).run();
  if (handler.pictures > 0) {
    const message = `${handler.pictures} images or objects in the formatted body were left out.`;
    context.warn('rtf-object-dropped', message, { kind: 'path', path: 'body' });
  }
  return handler.flow.end();
}

interface Field {
  instruction: string;
}

/** Where the text of a group goes. */
type Target = 'flow' | 'instruction' | 'marker';

interface Group {
  marks: RunMarks;
  hidden: boolean;
  target: Target;
  field: Field | undefined;
}

const skipped = new Set(
  (
    'colortbl stylesheet info listtable listoverridetable header headerl headerr headerf footer footerl footerr footerf ' +
    'ftnsep ftnsepc ftncn aftnsep revtbl filetbl template themedata colorschememapping datastore latentstyles ' +
    'generator xmlnstbl rsidtbl mmathPr pnseclvl bkmkstart bkmkend tc xe private objdata objclass do nonshppict'
  ).split(' '),
);

const characters: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['lquote', '\u2018'],
  ['rquote', '\u2019'],
  ['ldblquote', '\u201c'],
  ['rdblquote', '\u201d'],
  ['bullet', '\u2022'],
  ['endash', '\u2013'],
  ['emdash', '\u2014'],
  ['emspace', ' '],
  ['enspace', ' '],
  ['~', '\u00a0'],
  ['_', '\u2011'],
]);

class DocumentHandler implements RtfHandler {
  readonly flow: RtfFlow;
  pictures = 0;
  readonly #groups: Group[] = [{ marks: plainMarks, hidden: false, target: 'flow', field: undefined }];

  constructor(flow: RtfFlow) {
    this.flow = flow;
  }

  get #group(): Group {
    return this.#groups[this.#groups.length - 1] as Group;
  }

  open(): void {
    this.#groups.push({ ...this.#group });
  }

  close(): void {
    if (this.#groups.length > 1) this.#groups.pop();
  }

  text(value: string): void {
    const { target, field, hidden, marks } = this.#group;
    if (target === 'instruction') {
      if (field !== undefined && field.instruction.length < longestInstruction) field.instruction += value;
    } else if (target === 'marker') this.flow.marker(value);
    else if (!hidden) this.flow.text(value, marks);
  }

  word(name: string, value: number | undefined): Answer {
    const group = this.#group;
    const on = value !== 0;
    if (skipped.has(name)) return 'skip';
    const character = characters.get(name);
    if (character !== undefined) {
      this.text(character);
      return undefined;
    }
    switch (name) {
      case 'pict':
      case 'object':
        this.pictures += 1;
        return 'skip';
      case 'shppict':
        return 'known';
      case 'b':
        group.marks = { ...group.marks, strong: on };
        return undefined;
      case 'i':
        group.marks = { ...group.marks, emphasis: on };
        return undefined;
      case 'strike':
      case 'striked':
        group.marks = { ...group.marks, strike: on };
        return undefined;
      case 'super':
      case 'sub':
        group.marks = { ...group.marks, script: on ? name : undefined };
        return undefined;
      case 'nosupersub':
        group.marks = { ...group.marks, script: undefined };
        return undefined;
      case 'v':
        group.hidden = on;
        return undefined;
      case 'plain':
        group.marks = { ...plainMarks, link: group.marks.link };
        group.hidden = false;
        return undefined;
      case 'field':
        group.field = { instruction: '' };
        return undefined;
      case 'fldinst':
        group.target = 'instruction';
        return 'known';
      case 'fldrslt':
        group.target = 'flow';
        group.marks = { ...group.marks, link: hyperlinkOf(group.field?.instruction ?? '') ?? group.marks.link };
        return undefined;
      case 'listtext':
      case 'pntext':
        group.target = 'marker';
        return 'known';
      default:
        if (group.target === 'flow') this.flow.word(name, value);
        return undefined;
    }
  }
}

const longestInstruction = 10_000;

/** The instruction of a field: HYPERLINK "address", or with \l a place in the same document. */
function hyperlinkOf(instruction: string): string | undefined {
  const found = /^\s{0,20}HYPERLINK\s{1,20}(?:"([^"]{1,5000})"|(\S{1,5000}))/i.exec(instruction);
  const address = (found?.[1] ?? found?.[2])?.trim();
  return address === undefined || address === '' || address.startsWith('\\') ? undefined : address;
}
