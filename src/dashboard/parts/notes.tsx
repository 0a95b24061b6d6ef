// What pages say beside their content: problems with their remedy, empty lists that teach, states as badges.
import type { ComponentChildren } from 'preact';
import type { Remedy } from '../api/problem.ts';
import { Icon } from './icon.tsx';

export function ProblemNote({ problem }: { problem: Remedy | undefined }) {
  // The place is always there, so that a screen reader hears what comes into it.
  return (
    <div role="alert">
      {problem !== undefined && (
        <div class="note bad">
          <Icon name="bad" />
          <div>
            <p class="note-title">{problem.message}</p>
            {problem.suggestion !== undefined && <p>{problem.suggestion}</p>}
            {(problem.code !== undefined || problem.requestId !== undefined) && (
              <p class="fine">{[problem.code, problem.requestId].filter((one) => one !== undefined).join(' · ')}</p>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

export function EmptyNote({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      <div>{children}</div>
    </div>
  );
}

const tones: Readonly<Record<string, string>> = {
  completed: 'good',
  healthy: 'good',
  active: 'good',
  failed: 'bad',
  unhealthy: 'bad',
  cancelled: 'bad',
  degraded: 'warn',
  past_due: 'warn',
  completed_with_errors: 'warn',
  partial: 'warn',
  processing: 'busy',
};

export function StateBadge({ state }: { state: string }) {
  return <span class={`badge ${tones[state] ?? ''}`}>{state.replace(/_/g, ' ')}</span>;
}

/** Grey bars of the size of what will stand here. */
export function Placeholder({ lines = 4 }: { lines?: number }) {
  return (
    <div class="placeholder" role="status">
      <span class="visually-hidden">Loading</span>
      {Array.from({ length: lines }, (_, index) => (
        <span class="bar" key={index} />
      ))}
    </div>
  );
}

export function ProgressBar({ share, label }: { share: number | undefined; label: string }) {
  return <progress max={1} {...(share === undefined ? {} : { value: share })} aria-label={label} />;
}
