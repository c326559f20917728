// Stored values of public sources, for comparisons.
import type { Database } from '../../db/client.server';

/** All values with the times from which they are public, and the requests that brought them. */
export const listPublishedRows = ({ $client }: Database): readonly unknown[] =>
  $client
    .prepare(
      `SELECT name, valid_ms, v.published_ms, value, request FROM published_value v
       JOIN published_series s ON s.id = series_id JOIN publication p ON p.id = publication_id
       ORDER BY 1, 2, 3`,
    )
    .raw()
    .all();
