// The Markdown as text, a part at a time: one huge string would hold up the page that lays it out.
import { useEffect, useRef, useState } from 'preact/hooks';

const partSize = 40_000;

export function Source({ text }: { text: string }) {
  const [parts, setParts] = useState(1);
  const end = useRef<HTMLDivElement>(null);
  const shown = text.slice(0, parts * partSize);
  const more = shown.length < text.length;
  useEffect(() => {
    const mark = end.current;
    if (mark === null || !more) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setParts(parts + 1);
      },
      { rootMargin: '400px' },
    );
    watcher.observe(mark);
    return () => watcher.disconnect();
  }, [parts, more]);
  return (
    <div class="source">
      {Array.from({ length: Math.ceil(shown.length / partSize) }, (_, index) => (
        <pre key={index}>{shown.slice(index * partSize, (index + 1) * partSize)}</pre>
      ))}
      {more && (
        <div class="more" ref={end}>
          <button type="button" onClick={() => setParts(parts + 1)}>
            Show more
          </button>
        </div>
      )}
    </div>
  );
}
