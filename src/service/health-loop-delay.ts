// How long the event loop lets things wait: the delay every request pays before anything of ours looks at it.
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface LoopDelay {
  /** Over the last whole window; nothing before its end, for a start holds up everything once. */
  read(): { readonly meanMs: number; readonly worstMs: number };
  stop(): void;
}

const resolutionMs = 20;
const windowMs = 15_000;

export function watchLoopDelay(): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  // The histogram holds the time between two ticks of its own timer, so an idle loop shows the resolution itself.
  const late = (nanoseconds: number): number =>
    Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e6 - resolutionMs) : 0;
  const present = () => ({ meanMs: late(histogram.mean), worstMs: late(histogram.percentile(99)) });
  let last = { meanMs: 0, worstMs: 0 };
  const timer = setInterval(() => {
    last = present();
    histogram.reset();
  }, windowMs).unref();
  return {
    read: () => last,
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
