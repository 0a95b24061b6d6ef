// Preformatted text: its lines exactly as shown, without the line numbers that highlighters add, and its language.
import { code } from '../../document/build.ts';
import { attribute, childElements, classNames, type DomElement, textOf, walk } from './dom.ts';
import type { Handler } from './page.ts';

export const readPre: Handler = (page, element) => {
  if (page.flow.inHeading) return undefined;
  page.flow.flush();
  const value = linesOf(element).replace(/^\n/, '').trimEnd();
  if (value !== '') page.flow.block(code(value, languageOf(element)));
  return 'skip';
};

const lineTags = new Set(['div', 'p', 'li', 'tr', 'ol', 'ul', 'table']);
const gutter =
  /^(?:linenos?|lineno|line-?numbers?(?:-rows)?|gutter|blob-num|ln-num|hljs-ln-numbers|rouge-gutter|code-line-number)$/;

/** Text of a column of line numbers that is looked at. */
const gutterLength = 2000;

/** Marks what only counts lines, in a table of code as well as beside it. */
export function isGutter(element: DomElement): boolean {
  return classNames(element).some((name) => gutter.test(name)) && /^[\s\d]*$/.test(textOf(element, gutterLength));
}

function linesOf(root: DomElement): string {
  let text = '';
  const newLine = (): void => {
    if (text !== '' && !text.endsWith('\n')) text += '\n';
  };
  walk(
    root,
    (node) => {
      if (node.kind === 'text') text += node.value;
      if (node.kind !== 'element') return undefined;
      if (node.tag === 'script' || node.tag === 'style' || node.tag === 'template' || isGutter(node)) return 'skip';
      if (node.tag === 'br') text += '\n';
      else if (lineTags.has(node.tag)) newLine();
      return undefined;
    },
    (element) => {
      if (lineTags.has(element.tag)) newLine();
    },
  );
  return text;
}

const named =
  /^(?:language|lang|highlight-source|highlight-text|brush|code|syntax|prettyprint-lang|src|sourcecode)[-:]([a-z0-9+#._-]{1,30})$/;
const marker = new Set(['hljs', 'sourcecode', 'prettyprint', 'highlight', 'src', 'code', 'prism', 'shiki']);
const noLanguage =
  /^(?:none|nohighlight|no-highlight|plain|plaintext|text|txt|auto|block|line|line-numbers|wrap|nowrap|numberlines|linenums|copy|code-highlight|default|undefined|highlight|example|literal-block)$/;

/** The language a highlighter was told, by the conventions of the common ones. */
function languageOf(element: DomElement): string | undefined {
  const inner = [...childElements(element)].find((child) => child.tag === 'code');
  const around: DomElement[] = [];
  for (let at = element.parent; at?.kind === 'element' && around.length < 3 && at.tag !== 'body'; at = at.parent)
    around.push(at);
  for (const place of [inner, element, ...around]) {
    if (place === undefined) continue;
    for (const name of ['data-lang', 'data-language', 'data-code-lang']) {
      const value = attribute(place, name)?.trim().toLowerCase();
      if (value !== undefined && /^[a-z0-9+#._-]{1,30}$/.test(value) && !noLanguage.test(value)) return value;
    }
    const classes = (attribute(place, 'class') ?? '')
      .toLowerCase()
      .replace(/brush:\s+/, 'brush:')
      .split(/[\s;]+/);
    for (const one of classes) {
      const found = named.exec(one)?.[1];
      if (found !== undefined && !noLanguage.test(found)) return found;
    }
    if (place === element || place === inner) {
      const at = classes.findIndex((one) => marker.has(one));
      const after = at < 0 ? undefined : classes.slice(at + 1).find((one) => one !== '' && !marker.has(one));
      if (after !== undefined && /^[a-z][a-z0-9+#.]{0,20}$/.test(after) && !noLanguage.test(after)) return after;
      if (classes.includes('mermaid')) return 'mermaid';
    }
  }
  return undefined;
}
