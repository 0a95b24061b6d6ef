// The account of whoever is signed in, and a new password.
import { useState } from 'preact/hooks';
import { changePassword, type Session } from '../api/session.ts';
import { TextField } from '../parts/fields.tsx';
import { useAction } from '../parts/load.ts';
import { ProblemNote, StateBadge } from '../parts/notes.tsx';
import { spoken } from '../parts/words.ts';
import { PageLink } from '../router.tsx';

export function AccountPage({ session: { user, account } }: { session: Session }) {
  return (
    <>
      <header class="page-head">
        <h1>Account</h1>
      </header>
      <section class="card" aria-label="Your account">
        <dl class="details">
          <div>
            <dt>Signed in as</dt>
            <dd>{user?.email}</dd>
          </div>
          <div>
            <dt>Role</dt>
            <dd>{user?.role === 'operator' ? 'Operator of this service' : 'Owner of the account'}</dd>
          </div>
          {account !== undefined && (
            <>
              <div>
                <dt>Account</dt>
                <dd>{account.name}</dd>
              </div>
              <div>
                <dt>Plan</dt>
                <dd>
                  {spoken(account.plan)} · <PageLink to="/usage">limits and charges</PageLink>
                </dd>
              </div>
              <div>
                <dt>Subscription</dt>
                <dd>
                  <StateBadge state={account.subscription} />
                </dd>
              </div>
            </>
          )}
        </dl>
      </section>
      <PasswordForm email={user?.email ?? ''} />
    </>
  );
}

function PasswordForm({ email }: { email: string }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [done, setDone] = useState(false);
  const { busy, problem, run } = useAction();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setDone(false);
    const changed = await run(async () => {
      await changePassword(current, next);
      return true;
    });
    if (changed !== true) return;
    setDone(true);
    setCurrent('');
    setNext('');
  };
  return (
    <section class="card narrow" aria-label="Change password">
      <h2>Change password</h2>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        {/* Tells password managers whose password this is. */}
        <input type="email" autocomplete="username" value={email} hidden readOnly />
        <TextField
          label="Present password"
          type="password"
          autocomplete="current-password"
          value={current}
          onValue={setCurrent}
          required
        />
        <TextField
          label="New password"
          type="password"
          autocomplete="new-password"
          value={next}
          onValue={setNext}
          minLength={10}
          maxLength={256}
          hint="At least 10 characters. Other sessions of yours end."
          required
        />
        <ProblemNote problem={problem} />
        <p role="status" class="good-text">
          {done ? 'The password was changed.' : ''}
        </p>
        <div class="actions">
          <button type="submit" class="primary" disabled={busy}>
            Change password
          </button>
        </div>
      </form>
    </section>
  );
}
