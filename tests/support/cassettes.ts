// Exchanges that this project made after the formats of public sources.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Exchange, readCassette } from '../../app/server/feeds/cassette.server';
import type { SourceId } from '../../app/trading/domain/public-source';

const FOLDER = join(import.meta.dirname, '..', 'cassettes');

/** All made exchanges of a source, in order. */
export function listExchanges(source: SourceId): readonly Exchange[] {
  const file = `${source}.jsonl`;
  return readCassette(file, readFileSync(join(FOLDER, file), 'utf8'));
}

/** A made exchange by its title. */
export function findExchange(source: SourceId, title: string): Exchange {
  const found = listExchanges(source).find((exchange) => exchange.title === title);
  if (!found) throw new Error(`tests/cassettes/${source}.jsonl has no exchange '${title}'`);
  return found;
}
