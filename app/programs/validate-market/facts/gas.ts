// Natural gas: moves after a large move, contango, storage and cash prices.
import { DAY_MS } from '../../../trading/domain/time';
import type { EpochMs } from '../../../trading/domain/units';
import { computeCorrelation } from '../../../trading/statistics/correlation';
import { computeMean } from '../../../trading/statistics/sample';
import { type FactRow, createRangeTarget } from '../row';
import type { ChainStudy, CurveStudy } from '../chain-study';
import type { GasStudy, MarketStudy } from '../study';
import { CURVE_MONTHS } from '../chains';
import { type Studies, forChain, measureFact } from './measure';

const GAS = 'NG';
const LARGE_MOVE = 0.09;
/** Years before a week whose mean level at that time of the year is the norm. */
const NORM_YEARS = 5;
const YEAR_DAYS = 365.25;
/** Distance within which a week of an earlier year is the same week. */
const SAME_WEEK_MS = 4 * DAY_MS;
const CASH_LEAP = 0.3;

/** Mean return on the day after a large move, in the direction of that move, percent. */
export function computeContinuation({ returns }: Pick<ChainStudy, 'returns'>): number {
  const next = [...returns].flatMap((value, index) => {
    const after = returns[index + 1] ?? NaN;
    return Math.abs(value) > LARGE_MOVE && Number.isFinite(after) ? [Math.sign(value) * after] : [];
  });
  return 100 * computeMean(next);
}

/** Fraction of days on which the second month is above the first. */
export function computeContangoShare({ prices }: Pick<CurveStudy, 'prices'>): number {
  let [days, above] = [0, 0];
  for (let index = 0; index < prices.length; index += CURVE_MONTHS) {
    const [first, second] = [prices[index] ?? NaN, prices[index + 1] ?? NaN];
    if (!Number.isFinite(first + second)) continue;
    days += 1;
    if (second > first) above += 1;
  }
  return days === 0 ? NaN : above / days;
}

type Storage = GasStudy['storage'];

/** Mean level at the same time in the five years before; NaN without all five. */
function computeNorm(storage: Storage, weekMs: EpochMs): number {
  let sum = 0;
  for (let years = 1; years <= NORM_YEARS; years += 1)
    sum += findLevel(storage, weekMs - years * YEAR_DAYS * DAY_MS);
  return sum / NORM_YEARS;
}

/** Level of the week nearest to a moment, NaN if none is near; weeks are in order. */
function findLevel(storage: Storage, atMs: EpochMs): number {
  let [low, high] = [0, storage.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((storage[middle]?.weekMs ?? Infinity) < atMs - SAME_WEEK_MS) low = middle + 1;
    else high = middle;
  }
  const found = storage[low];
  return found && Math.abs(found.weekMs - atMs) <= SAME_WEEK_MS ? found.value : NaN;
}

/**
 * Correlation over weekly reports of storage relative to its norm with the log close of the front
 * month on the day of the report, or the next with a close.
 */
export function computeStorageCorrelation(
  { storage }: Pick<GasStudy, 'storage'>,
  days: readonly EpochMs[],
  closes: Float64Array,
): number {
  const [departures, prices]: [number[], number[]] = [[], []];
  let index = 0;
  for (const { weekMs, dayMs, value } of storage) {
    while (index < days.length && ((days[index] ?? 0) < dayMs || !((closes[index] ?? NaN) > 0)))
      index += 1;
    if (index === days.length) break;
    departures.push(value / computeNorm(storage, weekMs) - 1);
    prices.push(Math.log(closes[index] ?? NaN));
  }
  return computeCorrelation(departures, prices);
}

/** Correlation of a report's surprise (actual less consensus) with the return of its day. */
export function computeReportReaction(
  { surprises }: Pick<GasStudy, 'surprises'>,
  days: readonly EpochMs[],
  returns: Float64Array,
): number {
  const returnOn = new Map(days.map((day, index) => [day, returns[index] ?? NaN]));
  return computeCorrelation(
    surprises.map(({ value }) => value),
    surprises.map(({ dayMs }) => returnOn.get(dayMs) ?? NaN),
  );
}

const listCash = (study: MarketStudy): number[] =>
  (study.gas?.cash ?? []).map(({ value }) => value);

/** Changes of the cash price by more than `CASH_LEAP` in logs from one day to the next, a year. */
export function countLeaps(cash: GasStudy['cash']): number {
  const [first, last] = [cash[0], cash.at(-1)];
  if (!first || !last || last.dayMs <= first.dayMs) return NaN;
  const leaps = cash.filter(
    ({ value }, index) =>
      index > 0 && Math.abs(Math.log(value / (cash[index - 1]?.value ?? NaN))) > CASH_LEAP,
  );
  return (leaps.length * YEAR_DAYS * DAY_MS) / (last.dayMs - first.dayMs);
}

export const buildGasRows = (studies: Studies): FactRow[] => [
  measureFact(studies, {
    fact: 'return after a move above 9 %, in its direction, %',
    market: GAS,
    decimals: 1,
    // Real: -2.0, standard error 0.6, and no continuation.
    target: createRangeTarget(-3.5, 1),
    compute: forChain('NG', computeContinuation),
  }),
  measureFact(studies, {
    fact: 'days with the second month above the first, fraction',
    market: GAS,
    decimals: 2,
    target: createRangeTarget(0.55, 0.9),
    note: 'prices as quoted, with their season',
    compute: forChain('NG', ({ curve }) => (curve ? computeContangoShare(curve) : NaN)),
  }),
  measureFact(studies, {
    fact: 'storage against five-year norm and price, correlation',
    market: GAS,
    decimals: 2,
    target: createRangeTarget(-0.75, -0.45),
    note: 'weekly; relative departure from the mean of that week in five years, log front close',
    compute: forChain('NG', ({ closes }, { gas, days }) =>
      gas ? computeStorageCorrelation(gas, days, closes) : NaN,
    ),
  }),
  measureFact(studies, {
    fact: 'storage surprise and return of the day, correlation',
    market: GAS,
    decimals: 2,
    target: createRangeTarget(-0.6, -0.2),
    note: 'actual less consensus; no consensus in the real history',
    compute: forChain('NG', ({ returns }, { gas, days }) =>
      gas ? computeReportReaction(gas, days, returns) : NaN,
    ),
  }),
  measureFact(studies, {
    fact: 'highest cash price, $/MMBtu',
    market: 'Henry Hub',
    decimals: 1,
    // The record of 27 years is 23.86; a factor of 1.5 around it.
    target: createRangeTarget(16, 36),
    compute: (study) =>
      study.gas && study.gas.cash.length > 0 ? Math.max(...listCash(study)) : NaN,
  }),
  measureFact(studies, {
    fact: 'cash leaps above 0.3 in logs, a year',
    market: 'Henry Hub',
    decimals: 2,
    // Real: 22 in 27 years.
    target: createRangeTarget(0.4, 1.6),
    compute: ({ gas }) => (gas ? countLeaps(gas.cash) : NaN),
  }),
];
