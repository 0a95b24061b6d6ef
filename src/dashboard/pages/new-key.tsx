// Making a key, and showing it the only time it can be seen, with a call that works at once.
import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiKey, createKey } from '../api/keys.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { CheckField, TextField } from '../parts/fields.tsx';
import { useAction } from '../parts/load.ts';
import { ProblemNote } from '../parts/notes.tsx';

type MadeKey = ApiKey & { readonly key: string };

const scopes = [
  ['convert', 'Convert', 'Send documents and extend links.'],
  ['read', 'Read', 'Ask for states and download results.'],
  ['usage', 'Usage', 'Read the usage reports.'],
] as const;

export function NewKeyForm({ onMade, onCancel }: { onMade: (key: MadeKey) => void; onCancel: () => void }) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>(scopes.map(([scope]) => scope));
  const [expires, setExpires] = useState('');
  const [addresses, setAddresses] = useState('');
  const { busy, problem, run } = useAction();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const allowList = addresses.split(/[\s,]+/).filter((one) => one !== '');
    const made = await run(() =>
      createKey({
        name: name.trim(),
        scopes: chosen,
        // To the end of the chosen day, where the person is.
        ...(expires === '' ? {} : { expiresAt: new Date(`${expires}T23:59:59`).toISOString() }),
        ...(allowList.length === 0 ? {} : { allowList }),
      }),
    );
    if (made !== undefined) onMade(made);
  };
  return (
    <section class="card narrow" aria-label="New key">
      <h2>New key</h2>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <TextField
          label="Name"
          value={name}
          onValue={setName}
          hint="Where the key is used, such as “nightly import”."
          maxLength={100}
          required
        />
        <fieldset class="checks">
          <legend>The key may</legend>
          {scopes.map(([scope, label, hint]) => (
            <CheckField
              key={scope}
              label={label}
              hint={hint}
              checked={chosen.includes(scope)}
              onChecked={(on) => setChosen(on ? [...chosen, scope] : chosen.filter((one) => one !== scope))}
            />
          ))}
        </fieldset>
        <TextField label="Expires" type="date" value={expires} onValue={setExpires} hint="Empty: never." />
        <TextField
          label="Only from these addresses"
          value={addresses}
          onValue={setAddresses}
          placeholder="203.0.113.0/24, 2001:db8::/32"
          hint="Addresses or CIDR ranges. Empty: from anywhere."
        />
        <ProblemNote problem={problem} />
        <div class="actions">
          <button type="submit" class="primary" disabled={busy || chosen.length === 0}>
            Create key
          </button>
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
        </div>
      </form>
    </section>
  );
}

export function NewKeyShown({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const curl = `curl -H 'X-API-Key: ${made.key}' -F file=@document.pdf ${location.origin}/api/v1/convert`;
  return (
    <section class="card highlight" aria-label="Your new key">
      <h2 ref={heading} tabIndex={-1}>
        Your new key: {made.name}
      </h2>
      <p>Copy it now. It is stored only as a hash and cannot be shown again.</p>
      <div class="secret">
        <code>{made.key}</code>
        <CopyButton label="Copy key" text={made.key} class="primary" />
      </div>
      <p class="hint">Try it:</p>
      <div class="secret">
        <code>{curl}</code>
        <CopyButton label="Copy command" text={curl} />
      </div>
      <div class="actions">
        <button type="button" onClick={onClose}>
          I have copied it
        </button>
      </div>
    </section>
  );
}
