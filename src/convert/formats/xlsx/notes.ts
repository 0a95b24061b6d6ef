// Comments on cells: notes of old (ECMA-376 part 1, 18.7) and threads of new ([MS-XLSX] 2.6.205), by cell and with authors.
import type { OfficeElement } from '../../containers/office-xml.ts';
import type { OpcPart } from '../../containers/opc.ts';
import type { ReadContext } from '../../format.ts';
import { cellKey, parseRange } from './cell-reference.ts';
import { treeOf } from './part-tree.ts';
import { unescapeXstring } from './string-item.ts';

export interface CellNote {
  readonly row: number;
  readonly column: number;
  /** What was said, in order: the note, or the first comment of a thread and its replies. */
  readonly remarks: { readonly author: string; readonly text: string }[];
}

const mostNotes = 100_000;

/** Names of the people who write in threads, by id. */
export function readPersons(workbook: OpcPart, context: ReadContext): ReadonlyMap<string, string> {
  const persons = new Map<string, string>();
  for (const part of workbook.allRelated('person')) {
    for (const person of treeOf(part, context)?.elements('xtc:person') ?? []) {
      const id = person.get('id');
      if (id !== undefined && persons.size < mostNotes) persons.set(id.toLowerCase(), person.get('displayName') ?? '');
    }
  }
  return persons;
}

export function readNotes(
  sheet: OpcPart,
  persons: ReadonlyMap<string, string>,
  context: ReadContext,
): ReadonlyMap<number, CellNote> {
  const notes = new Map<number, CellNote>();
  for (const part of sheet.allRelated('threadedComment')) addThreads(treeOf(part, context), persons, notes);
  // For older programs each thread is repeated as a note that asks to get a newer one.
  const threads = new Set(notes.keys());
  for (const part of sheet.allRelated('comments')) addOldNotes(treeOf(part, context), threads, notes);
  return notes;
}

function addThreads(
  root: OfficeElement | undefined,
  persons: ReadonlyMap<string, string>,
  notes: Map<number, CellNote>,
): void {
  for (const comment of root?.elements('xtc:threadedComment') ?? []) {
    const note = noteFor(comment, notes);
    const author = persons.get(comment.get('personId')?.toLowerCase() ?? '') ?? '';
    const said = comment.child('xtc:text')?.text().trim() ?? '';
    if (said !== '') note?.remarks.push({ author, text: said });
  }
}

function addOldNotes(
  root: OfficeElement | undefined,
  threads: ReadonlySet<number>,
  notes: Map<number, CellNote>,
): void {
  const authors = [...(root?.child('x:authors')?.elements('x:author') ?? [])].map((one) => one.text().trim());
  for (const comment of root?.child('x:commentList')?.elements('x:comment') ?? []) {
    const range = parseRange(comment.get('ref') ?? '');
    if (range === undefined || threads.has(cellKey(range.top, range.left))) continue;
    const author = authors[Number(comment.get('authorId') ?? -1)] ?? '';
    const said = noteText(comment.child('x:text'), author);
    if (said !== '') noteFor(comment, notes)?.remarks.push({ author, text: said });
  }
}

function noteFor(comment: OfficeElement, notes: Map<number, CellNote>): CellNote | undefined {
  const range = parseRange(comment.get('ref') ?? '');
  if (range === undefined) return undefined;
  const key = cellKey(range.top, range.left);
  const known = notes.get(key);
  if (known !== undefined || notes.size >= mostNotes) return known;
  const note = { row: range.top, column: range.left, remarks: [] };
  notes.set(key, note);
  return note;
}

/** Excel begins a note with its author's name in bold; that is said once. */
function noteText(element: OfficeElement | undefined, author: string): string {
  let said = element?.child('x:t')?.text() ?? '';
  for (const run of element?.elements('x:r') ?? []) said += run.child('x:t')?.text() ?? '';
  said = unescapeXstring(said).trim();
  return author !== '' && said.startsWith(`${author}:`) ? said.slice(author.length + 1).trim() : said;
}
