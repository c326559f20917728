/**
 * Expected hourly spot at any knowledge, up to ten weeks ahead: forecasts for two weeks, the climate beyond.
 * It knows the lanes of spot, fuel and weather; it refuses the past, which is no expectation.
 */
import { assert } from '../../domain/outcome';
import { MARKET_CELLS } from '../../weather/cell';
import type { Lane } from '../lane';
import { CYCLES_PER_DAY, type Knowledge, type Outlook, type WeatherPart } from '../parts';
import { type Course, type PlantView, eachCourse } from './courses';
import { type ExpectedDay, expectedDay, sumHours } from './expected-day';
import { climateDay, forecastDay, isForecast } from './forecast';
import type { Fuel } from './fuel';
import { type HourShape, hourShape } from './hour-shape';
import { HUB_COUNT, HUB_ROWS, hubRow } from './hubs';
import type { SpotState } from './spot';
import { LEVEL_MEMORY, LEVEL_SHOCK, OUTAGE_MEMORY, OUTAGE_SHOCK, OUTAGE_USE } from './stack';

/** The farthest day that is priced: eight weeks of listed deliveries, each a week long. */
export const LEAD_MAX = 70;

/** Variance of an AR(1) so many steps ahead, and what is left of where it stands. */
const spread = (memory: number, shock: number, lead: number): number => (shock * shock * (1 - memory ** (2 * lead))) / (1 - memory * memory);

/** An expected day with the factor of fuel and the shift of use that hold for it at some knowledge. */
export interface PricedDay {
  readonly hub: number;
  readonly expected: ExpectedDay;
  readonly factor: number;
  readonly shift: number;
}

export interface Expectation {
  /** Expected prices of a day `lead` days after the one that is under way, 0 to 70. */
  dayAt(hub: number, known: Knowledge, lead: number): PricedDay;
  /** The same as nobody can know more of it than its season: usual fuel and plants, the weather of the climate. */
  usualDay(hub: number, day: number): PricedDay;
  /** The factor of fuel that is expected for a day. */
  factorAt(hub: number, known: Knowledge, lead: number): number;
  /** Visits the courses that the weather of a day may take, 0 to 14 days ahead. */
  courses(hub: number, known: Knowledge, lead: number, visit: (course: Course) => void): void;
  forget(): void;
}

/** Days kept by hub, knowledge and lead, half a kilobyte each. */
const KEPT = 16_000;

const SHAPES: readonly HourShape[] = HUB_ROWS.map(({ cellId }) => hourShape(cellId));
const STATIONARY_OUTAGE_SD = Math.sqrt(spread(OUTAGE_MEMORY, OUTAGE_SHOCK, 1e6));
const USUAL_PLANTS: PlantView = { outageMean: 0, outageSd: STATIONARY_OUTAGE_SD };

const plantsAt = (state: SpotState, hub: number, lead: number): PlantView => ({
  outageMean: OUTAGE_MEMORY ** lead * (state.outage[hub] ?? 0), outageSd: Math.sqrt(spread(OUTAGE_MEMORY, OUTAGE_SHOCK, lead)),
});

/** The sum of a day's expected prices over UTC hours from `first` to before `end`, $/MWh. */
export const priceOf = ({ hub, expected, factor, shift }: PricedDay, first: number, end: number): number => sumHours(hubRow(hub), expected, factor, shift, first, end);

export function expectationOf(weather: WeatherPart, lane: Lane<SpotState>, fuel: Fuel): Expectation {
  const near = new Map<number, ExpectedDay>();
  const far = new Map<number, ExpectedDay>();
  let latest: Outlook | null = null;
  const outlookAt = (known: Knowledge): Outlook => {
    if (latest?.day !== known.day || latest.cycles !== known.cycles) latest = weather.outlookAt(known);
    return latest;
  };
  const kept = (days: Map<number, ExpectedDay>, key: number, make: () => ExpectedDay): ExpectedDay => {
    const before = days.get(key);
    if (before) return before;
    if (days.size >= KEPT) days.clear();
    const made = make();
    days.set(key, made);
    return made;
  };
  const shapeOf = (hub: number): HourShape => SHAPES[hub] ?? hourShape(MARKET_CELLS[0]);

  function nearDay(hub: number, known: Knowledge, lead: number): ExpectedDay {
    const key = (((known.day * (CYCLES_PER_DAY + 1) + known.cycles) * HUB_COUNT + hub) << 4) + lead;
    return kept(near, key, () => {
      const state = lane.at(known.day);
      const last = lead === 0 ? { quick: state.quick[hub] ?? 0, spike: state.spike[hub] ?? 0 } : null;
      return expectedDay(hub, hubRow(hub), known.day + lead, forecastDay(outlookAt(known), hubRow(hub).cell, lead), shapeOf(hub), plantsAt(state, hub, lead), last);
    });
  }

  function factorAt(hub: number, known: Knowledge, lead: number): number {
    const level = LEVEL_MEMORY ** lead * (lane.at(known.day).level[hub] ?? 0) + spread(LEVEL_MEMORY, LEVEL_SHOCK, lead) / 2;
    return fuel.expected(known.day, lead) * Math.exp(level);
  }

  const farDay = (hub: number, day: number): ExpectedDay =>
    kept(far, day * HUB_COUNT + hub, () => expectedDay(hub, hubRow(hub), day, climateDay(weather, hubRow(hub).cell, day), shapeOf(hub), USUAL_PLANTS, null));

  return {
    dayAt(hub, known, lead) {
      assert(Number.isInteger(lead) && lead >= 0 && lead <= LEAD_MAX, `power is expected for 0 to ${LEAD_MAX} days ahead, asked for ${lead}`);
      const factor = factorAt(hub, known, lead);
      if (isForecast(lead)) return { hub, expected: nearDay(hub, known, lead), factor, shift: 0 };
      return { hub, expected: farDay(hub, known.day + lead), factor, shift: OUTAGE_USE * OUTAGE_MEMORY ** lead * (lane.at(known.day).outage[hub] ?? 0) };
    },
    usualDay: (hub, day) => ({ hub, expected: farDay(hub, day), factor: 1, shift: 0 }),
    factorAt,
    courses(hub, known, lead, visit) {
      const forecast = forecastDay(outlookAt(known), hubRow(hub).cell, lead);
      eachCourse(hub, hubRow(hub), known.day + lead, forecast, shapeOf(hub), plantsAt(lane.at(known.day), hub, lead), visit);
    },
    forget() {
      near.clear();
      far.clear();
      latest = null;
    },
  };
}

