// Writes paced feed prices as replay history files.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toPriceText } from '../../app/trading/domain/instrument';
import { PACED_INSTRUMENTS, createPacedBars } from './paced-feed';

/** Writes one minute price file per contract. */
export function writePacedHistories(folder: string, seed: string, days: number): void {
  mkdirSync(folder);
  for (const instrument of PACED_INSTRUMENTS) {
    const rows = createPacedBars(seed, instrument.id, days).map((bar) =>
      [
        new Date(bar.startsMs).toISOString(),
        ...[bar.openTicks, bar.highTicks, bar.lowTicks, bar.closeTicks].map((ticks) =>
          toPriceText(instrument, ticks),
        ),
      ].join(','),
    );
    writeFileSync(
      join(folder, `${instrument.commodity}.csv`),
      `timestamp,open,high,low,close\n${rows.join('\n')}\n`,
    );
  }
}
