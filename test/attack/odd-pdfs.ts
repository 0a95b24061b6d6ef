// Every odd PDF, by a name that says what is odd about it. Made by code, so that each can be read here.
import type { OddPdfs } from './odd-pdf.ts';
import { activePdfs } from './odd-pdf-active.ts';
import { bombPdfs } from './odd-pdf-bombs.ts';
import { crowdedPdfs } from './odd-pdf-crowds.ts';
import { damagedPdfs } from './odd-pdf-damage.ts';
import { lockedPdfs } from './odd-pdf-locks.ts';
import { oddPages } from './odd-pdf-pages.ts';

export const oddPdfs: Readonly<Record<string, OddPdfs>> = {
  damage: damagedPdfs,
  locks: lockedPdfs,
  bombs: bombPdfs,
  crowds: crowdedPdfs,
  pages: oddPages,
  'active content': activePdfs,
};
