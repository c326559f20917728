// Public data of a simulated market at a time: forecasts, warnings, series, reports and prices.
import { POWER_HUBS } from '../../app/trading/domain/contract';
import type { CurvePoint, PublicData } from '../../app/trading/market/inputs/public-data';
import type { SeriesValue } from '../../app/trading/market/vintage';
import { createVintageStore } from '../../app/trading/market/vintage-store';
import { getDay, getDayStartMs } from '../../app/trading/simulation/calendar';
import { createRandomStreams } from '../../app/trading/simulation/random-streams';
import {
  CYCLE_MS,
  PUBLISH_AFTER_MS,
  type FuturesModel,
  type PowerModel,
  type SeriesModel,
  type WeatherModel,
} from '../../app/trading/simulation/market-models';
import { createSeries } from '../../app/trading/simulation/series/series';
import { createWeather } from '../../app/trading/simulation/weather/weather';
import type { ForecastRun, WeatherWarning } from '../../app/trading/weather/bulletin';
import { createPlainFutures, createPlainPower } from './plain-market';
import { DAY_MS } from '../../app/trading/domain/time';

/** Warnings older than this are expired. */
const WARNED_DAYS = 30;

export interface PublishedMarket {
  readonly weather: WeatherModel;
  readonly futures: FuturesModel;
  readonly power: PowerModel;
  readonly series: SeriesModel;
  readonly values: readonly SeriesValue[];
  getPublicData(knownMs: number): PublicData;
}

/** Weather of a seed with simplified prices, and series published in a time range. */
export function createPublishedMarket(
  seed: string,
  fromMs: number,
  untilMs: number,
): PublishedMarket {
  const streams = createRandomStreams(seed);
  const options = { seed };
  const weather = createWeather(options, streams);
  const futures = createPlainFutures(streams);
  const power = createPlainPower(streams);
  const series = createSeries(options, streams, weather, futures, power);
  const values = series.listPublished(fromMs, untilMs);
  const vintages = createVintageStore();
  for (const value of values) vintages.add(value);
  const runs = new Map<string, ForecastRun>();
  const getRun = (cell: ForecastRun['cell'], issuedMs: number): ForecastRun => {
    const key = `${cell}/${issuedMs}`;
    const run = runs.get(key) ?? weather.getForecastRun(cell, issuedMs);
    runs.set(key, run);
    return run;
  };
  const getCurve = (chain: string, knownMs: number): readonly CurvePoint[] => {
    const day = getDay(knownMs);
    const part = POWER_HUBS.some((hub) => chain === `ET-${hub}`) ? power : futures;
    const contracts = part
      .listInstruments(chain, day)
      .filter(({ contract }) => (contract?.rollMs ?? 0) > getDayStartMs(day));
    return contracts.map((month) => ({
      delivery: month.contract?.delivery ?? '',
      price: part.getSettlement(month, day),
    }));
  };
  return {
    weather,
    futures,
    power,
    series,
    values,
    getPublicData(knownMs) {
      let warnings: readonly WeatherWarning[] | null = null;
      return {
        knownMs,
        vintages,
        findRun: (cell, backCycles) =>
          getRun(
            cell,
            (Math.floor((knownMs - PUBLISH_AFTER_MS) / CYCLE_MS) - backCycles) * CYCLE_MS,
          ),
        listWarnings: () =>
          (warnings ??= [
            ...new Map(
              weather
                .listWarnings(knownMs - WARNED_DAYS * DAY_MS, knownMs + 1)
                .map((warning): [string, WeatherWarning] => [warning.id, warning]),
            ).values(),
          ]),
        listCurve: (chain) => getCurve(chain, knownMs),
        listReports: (sinceMs) => series.listReports(sinceMs, knownMs + 1),
      };
    },
  };
}
