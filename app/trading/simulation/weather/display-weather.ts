/** Weather of the display-only cells Alaska and Hawaii, independent of the market cells. */
import type { DISPLAY_CELLS } from '../../weather/cell';
import { normalShare, type RandomStreams, type RandomStream } from '../random-streams';
import { computeWinterCosine } from './climate';
import { HOURS, computeHourDepartureF } from './hourly';
import { MEMORY } from './season-tables';

type DisplayCell = (typeof DISPLAY_CELLS)[number];

interface DisplayClimate {
  readonly meanF: number;
  readonly amplitudeF: number;
  readonly winterSdF: number;
  readonly summerSdF: number;
  readonly windMph: number;
  readonly humidityPercent: number;
  readonly dayNightF: number;
  readonly wetProbability: number;
  /** Mean rain of a wet day. */
  readonly wetInches: number;
}

/** Daily normals of Anchorage and Honolulu 1991-2020, rounded (US National Weather Service). */
export const DISPLAY_CLIMATE: Readonly<Record<DisplayCell, DisplayClimate>> = {
  AK: {
    meanF: 38,
    amplitudeF: 22,
    winterSdF: 11,
    summerSdF: 4,
    windMph: 7,
    humidityPercent: 70,
    dayNightF: 6,
    wetProbability: 0.32,
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
    wetProbability: 0.25,
    wetInches: 0.19,
  },
};

/** Days of shocks summed; older ones carry less than 1/10,000 of the variance. */
const DEPTH_DAYS = 16;
const WIND_SPREAD = 0.3;

interface DisplayDay {
  readonly meanF: number;
  readonly windMph: number;
  readonly rainInches: number;
}

export class DisplayWeather {
  private readonly temperature: RandomStream;
  private readonly rain: RandomStream;
  private readonly wind: RandomStream;

  constructor(
    private readonly random: RandomStreams,
    readonly cell: DisplayCell,
  ) {
    this.temperature = random.getStream(`weather/${cell}/temperature`);
    this.rain = random.getStream(`weather/${cell}/rain`);
    this.wind = random.getStream(`weather/${cell}/wind`);
  }

  dayAt(day: number): DisplayDay {
    const { wetProbability, wetInches, windMph } = DISPLAY_CLIMATE[this.cell];
    const isWet = this.random.drawUniform(this.rain, day) < wetProbability;
    return {
      meanF: this.computeNormalF(day) + this.sdF(day) * this.computeDeparture(day),
      windMph:
        windMph *
        Math.exp(WIND_SPREAD * this.random.drawNormal(this.wind, day) - 0.5 * WIND_SPREAD ** 2),
      rainInches: isWet ? wetInches * this.random.drawExponential(this.rain, day, 1) : 0,
    };
  }

  /** Adds the highest and lowest hour. */
  getDayWithExtremes(day: number): DisplayDay & { readonly highF: number; readonly lowF: number } {
    const today = this.dayAt(day);
    const { dayNightF } = DISPLAY_CLIMATE[this.cell];
    const departures = Array.from({ length: HOURS }, (_, hour) =>
      computeHourDepartureF(this.cell, dayNightF, hour),
    );
    return {
      ...today,
      highF: today.meanF + Math.max(...departures),
      lowF: today.meanF + Math.min(...departures),
    };
  }

  /** Mean and standard deviation, deg F, of a day `lead` days after the last known `day`. */
  computeExpectedF(day: number, lead: number): { readonly meanF: number; readonly sdF: number } {
    const later = day + lead;
    return {
      meanF:
        this.computeNormalF(later) + this.sdF(later) * MEMORY ** lead * this.computeDeparture(day),
      sdF: this.sdF(later) * Math.sqrt(1 - MEMORY ** (2 * lead)),
    };
  }

  private computeDeparture(day: number): number {
    let [sum, weight] = [0, Math.sqrt(1 - MEMORY ** 2)];
    for (let back = 0; back < DEPTH_DAYS; back += 1) {
      sum += weight * this.random.drawNormal(this.temperature, day - back);
      weight *= MEMORY;
    }
    return sum;
  }

  /** Seasonal mean, deg F. */
  computeNormalF(day: number): number {
    const { meanF, amplitudeF } = DISPLAY_CLIMATE[this.cell];
    return meanF - amplitudeF * computeWinterCosine(day);
  }

  private sdF(day: number): number {
    const { winterSdF, summerSdF } = DISPLAY_CLIMATE[this.cell];
    return (winterSdF + summerSdF) / 2 + ((winterSdF - summerSdF) / 2) * computeWinterCosine(day);
  }
}

/** Climatological probability of more than `inches` of rain. */
export const computeDisplayRainProbability = (cell: DisplayCell, inches: number): number =>
  DISPLAY_CLIMATE[cell].wetProbability * Math.exp(-inches / DISPLAY_CLIMATE[cell].wetInches);

/** Probability that a normally distributed temperature is below a base. */
export const computeProbabilityBelow = (meanF: number, sdF: number, baseF: number): number =>
  sdF < 1e-9 ? Number(meanF < baseF) : normalShare((baseF - meanF) / sdF);
