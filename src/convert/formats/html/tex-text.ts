// Formulas in the text of a page whose script typesets TeX: between delimiters, and environments that stand by themselves.

export interface TexFormula {
  readonly start: number;
  readonly end: number;
  readonly source: string;
  readonly display: boolean;
}

const delimiters = [
  { open: '\\(', close: '\\)', display: false },
  { open: '\\[', close: '\\]', display: true },
  { open: '$$', close: '$$', display: true },
] as const;

/** The environments that scripts typeset outside of other delimiters, by the packages of AMS and by LaTeX. */
const environment =
  /\\begin\{((?:align|alignat|displaymath|eqnarray|equation|flalign|gather|math|multline|subequations)\*?)\}/g;

/** What may open such a formula; text without it need not be searched. */
export const mayHoldTex = (text: string): boolean => /\\[([]|\$\$|\\begin\{/.test(text);

interface Kind {
  /** Where the next formula of this kind opens, from a place on. */
  readonly open: (from: number) => { readonly at: number; readonly close: string; readonly inside: number } | undefined;
  readonly display: boolean;
  /** Environments are part of the formula, delimiters are not. */
  readonly whole: boolean;
  next: TexFormula | undefined;
  done: boolean;
}

/** The formulas of a text in their order; each kind is looked for ahead once, so time grows as the text does. */
export function* texFormulas(text: string): Generator<TexFormula> {
  const closes = new Map<string, number>();
  const kinds = kindsIn(text);
  for (let at = 0; ; ) {
    let first: TexFormula | undefined;
    for (const kind of kinds) {
      if (!kind.done && (kind.next === undefined || kind.next.start < at)) advance(kind, at, text, closes);
      if (!kind.done && kind.next !== undefined && (first === undefined || kind.next.start < first.start)) {
        first = kind.next;
      }
    }
    if (first === undefined) return;
    yield first;
    at = first.end;
  }
}

function kindsIn(text: string): Kind[] {
  const kinds = delimiters.map(({ open, close, display }): Kind => {
    const find = (from: number) => {
      const at = text.indexOf(open, from);
      return at < 0 ? undefined : { at, close, inside: at + open.length };
    };
    return { open: find, display, whole: false, next: undefined, done: false };
  });
  const begin = (from: number) => {
    environment.lastIndex = from;
    const found = environment.exec(text);
    if (found === null) return undefined;
    return { at: found.index, close: `\\end{${found[1]}}`, inside: found.index + found[0].length };
  };
  return [...kinds, { open: begin, display: true, whole: true, next: undefined, done: false }];
}

/** The next formula of a kind; one that is never closed is text, and so are those of its kind behind it. */
function advance(kind: Kind, from: number, text: string, closes: Map<string, number>): void {
  const found = kind.open(from);
  const end = found === undefined ? -1 : closeAt(found.close, found.inside, text, closes);
  if (found === undefined || end < 0) {
    kind.done = true;
    return;
  }
  const past = end + found.close.length;
  const source = kind.whole ? text.slice(found.at, past) : text.slice(found.inside, end);
  kind.next = { start: found.at, end: past, source, display: kind.display };
}

/** The first close from a place on; the one found before still is it where it lies behind. */
function closeAt(close: string, from: number, text: string, closes: Map<string, number>): number {
  const known = closes.get(close);
  if (known !== undefined && (known < 0 || known >= from)) return known;
  const found = text.indexOf(close, from);
  closes.set(close, found);
  return found;
}
