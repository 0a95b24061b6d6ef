// The conversions of this visit, each with its progress, its result or its remedy.
import { Icon } from '../parts/icon.tsx';
import { ProblemNote, ProgressBar } from '../parts/notes.tsx';
import { bytes } from '../parts/words.ts';
import { type Conversion, cancelConversion } from './conversions.ts';

interface ConversionListProps {
  readonly list: readonly Conversion[];
  readonly open: number | undefined;
  readonly onOpen: (number: number) => void;
}

export function ConversionList({ list, open, onOpen }: ConversionListProps) {
  // Said aloud only when one ends: every page of every document would be too much to hear.
  const ended = list.find((one) => one.phase === 'done' || one.phase === 'failed');
  return (
    <>
      <p class="visually-hidden" role="status">
        {ended === undefined ? '' : `${ended.name}: ${ended.message}`}
      </p>
      <ul class="conversions">
        {list.map((one) => (
          <li key={one.number} class={one.number === open ? 'conversion open' : 'conversion'}>
            <div class="conversion-line">
              <span class={`phase ${one.phase}`} aria-hidden="true">
                <Icon name={one.phase === 'done' ? 'done' : one.phase === 'failed' ? 'bad' : 'clock'} />
              </span>
              <div class="conversion-name">
                <span class="name" title={one.name}>
                  {one.name}
                </span>
                <span class="fine">
                  {one.size !== undefined && `${bytes(one.size)} · `}
                  {one.message}
                </span>
              </div>
              {one.phase === 'done' && one.number !== open && (
                <button type="button" onClick={() => onOpen(one.number)}>
                  Show result<span class="visually-hidden"> of {one.name}</span>
                </button>
              )}
              {(one.phase === 'waiting' || one.phase === 'sending' || one.phase === 'working') && (
                <button type="button" class="quiet" onClick={() => cancelConversion(one.number)}>
                  Stop<span class="visually-hidden"> {one.name}</span>
                </button>
              )}
            </div>
            {(one.phase === 'sending' || one.phase === 'working') && (
              <ProgressBar share={one.share} label={`Progress of ${one.name}`} />
            )}
            {one.phase === 'failed' && <ProblemNote problem={one.problem} />}
          </li>
        ))}
      </ul>
    </>
  );
}
