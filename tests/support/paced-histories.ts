// Prices of the paced feed as the files that a replaying desk reads.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { priceText } from '../../app/trading/domain/instrument';
import { PACED_INSTRUMENTS, pacedBars } from './paced-feed';

/** Makes a folder of price files, one for each contract, minute by minute. */
export function writePacedHistories(folder: string, seed: string, days: number): void {
  mkdirSync(folder);
  for (const instrument of PACED_INSTRUMENTS) {
    const rows = pacedBars(seed, instrument.id, days).map((bar) =>
      [
        new Date(bar.startsMs).toISOString(),
        ...[bar.openTicks, bar.highTicks, bar.lowTicks, bar.closeTicks].map((ticks) =>
          priceText(instrument, ticks),
        ),
      ].join(','),
    );
    writeFileSync(
      join(folder, `${instrument.commodity}.csv`),
      `timestamp,open,high,low,close\n${rows.join('\n')}\n`,
    );
  }
}
