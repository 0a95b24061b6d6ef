// The buttons below a list that comes in pages: back to the page before, on to the next one.
interface PagerProps {
  /** The cursors that led here, the present page's last; none on the first page. */
  readonly cursors: readonly string[];
  readonly onCursors: (cursors: readonly string[]) => void;
  readonly next: string | null;
  /** What the two buttons say. */
  readonly words?: readonly [back: string, on: string];
}

export function Pager({ cursors, onCursors, next, words: [back, on] = ['Newer', 'Older'] }: PagerProps) {
  return (
    <div class="pager">
      <button type="button" disabled={cursors.length === 0} onClick={() => onCursors(cursors.slice(0, -1))}>
        {back}
      </button>
      <button type="button" disabled={!next} onClick={() => onCursors([...cursors, next ?? ''])}>
        {on}
      </button>
    </div>
  );
}
