// THE TABLE of elements: what each becomes. Elements that are not listed are inline and only pass their children on.
import { quote, rule } from '../../document/build.ts';
import { readPre } from './code-blocks.ts';
import { attribute, collapse, type DomElement, elementsIn, hasAttribute, isBlank, plainText, textOf } from './dom.ts';
import type { Flow } from './flow.ts';
import { readButton, readInput, readSelect, readTextarea } from './forms.ts';
import type { Mark } from './inline-nesting.ts';
import { linkAddress } from './links.ts';
import { border, readDescription, readItem, readList, readNote, readTerm, readTerms } from './lists.ts';
import { isFormula, isTexScript, readFormula, readMath, readTexScript } from './math-tex.ts';
import { readImage, readPlayer, readSvg } from './media.ts';
import type { Handler, Leave, Page } from './page.ts';
import { isBold, isItalic, isStruck, styleValue } from './style.ts';
import { readCell, readRow, readSection, readTable } from './tables.ts';

const skip: Handler = () => 'skip';
const block: Handler = (page) => border(page);

const marked =
  (kind: Exclude<Mark['kind'], 'link'>): Handler =>
  (page) => {
    const before = page.flow.inline.mark({ kind });
    return () => page.flow.inline.restore(before);
  };

/** Formatting by the element, unless its style takes it back. */
const strong: Handler = (page, element) =>
  isBold(element) === false ? styled(page, element) : marked('strong')(page, element);
const emphasis: Handler = (page, element) =>
  isItalic(element) === false ? styled(page, element) : marked('emphasis')(page, element);
const code = marked('code');

/** Longest title of a work; what is longer is a whole reference, which is not set in italics. */
const longestTitle = 120;
const citation: Handler = (page, element) =>
  plainText(element, longestTitle + 1).length > longestTitle ? styled(page, element) : emphasis(page, element);

/** Formatting by style alone. */
const styled: Handler = (page, element) => {
  if (!hasAttribute(element, 'style')) return undefined;
  const before = page.flow.inline.marks;
  if (isBold(element) === true) page.flow.inline.mark({ kind: 'strong' });
  if (isItalic(element) === true) page.flow.inline.mark({ kind: 'emphasis' });
  if (isStruck(element)) page.flow.inline.mark({ kind: 'delete' });
  const raised = styleValue(element, 'vertical-align');
  if (raised === 'super') page.flow.inline.mark({ kind: 'superscript' });
  else if (raised === 'sub') page.flow.inline.mark({ kind: 'subscript' });
  const block = styleValue(element, 'display')?.startsWith('block') === true;
  if (block) page.flow.flush();
  if (!block && page.flow.inline.marks === before) return undefined;
  return () => {
    if (block) page.flow.flush();
    page.flow.inline.restore(before);
  };
};

/** Text beyond which a heading element was left open by mistake and holds the rest of the page. */
const headingLength = 600;
const notInHeadings = new Set('table pre ul ol dl blockquote h1 h2 h3 h4 h5 h6 form article'.split(' '));

const heading: Handler = (page, element) => {
  const level = attribute(element, 'aria-level');
  const depth = element.tag === 'h1' || /^h[2-6]$/.test(element.tag) ? Number(element.tag[1]) : Number(level) || 2;
  return holdsBlocks(element) ? page.flow.headingOnce(depth) : page.flow.joinedHeading(depth);
};

function holdsBlocks(element: DomElement): boolean {
  if (textOf(element, headingLength).trim().length > headingLength) return true;
  let seen = 0;
  for (const inner of elementsIn(element)) {
    seen += 1;
    if (seen > headingLength || (notInHeadings.has(inner.tag) && inner.space === 'html')) return true;
  }
  return false;
}

const quotation: Handler = (page) => {
  const flow = page.flow.open<Flow>({ kind: 'quote', blocks: [] });
  if (flow === undefined) return border(page);
  const { line } = page.flow;
  return () => {
    page.flow.close(flow);
    if (flow.blocks.length > 0) page.flow.block(quote(flow.blocks), line);
  };
};

