// Which months of a chain a playbook may hold between two moments, and from when on its bars are
// needed.
import type { Instrument } from '../../trading/domain/instrument';
import type { EpochMs } from '../../trading/domain/units';
import { WORLD_EPOCH_MS } from '../../trading/simulation/calendar';
import {
  BAR_MS,
  type BarLength,
  type SpreadLegs,
  WARM_UP_BARS,
} from '../../trading/strategies/playbook';
import { heldMonths, legMonths } from '../../trading/strategies/leg-months';
import { DAY_MS, getMidnight } from '../../trading/domain/time';

/** Months of a chain that trade on the day of a moment, in order of expiry. */
export type ListedAt = (chain: string, atMs: EpochMs) => readonly Instrument[];

/** Bars of one month that are wanted: from the start of the first to before the end of the last. */
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

/** The first moment whose bars are needed for trading from `fromMs` on. */
export const warmUpMs = (bar: BarLength, fromMs: EpochMs): EpochMs =>
  Math.max(
    WORLD_EPOCH_MS,
    getMidnight(fromMs) - Math.ceil((WARM_UP_BARS[bar] * BAR_MS[bar]) / DAY_MS) * DAY_MS,
  );

interface Use {
  readonly instrument: Instrument;
  listedMs: EpochMs;
  usedMs: EpochMs;
}

/** How many months of a chain are held at most: the active one, or as many as a spread counts. */
function computeCount(chain: string, legs: SpreadLegs | null): number {
  const picks = legs
    ? [legs.first, legs.second]
        .filter((leg) => leg.chain === chain)
        .map(({ month }) => (typeof month === 'number' ? month : 1))
    : [];
  return Math.max(1, ...picks);
}

/**
 * The months of a chain that are wanted, in order of expiry, each from `WARM_UP_BARS` before it may
 * be held, or since it is listed.
 */
export function monthPlans(
  listedAt: ListedAt,
  chain: string,
  bar: BarLength,
  legs: SpreadLegs | null,
  { fromMs, untilMs }: Span,
): readonly MonthPlan[] {
  const uses = new Map<string, Use>();
  const count = computeCount(chain, legs);
  const note = (month: Instrument, atMs: EpochMs): void => {
    const use = uses.get(month.id);
    if (use) use.usedMs = Math.min(use.usedMs, atMs);
  };
  for (let dayMs = warmUpMs(bar, fromMs); dayMs < untilMs; dayMs += DAY_MS) {
    const listed = listedAt(chain, dayMs);
    for (const instrument of listed)
      if (!uses.has(instrument.id))
        uses.set(instrument.id, { instrument, listedMs: dayMs, usedMs: Infinity });
    if (dayMs + DAY_MS <= fromMs) continue;
    // a roll within the day: what is held at its end counts from its beginning
    for (const atMs of [dayMs, dayMs + DAY_MS - 1]) {
      for (const month of heldMonths(listed, atMs).slice(0, count)) note(month, dayMs);
      const pair =
        legs &&
        legMonths(legs, (other) => (other === chain ? listed : listedAt(other, dayMs)), atMs);
      for (const month of pair ? [pair.first, pair.second] : []) note(month, dayMs);
    }
  }
  return [...uses.values()]
    .flatMap((use) => buildPlan(use, bar, untilMs))
    .sort(
      (a, b) => (a.instrument.contract?.expiresMs ?? 0) - (b.instrument.contract?.expiresMs ?? 0),
    );
}

function buildPlan(
  { instrument, listedMs, usedMs }: Use,
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
