// Light or dark: as the system says, until a person chooses.
import { useState } from 'preact/hooks';
import { Icon } from './parts/icon.tsx';

type Theme = 'system' | 'light' | 'dark';
const order: readonly Theme[] = ['system', 'light', 'dark'];
const words: Readonly<Record<Theme, string>> = { system: 'as the system', light: 'light', dark: 'dark' };

/**
 * The choice is kept in a cookie because the service writes it into the page: what only a script knows, the page shows
 * a moment too late. It holds this one word, is sent on links from elsewhere too, and lasts a year from the last visit.
 */
function keep(theme: Theme): void {
  const seconds = theme === 'system' ? 0 : 365 * 24 * 3600;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser, and not without https
  document.cookie = `docmill_theme=${theme}; Path=/dashboard; Max-Age=${seconds}; SameSite=Lax${secure}`;
}

/** As the service wrote it into the page, or as it was changed since. */
const present = (): Theme => order.find((one) => one === document.documentElement.dataset['theme']) ?? 'system';

export function startTheme(): void {
  if (present() !== 'system') keep(present());
}

export function ThemeSwitch() {
  const [theme, setTheme] = useState(present);
  const next = order[(order.indexOf(theme) + 1) % order.length] ?? 'system';
  const change = (): void => {
    if (next === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = next;
    keep(next);
    setTheme(next);
  };
  return (
    <button type="button" class="quiet icon-button" onClick={change} title={`Colours: ${words[theme]}`}>
      <Icon name={theme === 'dark' ? 'moon' : theme === 'light' ? 'sun' : 'half'} />
      <span class="visually-hidden">
        Colours: {words[theme]}. Change to {words[next]}.
      </span>
    </button>
  );
}
