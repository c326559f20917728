/**
 * What a weather service publishes of the coming days: the market's forecast, worse by a bias of
 * the place and errors of its own.
 */
import { assert } from '../../domain/outcome';
import type { EpochMs } from '../../domain/units';
import { type ForecastDay, type ForecastRun, LEAD_DAYS_MAX } from '../../weather/bulletin';
import { MARKET_CELLS, type MarketCell, WEATHER_CELLS, type WeatherCell } from '../../weather/cell';
import { getDay, dayStartMs, seasonAngle } from '../calendar';
import type { Chance, Stream } from '../random-streams';
import { CYCLES_PER_DAY, CYCLE_MS, PUBLISH_AFTER_MS } from '../parts';
import { CLIMATE } from './climate';
import { DISPLAY_CLIMATE, type DisplayWeather, displayRainChance } from './display-weather';
import type { MarketWeather } from './market-weather';

/** Error of a service beside the market's, as a share of the market's own deviation. */
const ERROR_SHARE = 0.25;
/** Its temperatures are off by up to so many deg F, each place with a season of its own. */
const BIAS_F = 1.2;
/** Its errors turn over in so many runs. */
const TURNOVER_RUNS = 8;
/** A day with more rain than this counts as wet. */
const WET_INCHES = 0.1;
/** Sunshine of a day that is surely dry, and what a sure rain takes from it. */
const CLEAR_SHARE = 0.95;
const RAIN_DIMS = 0.7;

/**
 * Bias of the service at a place on a day, deg F: what a good student of its record may take out.
 */
function biasF(cell: WeatherCell, day: number): number {
  const place = WEATHER_CELLS.indexOf(cell);
  return BIAS_F * (0.4 * Math.cos(2.4 * place) + 0.6 * Math.cos(seasonAngle(day) + 1.7 * place));
}

export class PublicForecast {
  private readonly errors: Stream;
  private readonly display: ReadonlyMap<WeatherCell, DisplayWeather>;

  constructor(
    private readonly chance: Chance,
    private readonly market: MarketWeather,
    display: readonly DisplayWeather[],
  ) {
    this.errors = chance.stream('weather/service');
    this.display = new Map(display.map((weather) => [weather.cell, weather]));
  }

  /** The run of a cell that was issued at 0, 6, 12 or 18 o'clock UTC. Throws for other times. */
  run(cell: WeatherCell, issuedMs: EpochMs): ForecastRun {
    assert(
      issuedMs % CYCLE_MS === 0,
      () =>
        `a forecast is issued at 0, 6, 12 or 18 o'clock UTC, got ${new Date(issuedMs).toISOString()}`,
    );
    const day = getDay(issuedMs);
    const cycle = (issuedMs - dayStartMs(day)) / CYCLE_MS;
    const days = Array.from({ length: LEAD_DAYS_MAX + 1 }, (_, lead) =>
      this.day(cell, day, cycle, lead),
    );
    return { cell, issuedMs, publishedMs: issuedMs + PUBLISH_AFTER_MS, days };
  }

  /** One day of a run: `cycle` 0 to 3 of the day on which it is issued. */
  day(cell: WeatherCell, day: number, cycle: number, lead: number): ForecastDay {
    const display = this.display.get(cell);
    return display
      ? this.displayDay(display, day, cycle, lead)
      : this.marketDay(cell as MarketCell, day, cycle, lead);
  }

  private marketDay(cell: MarketCell, day: number, cycle: number, lead: number): ForecastDay {
    const place = MARKET_CELLS.indexOf(cell);
    const outlook = this.market.outlook({ day, cycles: cycle + 1 });
    const { meanF, spreadF } = this.temperature(cell, day, cycle, lead);
    const [wet, wind] = [
      this.error(place, 1, day, cycle, lead),
      this.error(place, 2, day, cycle, lead),
    ];
    const rain = outlook.rainBy(place, lead, WET_INCHES, ERROR_SHARE * wet);
    const windMph = outlook.windMph(place, lead) * Math.exp(0.03 * Math.min(lead, 7) * wind);
    return forecastDay({
      day,
      lead,
      meanF,
      spreadF,
      windMph,
      dayNightF: CLIMATE[cell].dayNightF,
      rainInches: rain.inches,
      rainChance: rain.chance,
    });
  }

  /**
   * Daily mean and its deviation by the service's record, deg F, as in the run of a cycle (0 to 3).
   */
  temperature(
    cell: MarketCell,
    day: number,
    cycle: number,
    lead: number,
  ): { readonly meanF: number; readonly spreadF: number } {
    const place = MARKET_CELLS.indexOf(cell);
    const outlook = this.market.outlook({ day, cycles: cycle + 1 });
    const sdF = outlook.sdF(place, lead);
    return {
      meanF:
        outlook.meanF(place, lead) +
        biasF(cell, day + lead) +
        ERROR_SHARE * sdF * this.error(place, 0, day, cycle, lead),
      spreadF: computeSpread(sdF),
    };
  }

  private displayDay(
    weather: DisplayWeather,
    day: number,
    cycle: number,
    lead: number,
  ): ForecastDay {
    const { meanF, sdF } = weather.expectedF(day, lead);
    const climate = DISPLAY_CLIMATE[weather.cell];
    const today = lead === 0 ? weather.dayAt(day) : null;
    const error =
      ERROR_SHARE * sdF * this.error(WEATHER_CELLS.indexOf(weather.cell), 0, day, cycle, lead);
    const rainChance = today
      ? Number(today.rainInches > WET_INCHES)
      : displayRainChance(weather.cell, WET_INCHES);
    return forecastDay({
      day,
      lead,
      rainChance,
      spreadF: computeSpread(sdF),
      meanF: meanF + biasF(weather.cell, day + lead) + error,
      windMph: today?.windMph ?? climate.windMph,
      dayNightF: climate.dayNightF,
      rainInches: today?.rainInches ?? climate.wetChance * climate.wetInches,
    });
  }

  /**
   * Standard normal error of a run for a day to come: two neighboring draws in turn, so that it
   * moves little from run to run.
   */
  private error(place: number, kind: number, day: number, cycle: number, lead: number): number {
    const run = day * CYCLES_PER_DAY + cycle;
    const turn = Math.floor(run / TURNOVER_RUNS);
    const angle = ((run % TURNOVER_RUNS) / TURNOVER_RUNS) * (Math.PI / 2);
    const draw = (of: number): number =>
      this.chance.normal(this.errors, day + lead, of * 64 + kind * 16 + place);
    return Math.cos(angle) * draw(turn) + Math.sin(angle) * draw(turn + 1);
  }
}

/** Its own error and the usual size of its bias come on top of what nobody knows. */
const computeSpread = (sdF: number): number => Math.hypot(sdF, ERROR_SHARE * sdF, BIAS_F / 2);

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

const forecastDay = ({
  day,
  lead,
  meanF,
  spreadF,
  windMph,
  dayNightF,
  rainInches,
  rainChance,
}: ServiceDay): ForecastDay => ({
  dayMs: dayStartMs(day + lead),
  lead,
  meanF,
  spreadF,
  windMph,
  rainInches,
  rainChance,
  highF: meanF + dayNightF,
  lowF: meanF - dayNightF,
  sunShare: CLEAR_SHARE - RAIN_DIMS * rainChance,
});
