// Addresses of the pages without loading them anew: the path is the state, the browser's history works as ever.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const base = '/dashboard';
const changed = new EventTarget();

const present = (): string => location.pathname.slice(base.length).replace(/(?<!\/)\/+$/, '') || '/';

export function go(path: string): void {
  history.pushState(null, '', base + (path === '/' ? '' : path));
  changed.dispatchEvent(new Event('change'));
  window.scrollTo(0, 0);
  // As after loading a page, what is read next is its beginning.
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}

/** The path below /dashboard. */
export function usePath(): string {
  const [path, setPath] = useState(present);
  useEffect(() => {
    const look = (): void => setPath(present());
    changed.addEventListener('change', look);
    window.addEventListener('popstate', look);
    return () => {
      changed.removeEventListener('change', look);
      window.removeEventListener('popstate', look);
    };
  }, []);
  return path;
}

/** What stands in a path after `start`. */
export const restOf = (path: string, start: string): string => decodeURIComponent(path.slice(start.length));

interface PageLinkProps {
  readonly to: string;
  readonly class?: string;
  readonly current?: boolean;
  readonly children: ComponentChildren;
}

export function PageLink({ to, class: look, current, children }: PageLinkProps) {
  const follow = (event: MouseEvent): void => {
    // Another tab or window is the browser's own business.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={base + (to === '/' ? '' : to)} class={look} aria-current={current ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  );
}
