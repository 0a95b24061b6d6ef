// Which page of the printed document a place is on: by breaks that the author set, and by those that the program last
// drew (w:lastRenderedPageBreak). Without either everything is on page 1.

export class PageCounter {
  page = 1;
  /** Breaks of the last drawing were seen, so numbers can be believed. */
  drawn = false;
  /** Nothing was shown on this page yet. */
  #fresh = true;

  /** Something is shown. */
  mark(): void {
    this.#fresh = false;
  }

  /** A break that the author set: an empty page counts. */
  breakHere(): void {
    this.page += 1;
    this.#fresh = true;
  }

  /** 17.3.1.23: the paragraph begins a page; it does already when a break stands right before it. */
  breakBefore(): void {
    if (!this.#fresh) this.breakHere();
  }

  /** A drawn break right after one that was set is the same. */
  drawnBreak(): void {
    this.drawn = true;
    this.breakBefore();
  }
}
