// The result of a conversion beside its original: rendered, as source, its metadata, its warnings, its link.
import { lazy, Suspense } from 'preact/compat';
import { useState } from 'preact/hooks';
import { type Job, originalAddress, type PlacedBlock, readBlocks, readMarkdown } from '../api/jobs.ts';
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
  const [picked, setPicked] = useState<PlacedBlock>();
  const [span, setSpan] = useState<{ start: number; end: number }>();
  const warnings = job.metadata?.warnings ?? [];
  const hasOriginal = (map.data?.pages.length ?? 0) > 0;

  const pickRegion = (block: PlacedBlock): void => {
    setPicked(block);
    setSpan({ start: block.start, end: block.end });
    if (tab !== 'preview' && tab !== 'source') setTab('preview');
  };
  const pickText = (one: { start: number; end: number }): void => {
    setSpan(one);
    setPicked(map.data?.blocks.find((block) => block.start < one.end && block.end > one.start));
  };

  return (
    <section class="card result" aria-label={`Result of ${job.filename ?? id}`}>
      <div class="card-head">
        <div class="result-title">
          <h2>{job.filename ?? id}</h2>
          <p class="fine">{summary(job)}</p>
        </div>
        <div class="actions">
          <CopyButton label="Copy" text={() => wholeText(id)} class="primary" />
          <a class="button" href={job.sasUrl} download>
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

/** What is copied is the whole result, however much of it the page shows. */
async function wholeText(id: string): Promise<string> {
  return (await readMarkdown(id, 2 ** 31 - 1)).text;
}
