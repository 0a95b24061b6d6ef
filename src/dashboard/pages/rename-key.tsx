// Another name for a key, in the browser's own dialog: programs that use the key notice nothing.
import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiKey, renameKey } from '../api/keys.ts';
import { TextField } from '../parts/fields.tsx';
import { useAction } from '../parts/load.ts';
import { ProblemNote } from '../parts/notes.tsx';

interface RenameKeyProps {
  readonly row: ApiKey;
  readonly onRenamed: () => Promise<void>;
  readonly onClose: () => void;
}

export function RenameKey({ row, onRenamed, onClose }: RenameKeyProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [name, setName] = useState(row.name);
  const { busy, problem, run } = useAction();
  useEffect(() => dialog.current?.showModal(), []);
  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const done = await run(async () => {
      await renameKey(row.id, name);
      await onRenamed();
      return true;
    });
    if (done === true) dialog.current?.close();
  };
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="rename-title">
      <form class="stack" onSubmit={(event) => void save(event)}>
        <h2 id="rename-title">Rename this key</h2>
        <TextField
          label="Name"
          value={name}
          onValue={setName}
          required
          maxLength={100}
          hint={`The key itself (${row.prefix}…) stays as it is.`}
        />
        <ProblemNote problem={problem} />
        <div class="actions end">
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={busy}>
            Save
          </button>
        </div>
      </form>
    </dialog>
  );
}
