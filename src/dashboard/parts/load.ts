// Data of a page: loading, there, or failed with a remedy; loaded anew on demand.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type Remedy, remedyOf } from '../api/problem.ts';

export interface Loaded<T> {
  readonly data: T | undefined;
  readonly problem: Remedy | undefined;
  readonly loading: boolean;
  readonly reload: () => Promise<void>;
}

const typingPauseMs = 200;

/** Reads when `key` changes. What was read before stays until the new is there, so nothing jumps. */
export function useLoaded<T>(key: string, read: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ data?: T; problem?: Remedy; loading: boolean }>({ loading: true });
  const newest = useRef(0);
  const reading = useRef(read);
  reading.current = read;
  const reload = useCallback(async () => {
    newest.current += 1;
    const mine = newest.current;
    setState((before) => ({ ...before, loading: true }));
    try {
      const data = await reading.current();
      if (mine === newest.current) setState({ data, loading: false });
    } catch (error) {
      if (mine === newest.current) setState((before) => ({ ...before, problem: remedyOf(error), loading: false }));
    }
  }, [key]);
  const first = useRef(true);
  useEffect(() => {
    // Keys that follow one another quickly are letters that somebody types.
    const timer = setTimeout(() => void reload(), first.current ? 0 : typingPauseMs);
    first.current = false;
    return () => {
      clearTimeout(timer);
      newest.current += 1;
    };
  }, [reload]);
  return { data: state.data, problem: state.problem, loading: state.loading, reload };
}

/** A list with running work is read anew this often. */
const refreshMs = 3000;

/** Loads again and again while something of what is shown still runs. */
export function useRefresh(running: boolean, reload: () => Promise<void>): void {
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => void reload(), refreshMs);
    return () => clearInterval(timer);
  }, [running, reload]);
}

/** Something a person started: busy until it ends, with the remedy when it failed. */
export function useAction() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Remedy>();
  const run = useCallback(async <T>(action: () => Promise<T>): Promise<T | undefined> => {
    setBusy(true);
    setProblem(undefined);
    try {
      return await action();
    } catch (error) {
      setProblem(remedyOf(error));
      return undefined;
    } finally {
      setBusy(false);
    }
  }, []);
  return { busy, problem, run };
}
