// The rendered Markdown: drawn piece by piece as it is scrolled to, each block knowing which bytes of the text it is.
import type { RootContent } from 'mdast';
import { memo } from 'preact/compat';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { drawBlock } from './block-nodes.tsx';
import { byteLength, type Chunk, chunksOf } from './chunks.ts';
import type { Drawing } from './inline-nodes.tsx';
import { parseMarkdown } from './parse.ts';

/** About what one piece has; parsing it takes some ten milliseconds. */
const pieceSize = 24_000;

export interface Span {
  readonly start: number;
  readonly end: number;
}

interface RenderedProps {
  readonly markdown: string;
  readonly own: string | undefined;
  /** The bytes of the block that is pointed at. */
  readonly selected: Span | undefined;
  readonly onSelect: (span: Span) => void;
}

export function Rendered({ markdown, own, selected, onSelect }: RenderedProps) {
  const chunks = useMemo(() => [...chunksOf(markdown, pieceSize)], [markdown]);
  const [shown, setShown] = useState(1);
  const end = useRef<HTMLDivElement>(null);
  const [within, setWithin] = useState<HTMLDivElement | null>(null);

  // More is drawn when its place comes near: one piece at a time, so that the page stays quick.
  useEffect(() => {
    const mark = end.current;
    if (mark === null || shown >= chunks.length) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setShown((count) => Math.min(chunks.length, count + 1));
      },
      { rootMargin: '600px' },
    );
    watcher.observe(mark);
    return () => watcher.disconnect();
  }, [shown, chunks]);

  useEffect(() => {
    if (selected === undefined || within === null) return;
    const holder = chunks.findLastIndex((chunk) => chunk.byteStart <= selected.start);
    if (holder >= shown) setShown(holder + 1);
    else mark(within, selected);
  }, [selected, within, shown, chunks]);

  const pointed = (event: Event): void => {
    if (event.target instanceof Element && event.target.closest('a') !== null) return;
    const block = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-start]') : null;
    if (block !== null) onSelect({ start: Number(block.dataset['start']), end: Number(block.dataset['end']) });
  };

  return (
    // The keyboard's way to the same is the list of regions beside the page picture.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div class="markdown" ref={setWithin} onClick={pointed}>
      {chunks.slice(0, shown).map((chunk) => (
        <Piece key={chunk.byteStart} chunk={chunk} own={own} />
      ))}
      {shown < chunks.length && (
        <div class="more" ref={end}>
          <button type="button" onClick={() => setShown(shown + 1)}>
            Show more
          </button>
        </div>
      )}
    </div>
  );
}

const Piece = memo(({ chunk, own }: { chunk: Chunk; own: string | undefined }) => {
  const blocks = useMemo(() => {
    const tree = parseMarkdown(chunk.text);
    const definitions = new Map(
      tree.children.flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url] as const] : [])),
    );
    const drawing: Drawing = { own, definitions };
    let at = chunk.added;
    let bytes = chunk.byteStart;
    return tree.children.map((node) => {
      const start = Math.max(at, node.position?.start.offset ?? at);
      bytes += byteLength(chunk.text.slice(at, start));
      const from = bytes;
      at = Math.max(start, node.position?.end.offset ?? start);
      bytes += byteLength(chunk.text.slice(start, at));
      return { node: node as RootContent, from, to: bytes, drawing };
    });
  }, [chunk, own]);
  return (
    <section class="piece">
      {blocks.map(({ node, from, to, drawing }) => (
        <div class="block" data-start={from} data-end={to} key={from}>
          {drawBlock(node, drawing)}
        </div>
      ))}
    </section>
  );
});

/** Marks every block that has bytes of the span, and brings the first into view. */
function mark(within: HTMLElement, span: Span): void {
  let first: HTMLElement | undefined;
  for (const block of within.querySelectorAll<HTMLElement>('[data-start]')) {
    const touches = Number(block.dataset['start']) < span.end && Number(block.dataset['end']) > span.start;
    block.classList.toggle('selected', touches);
    if (touches) first ??= block;
  }
  if (first !== undefined) bringIntoView(first, within);
}

function bringIntoView(block: HTMLElement, within: HTMLElement): void {
  const scroller = within.closest<HTMLElement>('.scroll');
  if (scroller === null) return;
  const place = block.getBoundingClientRect();
  const view = scroller.getBoundingClientRect();
  if (place.top >= view.top && place.bottom <= view.bottom) return;
  scroller.scrollTop += place.top - view.top - view.height / 4;
}
