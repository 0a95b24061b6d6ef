// Tells tables of data from tables that only place things on the page.
import { attribute, classNames, type DomElement, type DomNode, following, hasAttribute } from './dom.ts';

export interface TableSurvey {
  /** To be written as a table. */
  readonly data: boolean;
}

const layout: TableSurvey = { data: false };
const data: TableSurvey = { data: true };

/** Content that a cell of data seldom has. */
const blocksOfLayout = new Set('h1 h2 h3 h4 h5 h6 hr pre blockquote form article section nav main iframe'.split(' '));
const dataClass = /^(?:wikitable|infobox.*|data-?table|table|table-.*|grid|dataframe|sortable|tablepress.*|docutils|confluencetable|markdown-table)$/;
/** Text in a cell beyond which it is prose set in columns. */
const proseLength = 600;

export function surveyTable(table: DomElement, dropped: ReadonlySet<DomNode>): TableSurvey {
  const role = attribute(table, 'role')?.toLowerCase();
  if (role === 'presentation' || role === 'none' || attribute(table, 'datatable') === '0') return layout;
  let cells = 0;
  let rows = 0;
  let headers = 0;
  let nested = 0;
  let blocks = 0;
  let prose = 0;
  let caption = false;
  let cellText = 0;
  let widest = 0;
  let inRow = 0;
  let skip = false;
  for (let node = following(table, table); node !== undefined; node = following(node, table, skip)) {
    skip = false;
    if (node.kind === 'text') {
      cellText += node.value.trim().length;
      if (cellText > proseLength) {
        prose += 1;
        cellText = -1e9;
      }
      continue;
    }
    if (node.kind !== 'element') continue;
    if (dropped.has(node)) skip = true;
    else if (node.tag === 'table') {
      nested += 1;
      skip = true;
    } else if (node.tag === 'tr') {
      rows += 1;
      inRow = 0;
    } else if (node.tag === 'td' || node.tag === 'th') {
      cells += 1;
      inRow += 1;
      widest = Math.max(widest, inRow);
      cellText = 0;
      if (node.tag === 'th' || hasAttribute(node, 'scope')) headers += 1;
    } else if (node.tag === 'caption' || node.tag === 'thead') caption = true;
    else if (blocksOfLayout.has(node.tag)) blocks += 1;
  }
  if (cells <= 1) return layout;
  if (role === 'table' || role === 'grid' || role === 'treegrid') return data;
  if (headers > 0 && (nested === 0 || headers > nested)) return data;
  if (nested > 0) return layout;
  if (caption) return data;
  if (blocks > 0) return layout;
  if (classNames(table).some((name) => dataClass.test(name))) return data;
  const border = attribute(table, 'border');
  if (border !== undefined && border.trim() !== '0') return data;
  if (prose > 0 && (rows === 1 || widest <= 2)) return layout;
  return rows === 1 && widest <= 2 && prose > 0 ? layout : data;
}
