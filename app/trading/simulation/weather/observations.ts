/** Hourly observations at all 15 cells. */
import { assert } from '../../domain/outcome';
import type { EpochMs } from '../../domain/units';
import type { Observation } from '../../weather/bulletin';
import { MARKET_CELLS, type MarketCell } from '../../weather/cell';
import { getDay } from '../calendar';
import type { RandomStreams, RandomStream } from '../random-streams';
import { CLIMATE, getSeasonRow } from './climate';
import { DISPLAY_CLIMATE, type DisplayWeather } from './display-weather';
import {
  HOURS,
  computeHourDepartureF,
  computeHourWindFactor,
  getTemperatureF,
  getWindMph,
} from './hourly';
import type { MarketWeather } from './market-weather';
import { MEAN_F } from './season-tables';
import { computeSoilAnomaly } from './soil';
import { OFFSETS } from './weather-state';
import { DAY_MS, HOUR_MS } from '../../domain/time';

const PUBLISHED_AFTER_MS = 1.25 * HOUR_MS;
const SEA_LEVEL_MB = 1015;
const RIDGE_MB = 3;
/** Pressure noise in addition to the ridge; it decays within days. */
const PRESSURE_NOISE_MB = 5;
const PRESSURE_MEMORY = 0.6;
const PRESSURE_DAYS = 10;
const RAIN_HUMIDITY = 12;
const WARMTH_DRIES = 0.6;
/** A wet day has one spell of 2 to 12 hours. */
const WET_HOURS_MAX = 12;

const clampWithin = (value: number, min: number, max: number): number =>
  Math.min(max, Math.max(min, value));

export class Stations {
  private readonly pressure: RandomStream;
  private readonly showers: RandomStream;

  constructor(
    private readonly random: RandomStreams,
    private readonly market: MarketWeather,
    private readonly display: readonly DisplayWeather[],
  ) {
    this.pressure = random.getStream('weather/pressure');
    this.showers = random.getStream('weather/showers');
  }

  listObservations(hourMs: EpochMs): readonly Observation[] {
    assert(
      hourMs % HOUR_MS === 0,
      () => `observations are for whole hours, got ${new Date(hourMs).toISOString()}`,
    );
    const day = getDay(hourMs);
    const hour = (((hourMs % DAY_MS) + DAY_MS) % DAY_MS) / HOUR_MS;
    const times = { validMs: hourMs, publishedMs: hourMs + PUBLISHED_AFTER_MS };
    const market = MARKET_CELLS.map((cell, cellIndex) => ({
      ...times,
      ...this.buildMarketReading(cell, cellIndex, day, hour),
    }));
    const shown = this.display.map((weather, index) => ({
      ...times,
      ...this.buildDisplayReading(weather, MARKET_CELLS.length + index, day, hour),
    }));
    return [...market, ...shown];
  }

  private buildMarketReading(
    cell: MarketCell,
    cellIndex: number,
    day: number,
    hour: number,
  ): ReadingValues {
    const dayWeather = this.market.getDayWeather(day);
    const state = this.market.getState(day);
    const after = this.market.getState(day + 1);
    const rainInches = this.computeHourRain(
      after.values[OFFSETS.pastRain + cellIndex] ?? 0,
      cellIndex,
      day,
      hour,
    );
    const temperatureF = getTemperatureF(dayWeather, cellIndex, hour);
    const normalF =
      (MEAN_F[getSeasonRow(day) + cellIndex] ?? 0) +
      computeHourDepartureF(cell, CLIMATE[cell].dayNightF, hour);
    return {
      cell,
      temperatureF,
      rainInches,
      humidityPercent: computeHumidity(
        CLIMATE[cell].humidityPercent,
        after.values[OFFSETS.pastRain + cellIndex] ?? 0,
        temperatureF - normalF,
      ),
      windMph: getWindMph(dayWeather, cellIndex, hour),
      pressureMb: this.computePressure(
        cellIndex,
        day,
        hour,
        state.values[OFFSETS.ridge + cellIndex] ?? 0,
      ),
      soil: computeSoilAnomaly(
        state.values[OFFSETS.soil + cellIndex] ?? 0,
        getSeasonRow(day),
        cellIndex,
      ),
    };
  }

  private buildDisplayReading(
    weather: DisplayWeather,
    cellIndex: number,
    day: number,
    hour: number,
  ): ReadingValues {
    const { cell } = weather;
    const climate = DISPLAY_CLIMATE[cell];
    const today = weather.dayAt(day);
    const departureF = today.meanF - weather.computeNormalF(day);
    return {
      cell,
      temperatureF: today.meanF + computeHourDepartureF(cell, climate.dayNightF, hour),
      rainInches: this.computeHourRain(today.rainInches, cellIndex, day, hour),
      humidityPercent: computeHumidity(climate.humidityPercent, today.rainInches, departureF),
      windMph: today.windMph * computeHourWindFactor(cell, hour),
      pressureMb: this.computePressure(cellIndex, day, hour, 0),
      soil: null,
    };
  }

  /**
   * Rain of an hour. A day's rain falls in one spell, heaviest in the middle; hours sum to the day.
   */
  private computeHourRain(dayInches: number, cellIndex: number, day: number, hour: number): number {
    if (dayInches === 0) return 0;
    const hours =
      2 +
      Math.floor(this.random.drawUniform(this.showers, day, 2 * cellIndex) * (WET_HOURS_MAX - 1));
    const startHour = Math.floor(
      this.random.drawUniform(this.showers, day, 2 * cellIndex + 1) * (HOURS - hours + 1),
    );
    const hourOfSpell = hour - startHour;
    if (hourOfSpell < 0 || hourOfSpell >= hours) return 0;
    return (
      dayInches *
      0.5 *
      (Math.cos((Math.PI * hourOfSpell) / hours) - Math.cos((Math.PI * (hourOfSpell + 1)) / hours))
    );
  }

  /** Sea level pressure, mb: lower with a ridge; noise interpolated between midnights. */
  private computePressure(cellIndex: number, day: number, hour: number, ridge: number): number {
    const fraction = hour / HOURS;
    const noiseMb =
      (1 - fraction) * this.noiseMb(cellIndex, day - 1) + fraction * this.noiseMb(cellIndex, day);
    return clampWithin(SEA_LEVEL_MB - RIDGE_MB * ridge + noiseMb, 940, 1060);
  }

  private noiseMb(cellIndex: number, day: number): number {
    let [sum, weight] = [0, PRESSURE_NOISE_MB * Math.sqrt(1 - PRESSURE_MEMORY ** 2)];
    for (let back = 0; back < PRESSURE_DAYS; back += 1) {
      sum += weight * this.random.drawNormal(this.pressure, day - back, cellIndex);
      weight *= PRESSURE_MEMORY;
    }
    return sum;
  }
}

type ReadingValues = Omit<Observation, 'validMs' | 'publishedMs'>;

const computeHumidity = (normalPercent: number, rainInches: number, departureF: number): number =>
  clampWithin(normalPercent + RAIN_HUMIDITY * rainInches - WARMTH_DRIES * departureF, 10, 100);
