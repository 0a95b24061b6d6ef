// The entry: sign in, register, or set up a service that nobody has used yet.
import { useState } from 'preact/hooks';
import { type Registration, register, type Session, signIn } from '../api/session.ts';
import { BrandMark } from '../parts/brand-mark.tsx';
import { TextField } from '../parts/fields.tsx';
import { useAction } from '../parts/load.ts';
import { ProblemNote } from '../parts/notes.tsx';
import { ThemeSwitch } from '../theme.tsx';

interface EntryProps {
  readonly session: Session;
  readonly onSession: (session: Session) => void;
}

export function EntryPage({ session, onSession }: EntryProps) {
  const [registering, setRegistering] = useState(false);
  const mayRegister = session.registration === 'open';
  const title = session.firstRun ? 'Welcome to Docmill' : registering ? 'Create an account' : 'Sign in';
  document.title = `${title} · Docmill`;
  return (
    <div class="entry">
      <div class="entry-corner">
        <ThemeSwitch />
      </div>
      <main class="entry-card">
        <p class="brand">
          <BrandMark /> Docmill
        </p>
        <h1>{title}</h1>
        {session.firstRun && (
          <p class="lead">
            Nobody has signed in here yet. The first user becomes the operator, who sees the health of the service and
            every account.
          </p>
        )}
        {session.firstRun || (registering && mayRegister) ? (
          <RegisterForm firstRun={session.firstRun} onSession={onSession} />
        ) : (
          <SignInForm onSession={onSession} />
        )}
        {!session.firstRun && mayRegister && (
          <p class="fine">
            {registering ? 'Already registered?' : 'New here?'}{' '}
            <button type="button" class="as-link" onClick={() => setRegistering(!registering)}>
              {registering ? 'Sign in' : 'Create an account'}
            </button>
          </p>
        )}
        {!session.firstRun && !mayRegister && (
          <p class="fine">Accounts are made by the operator of this service. Ask there if you need one.</p>
        )}
      </main>
      <p class="fine entry-foot">
        Any document in, clean Markdown out. <a href="/docs">API documentation</a>
      </p>
    </div>
  );
}

function SignInForm({ onSession }: Pick<EntryProps, 'onSession'>) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { busy, problem, run } = useAction();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const session = await run(() => signIn(email.trim(), password));
    if (session !== undefined) onSession(session);
  };
  return (
    <form class="stack" onSubmit={(event) => void submit(event)}>
      <TextField label="E-mail" type="email" autocomplete="username" value={email} onValue={setEmail} required />
      <TextField
        label="Password"
        type="password"
        autocomplete="current-password"
        value={password}
        onValue={setPassword}
        required
      />
      <ProblemNote problem={problem} />
      <button type="submit" class="primary wide" disabled={busy}>
        {busy ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  );
}

function RegisterForm({ firstRun, onSession }: { firstRun: boolean } & Pick<EntryProps, 'onSession'>) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [accountName, setAccountName] = useState('');
  const [setupCode, setSetupCode] = useState('');
  const { busy, problem, run } = useAction();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const fields: Registration = {
      email: email.trim(),
      password,
      ...(accountName.trim() === '' ? {} : { accountName: accountName.trim() }),
      ...(setupCode.trim() === '' ? {} : { setupCode: setupCode.trim() }),
    };
    const session = await run(() => register(fields));
    if (session !== undefined) onSession(session);
  };
  return (
    <form class="stack" onSubmit={(event) => void submit(event)}>
      <TextField label="E-mail" type="email" autocomplete="username" value={email} onValue={setEmail} required />
      <TextField
        label="Password"
        type="password"
        autocomplete="new-password"
        value={password}
        onValue={setPassword}
        minLength={10}
        maxLength={256}
        hint="At least 10 characters."
        required
      />
      {firstRun ? (
        <TextField
          label="Set-up code"
          autocomplete="off"
          value={setupCode}
          onValue={setSetupCode}
          hint="The service prints it when it starts."
          required
        />
      ) : (
        <TextField
          label="Name of the account"
          autocomplete="organization"
          value={accountName}
          onValue={setAccountName}
          maxLength={100}
          hint="Your company or project; you may leave it empty."
        />
      )}
      <ProblemNote problem={problem} />
      <button type="submit" class="primary wide" disabled={busy}>
        {busy ? 'Creating…' : 'Create account'}
      </button>
    </form>
  );
}
