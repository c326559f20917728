// Pairs of worlds walked step by step: small changes of the weather from today on, and shocks set
// today or on the day of the year at which each does most.

import { CHAINS, findChain } from '../../trading/simulation/chains';
import type { WorldOptions } from '../../trading/simulation/parts';
import { SHIFTS, type ShiftId } from '../../trading/weather/scenarios';
import { SHIFT_READ_DAYS, SHIFT_ROWS, getExposure } from '../../trading/simulation/weather-shifts';
import { SHOCKS, type ShockId } from '../../trading/weather/scenarios';
import { SHOCK_ROWS, ShockPair, shockDay } from '../../trading/simulation/weather-shocks';
import type { World } from '../../trading/simulation/world';
import type { ShockDate, ShiftResult, ShockResult } from '../../models/risk/market-risk';
import type { FromReader } from './told';
import { DAY_MS } from '../../trading/domain/time';

/**
 * Pairs of worlds behind a stress; in the first round the first few are told before the rest have
 * been walked.
 */
export const PAIRS = 32;
const PAIRS_AT_FIRST = 8;
/** Pairs behind a sensitivity: what differs between them is the state of the market, not chance. */
export const SHIFT_PAIRS = 8;

interface PairWalk {
  readonly open: (options: WorldOptions) => World;
  readonly untilMs: number;
  /** Each round has seeds of its own. */
  readonly round: number;
  readonly pairs: number;
}

interface MonthDay {
  readonly month: number;
  readonly date: number;
}

/** The most pairs of a round, so that no two rounds share one. */
const ROUND_PAIRS = 1000;

/** Seeds of their own: the future of the desk's world is nobody's to know. */
const buildPair = ({ open, round }: PairWalk, nth: number): ShockPair =>
  new ShockPair(open, `shocked world ${round * ROUND_PAIRS + nth}`);

/** Steps without anything to tell in a walk of so many pairs, be it of shifts or of shocks. */
export const pairSteps = (pairs: number): number => pairs * SHOCKS.length;

/** The day that ends at a midnight as month and day; no 29th, which three years of four lack. */
function buildToday(untilMs: number): MonthDay {
  const today = new Date(untilMs - DAY_MS);
  return { month: today.getUTCMonth() + 1, date: Math.min(28, today.getUTCDate()) };
}

const buildMonthDay = (shock: ShockId, date: ShockDate, untilMs: number): MonthDay =>
  date === 'worst' ? SHOCK_ROWS[shock].worst : buildToday(untilMs);

const padTwo = (value: number): string => String(value).padStart(2, '0');
const monthDayText = ({ month, date }: MonthDay): string => `${padTwo(month)}-${padTwo(date)}`;

/**
 * What a degree, an inch and a tenth of the wind do from today on, to the chains that answer to
 * them.
 */
export function* shiftsNow(walk: PairWalk): Generator<FromReader | null> {
  const on = buildToday(walk.untilMs);
  const found = new Map<ShiftId, ReadonlyMap<string, Float64Array>[]>(
    SHIFTS.map((shift) => [shift, []]),
  );
  for (let nth = 1; nth <= walk.pairs; nth += 1) {
    const pair = buildPair(walk, nth);
    for (const shift of SHIFTS) {
      const chains = CHAINS.filter(({ id }) => getExposure(id)[shift].length > 0).map(
        ({ id }) => id,
      );
      found
        .get(shift)
        ?.push(pair.pathsOf(SHIFT_ROWS[shift], shockDay(on.month, on.date), 1, chains));
      yield null;
    }
  }
  yield {
    type: 'shifts',
    untilMs: walk.untilMs,
    told: SHIFTS.map((shift) => toldShift(shift, monthDayText(on), found.get(shift) ?? [])),
  };
}

const toldShift = (
  shift: ShiftId,
  monthDay: string,
  found: readonly ReadonlyMap<string, Float64Array>[],
): ShiftResult => ({
  shift,
  monthDay,
  pairs: found.length,
  chains: CHAINS.map(({ id, isPower }) => ({
    chain: id,
    ears: getExposure(id),
    kind: isPower ? 'amount' : 'log',
    values: Float64Array.from(found.flatMap((paths) => paths.get(id)?.[SHIFT_READ_DAYS - 1] ?? [])),
  })),
});

/** What each shock does, set on one of its dates. */
export function* shocksOn(walk: PairWalk, date: ShockDate): Generator<FromReader | null> {
  const { untilMs, pairs, round } = walk;
  const first = round === 0 ? Math.min(PAIRS_AT_FIRST, pairs) : pairs;
  const found = new Map<ShockId, ReadonlyMap<string, Float64Array>[]>(
    SHOCKS.map((shock) => [shock, []]),
  );
  for (let nth = 1; nth <= pairs; nth += 1) {
    const pair = buildPair(walk, nth);
    for (const shock of SHOCKS) {
      const { month, date: dayOfMonth } = buildMonthDay(shock, date, untilMs);
      found.get(shock)?.push(pair.pathsOf(SHOCK_ROWS[shock], shockDay(month, dayOfMonth)));
      yield null;
    }
    if (nth === first || nth === pairs) {
      for (const shock of SHOCKS)
        yield {
          type: 'shock',
          untilMs,
          told: buildShockResult(
            shock,
            date,
            buildMonthDay(shock, date, untilMs),
            found.get(shock) ?? [],
          ),
        };
    }
  }
}

function buildShockResult(
  shock: ShockId,
  date: ShockDate,
  on: MonthDay,
  found: readonly ReadonlyMap<string, Float64Array>[],
): ShockResult {
  const { days } = SHOCK_ROWS[shock];
  const paths = CHAINS.map(({ id }) => {
    const values = new Float64Array(found.length * days);
    found.forEach((paths, nth) => values.set(paths.get(id) ?? [], nth * days));
    return {
      chain: id,
      kind: findChain(id).isPower ? ('amount' as const) : ('log' as const),
      values,
    };
  });
  return { shock, date, monthDay: monthDayText(on), pairs: found.length, days, paths };
}
