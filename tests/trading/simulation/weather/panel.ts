// Forecasts and outcomes over decades of simulated weather.
import { computeMean } from '../../../../app/trading/statistics/sample';
import { createRandomStreams } from '../../../../app/trading/simulation/random-streams';
import { createWeather } from '../../../../app/trading/simulation/weather/weather';
import { MARKET_CELLS, type MarketCell } from '../../../../app/trading/weather/cell';
import type { WeatherModel, WorldOptions } from '../../../../app/trading/simulation/market-models';

export const LEADS = 15;
export const CELLS = MARKET_CELLS.length;
export const getCell = (cell: MarketCell): number => MARKET_CELLS.indexOf(cell);
export const buildWeather = (
  seed: string,
  options: Omit<WorldOptions, 'seed'> = {},
): WeatherModel => createWeather({ seed, ...options }, createRandomStreams(seed));

interface Panel {
  readonly days: number;
  /** Forecast mean at the start of a day by lead and cell, minus climate. */
  readonly forecast: readonly Float64Array[];
  /** Realized mean of each day by cell, minus climate. */
  readonly truth: readonly Float64Array[];
}

export function buildPanel(seed: string, days: number): Panel {
  const weather = buildWeather(seed);
  const forecast: Float64Array[] = [];
  const truth: Float64Array[] = [];
  for (let day = 0; day < days; day += 1) {
    const outlook = weather.getOutlook({ day, cycles: 0 });
    forecast.push(
      Float64Array.from(
        { length: LEADS * CELLS },
        (_, index) =>
          outlook.meanF(index % CELLS, Math.floor(index / CELLS)) -
          weather.getClimate(index % CELLS, day + Math.floor(index / CELLS)).meanF,
      ),
    );
    truth.push(
      weather
        .getPastDay(day)
        .meanF.map((meanF, cell) => meanF - weather.getClimate(cell, day).meanF),
    );
  }
  return { days, forecast, truth };
}

/** Mean over its standard error. */
export function computeT(values: readonly number[]): number {
  const mean = computeMean(values);
  const variance =
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return mean / Math.sqrt(variance / values.length);
}
