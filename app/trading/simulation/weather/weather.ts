/**
 * The weather of the simulated world behind its seam: what the market knows, what happened, what is
 * published.
 */
import { assert } from '../../domain/outcome';
import { DISPLAY_CELLS, MARKET_CELLS } from '../../weather/cell';
import type { Chance } from '../random-streams';
import type { WeatherPart, WorldOptions } from '../parts';
import { CLIMATE, seasonRow } from './climate';
import { DisplayWeather } from './display-weather';
import { computeHours } from './hourly';
import { MarketWeather } from './market-weather';
import { Stations } from './observations';
import { PublicForecast } from './public-forecast';
import { MEAN_F, SD_F } from './season';
import { WarningOffice } from './warnings';

/**
 * The weather of a world. Two of one seed agree on every value, in whatever order they are asked.
 */
export function createWeather(options: WorldOptions, chance: Chance): WeatherPart {
  const market = new MarketWeather(options, chance);
  const display = DISPLAY_CELLS.map((cell) => new DisplayWeather(chance, cell));
  const forecast = new PublicForecast(chance, market, display);
  const stations = new Stations(chance, market, display);
  const office = new WarningOffice(market, forecast);
  return {
    outlookAt: (known) => market.outlook(known),
    pastDay: (day) => market.past(day),
    shownDay(cell, day) {
      const weather = display.find((shown) => shown.cell === cell);
      assert(weather, () => `${cell} is no place that is only shown`);
      return weather.wholeDay(day);
    },
    hourly: (cell, day) => computeHours(market.course(day), cell),
    climate(cell, day) {
      const id = MARKET_CELLS[cell];
      assert(id, () => `cells are numbered 0 to ${MARKET_CELLS.length - 1}, got ${cell}`);
      const index = seasonRow(day) + cell;
      return {
        meanF: MEAN_F[index] ?? 0,
        sdF: SD_F[index] ?? 0,
        rainInches: CLIMATE[id].rainInches,
        windMph: CLIMATE[id].windMph,
      };
    },
    observations: (hourMs) => stations.at(hourMs),
    forecastRun: (cell, issuedMs) => forecast.run(cell, issuedMs),
    warnings: (fromMs, untilMs) => office.issued(fromMs, untilMs),
    forget: () => market.forget(),
  };
}
