// Paired simulations, step by step: small weather shifts from today on, and shocks today or on
// their worst date.

import { CHAINS, findChain } from '../../trading/simulation/chains';
import type { WorldOptions } from '../../trading/simulation/market-models';
import { SHIFTS, type ShiftId } from '../../trading/weather/scenarios';
import { SHIFT_READ_DAYS, SHIFT_ROWS, getExposure } from '../../trading/simulation/weather-shifts';
import { SHOCKS, type ShockId } from '../../trading/weather/scenarios';
import { PairedMarkets } from '../../trading/simulation/paired-markets';
import { SHOCK_ROWS, findShockDay } from '../../trading/simulation/weather-shocks';
import type { World } from '../../trading/simulation/world';
import type { ShockDate, ShiftResult, ShockResult } from '../../models/risk/market-risk';
import type { ReaderMessage } from './risk-messages';
import { DAY_MS } from '../../trading/domain/time';

/** Pairs of a stress test. The first round sends a first result after a few pairs. */
export const PAIRS = 32;
const FIRST_RESULT_PAIRS = 8;
/** Pairs of a sensitivity: they differ in market state, not by chance. */
export const SHIFT_PAIRS = 8;

interface PairedSimulation {
  readonly openWorld: (options: WorldOptions) => World;
  readonly untilMs: number;
  /** Each round has its own seeds. */
  readonly round: number;
  readonly pairs: number;
}

interface MonthDay {
  readonly month: number;
  readonly date: number;
}

/** Maximum pairs of a round, so that no two rounds share a seed. */
const ROUND_PAIRS = 1000;

/** Other seeds than the desk's market, whose future must not be revealed. */
const buildPair = ({ openWorld, round }: PairedSimulation, pairNumber: number): PairedMarkets =>
  new PairedMarkets(openWorld, `shocked world ${round * ROUND_PAIRS + pairNumber}`);

/** Steps without a message in a simulation of so many pairs, of shifts or of shocks. */
export const countPairSteps = (pairs: number): number => pairs * SHOCKS.length;

/** Month and day of the day that ends at a midnight; at most the 28th, which every month has. */
function getMonthDay(untilMs: number): MonthDay {
  const today = new Date(untilMs - DAY_MS);
  return { month: today.getUTCMonth() + 1, date: Math.min(28, today.getUTCDate()) };
}

const getShockMonthDay = (shock: ShockId, date: ShockDate, untilMs: number): MonthDay =>
  date === 'worst' ? SHOCK_ROWS[shock].worst : getMonthDay(untilMs);

const padTwo = (value: number): string => String(value).padStart(2, '0');
const formatMonthDay = ({ month, date }: MonthDay): string => `${padTwo(month)}-${padTwo(date)}`;

/** Effect of one degree, one inch of rain and 10% wind from today on, for exposed chains. */
export function* simulateShifts(simulation: PairedSimulation): Generator<ReaderMessage | null> {
  const monthDate = getMonthDay(simulation.untilMs);
  const pathsByPair = new Map<ShiftId, ReadonlyMap<string, Float64Array>[]>(
    SHIFTS.map((shift) => [shift, []]),
  );
  for (let pairNumber = 1; pairNumber <= simulation.pairs; pairNumber += 1) {
    const pair = buildPair(simulation, pairNumber);
    for (const shift of SHIFTS) {
      const chains = CHAINS.filter(({ id }) => getExposure(id)[shift].length > 0).map(
        ({ id }) => id,
      );
      pathsByPair
        .get(shift)
        ?.push(
          pair.computeImpacts(
            SHIFT_ROWS[shift],
            findShockDay(monthDate.month, monthDate.date),
            1,
            chains,
          ),
        );
      yield null;
    }
  }
  yield {
    type: 'shifts',
    untilMs: simulation.untilMs,
    results: SHIFTS.map((shift) =>
      buildShiftResult(shift, formatMonthDay(monthDate), pathsByPair.get(shift) ?? []),
    ),
  };
}

const buildShiftResult = (
  shift: ShiftId,
  monthDay: string,
  pathsByPair: readonly ReadonlyMap<string, Float64Array>[],
): ShiftResult => ({
  shift,
  monthDay,
  pairs: pathsByPair.length,
  chains: CHAINS.map(({ id, isPower }) => ({
    chain: id,
    exposure: getExposure(id),
    kind: isPower ? 'amount' : 'log',
    values: Float64Array.from(
      pathsByPair.flatMap((paths) => paths.get(id)?.[SHIFT_READ_DAYS - 1] ?? []),
    ),
  })),
});

/** Effect of each shock on one of its dates. */
export function* simulateShocks(
  simulation: PairedSimulation,
  date: ShockDate,
): Generator<ReaderMessage | null> {
  const { untilMs, pairs, round } = simulation;
  const first = round === 0 ? Math.min(FIRST_RESULT_PAIRS, pairs) : pairs;
  const pathsByPair = new Map<ShockId, ReadonlyMap<string, Float64Array>[]>(
    SHOCKS.map((shock) => [shock, []]),
  );
  for (let pairNumber = 1; pairNumber <= pairs; pairNumber += 1) {
    const pair = buildPair(simulation, pairNumber);
    for (const shock of SHOCKS) {
      const { month, date: dayOfMonth } = getShockMonthDay(shock, date, untilMs);
      pathsByPair
        .get(shock)
        ?.push(pair.computeImpacts(SHOCK_ROWS[shock], findShockDay(month, dayOfMonth)));
      yield null;
    }
    if (pairNumber === first || pairNumber === pairs) {
      for (const shock of SHOCKS)
        yield {
          type: 'shock',
          untilMs,
          result: buildShockResult(
            shock,
            date,
            getShockMonthDay(shock, date, untilMs),
            pathsByPair.get(shock) ?? [],
          ),
        };
    }
  }
}

function buildShockResult(
  shock: ShockId,
  date: ShockDate,
  monthDate: MonthDay,
  pathsByPair: readonly ReadonlyMap<string, Float64Array>[],
): ShockResult {
  const { days } = SHOCK_ROWS[shock];
  const paths = CHAINS.map(({ id }) => {
    const values = new Float64Array(pathsByPair.length * days);
    pathsByPair.forEach((paths, pairNumber) => values.set(paths.get(id) ?? [], pairNumber * days));
    return {
      chain: id,
      kind: findChain(id).isPower ? ('amount' as const) : ('log' as const),
      values,
    };
  });
  return {
    shock,
    date,
    monthDay: formatMonthDay(monthDate),
    pairs: pathsByPair.length,
    days,
    paths,
  };
}
