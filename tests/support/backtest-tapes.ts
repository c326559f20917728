// Seeded tapes for backtests: walks of bars, chains of months that overlap, and the columns cut at
// a bar.
import { defineInstrument, type Instrument } from '../../app/trading/domain/instrument';
import { seededRandom } from '../../app/trading/random';
import type { BarColumns, ChainTape, MonthTape } from '../../app/trading/backtest/tape';
import { DAY_MS } from '../../app/trading/domain/time';

export const START_MS = Date.UTC(2020, 0, 1);

/** A price of one tick a cent and a dollar a unit; `lot` units in a lot. */
export const plainInstrument = (id = 'CL', lot = '1', priceMayBeNegative = false): Instrument =>
  defineInstrument({ id, commodity: 'crude-oil', tick: '0.01', lot, priceMayBeNegative });

export interface WalkOptions {
  readonly seed: string;
  readonly bars: number;
  readonly startTicks?: number;
  /** Largest move of a bar in ticks. */
  readonly step?: number;
  readonly fromMs?: number;
  readonly lengthMs?: number;
  /** Share of bars that end locked. */
  readonly locks?: number;
  /** Share of bars that are missing. */
  readonly gaps?: number;
  /** How strongly it returns to where it started, per bar. */
  readonly pull?: number;
}

/**
 * A seeded walk. Bar i moves by round((u - 1/2) x 2 x step) from its open, opens up to a third of a
 * step from the last close, and reaches up to half
 * a step beyond both; a locked bar closes at its extreme.
 */
export function walk({
  seed,
  bars,
  startTicks = 6000,
  step = 60,
  fromMs = START_MS,
  lengthMs = DAY_MS,
  locks = 0,
  gaps = 0,
  pull = 0.01,
}: WalkOptions): BarColumns {
  const random = seededRandom(seed);
  const columns = emptyBars(bars);
  const locked = new Int8Array(bars);
  let last = startTicks;
  let size = 0;
  for (let bar = 0; bar < bars; bar += 1) {
    const u = (stream: string): number => random.uniform(stream, bar);
    const open = Math.max(200, Math.round(last + ((u('open') - 0.5) * 2 * step) / 3));
    const close = Math.max(
      200,
      Math.round(open + (u('close') - 0.5) * 2 * step + (startTicks - open) * pull),
    );
    const isUp = close > open;
    const lock = u('lock') < locks && close !== open ? (isUp ? 1 : -1) : 0;
    // Half of the locked bars stand at the limit from their open on.
    const first = lock !== 0 && u('stuck') < 0.5 ? close : open;
    last = close;
    if (u('gap') < gaps) continue;
    columns.startsMs[size] = fromMs + bar * lengthMs;
    columns.endsMs[size] = fromMs + (bar + 1) * lengthMs - 1;
    columns.open[size] = first;
    columns.close[size] = close;
    columns.high[size] =
      Math.max(first, close) + (lock === 1 ? 0 : Math.round((u('high') * step) / 2));
    columns.low[size] =
      Math.min(first, close) - (lock === -1 ? 0 : Math.min(100, Math.round((u('low') * step) / 2)));
    locked[size] = lock;
    size += 1;
  }
  return cutBars({ ...columns, ...(locks > 0 ? { locked } : {}) }, size);
}

const emptyBars = (bars: number): BarColumns => ({
  startsMs: new Float64Array(bars),
  endsMs: new Float64Array(bars),
  open: new Float64Array(bars),
  high: new Float64Array(bars),
  low: new Float64Array(bars),
  close: new Float64Array(bars),
});

const cutBars = (
  { startsMs, endsMs, open, high, low, close, locked }: BarColumns,
  size: number,
): BarColumns => ({
  startsMs: startsMs.slice(0, size),
  endsMs: endsMs.slice(0, size),
  open: open.slice(0, size),
  high: high.slice(0, size),
  low: low.slice(0, size),
  close: close.slice(0, size),
  ...(locked ? { locked: locked.slice(0, size) } : {}),
});

/** A history of one price that never expires. */
export const buildHistory = (
  bars: BarColumns,
  instrument: Instrument = plainInstrument(),
): ChainTape => ({ chain: instrument.id, months: [{ instrument, bars, inputs: [] }] });

export interface ChainOptions extends Omit<WalkOptions, 'fromMs'> {
  readonly chain?: string;
  readonly commodity?: 'crude-oil' | 'natural-gas' | 'electricity';
  /**
   * Days from roll to roll, days of bars before a month is the active one, and days from its roll
   * to its expiry.
   */
  readonly monthDays?: number;
  readonly warmDays?: number;
  readonly expiryDays?: number;
  /** Days of bars after its expiry. */
  readonly afterDays?: number;
  /** How long after the beginning of its day a month is rolled. */
  readonly rollAfterMs?: number;
}

/**
 * A chain of overlapping months over `bars` days; each walks on its own from a price near the
 * others.
 */
export function chainOfMonths({
  chain = 'CL',
  commodity = 'crude-oil',
  monthDays = 30,
  warmDays = 40,
  expiryDays = 4,
  afterDays = 0,
  rollAfterMs = 0,
  bars,
  seed,
  ...rest
}: ChainOptions): ChainTape {
  const lengthMs = rest.lengthMs ?? DAY_MS;
  const perDay = DAY_MS / lengthMs;
  const months: MonthTape[] = [];
  for (let first = 0; first * perDay < bars; first += monthDays) {
    const fromDay = Math.max(0, first - warmDays);
    const rollMs = START_MS + (first + monthDays) * DAY_MS + rollAfterMs;
    const count = Math.min(
      bars - fromDay * perDay,
      (first + monthDays + expiryDays + afterDays - fromDay) * perDay,
    );
    const number = months.length + 1;
    const instrument = defineInstrument({
      id: `${chain}.${String(number).padStart(2, '0')}`,
      commodity,
      tick: '0.01',
      lot: '1',
      priceMayBeNegative: commodity !== 'natural-gas',
      contract: {
        chain,
        code: `${chain}${number}`,
        delivery: new Date(rollMs + 20 * DAY_MS).toISOString().slice(0, 10),
        rollMs,
        expiresMs: rollMs + expiryDays * DAY_MS,
      },
    });
    const walked = walk({
      ...rest,
      seed: `${seed}:${chain}:${number}`,
      bars: count,
      startTicks: 6000 + 7 * number,
      fromMs: START_MS + fromDay * DAY_MS,
    });
    months.push({ instrument, bars: walked, inputs: [] });
  }
  return { chain, months };
}
