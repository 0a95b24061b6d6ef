// The life of a conversion job as a pure function: storage asks it before it writes a state.
import { Failure } from './failure.ts';

export const jobStates = ['pending', 'processing', 'completed', 'failed'] as const;
export type JobState = (typeof jobStates)[number];

export type JobEvent = 'claim' | 'reclaim' | 'release' | 'complete' | 'fail';

/** decisions.md, "States": a retry stays `processing`; a final state never changes. */
const transitions: Readonly<Record<JobState, Partial<Record<JobEvent, JobState>>>> = {
  pending: { claim: 'processing', fail: 'failed' },
  processing: { reclaim: 'processing', release: 'processing', complete: 'completed', fail: 'failed' },
  completed: {},
  failed: {},
};

export function nextState(state: JobState, event: JobEvent): JobState {
  const next = transitions[state][event];
  if (next === undefined) throw new Failure('INTERNAL', { cause: `no transition ${event} from ${state}` });
  return next;
}

export function isFinal(state: JobState): boolean {
  return state === 'completed' || state === 'failed';
}

/** The steps a processing job goes through, in order; `progress.current_step` of the specification. */
export const jobSteps = ['file_upload', 'text_extraction', 'conversion', 'finalization'] as const;
export type JobStep = (typeof jobSteps)[number];

export interface JobProgress {
  readonly step: JobStep;
  /** Share of the whole job, 0 to 100. */
  readonly percentage: number;
  readonly message: string;
}
