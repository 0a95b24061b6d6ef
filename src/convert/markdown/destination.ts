// Link and image targets, their titles, and the autolink form `<https://...>`.
import { percent } from './spans.ts';

/** What parsers decode inside targets, titles and info strings: a character reference (CommonMark 0.31, 2.5). */
export const characterReference = /&(?:#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});/g;

const controls = /[\u0000-\u001f\u007f]/g;
const anyControl = /[\u0000-\u001f\u007f]/;
const escapable = /\\(?=[!-/:-@[-`{-~]|$)/g;

function safeString(value: string): string {
  let safe = value;
  if (safe.includes('\\')) safe = safe.replace(escapable, '\\\\');
  if (safe.includes('&')) safe = safe.replace(characterReference, '\\$&');
  return safe;
}

/** The target within the parentheses. Controls cannot be written and are percent-encoded; nothing else changes. */
export function destination(url: string, inCell: boolean): string {
  let target = anyControl.test(url) ? url.replace(controls, (one) => percent(one.charCodeAt(0))) : url;
  if (inCell) target = target.replaceAll('|', '%7C');
  if (target === '') return '<>';
  if (target.includes(' ') || target.startsWith('<')) return `<${safeString(target).replace(/[<>]/g, '\\$&')}>`;
  const safe = safeString(target);
  if (!safe.includes('(') && !safe.includes(')')) return safe;
  return hasBalancedParentheses(target) ? safe : safe.replace(/[()]/g, '\\$&');
}

/** Parsers stop counting at 32 levels (CommonMark 0.31, 6.3). */
const parenthesesLimit = 30;

function hasBalancedParentheses(target: string): boolean {
  let depth = 0;
  for (let at = 0; at < target.length; at += 1) {
    const code = target.charCodeAt(at);
    if (code === 40) depth += 1;
    else if (code === 41) depth -= 1;
    if (depth < 0 || depth > parenthesesLimit) return false;
  }
  return depth === 0;
}

/** Everything after the text of a link: `](target "title")`. */
export function linkTail(url: string, title: string | undefined, inCell: boolean): string {
  const target = destination(url, inCell);
  if (title === undefined || title === '') return target === '<>' ? ']()' : `](${target})`;
  let safe = safeString(title.replace(/\s+/g, ' ')).replaceAll('"', '\\"');
  if (inCell) safe = safe.replaceAll('|', '\\|');
  return `](${target} "${safe}")`;
}

/** CommonMark 0.31, 6.5; schemes of one letter are not autolinks (`c:\`). */
const uriAutolink = /^[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s\u0000-\u0020\u007f<>\\|`]*$/;
const emailAutolink = /^[A-Za-z0-9._+-]+@[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*(?:\.[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*)+$/;
const autolinkLimit = 2000;

/** The link as `<...>` when its text is its target, or undefined when that form cannot say it. */
export function autolink(url: string, text: string): string | undefined {
  if (url.length > autolinkLimit) return undefined;
  if (url === text && uriAutolink.test(url)) return `<${url}>`;
  if (url.startsWith('mailto:') && url.slice(7) === text && emailAutolink.test(text) && text.length < 64)
    return `<${text}>`;
  return undefined;
}

/** The info string of a code fence: one line, read back as it was (CommonMark 0.31, 4.5). */
export function infoString(lang: string): string {
  return safeString(lang.replace(/\s+/g, ' ').trim());
}
