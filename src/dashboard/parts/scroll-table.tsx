// A table that scrolls sideways by itself where it is too wide, also from the keyboard; or stands as blocks on a phone.
import type { ComponentChildren } from 'preact';

interface ScrollTableProps {
  readonly label: string;
  /** For cells that are fields: each names its column in `data-label`. */
  readonly stacked?: boolean;
  /** Its first and last columns stand at the edges of the card. */
  readonly plain?: boolean;
  readonly children: ComponentChildren;
}

export function ScrollTable({ label, stacked = false, plain = false, children }: ScrollTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section class="table-scroll" tabIndex={0} aria-label={label}>
      <table class={stacked ? 'stacked' : plain ? 'plain' : undefined}>{children}</table>
    </section>
  );
}
