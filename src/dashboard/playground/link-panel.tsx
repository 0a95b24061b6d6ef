// The link to share: when it ends, and one click to make it last longer.
import { useState } from 'preact/hooks';
import { extendLink, type Job } from '../api/jobs.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Icon } from '../parts/icon.tsx';
import { useAction } from '../parts/load.ts';
import { ProblemNote } from '../parts/notes.tsx';
import { counted, distance, moment } from '../parts/words.ts';

const hours = 24;

export function LinkPanel({ job }: { job: Job }) {
  const [link, setLink] = useState({ url: job.sasUrl ?? '', until: job.expiresAt ?? '' });
  const [left, setLeft] = useState<number>();
  const { busy, problem, run } = useAction();
  const extend = async (): Promise<void> => {
    const extended = await run(() => extendLink(job.jobId, hours));
    if (extended === undefined) return;
    setLink({ url: extended.newSasUrl, until: extended.expirationInfo.newExpiry });
    setLeft(extended.limits.remainingExtensions);
  };
  return (
    <div class="link-panel">
      <Icon name="link" />
      <p class="link-text" role="status">
        Link to share, valid until <time dateTime={link.until}>{moment(link.until)}</time> ({distance(link.until)}
        {left === undefined ? '' : `; ${counted(left, 'extension')} left`})
      </p>
      <div class="actions">
        <CopyButton label="Copy link" text={link.url} />
        <button type="button" disabled={busy} onClick={() => void extend()}>
          <Icon name="clock" /> Extend by {hours} hours
        </button>
      </div>
      <ProblemNote problem={problem} />
    </div>
  );
}
