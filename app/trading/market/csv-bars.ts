/** Converts ordered price rows to bars. */
import { createContractInstrument } from '../domain/contract';
import type { CommodityKey } from '../domain/commodity';
import type { Instrument } from '../domain/instrument';
import type { Bar } from '../domain/quote';
import { type EpochMs, toTicks } from '../domain/units';
import { getTickMicros } from './csv-cells';
import { type Tally, countRow, createTally } from './csv-notes';
import { PRICE_DECIMALS_MAX, refineStep, formatTick } from './csv-price';
import type { PriceRow } from './csv-rows';
import { DAY_MS } from '../domain/time';

export type Cadence = 'monthly' | 'daily' | 'intraday';

/** Monthly for month stamps; daily when all stamps are midnights at least a day apart. */
export function getCadence(
  rows: readonly PriceRow[],
  precision: string,
  intervalMs: number,
): Cadence {
  if (precision === 'month') return 'monthly';
  return intervalMs >= DAY_MS && rows.every(({ startsMs }) => startsMs % DAY_MS === 0)
    ? 'daily'
    : 'intraday';
}

/**
 * The contract's instrument; when a price is off its tick, an instrument with the finest decimal as
 * tick.
 */
export function chooseInstrument(
  commodity: CommodityKey,
  id: string,
  rows: readonly PriceRow[],
): { readonly instrument: Instrument; readonly offTick: Tally } {
  const contract = createContractInstrument(commodity, id);
  const step = getTickMicros(contract);
  const offTick = createTally();
  let finest = 10 ** (PRICE_DECIMALS_MAX - contract.tick.decimals);
  for (const row of rows) {
    const prices = [row.open, row.high, row.low, row.close];
    if (prices.every((micros) => micros % step === 0)) continue;
    countRow(offTick, row.row);
    finest = prices.reduce(refineStep, finest);
  }
  return {
    instrument:
      offTick.count === 0 ? contract : createContractInstrument(commodity, id, formatTick(finest)),
    offTick,
  };
}

/** Builds bars. All prices are multiples of the tick by choice of the tick. */
export function buildBars(
  rows: readonly PriceRow[],
  instrument: Instrument,
  cadence: Cadence,
  intervalMs: number,
): Bar[] {
  const step = getTickMicros(instrument);
  return rows.map((row, index) => ({
    openTicks: toTicks(row.open / step),
    highTicks: toTicks(row.high / step),
    lowTicks: toTicks(row.low / step),
    closeTicks: toTicks(row.close / step),
    startsMs: row.startsMs,
    endsMs: computeEnd(row.startsMs, rows[index + 1]?.startsMs ?? Infinity, cadence, intervalMs),
  }));
}

/** End of a row: of its month, of its day, or before the next row, at most one interval. */
function computeEnd(
  startsMs: EpochMs,
  nextMs: EpochMs,
  cadence: Cadence,
  intervalMs: number,
): EpochMs {
  if (cadence === 'daily') return startsMs + DAY_MS - 1;
  if (cadence === 'intraday') return Math.min(nextMs, startsMs + intervalMs) - 1;
  const start = new Date(startsMs);
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1) - 1;
}

/**
 * Counts gaps: over one interval intraday, over five days for daily rows, over 1.5 intervals
 * otherwise.
 */
export function countGaps(rows: readonly PriceRow[], intervalMs: number): Tally {
  const maxGapMs = intervalMs < DAY_MS ? intervalMs : Math.max(5 * DAY_MS, 1.5 * intervalMs);
  const gaps = createTally();
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1];
    if (next && next.startsMs - row.startsMs > maxGapMs) countRow(gaps, row.row);
  }
  return gaps;
}
