// Tells whether the beginning of a text is JSON (RFC 8259), or several values one after the other (JSON Lines), without
// parsing it into values: the head of a large file ends in the middle of one.

/** Nesting followed; deeper than any document that is not built to break parsers. */
const maxDepth = 10_000;

/** True when the text could go on as JSON: no error up to its end. `whole` also asks that nothing is left open. */
export function isJson(text: string, whole: boolean): boolean {
  const open: string[] = [];
  // What may stand next: a value, a name, a colon, or a comma or closing bracket.
  let next: 'value' | 'name' | 'colon' | 'more' = 'value';
  let values = 0;
  for (let at = 0; at < text.length; ) {
    const char = text[at] as string;
    if (char === ' ' || char === '\n' || char === '\r' || char === '\t') {
      at += 1;
      continue;
    }
    if (next === 'more') {
      if (open.length === 0) {
        // Another value of a JSON Lines file: only on a line of its own.
        if (text.lastIndexOf('\n', at) < 0 || !/^\s*$/.test(text.slice(text.lastIndexOf('\n', at), at))) return false;
        next = 'value';
        continue;
      }
      if (char === ',') next = open.at(-1) === '{' ? 'name' : 'value';
      else if (char === (open.at(-1) === '{' ? '}' : ']')) open.pop();
      else return false;
      at += 1;
    } else if (next === 'colon') {
      if (char !== ':') return false;
      next = 'value';
      at += 1;
    } else if (char === '"') {
      const end = stringEnd(text, at);
      if (end < 0) return !whole;
      next = next === 'name' ? 'colon' : 'more';
      at = end;
      if (next === 'more' && open.length === 0) values += 1;
    } else if (next === 'name') {
      if (char !== '}' || text[at - 1] === ',') return false;
      open.pop();
      next = 'more';
      at += 1;
    } else if (char === '{' || char === '[') {
      if (open.length === 0) values += 1;
      if (open.length >= maxDepth) return !whole;
      open.push(char);
      next = char === '{' ? 'name' : 'value';
      at += 1;
    } else if (char === ']' && open.at(-1) === '[') {
      open.pop();
      next = 'more';
      at += 1;
    } else {
      const end = wordEnd(text, at);
      if (end === text.length && !whole) return true;
      if (
        !/^(?:true|false|null|-?(?:0|[1-9]\d{0,400})(?:\.\d{1,400})?(?:[eE][+-]?\d{1,10})?)$/.test(text.slice(at, end))
      )
        return false;
      next = 'more';
      at = end;
      if (open.length === 0) values += 1;
    }
  }
  return values > 0 && (!whole || (open.length === 0 && next === 'more'));
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 0x5c) at += 1;
    else if (char === 0x22) return at + 1;
    else if (char === 0x0a) return text.length + 1;
  }
  return -1;
}

function wordEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && /[\w+.-]/.test(text[at] as string)) at += 1;
  return at;
}
