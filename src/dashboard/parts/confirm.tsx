// Asks before something that cannot be undone, in the browser's own dialog: focus is held and Escape closes it.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useAction } from './load.ts';
import { ProblemNote } from './notes.tsx';

interface ConfirmProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly action: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

export function Confirm({ title, children, action, onConfirm, onClose }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { busy, problem, run } = useAction();
  useEffect(() => dialog.current?.showModal(), []);
  const confirm = async (): Promise<void> => {
    const done = await run(async () => {
      await onConfirm();
      return true;
    });
    if (done === true) onClose();
  };
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="confirm-title">
      <h2 id="confirm-title">{title}</h2>
      <div class="dialog-text">{children}</div>
      <ProblemNote problem={problem} />
      <div class="actions end">
        <button type="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        <button type="button" class="danger" disabled={busy} onClick={() => void confirm()}>
          {action}
        </button>
      </div>
    </dialog>
  );
}
