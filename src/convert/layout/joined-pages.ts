// What goes on over the ends of columns and pages is made one: code first, then tables, then paragraphs.
import type { PageItems } from './analyse-page.ts';
import { joinContinued } from './continued.ts';
import { joinCode } from './continued-code.ts';
import { joinTables } from './continued-tables.ts';
import type { TypeCensus } from './type-census.ts';

/** `carried` are pages that came out of here before, and may go on. */
export function joinedPages(
  pages: readonly PageItems[],
  { body, allMonospace }: TypeCensus,
  carried: readonly PageItems[] = [],
): PageItems[] {
  // Where all is set like code, nothing is.
  const whole = allMonospace ? [...carried, ...pages] : joinCode(carried, pages);
  return joinContinued(joinTables(whole, body), allMonospace);
}
