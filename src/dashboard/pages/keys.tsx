// API keys: made here, shown once, listed by their beginning, renamed, revoked after a question.

import { useState } from 'preact/hooks';
import { type ApiKey, listKeys, revokeKey } from '../api/keys.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Icon } from '../parts/icon.tsx';
import { useLoaded } from '../parts/load.ts';
import { EmptyNote, Placeholder, ProblemNote, StateBadge } from '../parts/notes.tsx';
import { ScrollTable } from '../parts/scroll-table.tsx';
import { day, distance, moment } from '../parts/words.ts';
import { NewKeyForm, NewKeyShown } from './new-key.tsx';
import { RenameKey } from './rename-key.tsx';

export function KeysPage() {
  const { data, problem, loading, reload } = useLoaded('keys', listKeys);
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<ApiKey & { readonly key: string }>();
  const [doomed, setDoomed] = useState<ApiKey>();
  const [renamed, setRenamed] = useState<ApiKey>();
  return (
    <>
      <header class="page-head">
        <div>
          <h1>API keys</h1>
          <p class="lead">A key lets your programs convert documents in the name of this account.</p>
        </div>
        {!creating && (
          <button type="button" class="primary" onClick={() => setCreating(true)}>
            New key
          </button>
        )}
      </header>
      {made !== undefined && <NewKeyShown made={made} onClose={() => setMade(undefined)} />}
      {creating && (
        <NewKeyForm
          onCancel={() => setCreating(false)}
          onMade={(key) => {
            setCreating(false);
            setMade(key);
            void reload();
          }}
        />
      )}
      <ProblemNote problem={problem} />
      {data === undefined && loading && <Placeholder lines={5} />}
      {data?.length === 0 && !creating && (
        <EmptyNote title="No keys yet">
          <p>Create a key, then send it as the header X-API-Key with every request. Each program deserves its own.</p>
        </EmptyNote>
      )}
      {data !== undefined && data.length > 0 && (
        <div class="card list">
          <ScrollTable label="API keys">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col" class="roomy">
                  Key
                </th>
                <th scope="col" class="roomy">
                  May
                </th>
                <th scope="col" class="roomy">
                  Last used
                </th>
                <th scope="col" class="roomy">
                  Expires
                </th>
                <th scope="col">
                  <span class="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map((key) => (
                <KeyRow key={key.id} row={key} onRename={() => setRenamed(key)} onRevoke={() => setDoomed(key)} />
              ))}
            </tbody>
          </ScrollTable>
        </div>
      )}
      {renamed !== undefined && (
        <RenameKey key={renamed.id} row={renamed} onClose={() => setRenamed(undefined)} onRenamed={reload} />
      )}
      {doomed !== undefined && (
        <Confirm
          title="Revoke this key?"
          action="Revoke"
          onClose={() => setDoomed(undefined)}
          onConfirm={async () => {
            await revokeKey(doomed.id);
            await reload();
          }}
        >
          <p>
            Programs that use <strong>{doomed.name}</strong> ({doomed.prefix}…) are refused from now on. This cannot be
            undone.
          </p>
        </Confirm>
      )}
    </>
  );
}

function KeyRow({ row, onRename, onRevoke }: { row: ApiKey; onRename: () => void; onRevoke: () => void }) {
  const allowed = row.allowList ?? [];
  return (
    <tr class={row.revokedAt === null ? undefined : 'faded'}>
      <th scope="row">
        <span class="name">{row.name}</span>
        <p class="fine roomy">Created {day(row.createdAt)}</p>
        <p class="fine only-narrow">
          <code>{row.prefix}…</code>
          <br />
          {row.scopes.join(', ')}; last used {row.lastUsedAt === null ? 'never' : distance(row.lastUsedAt)}
        </p>
      </th>
      <td class="roomy">
        <code>{row.prefix}…</code>
      </td>
      <td class="roomy">
        {row.scopes.join(', ')}
        {allowed.length > 0 && <p class="fine">from {allowed.join(', ')}</p>}
      </td>
      <td class="roomy">
        {row.lastUsedAt === null ? (
          'never'
        ) : (
          <time dateTime={row.lastUsedAt} title={moment(row.lastUsedAt)}>
            {distance(row.lastUsedAt)}
          </time>
        )}
      </td>
      <td class="roomy">{row.expiresAt === null ? 'never' : day(row.expiresAt)}</td>
      <td>
        {row.revokedAt === null ? (
          <div class="row-actions">
            <button type="button" class="quiet icon-button" onClick={onRename} title="Rename">
              <Icon name="pen" />
              <span class="visually-hidden">Rename {row.name}</span>
            </button>
            <button type="button" class="quiet danger-text" onClick={onRevoke}>
              Revoke<span class="visually-hidden"> {row.name}</span>
            </button>
          </div>
        ) : (
          <StateBadge state="revoked" />
        )}
      </td>
    </tr>
  );
}
