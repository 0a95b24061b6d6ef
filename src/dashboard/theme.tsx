// Light or dark: as the system says, until a person chooses.
import { useState } from 'preact/hooks';
import { Icon } from './parts/icon.tsx';

type Theme = 'system' | 'light' | 'dark';
const order: readonly Theme[] = ['system', 'light', 'dark'];
const words: Readonly<Record<Theme, string>> = { system: 'as the system', light: 'light', dark: 'dark' };
const place = 'docmill-theme';

function kept(): Theme {
  try {
    return order.find((one) => one === localStorage.getItem(place)) ?? 'system';
  } catch {
    return 'system';
  }
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function startTheme(): void {
  apply(kept());
}

export function ThemeSwitch() {
  const [theme, setTheme] = useState(kept);
  const next = order[(order.indexOf(theme) + 1) % order.length] ?? 'system';
  const change = (): void => {
    apply(next);
    setTheme(next);
    try {
      localStorage.setItem(place, next);
    } catch {
      // A browser that keeps nothing still shows the choice until the page is left.
    }
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
