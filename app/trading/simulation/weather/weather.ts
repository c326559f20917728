/** Weather model of the simulated market: market outlook, realized weather, public data. */
import { assert } from '../../domain/outcome';
import { DISPLAY_CELLS, MARKET_CELLS } from '../../weather/cell';
import type { RandomStreams } from '../random-streams';
import type { FoldedModel, WeatherModel, WorldOptions } from '../market-models';
import { CLIMATE, getSeasonRow } from './climate';
import { DisplayWeather } from './display-weather';
import { computeHours } from './hourly';
import { MarketWeather } from './market-weather';
import { Stations } from './observations';
import { PublicForecast } from './public-forecast';
import { MEAN_F, SD_F } from './season-tables';
import { WarningOffice } from './warning-office';

/** Results depend only on the seed and prescribed weather, not on call order. */
export function createWeather(
  options: WorldOptions,
  random: RandomStreams,
): WeatherModel & FoldedModel {
  const market = new MarketWeather(options, random);
  const display = DISPLAY_CELLS.map((cell) => new DisplayWeather(random, cell));
  const forecast = new PublicForecast(random, market, display);
  const stations = new Stations(random, market, display);
  const office = new WarningOffice(market, forecast);
  return {
    getOutlook: (asOf) => market.getOutlook(asOf),
    getPastDay: (day) => market.getPastDay(day),
    getDisplayDay(cell, day) {
      const weather = display.find((shown) => shown.cell === cell);
      assert(weather, () => `${cell} is not a display-only cell`);
      return weather.getDayWithExtremes(day);
    },
    getHours: (cell, day) => computeHours(market.getDayWeather(day), cell),
    getClimate(cell, day) {
      const id = MARKET_CELLS[cell];
      assert(id, () => `cells are numbered 0 to ${MARKET_CELLS.length - 1}, got ${cell}`);
      const index = getSeasonRow(day) + cell;
      return {
        meanF: MEAN_F[index] ?? 0,
        sdF: SD_F[index] ?? 0,
        rainInches: CLIMATE[id].rainInches,
        windMph: CLIMATE[id].windMph,
      };
    },
    listObservations: (hourMs) => stations.listObservations(hourMs),
    getForecastRun: (cell, issuedMs) => forecast.run(cell, issuedMs),
    listWarnings: (fromMs, untilMs) => office.listIssued(fromMs, untilMs),
    listCheckpoints: () => market.listCheckpoints(),
    forget: () => market.forget(),
  };
}
