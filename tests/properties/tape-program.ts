// Run as a process in other time zones: replays a tape and prints the log hash and the time zone.
import { createMemoryJournal } from '../support/desk-harness';
import type { TapeInput } from './session';
import { logHash, playTape, productConfig } from './tape';

async function main(): Promise<void> {
  let text = '';
  for await (const chunk of process.stdin) text += String(chunk);
  const journal = createMemoryJournal();
  await playTape(JSON.parse(text) as TapeInput[], productConfig(false), journal, {
    batchMax: 64,
    drainsAfter: () => false,
  });
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const offset = new Date(Date.UTC(2024, 0, 15)).getTimezoneOffset();
  process.stdout.write(
    JSON.stringify({
      hash: logHash(journal.records),
      records: journal.records.length,
      zone,
      offset,
    }),
  );
}

await main();
