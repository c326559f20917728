// What the thread of risk reads, step by step: moves of every chain up to a midnight, then what weather shocks do now and at their worst.
import { DAY_MS, dayOf } from '../trading/simulation/calendar';
import { CHAINS, chainOf } from '../trading/simulation/chains';
import type { WorldOptions } from '../trading/simulation/parts';
import { TradingDays } from '../trading/simulation/trading-day-moves';
import { SHOCKS, SHOCK_ROWS, type ShockId, ShockPair, shockDay } from '../trading/simulation/weather-shocks';
import type { World } from '../trading/simulation/world';
import type { FromReader, ShockDate, ToldShock } from './told';

/** Trading days of moves: strips of power cost more than all else together. */
export const FUTURES_DAYS = 1500;
export const POWER_DAYS = 780;
/** Pairs of worlds behind a stress; the first few are told before the rest have been walked. */
export const PAIRS = 32;
const PAIRS_AT_FIRST = 8;

export interface MarketReading {
  readonly seed: string;
  readonly open: (options: WorldOptions) => World;
  readonly nowMs: () => number;
  /** Fewer days and pairs in tests. */
  readonly futuresDays?: number;
  readonly powerDays?: number;
  readonly pairs?: number;
}

/** A reader of one world; what it read is kept from midnight to midnight. Each step gives something to tell, or nothing yet. */
export function readMarket(reading: MarketReading): (untilMs: number) => Generator<FromReader | null> {
  const days = new TradingDays(reading.open({ seed: reading.seed }));
  const { pairs = PAIRS, nowMs } = reading;
  let worstIsTold = false;
  return function* (untilMs) {
    const startedMs = nowMs();
    yield* movesUntil(days, untilMs, reading);
    for (const date of ['now', 'worst'] as const) {
      // the worst day of the year stays what it is
      if (date === 'worst' && worstIsTold) continue;
      yield* shocksOn(reading, untilMs, date, pairs);
    }
    worstIsTold = true;
    yield { type: 'done', untilMs, seconds: (nowMs() - startedMs) / 1000, megabytes: process.memoryUsage().rss / 1e6 };
  };
}

function* movesUntil(days: TradingDays, untilMs: number, { futuresDays = FUTURES_DAYS, powerDays = POWER_DAYS }: MarketReading): Generator<FromReader | null> {
  const day = dayOf(untilMs);
  for (const isPower of [false, true]) {
    const chains = CHAINS.filter((chain) => chain.isPower === isPower).map(({ id }) => id);
    const count = isPower ? powerDays : futuresDays;
    for (const _ of days.read(chains, day, count)) yield null;
    yield { type: 'moves', untilMs, moves: chains.map((chain) => days.movesOf(chain, day, count)), isWhole: isPower };
  }
}

/** The date of each shock as month and day. */
function monthDayOf(shock: ShockId, date: ShockDate, untilMs: number): { readonly month: number; readonly date: number } {
  const today = new Date(untilMs - DAY_MS);
  return date === 'worst' ? SHOCK_ROWS[shock].worst : { month: today.getUTCMonth() + 1, date: Math.min(28, today.getUTCDate()) };
}

function* shocksOn({ open }: MarketReading, untilMs: number, date: ShockDate, pairs: number): Generator<FromReader | null> {
  const found = new Map<ShockId, ReadonlyMap<string, Float64Array>[]>(SHOCKS.map((shock) => [shock, []]));
  for (let nth = 1; nth <= pairs; nth += 1) {
    // seeds of their own: the future of the desk's world is nobody's to know
    const pair = new ShockPair(open, `shocked world ${nth}`);
    for (const shock of SHOCKS) {
      const { month, date: dayOfMonth } = monthDayOf(shock, date, untilMs);
      found.get(shock)?.push(pair.pathsOf(SHOCK_ROWS[shock], shockDay(month, dayOfMonth)));
      yield null;
    }
    if (nth === Math.min(PAIRS_AT_FIRST, pairs) || nth === pairs) {
      for (const shock of SHOCKS) yield { type: 'shock', untilMs, told: toldOf(shock, date, monthDayOf(shock, date, untilMs), found.get(shock) ?? []) };
    }
  }
}

const two = (value: number): string => String(value).padStart(2, '0');

function toldOf(shock: ShockId, date: ShockDate, on: { readonly month: number; readonly date: number }, found: readonly ReadonlyMap<string, Float64Array>[]): ToldShock {
  const { days } = SHOCK_ROWS[shock];
  const paths = CHAINS.map(({ id }) => {
    const values = new Float64Array(found.length * days);
    found.forEach((paths, nth) => values.set(paths.get(id) ?? [], nth * days));
    return { chain: id, kind: chainOf(id).isPower ? ('amount' as const) : ('log' as const), values };
  });
  return { shock, date, monthDay: `${two(on.month)}-${two(on.date)}`, pairs: found.length, days, paths };
}
