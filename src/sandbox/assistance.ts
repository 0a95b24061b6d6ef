// One picture of one document, read by a child that has nothing else to do. Whatever goes wrong here costs that child
// and nothing more: the document's own child then reads the picture itself.
import type { Crew, Member, MemberListener } from './crew.ts';
import type { ChildMessage, PictureTask } from './protocol.ts';
import type { FullPoolSettings } from './settings.ts';
import { memoryOfProcess, type TaskWatch, watchTask } from './task-watch.ts';

export interface Assistance {
  readonly id: number;
  readonly picture: PictureTask;
  readonly pixelsPath: string;
  readonly readingPath: string;
}

/** Starts if a child is idle; `finished` is called once, and not at all when this returns undefined. */
export function startAssistance(
  crew: Crew,
  settings: FullPoolSettings,
  assistance: Assistance,
  finished: (read: boolean) => void,
): { stop(): void } | undefined {
  const run = new AssistanceRun(assistance.id, finished);
  const member = crew.take(run);
  if (member === undefined) return undefined;
  run.begin(crew, settings, member, assistance);
  return { stop: () => member.process.kill({ kind: 'aborted', reason: 'the document is gone' }) };
}

class AssistanceRun implements MemberListener {
  readonly #id: number;
  readonly #finished: (read: boolean) => void;
  #place: { readonly crew: Crew; readonly member: Member; readonly watch: TaskWatch } | undefined;
  #over = false;

  constructor(id: number, finished: (read: boolean) => void) {
    this.#id = id;
    this.#finished = finished;
  }

  begin(crew: Crew, settings: FullPoolSettings, member: Member, assistance: Assistance): void {
    // Less than the time that the waiting child may be silent itself.
    const limits = { ...settings, deadlineMs: settings.silenceMs * 0.75 };
    const watch = watchTask(limits, settings.clock, memoryOfProcess(member.process.pid), (reason) =>
      member.process.kill(reason),
    );
    this.#place = { crew, member, watch };
    member.process.send({ type: 'recognise', engines: settings.engines, ...assistance });
  }

  onMessage(message: ChildMessage): void {
    const place = this.#place;
    if (place === undefined || message.type === 'ready' || message.type === 'warm') return;
    if (message.type === 'started' && message.id === this.#id) return;
    if (message.type === 'recognised' && message.id === this.#id) {
      this.#end(true);
      place.crew.giveBack(place.member, memoryOfProcess(place.member.process.pid)() ?? message.rss);
      return;
    }
    // It failed, or talks nonsense; either way the picture goes back and the child is not trusted any more.
    place.member.process.kill({ kind: 'worn' });
    this.#end(false);
  }

  onEnd(): void {
    this.#end(false);
  }

  #end(read: boolean): void {
    if (this.#over) return;
    this.#over = true;
    this.#place?.watch.stop();
    this.#place = undefined;
    this.#finished(read);
  }
}
