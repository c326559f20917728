/** Weather of the two places that are only shown: Alaska and Hawaii, each on its own. */
import type { DISPLAY_CELLS } from '../../weather/cell';
import { normalShare, type Chance, type Stream } from '../random-streams';
import { northernWinter } from './climate';
import { HOURS, hourDepartureF } from './hourly';
import { MEMORY } from './season';

type DisplayCell = (typeof DISPLAY_CELLS)[number];

interface DisplayClimate {
  readonly meanF: number;
  readonly amplitudeF: number;
  readonly winterSdF: number;
  readonly summerSdF: number;
  readonly windMph: number;
  readonly humidityPercent: number;
  readonly dayNightF: number;
  readonly wetChance: number;
  /** Mean of a wet day. */
  readonly wetInches: number;
}

/** Daily normals of Anchorage and Honolulu 1991-2020, rounded (US weather service). */
export const DISPLAY_CLIMATE: Readonly<Record<DisplayCell, DisplayClimate>> = {
  AK: {
    meanF: 38,
    amplitudeF: 22,
    winterSdF: 11,
    summerSdF: 4,
    windMph: 7,
    humidityPercent: 70,
    dayNightF: 6,
    wetChance: 0.32,
    wetInches: 0.14,
  },
  HI: {
    meanF: 78,
    amplitudeF: 4,
    winterSdF: 2,
    summerSdF: 1.3,
    windMph: 10,
    humidityPercent: 68,
    dayNightF: 6,
    wetChance: 0.25,
    wetInches: 0.19,
  },
};

/**
 * Days of chance that are summed: what is older keeps less than 1 part in 10,000 of the variance.
 */
const DEPTH_DAYS = 16;
const WIND_SPREAD = 0.3;

interface DisplayDay {
  readonly meanF: number;
  readonly windMph: number;
  readonly rainInches: number;
}

export class DisplayWeather {
  private readonly temperature: Stream;
  private readonly rain: Stream;
  private readonly wind: Stream;

  constructor(
    private readonly chance: Chance,
    readonly cell: DisplayCell,
  ) {
    this.temperature = chance.stream(`weather/${cell}/temperature`);
    this.rain = chance.stream(`weather/${cell}/rain`);
    this.wind = chance.stream(`weather/${cell}/wind`);
  }

  /** What a day is like. */
  dayAt(day: number): DisplayDay {
    const { wetChance, wetInches, windMph } = DISPLAY_CLIMATE[this.cell];
    const isWet = this.chance.uniform(this.rain, day) < wetChance;
    return {
      meanF: this.normalF(day) + this.sdF(day) * this.departure(day),
      windMph:
        windMph *
        Math.exp(WIND_SPREAD * this.chance.normal(this.wind, day) - 0.5 * WIND_SPREAD ** 2),
      rainInches: isWet ? wetInches * this.chance.exponential(this.rain, day, 1) : 0,
    };
  }

  /** The same with the highest and lowest of its hours. */
  wholeDay(day: number): DisplayDay & { readonly highF: number; readonly lowF: number } {
    const today = this.dayAt(day);
    const { dayNightF } = DISPLAY_CLIMATE[this.cell];
    const departures = Array.from({ length: HOURS }, (_, hour) =>
      hourDepartureF(this.cell, dayNightF, hour),
    );
    return {
      ...today,
      highF: today.meanF + Math.max(...departures),
      lowF: today.meanF + Math.min(...departures),
    };
  }

  /**
   * Mean and deviation of a later day, deg F, by one who knows all days up to `day`: departures
   * fade as they do on average.
   */
  expectedF(day: number, lead: number): { readonly meanF: number; readonly sdF: number } {
    const later = day + lead;
    return {
      meanF: this.normalF(later) + this.sdF(later) * MEMORY ** lead * this.departure(day),
      sdF: this.sdF(later) * Math.sqrt(1 - MEMORY ** (2 * lead)),
    };
  }

  private departure(day: number): number {
    let [sum, weight] = [0, Math.sqrt(1 - MEMORY ** 2)];
    for (let back = 0; back < DEPTH_DAYS; back += 1) {
      sum += weight * this.chance.normal(this.temperature, day - back);
      weight *= MEMORY;
    }
    return sum;
  }

  /** Mean of the season, deg F. */
  normalF(day: number): number {
    const { meanF, amplitudeF } = DISPLAY_CLIMATE[this.cell];
    return meanF - amplitudeF * northernWinter(day);
  }

  private sdF(day: number): number {
    const { winterSdF, summerSdF } = DISPLAY_CLIMATE[this.cell];
    return (winterSdF + summerSdF) / 2 + ((winterSdF - summerSdF) / 2) * northernWinter(day);
  }
}

/** Chance of more than so many inches on a day of which nothing is known. */
export const displayRainChance = (cell: DisplayCell, inches: number): number =>
  DISPLAY_CLIMATE[cell].wetChance * Math.exp(-inches / DISPLAY_CLIMATE[cell].wetInches);

/** Chance that a normal temperature is below a base. */
export const chanceBelow = (meanF: number, sdF: number, baseF: number): number =>
  sdF < 1e-9 ? Number(meanF < baseF) : normalShare((baseF - meanF) / sdF);
