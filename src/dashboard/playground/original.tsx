// The original beside the result, one page at a time, with the regions that blocks of the Markdown came from.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type BlockMap, type PlacedBlock, pagePicture } from '../api/jobs.ts';
import { Icon } from '../parts/icon.tsx';

interface OriginalProps {
  readonly jobId: string;
  readonly map: BlockMap;
  readonly picked: PlacedBlock | undefined;
  readonly onPick: (block: PlacedBlock) => void;
}

export function Original({ jobId, map, picked, onPick }: OriginalProps) {
  const [index, setIndex] = useState(0);
  // Which page's picture was drawn or failed; for any other page it is still to come.
  const [tried, setTried] = useState<{ readonly page: number; readonly drawn: boolean }>();
  const page = map.pages[index];
  const regions = useMemo(() => map.blocks.filter((block) => block.page === page?.page), [map, page]);
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (picked === undefined) return;
    const holder = map.pages.findIndex((one) => one.page === picked.page);
    if (holder >= 0) setIndex(holder);
  }, [picked, map]);
  useEffect(() => {
    frame.current?.querySelector('.picked')?.scrollIntoView({ block: 'nearest' });
  }, [picked, index]);

  if (page === undefined) return null;
  const known = tried?.page === page.page;
  const turn = (to: number): void => setIndex(Math.min(map.pages.length - 1, Math.max(0, to)));
  return (
    <section class="original" aria-label="Original">
      <div class="page-turner">
        <button type="button" class="quiet icon-button" disabled={index === 0} onClick={() => turn(index - 1)}>
          <Icon name="left" />
          <span class="visually-hidden">Page before</span>
        </button>
        <label>
          Page{' '}
          <input
            type="number"
            min={1}
            max={map.pages.length}
            value={index + 1}
            onChange={(event) => turn(Number(event.currentTarget.value) - 1)}
          />{' '}
          of {map.pages.length}
        </label>
        <button
          type="button"
          class="quiet icon-button"
          disabled={index === map.pages.length - 1}
          onClick={() => turn(index + 1)}
        >
          <Icon name="right" />
          <span class="visually-hidden">Next page</span>
        </button>
      </div>
      <div class="page-frame scroll" ref={frame}>
        {/* Set through the object model: the policy of these pages allows no style attribute. */}
        <div class="page" style={{ aspectRatio: `${page.width} / ${page.height}` }}>
          {!(known && tried.drawn) && (
            <p class="page-wait" role="status">
              {known ? 'The picture of this page cannot be shown.' : 'Drawing the page…'}
            </p>
          )}
          {!(known && !tried.drawn) && (
            <img
              key={page.page}
              src={pagePicture(jobId, page.page)}
              alt={`Page ${page.page} of the original`}
              onLoad={() => setTried({ page: page.page, drawn: true })}
              onError={() => setTried({ page: page.page, drawn: false })}
            />
          )}
          <Regions regions={regions} picked={picked} onPick={onPick} />
        </div>
      </div>
    </section>
  );
}

interface RegionsProps {
  readonly regions: readonly PlacedBlock[];
  readonly picked: PlacedBlock | undefined;
  readonly onPick: (block: PlacedBlock) => void;
}

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;

/** One stop for the Tab key; arrows go from region to region in the order of the text. */
function Regions({ regions, picked, onPick }: RegionsProps) {
  const list = useRef<HTMLDivElement>(null);
  const at = Math.max(0, picked === undefined ? 0 : regions.indexOf(picked));
  const move = (event: KeyboardEvent): void => {
    const forward = event.key === 'ArrowDown' || event.key === 'ArrowRight';
    if (!forward && event.key !== 'ArrowUp' && event.key !== 'ArrowLeft') return;
    event.preventDefault();
    const next = Math.min(regions.length - 1, Math.max(0, at + (forward ? 1 : -1)));
    const region = regions[next];
    if (region === undefined) return;
    onPick(region);
    list.current?.querySelectorAll<HTMLElement>('button')[next]?.focus();
  };
  return (
    <div class="regions" role="toolbar" aria-label="Regions of the page" ref={list} onKeyDown={move}>
      {regions.map((block, index) => {
        const [left, top, right, bottom] = block.box;
        return (
          <button
            key={`${block.start}-${index}`}
            type="button"
            class={block === picked ? 'region picked' : 'region'}
            tabIndex={index === at ? 0 : -1}
            aria-pressed={block === picked}
            aria-label={`${block.kind ?? 'Block'} ${index + 1} of ${regions.length}`}
            style={{
              left: percent(left),
              top: percent(top),
              width: percent(right - left),
              height: percent(bottom - top),
            }}
            onClick={() => onPick(block)}
          />
        );
      })}
    </div>
  );
}
