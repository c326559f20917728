// Contract months that a strategy may hold in a period, and the start of their bars.
import type { Instrument } from '../../trading/domain/instrument';
import type { EpochMs } from '../../trading/domain/units';
import { WORLD_EPOCH_MS } from '../../trading/simulation/calendar';
import {
  BAR_MS,
  type BarLength,
  type SpreadLegs,
  WARM_UP_BARS,
} from '../../trading/strategies/playbook';
import { listTradableMonths, findLegMonths } from '../../trading/strategies/leg-months';
import { DAY_MS, getMidnight } from '../../trading/domain/time';

/** Contract months of a chain listed on the day of `atMs`, in expiry order. */
export type ListMonths = (chain: string, atMs: EpochMs) => readonly Instrument[];

/** Bars of one month that start in [fromMs, untilMs). */
export interface MonthPlan {
  readonly instrument: Instrument;
  readonly bar: BarLength;
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
}

export interface Span {
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
}

/** Start of the warm-up bars for trading from `fromMs`. */
export const getWarmUpStartMs = (bar: BarLength, fromMs: EpochMs): EpochMs =>
  Math.max(
    WORLD_EPOCH_MS,
    getMidnight(fromMs) - Math.ceil((WARM_UP_BARS[bar] * BAR_MS[bar]) / DAY_MS) * DAY_MS,
  );

interface MonthUse {
  readonly instrument: Instrument;
  listedMs: EpochMs;
  usedMs: EpochMs;
}

/** Months of a chain held at most: one, or as far out as a spread leg. */
function countHeldMonths(chain: string, legs: SpreadLegs | null): number {
  const picks = legs
    ? [legs.first, legs.second]
        .filter((leg) => leg.chain === chain)
        .map(({ month }) => (typeof month === 'number' ? month : 1))
    : [];
  return Math.max(1, ...picks);
}

/**
 * Months of a chain in expiry order, each from its warm-up bars before first use, or from its
 * listing.
 */
export function planMonths(
  listMonths: ListMonths,
  chain: string,
  bar: BarLength,
  legs: SpreadLegs | null,
  { fromMs, untilMs }: Span,
): readonly MonthPlan[] {
  const uses = new Map<string, MonthUse>();
  const count = countHeldMonths(chain, legs);
  const markUsed = (month: Instrument, atMs: EpochMs): void => {
    const use = uses.get(month.id);
    if (use) use.usedMs = Math.min(use.usedMs, atMs);
  };
  for (let dayMs = getWarmUpStartMs(bar, fromMs); dayMs < untilMs; dayMs += DAY_MS) {
    const listed = listMonths(chain, dayMs);
    for (const instrument of listed)
      if (!uses.has(instrument.id))
        uses.set(instrument.id, { instrument, listedMs: dayMs, usedMs: Infinity });
    if (dayMs + DAY_MS <= fromMs) continue;
    // Roll within the day: months held at its end count from its start.
    for (const atMs of [dayMs, dayMs + DAY_MS - 1]) {
      for (const month of listTradableMonths(listed, atMs).slice(0, count)) markUsed(month, dayMs);
      const pair =
        legs &&
        findLegMonths(legs, (other) => (other === chain ? listed : listMonths(other, dayMs)), atMs);
      for (const month of pair ? [pair.first, pair.second] : []) markUsed(month, dayMs);
    }
  }
  return [...uses.values()]
    .flatMap((use) => buildMonthPlan(use, bar, untilMs))
    .sort(
      (a, b) => (a.instrument.contract?.expiresMs ?? 0) - (b.instrument.contract?.expiresMs ?? 0),
    );
}

function buildMonthPlan(
  { instrument, listedMs, usedMs }: MonthUse,
  bar: BarLength,
  untilMs: EpochMs,
): readonly MonthPlan[] {
  if (usedMs === Infinity) return [];
  const length = BAR_MS[bar];
  const endMs = Math.min(
    untilMs,
    Math.ceil((instrument.contract?.expiresMs ?? Infinity) / length) * length,
  );
  return [
    {
      instrument,
      bar,
      fromMs: Math.max(listedMs, usedMs - WARM_UP_BARS[bar] * length),
      untilMs: Math.floor(endMs / length) * length,
    },
  ];
}
