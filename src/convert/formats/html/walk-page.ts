// Walks the shown part of a page once, in document order, and gives out blocks as they are finished.
import type { Block } from '../../document/tree.ts';
import type { DomElement, DomNode, DomParent } from './dom.ts';
import { readElement } from './elements.ts';
import { putTexText } from './math-tex.ts';
import type { Leave, Page } from './page.ts';
import { keepsLines } from './style.ts';
import { mayHoldTex } from './tex-text.ts';

interface Open {
  readonly element: DomElement;
  readonly leave: Leave | undefined;
  readonly lines: boolean;
}

export function* walkPage(page: Page, root: DomParent): Generator<Block> {
  const open: Open[] = [];
  let lines = false;
  const enter = (node: DomNode): boolean => {
    if (node.kind === 'text' && !page.dropped.has(node)) {
      if (page.texInText && mayHoldTex(node.value)) putTexText(page, node.value);
      else page.flow.text(node.value, lines);
    }
    if (node.kind !== 'element') return false;
    const done = readElement(page, node);
    if (done === 'skip') return false;
    const own = keepsLines(node);
    if (done !== undefined || (own !== undefined && own !== lines)) open.push({ element: node, leave: done, lines });
    if (own !== undefined) lines = own;
    return true;
  };
  const leave = (element: DomElement): void => {
    const last = open.at(-1);
    if (last?.element !== element) return;
    open.pop();
    lines = last.lines;
    last.leave?.();
  };
  let node = root.first;
  while (node !== undefined) {
    if (enter(node) && node.kind === 'element') {
      if (node.first !== undefined) {
        node = node.first;
        continue;
      }
      leave(node);
    }
    if (page.flow.hasBlocks) yield* page.flow.drain();
    while (node.next === undefined) {
      const parent: DomParent | undefined = node.parent;
      if (parent === undefined || parent === root || parent.kind !== 'element') {
        yield* page.flow.finish();
        return;
      }
      leave(parent);
      node = parent;
    }
    node = node.next;
  }
  yield* page.flow.finish();
}
