// Public data of a simulated market, cut down to what public sources publish.
import {
  DEMAND_REGIONS,
  GAS_HEATING,
  STOCKS,
  getCashSeries,
  getStockSeries,
} from '../../app/trading/market/series-catalog';
import type { PublicData } from '../../app/trading/market/inputs/public-data';
import type { VintageReader } from '../../app/trading/market/vintage';
import { createMarketKnowledge } from '../../app/trading/simulation/market-knowledge';
import { createSeriesWindow } from '../../app/trading/simulation/series-window';
import { createWeatherReader } from '../../app/trading/simulation/weather-reader';
import type { World } from '../../app/trading/simulation/world';
import type { ForecastRun } from '../../app/trading/weather/bulletin';
import { NWS_CELLS } from '../../app/trading/market/sources/nws/cells';

/** Leads of the National Weather Service: whole days of temperatures, and of amounts of rain. */
const NWS_LEAD_MAX = 6;
const RAIN_LEAD_MAX = 2;

/** Series of the simulation that public sources give too. */
const PUBLIC_SERIES: ReadonlySet<string> = new Set([
  GAS_HEATING,
  getCashSeries('henry-hub'),
  ...STOCKS.flatMap((stock) => [getStockSeries(stock, 'level'), getStockSeries(stock, 'change')]),
  ...Object.values(DEMAND_REGIONS).map((region) => `demand/${region}`),
]);

const cutRun = (run: ForecastRun): ForecastRun =>
  NWS_CELLS.includes(run.cell)
    ? {
        ...run,
        days: run.days
          .filter(({ lead }) => lead <= NWS_LEAD_MAX)
          .map((day) => (day.lead <= RAIN_LEAD_MAX ? day : { ...day, rainInches: null })),
      }
    : run;

const cutVintages = (vintages: VintageReader): VintageReader => ({
  findLatest: (series, knownMs) =>
    PUBLIC_SERIES.has(series) ? vintages.findLatest(series, knownMs) : null,
  findAsOf: (series, validMs, knownMs) =>
    PUBLIC_SERIES.has(series) ? vintages.findAsOf(series, validMs, knownMs) : null,
  listHistory: (series, fromMs, untilMs, knownMs) =>
    PUBLIC_SERIES.has(series) ? vintages.listHistory(series, fromMs, untilMs, knownMs) : [],
});

export function createPublicLikeData(world: World): (knownMs: number) => PublicData {
  const weather = createWeatherReader(world.weather);
  const read = createMarketKnowledge(world, {
    weather: {
      findRun(cell, knownMs, back) {
        const run = weather.findRun(cell, knownMs, back);
        return run && cutRun(run);
      },
      listRuns: (...range) => weather.listRuns(...range).map(cutRun),
    },
    vintages: cutVintages(createSeriesWindow(world.series)),
  });
  return (knownMs) => ({
    ...read(knownMs),
    listReports: () => [],
    lacksExpectations: true,
    lacksStormWarnings: true,
  });
}
