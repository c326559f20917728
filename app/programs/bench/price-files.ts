// Made files of daily prices for the inbox of a desk on public data: a year of each near month.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { toPriceNumber } from '../../trading/domain/instrument';
import { DAY_MS, getMidnight } from '../../trading/domain/time';
import {
  findListedInstrument,
  listNearMonths,
} from '../../trading/market/sources/yahoo/listed-month';
import { isBusinessDay } from '../../trading/market/calendar';
import { formatDay } from '../../trading/market/sources/answer-days';
import { createSeededRandom } from '../../trading/random';
import { UsageError } from '../cli';

const DAYS = 365;
/** First price and largest daily move, in ticks. */
const FIRST_TICKS = 4000;
const MOVE_TICKS = 40;
const IMPORT_TIMEOUT_MS = 120_000;
const POLL_MS = 200;

/** Rows of business days up to the day before yesterday, so that each session has settled. */
function buildPriceFile(symbol: string, nowMs: number): string {
  const instrument = findListedInstrument(symbol);
  if (!instrument) throw new UsageError(`${symbol} is not a listed month`);
  const random = createSeededRandom(symbol);
  const lastDayMs = getMidnight(nowMs) - 2 * DAY_MS;
  let ticks = FIRST_TICKS;
  const rows: string[] = [];
  for (let dayMs = lastDayMs - DAYS * DAY_MS; dayMs <= lastDayMs; dayMs += DAY_MS) {
    if (!isBusinessDay(dayMs)) continue;
    const move = 2 * random.uniform('price', dayMs / DAY_MS) - 1;
    ticks += Math.round(move * MOVE_TICKS);
    rows.push(`${formatDay(dayMs)},${toPriceNumber(instrument, ticks)}`);
  }
  return ['Date,Close', ...rows, ''].join('\n');
}

/** Puts one file for each near month into the inbox of a data directory; returns their number. */
export function writePriceFiles(dataDir: string, nowMs: number): number {
  const inbox = join(dataDir, 'inbox');
  mkdirSync(inbox, { recursive: true });
  const months = listNearMonths(nowMs);
  for (const { symbol } of months)
    writeFileSync(join(inbox, `${symbol.slice(0, 5)}.csv`), buildPriceFile(symbol, nowMs));
  return months.length;
}

/**
 * Waits until a server has imported so many files. Throws UsageError for a refused file, or after two
 * minutes.
 */
export async function waitForPriceFiles(dataDir: string, count: number): Promise<void> {
  const listFiles = (outcome: 'done' | 'refused'): readonly string[] => {
    try {
      return readdirSync(join(dataDir, 'inbox', outcome));
    } catch {
      return [];
    }
  };
  const endMs = performance.now() + IMPORT_TIMEOUT_MS;
  while (listFiles('done').length < count) {
    const [refused] = listFiles('refused');
    if (refused !== undefined) throw new UsageError(`the made price file ${refused} was refused`);
    if (performance.now() > endMs)
      throw new UsageError('the made price files were not imported in two minutes');
    await wait(POLL_MS);
  }
}
