// Where documents come in: dropped, chosen, pasted, or named by an address.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Source } from '../api/convert.ts';
import { Icon } from '../parts/icon.tsx';

interface DropZoneProps {
  /** Smaller, once there are results to look at. */
  readonly small: boolean;
  readonly onSources: (sources: readonly Source[]) => void;
}

export function DropZone({ small, onSources }: DropZoneProps) {
  const [over, setOver] = useState(false);
  const [url, setUrl] = useState('');
  const chooser = useRef<HTMLInputElement>(null);
  const take = (files: Iterable<File>): void => onSources([...files].map((file) => ({ file })));

  useEffect(() => {
    // A file that misses the zone must not replace the page.
    const catchFile = (event: DragEvent): void => event.preventDefault();
    const paste = (event: ClipboardEvent): void => {
      const files = event.clipboardData?.files;
      if (files !== undefined && files.length > 0) take(files);
    };
    window.addEventListener('dragover', catchFile);
    window.addEventListener('drop', catchFile);
    window.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('dragover', catchFile);
      window.removeEventListener('drop', catchFile);
      window.removeEventListener('paste', paste);
    };
  });

  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer !== null) take(event.dataTransfer.files);
  };
  const sendUrl = (event: Event): void => {
    event.preventDefault();
    const wanted = url.trim();
    if (wanted === '') return;
    onSources([{ url: wanted }]);
    setUrl('');
  };

  return (
    <div class="intake">
      <section
        aria-label="Files"
        class={`drop${over ? ' over' : ''}${small ? ' small' : ''}`}
        onDragOver={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="upload" />
        <p class="drop-title">Drop documents here</p>
        <p class="hint">
          PDF, Word, PowerPoint, Excel, HTML, EPUB, mail, images, audio and more. Many at once is fine.
        </p>
        <button type="button" class="primary" onClick={() => chooser.current?.click()}>
          Choose files
        </button>
        <input
          ref={chooser}
          type="file"
          multiple
          class="visually-hidden"
          tabIndex={-1}
          aria-label="Files to convert"
          onChange={(event) => {
            take(event.currentTarget.files ?? []);
            event.currentTarget.value = '';
          }}
        />
      </section>
      <form class="url-form" onSubmit={sendUrl}>
        <label for="source-url">Or the address of a page or file</label>
        <div class="joined">
          <input
            id="source-url"
            type="url"
            placeholder="https://example.com/report.pdf"
            value={url}
            onInput={(event) => setUrl(event.currentTarget.value)}
          />
          <button type="submit">Convert</button>
        </div>
      </form>
    </div>
  );
}
