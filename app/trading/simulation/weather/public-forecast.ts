/** Public weather forecast: the market's forecast plus a local bias and errors. */
import { assert } from '../../domain/outcome';
import type { EpochMs } from '../../domain/units';
import { type ForecastDay, type ForecastRun, LEAD_DAYS_MAX } from '../../weather/bulletin';
import { MARKET_CELLS, type MarketCell, WEATHER_CELLS, type WeatherCell } from '../../weather/cell';
import { getDay, getDayStartMs } from '../calendar';
import type { RandomStreams, RandomStream } from '../random-streams';
import { CYCLES_PER_DAY, CYCLE_MS, PUBLISH_AFTER_MS } from '../market-models';
import { CLIMATE } from './climate';
import {
  DISPLAY_CLIMATE,
  type DisplayWeather,
  computeDisplayRainProbability,
} from './display-weather';
import type { MarketWeather } from './market-weather';
import { BIAS_F, NEUTRAL_REGIME, computePublicBiasF } from './public-bias';

/** Error of the service as a fraction of the market forecast's standard deviation. */
const ERROR_FRACTION = 0.25;
/** Runs until errors are fully renewed. */
const TURNOVER_RUNS = 8;
/** A day with more rain is wet. */
const WET_INCHES = 0.1;
/** Sunshine of a certainly dry day, and reduction by certain rain. */
const CLEAR_SUN_SHARE = 0.95;
const RAIN_DIMS = 0.7;

export class PublicForecast {
  private readonly errors: RandomStream;
  private readonly display: ReadonlyMap<WeatherCell, DisplayWeather>;

  constructor(
    private readonly random: RandomStreams,
    private readonly market: MarketWeather,
    display: readonly DisplayWeather[],
  ) {
    this.errors = random.getStream('weather/service');
    this.display = new Map(display.map((weather) => [weather.cell, weather]));
  }

  /** Run of a cell issued at 0, 6, 12 or 18 h UTC. Throws for other times. */
  run(cell: WeatherCell, issuedMs: EpochMs): ForecastRun {
    assert(
      issuedMs % CYCLE_MS === 0,
      () =>
        `a forecast is issued at 0, 6, 12 or 18 o'clock UTC, got ${new Date(issuedMs).toISOString()}`,
    );
    const day = getDay(issuedMs);
    const cycle = (issuedMs - getDayStartMs(day)) / CYCLE_MS;
    const days = Array.from({ length: LEAD_DAYS_MAX + 1 }, (_, lead) =>
      this.getForecastDay(cell, day, cycle, lead),
    );
    return { cell, issuedMs, publishedMs: issuedMs + PUBLISH_AFTER_MS, days };
  }

  /** One day of a run; `cycle` is 0 to 3. */
  getForecastDay(cell: WeatherCell, day: number, cycle: number, lead: number): ForecastDay {
    const display = this.display.get(cell);
    return display
      ? this.buildDisplayDay(display, day, cycle, lead)
      : this.buildMarketDay(cell as MarketCell, day, cycle, lead);
  }

  private buildMarketDay(cell: MarketCell, day: number, cycle: number, lead: number): ForecastDay {
    const cellIndex = MARKET_CELLS.indexOf(cell);
    const outlook = this.market.getOutlook({ day, cycles: cycle + 1 });
    const { meanF, spreadF } = this.getTemperature(cell, day, cycle, lead);
    const [wet, wind] = [
      this.computeError(cellIndex, 1, day, cycle, lead),
      this.computeError(cellIndex, 2, day, cycle, lead),
    ];
    const rain = outlook.rainBy(cellIndex, lead, WET_INCHES, ERROR_FRACTION * wet);
    const windMph = outlook.windMph(cellIndex, lead) * Math.exp(0.03 * Math.min(lead, 7) * wind);
    return buildForecastDay({
      day,
      lead,
      meanF,
      spreadF,
      windMph,
      dayNightF: CLIMATE[cell].dayNightF,
      rainInches: rain.inches,
      rainChance: rain.probability,
    });
  }

  /** Forecast daily mean and standard deviation, deg F, in the run of a cycle (0 to 3). */
  getTemperature(
    cell: MarketCell,
    day: number,
    cycle: number,
    lead: number,
  ): { readonly meanF: number; readonly spreadF: number } {
    const cellIndex = MARKET_CELLS.indexOf(cell);
    const outlook = this.market.getOutlook({ day, cycles: cycle + 1 });
    const sdF = outlook.sdF(cellIndex, lead);
    return {
      meanF:
        outlook.meanF(cellIndex, lead) +
        computePublicBiasF(cell, day + lead, {
          ridge: outlook.getRidge(cellIndex, lead),
          nino: outlook.nino,
        }) +
        ERROR_FRACTION * sdF * this.computeError(cellIndex, 0, day, cycle, lead),
      spreadF: computeSpread(sdF),
    };
  }

  private buildDisplayDay(
    weather: DisplayWeather,
    day: number,
    cycle: number,
    lead: number,
  ): ForecastDay {
    const { meanF, sdF } = weather.computeExpectedF(day, lead);
    const climate = DISPLAY_CLIMATE[weather.cell];
    const today = lead === 0 ? weather.dayAt(day) : null;
    const error =
      ERROR_FRACTION *
      sdF *
      this.computeError(WEATHER_CELLS.indexOf(weather.cell), 0, day, cycle, lead);
    const rainChance = today
      ? Number(today.rainInches > WET_INCHES)
      : computeDisplayRainProbability(weather.cell, WET_INCHES);
    return buildForecastDay({
      day,
      lead,
      rainChance,
      spreadF: computeSpread(sdF),
      meanF: meanF + computePublicBiasF(weather.cell, day + lead, NEUTRAL_REGIME) + error,
      windMph: today?.windMph ?? climate.windMph,
      dayNightF: climate.dayNightF,
      rainInches: today?.rainInches ?? climate.wetProbability * climate.wetInches,
    });
  }

  /**
   * Standard normal error of a run for a target day, interpolated between draws so that it changes
   * slowly from run to run.
   */
  private computeError(
    cellIndex: number,
    kind: number,
    day: number,
    cycle: number,
    lead: number,
  ): number {
    const run = day * CYCLES_PER_DAY + cycle;
    const turn = Math.floor(run / TURNOVER_RUNS);
    const angle = ((run % TURNOVER_RUNS) / TURNOVER_RUNS) * (Math.PI / 2);
    const drawNormal = (step: number): number =>
      this.random.drawNormal(this.errors, day + lead, step * 64 + kind * 16 + cellIndex);
    return Math.cos(angle) * drawNormal(turn) + Math.sin(angle) * drawNormal(turn + 1);
  }
}

/** Service error and mean bias in addition to the market's uncertainty. */
const computeSpread = (sdF: number): number => Math.hypot(sdF, ERROR_FRACTION * sdF, BIAS_F / 2);

interface ServiceDay {
  readonly day: number;
  readonly lead: number;
  readonly meanF: number;
  readonly spreadF: number;
  readonly windMph: number;
  readonly dayNightF: number;
  readonly rainInches: number;
  readonly rainChance: number;
}

const buildForecastDay = ({
  day,
  lead,
  meanF,
  spreadF,
  windMph,
  dayNightF,
  rainInches,
  rainChance,
}: ServiceDay): ForecastDay => ({
  dayMs: getDayStartMs(day + lead),
  lead,
  meanF,
  spreadF,
  windMph,
  rainInches,
  rainChance,
  highF: meanF + dayNightF,
  lowF: meanF - dayNightF,
  sunShare: CLEAR_SUN_SHARE - RAIN_DIMS * rainChance,
});
