/**
 * Expected hourly spot at any knowledge, up to ten weeks ahead: forecasts for two weeks, beyond
 * them the climate and what lingers of the last one.
 */
import { assert } from '../../domain/outcome';
import type { Lane } from '../checkpointed-fold';
import { CYCLES_PER_DAY, type Knowledge, type Outlook, type WeatherPart } from '../parts';
import { type Course, type PlantView, eachCourse } from './courses';
import {
  type ExpectedDay,
  type Warming,
  expectedDay,
  sumHours,
  sumWarming,
  computeWarming,
} from './expected-day';
import {
  type Lingering,
  climateDay,
  forecastDay,
  isForecast,
  lingeringF,
  computeLingering,
} from './forecast';
import type { Fuel } from './fuel';
import { HUB_COUNT, hubRow } from './hubs';
import { HOURS_PER_DAY } from './load';
import type { SpotState } from './spot';
import { LEVEL_MEMORY, LEVEL_SHOCK, LOCAL_MEMORY, OUTAGE_MEMORY, OUTAGE_SHOCK } from './stack';

/** The farthest day that is priced: eight weeks of listed deliveries, each a week long. */
export const LEAD_MAX = 70;
/** Days kept by hub, knowledge and lead, some 700 bytes each. */
const KEPT = 16_000;
/** Outlooks kept: the five of a day and those of the news before it, for all hubs. */
const OUTLOOKS = 32;

/** Variance of an AR(1) so many steps ahead. */
const spread = (memory: number, shock: number, lead: number): number =>
  (shock * shock * (1 - memory ** (2 * lead))) / (1 - memory * memory);

const plantsAt = (state: SpotState, hub: number, lead: number): PlantView => ({
  outageMean: OUTAGE_MEMORY ** lead * (state.outage[hub] ?? 0),
  outageSd: Math.sqrt(spread(OUTAGE_MEMORY, OUTAGE_SHOCK, lead)),
  local: state.local[hub] ?? 0,
  localLeft: LOCAL_MEMORY ** (HOURS_PER_DAY * lead),
});
const USUAL_PLANTS: PlantView = {
  outageMean: 0,
  outageSd: OUTAGE_SHOCK / Math.sqrt(1 - OUTAGE_MEMORY ** 2),
  local: 0,
  localLeft: 0,
};

/**
 * An expected day with the factor of fuel and the shift of use that hold for it at some knowledge.
 */
export interface PricedDay {
  readonly hub: number;
  readonly expected: ExpectedDay;
  readonly factor: number;
  readonly shift: number;
  /** Beyond the forecast: degrees above the climate, and what each does. */
  readonly warmerF: number;
  readonly warming: Warming | null;
}

/** The sum of a day's expected prices over UTC hours from `first` to before `end`, $/MWh. */
export const computePrice = (
  { hub, expected, factor, shift, warmerF, warming }: PricedDay,
  first: number,
  end: number,
): number =>
  sumHours(hubRow(hub), expected, factor, shift, first, end) +
  (warming ? warmerF * sumWarming(warming, factor, first, end) : 0);

/** The days made for one purpose, by number; dropped all at once when they are many. */
class Kept<Day> {
  private readonly days = new Map<number, Day>();

  get(key: number, make: () => Day): Day {
    const known = this.days.get(key);
    if (known) return known;
    if (this.days.size >= KEPT) this.days.clear();
    const made = make();
    this.days.set(key, made);
    return made;
  }

  forget(): void {
    this.days.clear();
  }
}

/** A day of the climate, and what a degree does to it. */
interface FarDay {
  readonly expected: ExpectedDay;
  readonly warming: Warming;
}

/**
 * Degrees to either side of the climate between which the effect of one is taken: some deviations
 * of what lingers.
 */
const WARMER_F = 3;

export class Expectation {
  private readonly near = new Kept<ExpectedDay>();
  private readonly far = new Kept<FarDay>();
  private readonly outlooks = new Map<number, Outlook>();
  private readonly lingerings = new Kept<Lingering>();

  constructor(
    private readonly weather: WeatherPart,
    private readonly lane: Lane<SpotState>,
    private readonly fuel: Fuel,
  ) {}

