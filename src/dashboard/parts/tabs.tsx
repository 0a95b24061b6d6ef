// Tabs as the ARIA practices describe them: one stop for the Tab key, arrows between them.
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

export interface Tab {
  readonly name: string;
  readonly label: string;
  readonly note?: string;
}

interface TabsProps {
  readonly tabs: readonly Tab[];
  readonly label: string;
  readonly active: string;
  readonly onActive: (name: string) => void;
  readonly children: ComponentChildren;
}

export function Tabs({ tabs, label, active, onActive, children }: TabsProps) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const index = tabs.findIndex((tab) => tab.name === active) + step;
    const next = tabs[(index + tabs.length) % tabs.length];
    if (next === undefined) return;
    onActive(next.name);
    row.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${next.name}`)}`)?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} class="tab-row" ref={row} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            id={`${id}-${tab.name}`}
            type="button"
            role="tab"
            aria-selected={tab.name === active}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === active ? 0 : -1}
            onClick={() => onActive(tab.name)}
          >
            {tab.label}
            {tab.note !== undefined && <span class="tab-note">{tab.note}</span>}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that scrolls must be reachable */}
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${active}`} tabIndex={0} class="tab-panel scroll">
        {children}
      </div>
    </div>
  );
}
