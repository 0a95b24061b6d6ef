// Runs of text with marks, and the phrasing they become.
import { emphasis, lineBreak, link, strike, strong, subscript, superscript, text } from '../../document/build.ts';
import type { Phrasing } from '../../document/tree.ts';

export interface RunMarks {
  readonly strong: boolean;
  readonly emphasis: boolean;
  readonly strike: boolean;
  readonly script: 'super' | 'sub' | undefined;
  readonly link: string | undefined;
}

export const plainMarks: RunMarks = {
  strong: false,
  emphasis: false,
  strike: false,
  script: undefined,
  link: undefined,
};

export interface Run {
  value: string;
  readonly marks: RunMarks;
}

export function sameMarks(a: RunMarks, b: RunMarks): boolean {
  return (
    a === b ||
    (a.strong === b.strong &&
      a.emphasis === b.emphasis &&
      a.strike === b.strike &&
      a.script === b.script &&
      a.link === b.link)
  );
}

/** A line feed in a run is a line break. */
export function phrasingOf(runs: readonly Run[]): Phrasing[] {
  const out: Phrasing[] = [];
  for (const { value, marks } of runs) {
    for (const [index, line] of value.split('\n').entries()) {
      if (index > 0) out.push(lineBreak);
      if (line !== '') out.push(marked(line, marks));
    }
  }
  return out;
}

function marked(value: string, marks: RunMarks): Phrasing {
  let node: Phrasing = text(value);
  if (value.trim() !== '') {
    if (marks.script === 'super') node = superscript([node]);
    if (marks.script === 'sub') node = subscript([node]);
    if (marks.strike) node = strike([node]);
    if (marks.emphasis) node = emphasis([node]);
    if (marks.strong) node = strong([node]);
  }
  return marks.link === undefined ? node : link(marks.link, [node]);
}
