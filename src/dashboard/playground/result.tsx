// The result of a conversion beside its original: rendered, as source, its metadata, its warnings, its link.
import { lazy, Suspense } from 'preact/compat';
import { useMemo, useState } from 'preact/hooks';
import {
  type Job,
  originalAddress,
  type PlacedBlock,
  readBlocks,
  readMarkdown,
  readWholeMarkdown,
} from '../api/jobs.ts';
import type { Span } from '../markdown/rendered.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Icon } from '../parts/icon.tsx';
import { useLoaded } from '../parts/load.ts';
import { Placeholder, ProblemNote } from '../parts/notes.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { bytes, count, counted, duration } from '../parts/words.ts';
import { Details, Warnings } from './details.tsx';
import { LinkPanel } from './link-panel.tsx';
import { Original } from './original.tsx';
import { Source } from './source.tsx';

/** As much of the Markdown as the page takes; the whole is in the file to download. */
const mostBytes = 4 * 2 ** 20;

// The parser is the largest part of these pages and needed by this one alone.
const Rendered = lazy(() => import('../markdown/rendered.tsx').then(({ Rendered: part }) => part));

export function Result({ job }: { job: Job }) {
  const id = job.jobId;
  const markdown = useLoaded(id, () => readMarkdown(id, mostBytes));
  const map = useLoaded(id, () => readBlocks(id));
  const [tab, setTab] = useState('preview');
  const [region, setRegion] = useState<PlacedBlock>();
  const [span, setSpan] = useState<Span>();
  const warnings = job.metadata?.warnings ?? [];
  const hasOriginal = (map.data?.pages.length ?? 0) > 0;

  // A region picked on the page is itself; words picked in the text are in the first region that has some of them.
  const picked = useMemo(
    () => region ?? (span && map.data?.blocks.find((block) => overlaps(block, span))),
    [region, span, map.data],
  );
  const pickRegion = (block: PlacedBlock): void => {
    setRegion(block);
    setSpan(block);
    if (tab !== 'preview') setTab('preview');
  };
  const pickText = (words: Span): void => {
    setRegion(undefined);
    setSpan(words);
  };

  return (
    <section class="card result" aria-label={`Result of ${job.filename ?? id}`}>
      <div class="card-head">
        <div class="result-title">
          <h2>{job.filename ?? id}</h2>
          <p class="fine">{summary(job)}</p>
        </div>
        <div class="actions">
          <CopyButton label="Copy" text={() => readWholeMarkdown(id)} class="primary" />
          <a class="button" href={ownPath(job.sasUrl)} download>
            <Icon name="download" /> Markdown
          </a>
          <a class="button" href={originalAddress(id)} download>
            <Icon name="download" /> Original
          </a>
        </div>
      </div>
      {job.sasUrl !== undefined && job.expiresAt !== undefined && <LinkPanel job={job} />}
      <ProblemNote problem={markdown.problem} />
      <div class={hasOriginal ? 'beside' : 'alone'}>
        {hasOriginal && map.data !== undefined && (
          <Original jobId={id} map={map.data} picked={picked} onPick={pickRegion} />
        )}
        <Tabs
          label="Views of the result"
          active={tab}
          onActive={setTab}
          tabs={[
            { name: 'preview', label: 'Preview' },
            { name: 'source', label: 'Source' },
            { name: 'details', label: 'Details' },
            { name: 'warnings', label: 'Warnings', note: count(warnings.length) },
          ]}
        >
          {markdown.data === undefined && markdown.loading && <Placeholder lines={10} />}
          {tab === 'preview' && markdown.data !== undefined && (
            <Suspense fallback={<Placeholder lines={10} />}>
              <Rendered markdown={markdown.data.text} own={job.downloadUrl} selected={span} onSelect={pickText} />
            </Suspense>
          )}
          {tab === 'source' && markdown.data !== undefined && <Source text={markdown.data.text} />}
          {tab === 'details' && <Details job={job} />}
          {tab === 'warnings' && <Warnings warnings={warnings} />}
          {markdown.data?.whole === false && (tab === 'preview' || tab === 'source') && (
            <p class="note">This page shows the first {bytes(mostBytes)}. Download the Markdown for the rest.</p>
          )}
        </Tabs>
      </div>
    </section>
  );
}

/** The link of the answer begins with the public address; this page may have been reached under another. */
function ownPath(link: string | undefined): string | undefined {
  if (link === undefined || !URL.canParse(link)) return undefined;
  const { pathname, search } = new URL(link);
  return pathname + search;
}

const overlaps = (a: Span, b: Span): boolean => a.start < b.end && a.end > b.start;

function summary({ metadata, fileSize }: Job): string {
  const figure = (name: string): number | undefined =>
    typeof metadata?.[name] === 'number' ? metadata[name] : undefined;
  const [pages, words, ms, quality] = ['pages', 'wordCount', 'processingTimeMs', 'qualityScore'].map(figure);
  return [
    metadata?.['originalFormat'] === undefined ? undefined : String(metadata['originalFormat']).toUpperCase(),
    fileSize === undefined ? undefined : bytes(fileSize),
    pages === undefined ? undefined : counted(pages, 'page'),
    words === undefined ? undefined : counted(words, 'word'),
    ms === undefined ? undefined : duration(ms),
    quality === undefined ? undefined : `quality ${quality}`,
  ]
    .filter((one) => one !== undefined)
    .join(' · ');
}
