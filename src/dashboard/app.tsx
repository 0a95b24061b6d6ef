// The frame of the pages: who is signed in decides what is shown, the path decides which page.
import { useEffect, useState } from 'preact/hooks';
import { type Remedy, remedyOf } from './api/problem.ts';
import { onSignedOut } from './api/request.ts';
import { readSession, type Session, signOut } from './api/session.ts';
import { AccountPage } from './pages/account.tsx';
import { AdminPage } from './pages/admin.tsx';
import { JobPage } from './pages/job.tsx';
import { JobsPage } from './pages/jobs.tsx';
import { KeysPage } from './pages/keys.tsx';
import { Playground } from './pages/playground.tsx';
import { EntryPage } from './pages/sign-in.tsx';
import { UsagePage } from './pages/usage.tsx';
import { BrandMark } from './parts/brand-mark.tsx';
import { Icon, type IconName } from './parts/icon.tsx';
import { EmptyNote, ProblemNote } from './parts/notes.tsx';
import { PageLink, restOf, usePath } from './router.tsx';
import { ThemeSwitch } from './theme.tsx';

interface Place {
  readonly path: string;
  readonly label: string;
  readonly icon: IconName;
  readonly operator?: true;
}

const places: readonly Place[] = [
  { path: '/', label: 'Convert', icon: 'convert' },
  { path: '/jobs', label: 'Jobs', icon: 'jobs' },
  { path: '/keys', label: 'API keys', icon: 'keys' },
  { path: '/usage', label: 'Usage', icon: 'usage' },
  { path: '/admin', label: 'Admin', icon: 'admin', operator: true },
  { path: '/account', label: 'Account', icon: 'account' },
];

export function App() {
  const [session, setSession] = useState<Session>();
  const [problem, setProblem] = useState<Remedy>();
  const [ended, setEnded] = useState(false);
  const path = usePath();

  useEffect(() => {
    onSignedOut(() => {
      setEnded(true);
      setSession((now) => (now?.signedIn ? { ...now, signedIn: false } : now));
    });
    readSession().then(setSession, (error: unknown) => setProblem(remedyOf(error)));
  }, []);

  if (session === undefined) return problem === undefined ? null : <ProblemNote problem={problem} />;
  if (!session.signedIn || session.user === undefined) {
    // Whoever signs in after a session has ended may be somebody else: nothing of the visit before is kept.
    return <EntryPage session={session} onSession={ended ? () => location.reload() : setSession} />;
  }

  const leave = async (): Promise<void> => {
    await signOut().catch(() => undefined);
    location.assign('/dashboard');
  };
  const operator = session.user.role === 'operator';
  const shown = places.filter((place) => operator || place.operator === undefined);
  const current = shown.findLast((place) => path === place.path || (place.path !== '/' && path.startsWith(place.path)));
  document.title = current === undefined ? 'Docmill' : `${current.label} · Docmill`;
  return (
    <div class="frame">
      <a class="skip" href="#content">
        Skip to content
      </a>
      <div class="side">
        <PageLink to="/" class="brand">
          <BrandMark /> Docmill
        </PageLink>
        <nav aria-label="Pages">
          {shown.map((place) => (
            <PageLink key={place.path} to={place.path} current={place === current}>
              <Icon name={place.icon} />
              <span>{place.label}</span>
            </PageLink>
          ))}
        </nav>
        <div class="side-foot">
          <p class="who" title={session.user.email}>
            {session.user.email}
          </p>
          <div class="actions">
            <a class="button quiet" href="/docs">
              API docs
            </a>
            <ThemeSwitch />
            <button type="button" class="quiet icon-button" onClick={() => void leave()} title="Sign out">
              <Icon name="out" />
              <span class="visually-hidden">Sign out</span>
            </button>
          </div>
        </div>
      </div>
      <main id="content" tabIndex={-1}>
        <Page path={path} session={session} operator={operator} />
      </main>
    </div>
  );
}

function Page({ path, session, operator }: { path: string; session: Session; operator: boolean }) {
  if (path === '/') return <Playground />;
  if (path === '/jobs' || path === '/jobs/batches') return <JobsPage batches={path === '/jobs/batches'} />;
  if (path.startsWith('/jobs/batches/')) {
    return <JobsPage key={path} batches={false} batch={restOf(path, '/jobs/batches/')} />;
  }
  if (path.startsWith('/jobs/')) return <JobPage key={path} id={restOf(path, '/jobs/')} />;
  if (path === '/keys') return <KeysPage />;
  if (path === '/usage') return <UsagePage />;
  if (path === '/admin' && operator) return <AdminPage />;
  if (path === '/account') return <AccountPage session={session} />;
  return (
    <EmptyNote title="There is no such page">
      <p>
        <PageLink to="/">Convert a document</PageLink> instead.
      </p>
    </EmptyNote>
  );
}
