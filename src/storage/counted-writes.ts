// Counts the writes that wait for their commit, for the health report and the metrics.
import type { Db } from './db.ts';

export function countWrites<Schema>(db: Db<Schema>): { readonly db: Db<Schema>; readonly writing: () => number } {
  let underWay = 0;
  return {
    db: {
      kind: db.kind,
      reader: db.reader,
      async write(unit) {
        underWay += 1;
        try {
          return await db.write(unit);
        } finally {
          underWay -= 1;
        }
      },
      close: () => db.close(),
    },
    writing: () => underWay,
  };
}
