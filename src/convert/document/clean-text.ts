// Characters Markdown cannot carry or that no reader sees: controls, byte order marks, halves of surrogate pairs.

const unwanted = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u0085\u2028\u2029\ufeff]|[\ud800-\udfff]/;
const separators = /[\u000b\u000c\u0085\u2028\u2029]/g;
const invisible = /[\u0000-\u0008\u000e-\u001f\u007f\ufeff]/g;
const anySpace = /[ \t\r\n]+/g;
const needsCollapse = /[\t\r\n]| {2}/;

/** Cells of sheets are short and many: for them a look at each character costs less than a pattern. */
const shortText = 24;

function isPlain(value: string): boolean {
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

/** The text without what cannot be written; separators of other systems become `separator`. */
export function cleanText(value: string, separator = ' '): string {
  if (value.length <= shortText && isPlain(value)) return value;
  if (!unwanted.test(value)) return value;
  return value.replace(separators, separator).replace(invisible, '').toWellFormed();
}

const controls = /[\u0000-\u0008\u000e-\u001f\u007f]/;

export const hasControls = (value: string): boolean => controls.test(value);

/** Runs of white space become one space, as readers of Markdown see them; no-break spaces stay. */
export function collapseSpace(value: string): string {
  return needsCollapse.test(value) ? value.replace(anySpace, ' ') : value;
}
