// Form controls as text: what they hold or offer, never what is hidden in them.
import { attribute, collapse, type DomElement, elementsIn, hasAttribute, plainText, textOf } from './dom.ts';
import { isTaskBox } from './lists.ts';
import type { Handler, Page } from './page.ts';

/** Kinds whose value is not content: secrets, machinery, and what only can be pressed. */
const silentInputs = new Set(['hidden', 'password', 'submit', 'button', 'reset', 'image', 'file', 'color', 'range']);

export const readInput: Handler = (page, element) => {
  const type = (attribute(element, 'type') ?? 'text').trim().toLowerCase();
  if (type === 'checkbox' || type === 'radio') tick(page, element, type);
  else if (!silentInputs.has(type) && !page.cut) page.flow.text(` ${attribute(element, 'value') ?? ''} `);
  return 'skip';
};

function tick(page: Page, element: DomElement, type: string): void {
  const checked = hasAttribute(element, 'checked');
  const top = page.flow.top;
  if (type === 'checkbox' && top.kind === 'item' && isTaskBox(page)) {
    top.checked = checked;
    return;
  }
  if (!page.cut) page.flow.text(checked ? ' ☒ ' : ' ☐ ');
}

/** A choice: what is selected; without a selection everything offered. */
export const readSelect: Handler = (page, element) => {
  if (page.cut) return 'skip';
  const offered: string[] = [];
  const selected: string[] = [];
  for (const option of elementsIn(element)) {
    if (option.tag !== 'option') continue;
    const name = plainText(option) || collapse(attribute(option, 'label') ?? '');
    if (name === '') continue;
    offered.push(name);
    if (hasAttribute(option, 'selected')) selected.push(name);
  }
  const shown = selected.length > 0 ? selected : offered;
  if (shown.length > 0) page.flow.text(` ${shown.join(', ')} `);
  return 'skip';
};

export const readTextarea: Handler = (page, element) => {
  page.flow.flush();
  page.flow.text(textOf(element), true);
  page.flow.flush();
  return 'skip';
};

/** The longest text of a button that only names what it does. */
const commandLength = 40;

export const readButton: Handler = (page, element) => {
  if (page.cut && plainText(element, commandLength + 1).length <= commandLength) return 'skip';
  page.flow.inline.space();
  return () => page.flow.inline.space();
};
