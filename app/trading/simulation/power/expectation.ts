/**
 * Expected hourly spot prices up to ten weeks ahead: forecasts for two weeks, then climatology plus
 * the decaying anomaly of the last forecast day.
 */
import { assert } from '../../domain/outcome';
import type { CheckpointedFold } from '../checkpointed-fold';
import { CYCLES_PER_DAY, type AsOfCycle, type Outlook, type WeatherModel } from '../market-models';
import { type WeatherScenario, type PlantState, forEachScenario } from './weather-scenarios';
import {
  type ExpectedDay,
  type Warming,
  computeExpectedDay,
  sumHours,
  sumWarming,
  computeWarming,
} from './expected-day';
import {
  type Persistence,
  buildClimateDay,
  buildDayForecast,
  isInForecastRange,
  computePersistenceF,
  computePersistence,
} from './day-forecast';
import type { Fuel } from './fuel';
import { HUB_COUNT, getHubRow } from './hubs';
import { HOURS_PER_DAY } from './load';
import type { SpotState } from './spot';
import { LEVEL_MEMORY, LEVEL_SHOCK, LOCAL_MEMORY, OUTAGE_MEMORY, OUTAGE_SHOCK } from './stack';

/** Longest lead: eight listed weeks of delivery, each a week long. */
export const LEAD_MAX = 70;
/** Cache size by hub, information state and lead; about 700 bytes each. */
const CACHED_DAYS_MAX = 16_000;
/** Cached outlooks: five of a day and those of its recent news, for all hubs. */
const CACHED_OUTLOOKS_MAX = 32;

/** Variance of an AR(1) `lead` steps ahead. */
const computeVariance = (memory: number, shock: number, lead: number): number =>
  (shock * shock * (1 - memory ** (2 * lead))) / (1 - memory * memory);

const computePlantState = (state: SpotState, hub: number, lead: number): PlantState => ({
  outageMean: OUTAGE_MEMORY ** lead * (state.outage[hub] ?? 0),
  outageSd: Math.sqrt(computeVariance(OUTAGE_MEMORY, OUTAGE_SHOCK, lead)),
  local: state.local[hub] ?? 0,
  localFraction: LOCAL_MEMORY ** (HOURS_PER_DAY * lead),
});
const NORMAL_PLANTS: PlantState = {
  outageMean: 0,
  outageSd: OUTAGE_SHOCK / Math.sqrt(1 - OUTAGE_MEMORY ** 2),
  local: 0,
  localFraction: 0,
};

/** Expected day with its fuel factor and shift of use. */
export interface PricedDay {
  readonly hub: number;
  readonly expected: ExpectedDay;
  readonly factor: number;
  readonly shift: number;
  /** Beyond the forecast: expected degrees above climatology, and their effect per degree. */
  readonly warmerF: number;
  readonly warming: Warming | null;
}

/** Sum of the expected prices over UTC hours [first, end), $/MWh. */
export const sumPrices = (
  { hub, expected, factor, shift, warmerF, warming }: PricedDay,
  first: number,
  end: number,
): number =>
  sumHours(getHubRow(hub), expected, factor, shift, first, end) +
  (warming ? warmerF * sumWarming(warming, factor, first, end) : 0);

/** Cache by number; cleared when full. */
class DayCache<Day> {
  private readonly days = new Map<number, Day>();

  get(key: number, compute: () => Day): Day {
    const asOf = this.days.get(key);
    if (asOf) return asOf;
    if (this.days.size >= CACHED_DAYS_MAX) this.days.clear();
    const created = compute();
    this.days.set(key, created);
    return created;
  }

  forget(): void {
    this.days.clear();
  }
}

/** A day at climatology, and the effect of one degree. */
interface FarDay {
  readonly expected: ExpectedDay;
  readonly warming: Warming;
}

/** Half-width, deg F, of the central difference that gives the effect of one degree. */
const WARMER_F = 3;

export class Expectation {
  private readonly near = new DayCache<ExpectedDay>();
  private readonly far = new DayCache<FarDay>();
  private readonly outlooks = new Map<number, Outlook>();
  private readonly persistences = new DayCache<Persistence>();

  constructor(
    private readonly weather: Pick<WeatherModel, 'getOutlook' | 'getClimate'>,
    private readonly lane: CheckpointedFold<SpotState>,
    private readonly fuel: Fuel,
  ) {}

