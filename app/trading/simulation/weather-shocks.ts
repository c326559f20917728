// Weather shocks of the stress tests.
import { getDay } from './calendar';
import type { ShockId } from '../weather/scenarios';
import type { PlantedWeather } from './market-models';

export interface Shock {
  readonly id: ShockId;
  /** Weather of the shock, unknown at the start of `day`. */
  readonly planted: (day: number, size: number) => PlantedWeather;
  /** Number of days measured from that midnight on. */
  readonly days: number;
  /** Date of the largest impact; month from 1. */
  readonly worst: { readonly month: number; readonly date: number };
}

const COLD_LEAD = 4;
const DROUGHT_DAYS = 60;

/**
 * `size` scales the shock. At 1: a cold spell 30 F below normal for eight days over Illinois, a
 * category 4 Gulf landfall, a ridge of 2.2 standard deviations for 60 days over the corn, wheat and
 * cotton belts.
 */
export const SHOCK_ROWS: Readonly<Record<ShockId, Shock>> = {
  hurricane: {
    id: 'hurricane',
    days: 6,
    worst: { month: 9, date: 10 },
    planted: (day) => ({
      kind: 'hurricane',
      basin: 'gulf',
      category: 4,
      landfallDay: day + 1,
      lead: 1,
    }),
  },
  polarVortex: {
    id: 'polarVortex',
    days: 14,
    worst: { month: 1, date: 8 },
    planted: (day, size) => ({
      kind: 'temperature',
      center: 'CHI',
      departureF: -30 * size,
      firstDay: day + COLD_LEAD,
      days: 8,
      lead: COLD_LEAD,
    }),
  },
  drought: {
    id: 'drought',
    days: 62,
    worst: { month: 6, date: 2 },
    planted: (day, size) => ({
      kind: 'ridge',
      cells: ['CHI', 'DSM', 'LBB', 'ICT'],
      deviations: 2.2 * size,
      firstDay: day,
      days: DROUGHT_DAYS,
    }),
  },
};

/** Days of weather history needed before a shock. */
const HISTORY_DAYS_MIN = 150;

/** First day with that date that has enough weather history. */
export function findShockDay(month: number, date: number): number {
  const first = getDay(Date.UTC(2010, month - 1, date));
  return first >= HISTORY_DAYS_MIN ? first : getDay(Date.UTC(2011, month - 1, date));
}
