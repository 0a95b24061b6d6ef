// The life of a job: which transitions exist, and that a final state never changes.
import { expect, test } from 'vitest';
import { Failure } from './failure.ts';
import { isFinal, type JobEvent, jobStates, nextState } from './job.ts';

const events: readonly JobEvent[] = ['claim', 'reclaim', 'release', 'complete', 'fail'];

test('the transitions are those of the contract', () => {
  const possible = jobStates.flatMap((state) =>
    events.flatMap((event) => {
      try {
        return [`${state} ${event} ${nextState(state, event)}`];
      } catch (error) {
        expect(error).toBeInstanceOf(Failure);
        return [];
      }
    }),
  );
  expect(possible).toEqual([
    'pending claim processing',
    'pending fail failed',
    'processing reclaim processing',
    'processing release processing',
    'processing complete completed',
    'processing fail failed',
  ]);
  expect(jobStates.filter(isFinal)).toEqual(['completed', 'failed']);
});
