// Finite histories that leave a static market after replay.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '../../app/trading/domain/time';

const DAYS = 120;
const START_MS = Date.UTC(2024, 0, 1);

interface Track {
  readonly file: string;
  readonly from: number;
  readonly step: number;
  /** The last file has one more bar, which marks the end of the replay. */
  readonly days: number;
}

/** Two rising and one falling trend. */
const TRACKS: readonly Track[] = [
  { file: 'henry-hub-natural-gas.csv', from: 3, step: 0.01, days: DAYS },
  { file: 'corn.csv', from: 500, step: -1, days: DAYS },
  { file: 'wti-crude-oil.csv', from: 60, step: 0.25, days: DAYS + 1 },
];

/** End of the last bar. */
export const STATIC_SINCE_MS = START_MS + (DAYS + 1) * DAY_MS - 1;

export function writeStaticMarket(folder: string): void {
  for (const { file, from, step, days } of TRACKS) {
    const rows = Array.from({ length: days }, (_, day) => {
      const wave = step * 1.5 * Math.sin(day);
      const [open, close] = [from + step * day, from + step * (day + 1) + wave];
      const range = Math.abs(step);
      const prices = [
        open,
        Math.max(open, close) + range,
        Math.min(open, close) - range,
        close,
      ].map((price) => price.toFixed(3));
      return [new Date(START_MS + day * DAY_MS).toISOString().slice(0, 10), ...prices].join(',');
    });
    writeFileSync(join(folder, file), `Date,Open,High,Low,Close\n${rows.join('\n')}\n`);
  }
}