  /** Expected prices of a day `lead` days after the one that is under way, 0 to 70. */
  dayAt(hub: number, known: Knowledge, lead: number): PricedDay {
    assert(
      Number.isInteger(lead) && lead >= 0 && lead <= LEAD_MAX,
      () => `power is expected for 0 to ${LEAD_MAX} days ahead, asked for ${lead}`,
    );
    const factor = this.factorAt(hub, known, lead);
    if (isForecast(lead))
      return {
        hub,
        expected: this.nearDay(hub, known, lead),
        factor,
        shift: 0,
        warmerF: 0,
        warming: null,
      };
    const outage = this.lane.at(known.day).outage[hub] ?? 0;
    const warmerF = lingeringF(
      this.lingering(hub, known),
      hubRow(hub).cell,
      known.day + lead,
      lead,
    );
    return {
      hub,
      ...this.farDay(hub, known.day + lead),
      factor,
      shift: hubRow(hub).outage * OUTAGE_MEMORY ** lead * outage,
      warmerF,
    };
  }

  /**
   * A day as it looks while only its season is known: usual fuel and plants, the weather of the
   * climate.
   */
  usualDay(hub: number, day: number): PricedDay {
    return { hub, ...this.farDay(hub, day), factor: 1, shift: 0, warmerF: 0 };
  }

  /** The factor of fuel that is expected for a day. */
  factorAt(hub: number, known: Knowledge, lead: number): number {
    const level =
      LEVEL_MEMORY ** lead * (this.lane.at(known.day).level[hub] ?? 0) +
      spread(LEVEL_MEMORY, LEVEL_SHOCK, lead) / 2;
    return this.fuel.expected(known.day, lead) * Math.exp(level);
  }

  /** Visits the courses that the weather of a day may take, 0 to 14 days ahead. */
  courses(hub: number, known: Knowledge, lead: number, visit: (course: Course) => void): void {
    const forecast = forecastDay(this.outlookAt(known), hubRow(hub).cell, lead);
    eachCourse(
      hub,
      known.day + lead,
      forecast,
      plantsAt(this.lane.at(known.day), hub, lead),
      visit,
    );
  }

  forget(): void {
    this.near.forget();
    this.far.forget();
    this.outlooks.clear();
    this.lingerings.forget();
  }

  private lingering(hub: number, known: Knowledge): Lingering {
    return this.lingerings.get(
      (known.day * (CYCLES_PER_DAY + 1) + known.cycles) * HUB_COUNT + hub,
      () => computeLingering(this.weather, this.outlookAt(known), hubRow(hub).cell),
    );
  }

  private outlookAt(known: Knowledge): Outlook {
    const key = known.day * (CYCLES_PER_DAY + 1) + known.cycles;
    const before = this.outlooks.get(key);
    if (before) return before;
    if (this.outlooks.size >= OUTLOOKS) this.outlooks.clear();
    const made = this.weather.outlookAt(known);
    this.outlooks.set(key, made);
    return made;
  }

  private nearDay(hub: number, known: Knowledge, lead: number): ExpectedDay {
    const key = (((known.day * (CYCLES_PER_DAY + 1) + known.cycles) * HUB_COUNT + hub) << 4) + lead;
    return this.near.get(key, () => {
      const state = this.lane.at(known.day);
      const last =
        lead === 0 ? { quick: state.quick[hub] ?? 0, spike: state.spike[hub] ?? 0 } : null;
      return expectedDay(
        hub,
        known.day + lead,
        forecastDay(this.outlookAt(known), hubRow(hub).cell, lead),
        plantsAt(state, hub, lead),
        last,
      );
    });
  }

  private farDay(hub: number, day: number): FarDay {
    return this.far.get(day * HUB_COUNT + hub, () => {
      const [colder, usual, warmer] = [-WARMER_F, 0, WARMER_F].map((warmerF) =>
        expectedDay(
          hub,
          day,
          climateDay(this.weather, hubRow(hub).cell, day, warmerF),
          USUAL_PLANTS,
          null,
        ),
      );
      return {
        expected: usual as ExpectedDay,
        warming: computeWarming(colder as ExpectedDay, warmer as ExpectedDay, 2 * WARMER_F),
      };
    });
  }
}
