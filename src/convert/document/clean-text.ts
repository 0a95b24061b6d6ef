// Characters Markdown cannot carry or that no reader sees: controls, byte order marks, halves of surrogate pairs.

const unwanted = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u0085\u2028\u2029\ufeff]|[\ud800-\udfff]/;
const separators = /[\u000b\u000c\u0085\u2028\u2029]/g;
const invisible = /[\u0000-\u0008\u000e-\u001f\u007f\ufeff]/g;
const anySpace = /[ \t\r\n]+/g;
const needsCollapse = /[\t\r\n]| {2}/;

/** The text without what cannot be written; separators of other systems become `separator`. */
export function cleanText(value: string, separator = ' '): string {
  if (!unwanted.test(value)) return value;
  return value.replace(separators, separator).replace(invisible, '').toWellFormed();
}

const controls = /[\u0000-\u0008\u000e-\u001f\u007f]/;

export const hasControls = (value: string): boolean => controls.test(value);

/** Runs of white space become one space, as readers of Markdown see them; no-break spaces stay. */
export function collapseSpace(value: string): string {
  return needsCollapse.test(value) ? value.replace(anySpace, ' ') : value;
}
