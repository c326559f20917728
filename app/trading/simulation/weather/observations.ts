/** Readings of an hour at all fifteen cells, as stations publish them. */
import { assert } from '../../domain/outcome';
import type { EpochMs } from '../../domain/units';
import type { Observation } from '../../weather/bulletin';
import { MARKET_CELLS, type MarketCell } from '../../weather/cell';
import { getDay } from '../calendar';
import type { Chance, Stream } from '../random-streams';
import { CLIMATE, seasonRow } from './climate';
import { DISPLAY_CLIMATE, type DisplayWeather } from './display-weather';
import { HOURS, hourDepartureF, hourWindShare, temperatureAt, windAt } from './hourly';
import type { MarketWeather } from './market-weather';
import { MEAN_F } from './season';
import { soilDeparture } from './soil';
import { AT } from './state';
import { DAY_MS, HOUR_MS } from '../../domain/time';

const PUBLISHED_AFTER_MS = 1.25 * HOUR_MS;
const SEA_LEVEL_MB = 1015;
const RIDGE_MB = 3;
/** Pressure wanders by so much beside the ridge, and forgets within days. */
const WANDER_MB = 5;
const WANDER_MEMORY = 0.6;
const WANDER_DAYS = 10;
const RAIN_HUMIDITY = 12;
const WARMTH_DRIES = 0.6;
/** A wet day rains for 2 to 12 hours on end. */
const WET_HOURS_MAX = 12;

const clampWithin = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));

export class Stations {
  private readonly pressure: Stream;
  private readonly showers: Stream;

  constructor(
    private readonly chance: Chance,
    private readonly market: MarketWeather,
    private readonly display: readonly DisplayWeather[],
  ) {
    this.pressure = chance.stream('weather/pressure');
    this.showers = chance.stream('weather/showers');
  }

  at(hourMs: EpochMs): readonly Observation[] {
    assert(
      hourMs % HOUR_MS === 0,
      () => `readings are of whole hours, got ${new Date(hourMs).toISOString()}`,
    );
    const day = getDay(hourMs);
    const hour = (((hourMs % DAY_MS) + DAY_MS) % DAY_MS) / HOUR_MS;
    const times = { validMs: hourMs, publishedMs: hourMs + PUBLISHED_AFTER_MS };
    const market = MARKET_CELLS.map((cell, place) => ({
      ...times,
      ...this.marketReading(cell, place, day, hour),
    }));
    const shown = this.display.map((weather, index) => ({
      ...times,
      ...this.shownReading(weather, MARKET_CELLS.length + index, day, hour),
    }));
    return [...market, ...shown];
  }

  private marketReading(cell: MarketCell, place: number, day: number, hour: number): Reading {
    const course = this.market.course(day);
    const state = this.market.state(day);
    const after = this.market.state(day + 1);
    const rainInches = this.hourOfRain(after.values[AT.pastRain + place] ?? 0, place, day, hour);
    const temperatureF = temperatureAt(course, place, hour);
    const normalF =
      (MEAN_F[seasonRow(day) + place] ?? 0) + hourDepartureF(cell, CLIMATE[cell].dayNightF, hour);
    return {
      cell,
      temperatureF,
      rainInches,
      humidityPercent: computeHumidity(
        CLIMATE[cell].humidityPercent,
        after.values[AT.pastRain + place] ?? 0,
        temperatureF - normalF,
      ),
      windMph: windAt(course, place, hour),
      pressureMb: this.pressureAt(place, day, hour, state.values[AT.ridge + place] ?? 0),
      soil: soilDeparture(state.values[AT.soil + place] ?? 0, seasonRow(day), place),
    };
  }

  private shownReading(weather: DisplayWeather, place: number, day: number, hour: number): Reading {
    const { cell } = weather;
    const climate = DISPLAY_CLIMATE[cell];
    const today = weather.dayAt(day);
    const departureF = today.meanF - weather.normalF(day);
    return {
      cell,
      temperatureF: today.meanF + hourDepartureF(cell, climate.dayNightF, hour),
      rainInches: this.hourOfRain(today.rainInches, place, day, hour),
      humidityPercent: computeHumidity(climate.humidityPercent, today.rainInches, departureF),
      windMph: today.windMph * hourWindShare(cell, hour),
      pressureMb: this.pressureAt(place, day, hour, 0),
      soil: null,
    };
  }

  /**
   * Rain of an hour: the day's falls in one spell that begins at an hour of its own, heaviest in
   * the middle; hours add up to the day.
   */
  private hourOfRain(dayInches: number, place: number, day: number, hour: number): number {
    if (dayInches === 0) return 0;
    const hours =
      2 + Math.floor(this.chance.uniform(this.showers, day, 2 * place) * (WET_HOURS_MAX - 1));
    const begins = Math.floor(
      this.chance.uniform(this.showers, day, 2 * place + 1) * (HOURS - hours + 1),
    );
    const inSpell = hour - begins;
    if (inSpell < 0 || inSpell >= hours) return 0;
    return (
      dayInches *
      0.5 *
      (Math.cos((Math.PI * inSpell) / hours) - Math.cos((Math.PI * (inSpell + 1)) / hours))
    );
  }

  /**
   * Sea level pressure, mb: lower under the warm side of a ridge, wandering from midnight to
   * midnight.
   */
  private pressureAt(place: number, day: number, hour: number, ridge: number): number {
    const share = hour / HOURS;
    const wander = (1 - share) * this.wander(place, day - 1) + share * this.wander(place, day);
    return clampWithin(SEA_LEVEL_MB - RIDGE_MB * ridge + wander, 940, 1060);
  }

  private wander(place: number, day: number): number {
    let [sum, weight] = [0, WANDER_MB * Math.sqrt(1 - WANDER_MEMORY ** 2)];
    for (let back = 0; back < WANDER_DAYS; back += 1) {
      sum += weight * this.chance.normal(this.pressure, day - back, place);
      weight *= WANDER_MEMORY;
    }
    return sum;
  }
}

type Reading = Omit<Observation, 'validMs' | 'publishedMs'>;

const computeHumidity = (usual: number, rainInches: number, departureF: number): number =>
  clampWithin(usual + RAIN_HUMIDITY * rainInches - WARMTH_DRIES * departureF, 10, 100);