  /** Expected prices of the day `lead` days ahead, 0 to 70. */
  getDay(hub: number, asOf: AsOfCycle, lead: number): PricedDay {
    assert(
      Number.isInteger(lead) && lead >= 0 && lead <= LEAD_MAX,
      () => `power is priced 0 to ${LEAD_MAX} days ahead, got ${lead}`,
    );
    const factor = this.getFuelFactor(hub, asOf, lead);
    if (isInForecastRange(lead))
      return {
        hub,
        expected: this.getNearDay(hub, asOf, lead),
        factor,
        shift: 0,
        warmerF: 0,
        warming: null,
      };
    const outage = this.lane.getState(asOf.day).outage[hub] ?? 0;
    const warmerF = computePersistenceF(
      this.getPersistence(hub, asOf),
      getHubRow(hub).cell,
      asOf.day + lead,
      lead,
    );
    return {
      hub,
      ...this.getFarDay(hub, asOf.day + lead),
      factor,
      shift: getHubRow(hub).outage * OUTAGE_MEMORY ** lead * outage,
      warmerF,
    };
  }

  /** A day at climatology with normal fuel and plants. */
  getNormalDay(hub: number, day: number): PricedDay {
    return { hub, ...this.getFarDay(hub, day), factor: 1, shift: 0, warmerF: 0 };
  }

  /** Expected fuel factor of the day `lead` days ahead. */
  getFuelFactor(hub: number, asOf: AsOfCycle, lead: number): number {
    const level =
      LEVEL_MEMORY ** lead * (this.lane.getState(asOf.day).level[hub] ?? 0) +
      computeVariance(LEVEL_MEMORY, LEVEL_SHOCK, lead) / 2;
    return this.fuel.getExpectedFactor(asOf.day, lead) * Math.exp(level);
  }

  /** Visits the weather scenarios of a day 0 to 14 days ahead. */
  visitScenarios(
    hub: number,
    asOf: AsOfCycle,
    lead: number,
    visit: (scenario: WeatherScenario) => void,
  ): void {
    const forecast = buildDayForecast(this.outlookAt(asOf), getHubRow(hub).cell, lead);
    forEachScenario(
      hub,
      asOf.day + lead,
      forecast,
      computePlantState(this.lane.getState(asOf.day), hub, lead),
      visit,
    );
  }

  forget(): void {
    this.near.forget();
    this.far.forget();
    this.outlooks.clear();
    this.persistences.forget();
  }

  private getPersistence(hub: number, asOf: AsOfCycle): Persistence {
    return this.persistences.get(
      (asOf.day * (CYCLES_PER_DAY + 1) + asOf.cycles) * HUB_COUNT + hub,
      () => computePersistence(this.weather, this.outlookAt(asOf), getHubRow(hub).cell),
    );
  }

  private outlookAt(asOf: AsOfCycle): Outlook {
    const key = asOf.day * (CYCLES_PER_DAY + 1) + asOf.cycles;
    const before = this.outlooks.get(key);
    if (before) return before;
    if (this.outlooks.size >= CACHED_OUTLOOKS_MAX) this.outlooks.clear();
    const created = this.weather.getOutlook(asOf);
    this.outlooks.set(key, created);
    return created;
  }

  private getNearDay(hub: number, asOf: AsOfCycle, lead: number): ExpectedDay {
    const key = (((asOf.day * (CYCLES_PER_DAY + 1) + asOf.cycles) * HUB_COUNT + hub) << 4) + lead;
    return this.near.get(key, () => {
      const state = this.lane.getState(asOf.day);
      const last =
        lead === 0 ? { quick: state.quick[hub] ?? 0, spike: state.spike[hub] ?? 0 } : null;
      return computeExpectedDay(
        hub,
        asOf.day + lead,
        buildDayForecast(this.outlookAt(asOf), getHubRow(hub).cell, lead),
        computePlantState(state, hub, lead),
        last,
      );
    });
  }

  private getFarDay(hub: number, day: number): FarDay {
    return this.far.get(day * HUB_COUNT + hub, () => {
      const [colder, normal, warmer] = [-WARMER_F, 0, WARMER_F].map((warmerF) =>
        computeExpectedDay(
          hub,
          day,
          buildClimateDay(this.weather, getHubRow(hub).cell, day, warmerF),
          NORMAL_PLANTS,
          null,
        ),
      );
      return {
        expected: normal as ExpectedDay,
        warming: computeWarming(colder as ExpectedDay, warmer as ExpectedDay, 2 * WARMER_F),
      };
    });
  }
}
