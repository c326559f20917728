/** Ordered price rows as bars of an instrument. */
import { contractInstrument } from '../domain/contract';
import type { CommodityKey } from '../domain/commodity';
import type { Instrument } from '../domain/instrument';
import type { Bar } from '../domain/quote';
import { type EpochMs, toTicks } from '../domain/units';
import { tickMicros } from './csv-cells';
import { type Tally, countRow, createTally } from './csv-notes';
import { PRICE_DECIMALS_MAX, finerStep, tickText } from './csv-price';
import type { PriceRow } from './csv-rows';
import { DAY_MS } from '../domain/time';

export type Cadence = 'monthly' | 'daily' | 'intraday';

/**
 * Monthly when stamps are months; daily when every stamp is a midnight and rows are a day or more
 * apart.
 */
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
 * The contract's instrument, or one with the finest decimal of the prices as its tick when any
 * price is off the contract's.
 */
export function instrumentFor(
  commodity: CommodityKey,
  id: string,
  rows: readonly PriceRow[],
): { readonly instrument: Instrument; readonly offTick: Tally } {
  const contract = contractInstrument(commodity, id);
  const step = tickMicros(contract);
  const offTick = createTally();
  let finest = 10 ** (PRICE_DECIMALS_MAX - contract.tick.decimals);
  for (const row of rows) {
    const prices = [row.open, row.high, row.low, row.close];
    if (prices.every((micros) => micros % step === 0)) continue;
    countRow(offTick, row.row);
    finest = prices.reduce(finerStep, finest);
  }
  return {
    instrument:
      offTick.count === 0 ? contract : contractInstrument(commodity, id, tickText(finest)),
    offTick,
  };
}

/** The bars; prices are multiples of the instrument's tick by the choice of the tick. */
export function buildBars(
  rows: readonly PriceRow[],
  instrument: Instrument,
  cadence: Cadence,
  intervalMs: number,
): Bar[] {
  const step = tickMicros(instrument);
  return rows.map((row, index) => ({
    openTicks: toTicks(row.open / step),
    highTicks: toTicks(row.high / step),
    lowTicks: toTicks(row.low / step),
    closeTicks: toTicks(row.close / step),
    startsMs: row.startsMs,
    endsMs: computeEnd(row.startsMs, rows[index + 1]?.startsMs ?? Infinity, cadence, intervalMs),
  }));
}

/**
 * The last millisecond for which a row stands: of its month, of its day, or before the next row but
 * no later than the usual interval.
 */
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
 * Rows after which the next comes late: a missing hour, more than five days for days, more than one
 * and a half intervals otherwise.
 */
export function countGaps(rows: readonly PriceRow[], intervalMs: number): Tally {
  const usual = intervalMs < DAY_MS ? intervalMs : Math.max(5 * DAY_MS, 1.5 * intervalMs);
  const gaps = createTally();
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1];
    if (next && next.startsMs - row.startsMs > usual) countRow(gaps, row.row);
  }
  return gaps;
}
