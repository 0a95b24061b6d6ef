// A store that fell silent may have written what it never confirmed. To refuse such a job would take its document away
// while a worker comes for it, so whoever gets no answer looks first.
import { Failure } from '../core/failure.ts';

/** What was written, also when only a second look tells so; the error of the write where nothing is found. */
export async function writtenOrFound<T>(write: Promise<T>, look: () => Promise<T | undefined>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'UNAVAILABLE') throw error;
    const found = await look().catch(() => undefined);
    if (found === undefined) throw error;
    return found;
  }
}
