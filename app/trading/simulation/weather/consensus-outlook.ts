/** Outlook of the public consensus: the true one with a part of the public forecast's bias. */
import { LEAD_DAYS_MAX } from '../../weather/bulletin';
import { MARKET_CELLS } from '../../weather/cell';
import type { Outlook } from '../market-models';
import { CELL_COUNT } from './climate';
import { computePublicBiasF } from './public-bias';

/**
 * Leads, in days, up to which the bias is followed in full, and from which it is ignored: assumed.
 * Forecasts lose most of their skill in the second week.
 */
const FULL_DAYS = 7;
const NO_DAYS = 14;

/** Part of the bias followed at a lead. Zero at the last lead, so that no bias enters by surprise. */
const getWeight = (lead: number): number =>
  lead < 0 ? 0 : Math.min(1, Math.max(0, (NO_DAYS - lead) / (NO_DAYS - FULL_DAYS)));

/** First lead without bias, days. */
export const UNBIASED_LEAD_DAYS = NO_DAYS;

/**
 * Shifts the temperatures of an outlook by `fraction` of the public bias. With `agedDays` 1 it has
 * the bias expected for the next midnight: the first day has passed, and the others are one day
 * nearer.
 */
export function createConsensusOutlook(
  outlook: Outlook,
  fraction: number,
  agedDays: 0 | 1 = 0,
): Outlook {
  const { day, cycles, nino } = outlook;
  const shifts = new Float64Array((LEAD_DAYS_MAX + 1) * CELL_COUNT).fill(NaN);
  const getShiftF = (cell: number, lead: number): number => {
    const index = lead * CELL_COUNT + cell;
    const cached = shifts[index] ?? NaN;
    if (!Number.isNaN(cached)) return cached;
    const created = computeShiftF(cell, lead);
    shifts[index] = created;
    return created;
  };
  const computeShiftF = (cell: number, lead: number): number => {
    const weight = fraction * getWeight(lead - agedDays);
    const name = MARKET_CELLS[cell];
    return weight === 0 || name === undefined
      ? 0
      : weight *
          computePublicBiasF(name, day + lead, { nino, ridge: outlook.getRidge(cell, lead) });
  };
  return {
    day,
    cycles,
    nino,
    get storms() {
      return outlook.storms;
    },
    meanF: (cell, lead) => outlook.meanF(cell, lead) + getShiftF(cell, lead),
    expectedAboveF: (cell, lead, baseF) =>
      outlook.expectedAboveF(cell, lead, baseF - getShiftF(cell, lead)),
    expectedBelowF: (cell, lead, baseF) =>
      outlook.expectedBelowF(cell, lead, baseF - getShiftF(cell, lead)),
    rainInches: (cell, lead) => outlook.rainInches(cell, lead),
    windMph: (cell, lead) => outlook.windMph(cell, lead),
    getRidge: (cell, lead) => outlook.getRidge(cell, lead),
    getSoil: (cell) => outlook.getSoil(cell),
  };
}
