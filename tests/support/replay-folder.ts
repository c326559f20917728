// Folders of recorded answers for the replay of public sources.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Exchange, formatExchange } from '../../app/server/feeds/cassette.server';
import { createScratchDir } from './test-database';

/** A new folder with one cassette, and a script of faults if given. */
export function createReplayFolder(
  exchanges: readonly Exchange[],
  faults?: readonly object[],
): string {
  const folder = createScratchDir();
  const lines = exchanges.map((exchange) => `${formatExchange(exchange)}\n`);
  writeFileSync(join(folder, 'made.jsonl'), lines.join(''));
  if (faults) writeFileSync(join(folder, 'faults.json'), JSON.stringify(faults));
  return folder;
}
