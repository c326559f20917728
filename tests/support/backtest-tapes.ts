// Seeded tapes for backtests: random walks, overlapping contract months, truncated columns.
import { defineInstrument, type Instrument } from '../../app/trading/domain/instrument';
import { createSeededRandom } from '../../app/trading/random';
import type { BarColumns, ChainTape, MonthTape } from '../../app/trading/backtest/tape';
import { DAY_MS } from '../../app/trading/domain/time';

export const START_MS = Date.UTC(2020, 0, 1);

/** Instrument with a tick of $0.01 and a value of $1 per unit; `lot` units per lot. */
export const createInstrument = (id = 'CL', lot = '1', priceMayBeNegative = false): Instrument =>
  defineInstrument({ id, commodity: 'crude-oil', tick: '0.01', lot, priceMayBeNegative });

export interface WalkOptions {
  readonly seed: string;
  readonly bars: number;
  readonly startTicks?: number;
  /** Maximum bar move, ticks. */
  readonly step?: number;
  readonly fromMs?: number;
  readonly lengthMs?: number;
  /** Fraction of bars that end at the daily limit. */
  readonly limitFraction?: number;
  /** Fraction of missing bars. */
  readonly gapFraction?: number;
  /** Mean reversion per bar. */
  readonly reversion?: number;
}

/**
 * Seeded random walk. Bar i moves by round((u - 1/2) x 2 x step) from its open, opens within a
 * third of a step of the last close, and extends up to half a step beyond both; a limit bar closes
 * at its extreme.
 */
export function createWalk({
  seed,
  bars,
  startTicks = 6000,
  step = 60,
  fromMs = START_MS,
  lengthMs = DAY_MS,
  limitFraction: locks = 0,
  gapFraction: gaps = 0,
  reversion: pull = 0.01,
}: WalkOptions): BarColumns {
  const random = createSeededRandom(seed);
  const columns = createEmptyBars(bars);
  const locked = new Int8Array(bars);
  let last = startTicks;
  let size = 0;
  for (let bar = 0; bar < bars; bar += 1) {
    const drawUniform = (stream: string): number => random.uniform(stream, bar);
    const open = Math.max(200, Math.round(last + ((drawUniform('open') - 0.5) * 2 * step) / 3));
    const close = Math.max(
      200,
      Math.round(open + (drawUniform('close') - 0.5) * 2 * step + (startTicks - open) * pull),
    );
    const isUp = close > open;
    const lock = drawUniform('lock') < locks && close !== open ? (isUp ? 1 : -1) : 0;
    // Half of the limit bars are at the limit from their open.
    const first = lock !== 0 && drawUniform('stuck') < 0.5 ? close : open;
    last = close;
    if (drawUniform('gap') < gaps) continue;
    columns.startsMs[size] = fromMs + bar * lengthMs;
    columns.endsMs[size] = fromMs + (bar + 1) * lengthMs - 1;
    columns.open[size] = first;
    columns.close[size] = close;
    columns.high[size] =
      Math.max(first, close) + (lock === 1 ? 0 : Math.round((drawUniform('high') * step) / 2));
    columns.low[size] =
      Math.min(first, close) -
      (lock === -1 ? 0 : Math.min(100, Math.round((drawUniform('low') * step) / 2)));
    locked[size] = lock;
    size += 1;
  }
  return truncateBars({ ...columns, ...(locks > 0 ? { locked } : {}) }, size);
}

const createEmptyBars = (bars: number): BarColumns => ({
  startsMs: new Float64Array(bars),
  endsMs: new Float64Array(bars),
  open: new Float64Array(bars),
  high: new Float64Array(bars),
  low: new Float64Array(bars),
  close: new Float64Array(bars),
});

const truncateBars = (
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

/**
 * Adds day sessions to daily bars: on five of seven bars at 14:00 UTC, at a seeded price within the
 * bar; the bar goes to each extreme before or after it.
 */
function addSessions(bars: BarColumns, seed: string): BarColumns {
  const random = createSeededRandom(seed);
  const hasSession = (startsMs: number): boolean => new Date(startsMs).getUTCDay() % 6 !== 0;
  const opensMs = bars.startsMs.map((ms) => (hasSession(ms) ? ms + (14 * DAY_MS) / 24 : NaN));
  const open = bars.low.map((low, bar) => {
    const range = (bars.high[bar] ?? low) - low;
    return low + Math.round(random.uniform('session', bar) * range);
  });
  /** One part reaches the extreme of the bar, the other a part of the way beyond its ends. */
  const buildExtremes = (
    part: 'before' | 'after',
    extremes: Float64Array,
    pickOuter: (a: number, b: number) => number,
    stream: string,
  ): Float64Array =>
    extremes.map((extreme, bar) => {
      const reachesIn = random.uniform(stream, bar) < 0.5 ? 'before' : 'after';
      const end = (part === 'before' ? bars.open : bars.close)[bar] ?? extreme;
      const inner = pickOuter(open[bar] ?? extreme, end);
      return reachesIn === part
        ? extreme
        : inner + Math.round(random.uniform(`${stream} reach`, bar) * (extreme - inner));
    });
  return {
    ...bars,
    session: {
      opensMs,
      open,
      highBefore: buildExtremes('before', bars.high, Math.max, 'session high'),
      lowBefore: buildExtremes('before', bars.low, Math.min, 'session low'),
      highAfter: buildExtremes('after', bars.high, Math.max, 'session high'),
      lowAfter: buildExtremes('after', bars.low, Math.min, 'session low'),
    },
  };
}

/** Adds day sessions to all months of chains. */
export const addChainSessions = (
  chains: readonly ChainTape[],
  seed: string,
): readonly ChainTape[] =>
  chains.map(({ chain, months }) => ({
    chain,
    months: months.map((month) => ({ ...month, bars: addSessions(month.bars, seed) })),
  }));

/** A continuous history without expiry. */
export const buildHistory = (
  bars: BarColumns,
  instrument: Instrument = createInstrument(),
): ChainTape => ({ chain: instrument.id, months: [{ instrument, bars, inputs: [] }] });

export interface ChainOptions extends Omit<WalkOptions, 'fromMs'> {
  readonly chain?: string;
  readonly commodity?: 'crude-oil' | 'natural-gas' | 'electricity';
  /** Days between rolls, warm-up days before a month is active, and days from roll to expiry. */
  readonly monthDays?: number;
  readonly warmDays?: number;
  readonly expiryDays?: number;
  /** Days of bars after its expiry. */
  readonly afterDays?: number;
  /** Time of day of the roll, ms. */
  readonly rollAfterMs?: number;
}

/** Overlapping contract months over `bars` days; each has its own walk near a common price. */
export function createChainTape({
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
    const walked = createWalk({
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
