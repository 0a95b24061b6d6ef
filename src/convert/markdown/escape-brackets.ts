// Square brackets in text. Without definitions they are no links and stay bare; escaped are those that would end or
// extend the text of our own link or image, those before `(`, and footnote calls.
import type { Line } from './line.ts';

interface Bracket {
  readonly piece: number;
  readonly at: number;
}

interface Level {
  readonly scope: boolean;
  readonly open: Bracket[];
}

const caret = 94;
const parenthesis = 40;

export class Brackets {
  readonly #line: Line;
  readonly #levels: Level[] = [{ scope: false, open: [] }];
  /** Links and images around the present place. */
  #within = 0;
  #anyOpen = false;

  constructor(line: Line) {
    this.#line = line;
  }

  enter(scope: boolean): void {
    this.#levels.push({ scope, open: [] });
    if (scope) this.#within += 1;
  }

  leave(): void {
    const level = this.#levels.pop();
    // An opening bracket left alone in the text of a link would take the link's own closing bracket.
    if (this.#within > 0) for (const { piece, at } of level?.open ?? []) this.#line.escape(piece, at);
    if (level?.scope) this.#within -= 1;
  }

  open(piece: number, at: number): void {
    if (this.#line.codeAfter(piece, at + 1) === caret) {
      this.#line.escape(piece, at);
      return;
    }
    this.#levels[this.#levels.length - 1]?.open.push({ piece, at });
    this.#anyOpen = true;
  }

  close(piece: number, at: number): void {
    const partner = this.#levels[this.#levels.length - 1]?.open.pop();
    const inside = this.#within > 0;
    const link = this.#line.codeAfter(piece, at + 1) === parenthesis && (this.#anyOpen || inside);
    if (link || (inside && partner === undefined)) this.#line.escape(piece, at);
    if (link && inside && partner !== undefined) this.#line.escape(partner.piece, partner.at);
  }
}
