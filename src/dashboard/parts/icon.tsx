// Small drawings of our own, as SVG in the page: no font, no request.

const paths = {
  convert: 'M4 4h7l5 5v3M11 4v5h5M4 4v16h6M14 18h7m-3-3 3 3-3 3',
  jobs: 'M4 6h16M4 12h16M4 18h10',
  keys: 'M14.5 9.5a4 4 0 1 1-3-3.9M11 13l-7 7v-3l1-1v-2h2v-2h2l1-1M15 6h.01',
  usage: 'M4 20V10m5 10V4m6 16v-7m5 7V8',
  admin: 'M12 3l8 3v6c0 4.5-3.2 7.6-8 9-4.8-1.4-8-4.5-8-9V6zM9 12l2 2 4-4',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c.6-4 3.6-6 8-6s7.4 2 8 6',
  out: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2m0 16v2M2 12h2m16 0h2M5 5l1.4 1.4m11.2 11.2L19 19M5 19l1.4-1.4M17.6 6.4 19 5',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  half: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  download: 'M12 4v11m-4-4 4 4 4-4M4 20h16',
  upload: 'M12 16V5m-5 5 5-5 5 5M4 20h16',
  done: 'M5 13l4 4L19 7',
  bad: 'M12 8v5m0 3.5h.01M12 3l10 18H2z',
  bin: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5m4-5v5',
  again: 'M20 5v5h-5M19.5 10A8 8 0 1 0 20 14',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 2',
  close: 'M6 6l12 12M18 6 6 18',
  pen: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