const anchor: Handler = (page, element) => {
  if (page.notes.backlinks.has(element)) return 'skip';
  const identifier = page.notes.references.get(element);
  if (identifier !== undefined) {
    // A reference is raised by itself: marks around it would only be written twice.
    const before = page.flow.inline.marks;
    page.flow.inline.restore(before.filter((mark) => mark.kind !== 'superscript' && mark.kind !== 'link'));
    page.flow.node({ type: 'footnoteReference', identifier });
    page.flow.inline.restore(before);
    return 'skip';
  }
  if (isHeadingAnchor(element)) return 'skip';
  const url = linkAddress(page, element);
  // Titles lead back to the table of contents, or to themselves.
  if (url === undefined || (page.flow.inHeading && url.startsWith('#'))) return undefined;
  const title = collapse(attribute(element, 'title') ?? '');
  const before = page.flow.inline.mark({ kind: 'link', url, ...(title === '' ? {} : { title }) });
  const size = page.flow.inline.size;
  const line = page.flow.line;
  return () => {
    const name = collapse(attribute(element, 'aria-label') ?? '');
    const nothing = page.flow.inline.size === size && page.flow.line === line && isBlank(element);
    if (nothing && name !== '' && !page.cut) page.flow.text(name);
    page.flow.inline.restore(before);
  };
};

/** The sign beside a heading that links to the heading itself. */
function isHeadingAnchor(element: DomElement): boolean {
  if (attribute(element, 'href')?.startsWith('#') !== true) return false;
  return (
    /^[\s#¶§🔗\u200b\u{1f517}]*$/u.test(textOf(element, 12)) &&
    element.parent?.kind === 'element' &&
    /^h[1-6]$/.test(element.parent.tag)
  );
}

const quoted: Handler = (page) => {
  page.flow.text('“');
  return () => page.flow.text('”');
};

/** HTML, 4.5.10: a reading in brackets after its base, where the page does not bring the brackets itself. */
const reading: Handler = (page, element) => {
  if (isBlank(element)) return 'skip';
  page.flow.text('(');
  return () => page.flow.text(')');
};

const lineBreak: Handler = (page) => {
  if (page.flow.inHeading) page.flow.inline.space();
  else page.flow.inline.lineBreak();
  return 'skip';
};

const thematicBreak: Handler = (page) => {
  if (!page.flow.inHeading && page.flow.top.kind !== 'cell') page.flow.block(rule);
  else page.flow.flush();
  return 'skip';
};

const summary: Handler = (page) => {
  page.flow.flush();
  const before = page.flow.inline.mark({ kind: 'strong' });
  return () => {
    page.flow.flush();
    page.flow.inline.restore(before);
  };
};

const script: Handler = (page, element) => (isTexScript(element) ? readTexScript(page, element) : 'skip');

const handlers = new Map<string, Handler>();
const put = (tags: string, handler: Handler): void => {
  for (const tag of tags.split(' ')) handlers.set(tag, handler);
};

put('script', script);
put(
  'style template link meta base title head param source track area datalist rp colgroup col basefont bgsound noembed map',
  skip,
);
put(
  'address article aside body center details dialog div fieldset figcaption figure footer form header hgroup legend main nav noframes optgroup option p search section html caption frameset',
  block,
);
put('h1 h2 h3 h4 h5 h6', heading);
put('blockquote', quotation);
put('ul ol menu dir', readList);
put('li', readItem);
put('dl', readTerms);
put('dt', readTerm);
put('dd', readDescription);
put('pre listing xmp plaintext', readPre);
put('table', readTable);
put('thead tbody tfoot', readSection);
put('tr', readRow);
put('td th', readCell);
put('hr', thematicBreak);
put('br', lineBreak);
put('summary', summary);
put('a', anchor);
put('b strong', strong);
put('i em var dfn', emphasis);
put('cite', citation);
put('s strike del', marked('delete'));
put('sup', marked('superscript'));
put('sub', marked('subscript'));
put('code kbd samp tt', code);
put('q', quoted);
put('rt rtc', reading);
put('img image', readImage);
put('video audio iframe frame embed object', readPlayer);
put('math', readMath);
put('input', readInput);
put('select', readSelect);
put('textarea', readTextarea);
put('button', readButton);
put('span font u ins mark small big abbr label time data bdi bdo em-emoji', styled);

/** What an element becomes in the tree. */
export function readElement(page: Page, element: DomElement): Leave | 'skip' | undefined {
  if (page.dropped.has(element)) return 'skip';
  page.flow.line = element.line;
  if (element.space === 'svg') return element.tag === 'svg' ? readSvg(page, element) : 'skip';
  if (element.space === 'math') return element.tag === 'math' ? readMath(page, element) : undefined;
  if (isFormula(element)) {
    const done = readFormula(page, element);
    if (done !== undefined) return done;
  }
  if (page.notes.definitions.has(element) && element.tag !== 'li') return readNote(page, element);
  const role = attribute(element, 'role');
  if (role === 'heading' && !/^h[1-6]$/.test(element.tag)) return heading(page, element);
  if (styleValue(element, 'display') === 'inline' && (element.tag === 'div' || element.tag === 'p'))
    return styled(page, element);
  return (handlers.get(element.tag) ?? plain)(page, element);
}

const plain: Handler = (page, element) => styled(page, element);
