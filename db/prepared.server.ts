// Queries that run often: preparing one takes several times as long as running it.
import type { Database } from './client.server';

/** Prepares a query once per database. */
export function prepareOnce<Q>(prepare: (db: Database) => Q): (db: Database) => Q {
  const prepared = new WeakMap<Database, Q>();
  return (db) => {
    const found = prepared.get(db) ?? prepare(db);
    prepared.set(db, found);
    return found;
  };
}
