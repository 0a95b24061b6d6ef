// Counts the writes that wait for their commit, for the health report and the metrics.
import type { Db } from './db.ts';

export function countWrites<Schema>(db: Db<Schema>): { readonly db: Db<Schema>; readonly writing: () => number } {
  let underWay = 0;
  const counted = async <T>(write: Promise<T>): Promise<T> => {
    underWay += 1;
    try {
      return await write;
    } finally {
      underWay -= 1;
    }
  };
  return {
    db: {
      kind: db.kind,
      reader: db.reader,
      write: (unit) => counted(db.write(unit)),
      writeOne: (statement) => counted(db.writeOne(statement)),
      close: () => db.close(),
    },
    writing: () => underWay,
  };
}
