// A table that scrolls sideways by itself where it is too wide, also from the keyboard.
import type { ComponentChildren } from 'preact';

export function ScrollTable({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section class="table-scroll" tabIndex={0} aria-label={label}>
      <table>{children}</table>
    </section>
  );
}
