// What is public in a simulated world at a moment: its forecasts, warnings, series, reports and the
// prices of listed months.
import { POWER_HUBS } from '../../app/trading/domain/contract';
import type { CurvePoint, PublicKnowledge } from '../../app/trading/market/inputs/knowledge';
import type { SeriesValue } from '../../app/trading/market/vintage';
import { vintageStore } from '../../app/trading/market/vintages';
import { getDay, dayStartMs } from '../../app/trading/simulation/calendar';
import { createChance } from '../../app/trading/simulation/random-streams';
import {
  CYCLE_MS,
  PUBLISH_AFTER_MS,
  type FuturesPart,
  type PowerPart,
  type SeriesPart,
  type WeatherPart,
} from '../../app/trading/simulation/parts';
import { createSeries } from '../../app/trading/simulation/series/series';
import { createWeather } from '../../app/trading/simulation/weather/weather';
import type { ForecastRun, WeatherWarning } from '../../app/trading/weather/bulletin';
import { plainFutures, plainPower } from './plain-world';
import { DAY_MS } from '../../app/trading/domain/time';

/** Warnings older than this are over. */
const WARNED_DAYS = 30;

export interface KnownWorld {
  readonly weather: WeatherPart;
  readonly futures: FuturesPart;
  readonly power: PowerPart;
  readonly series: SeriesPart;
  readonly values: readonly SeriesValue[];
  at(knownMs: number): PublicKnowledge;
}

/**
 * The weather of a seed, with plain prices and the series of both published from one moment to
 * another.
 */
export function knownWorld(seed: string, fromMs: number, untilMs: number): KnownWorld {
  const chance = createChance(seed);
  const options = { seed };
  const weather = createWeather(options, chance);
  const futures = plainFutures(chance);
  const power = plainPower(chance);
  const series = createSeries(options, chance, weather, futures, power);
  const values = series.published(fromMs, untilMs);
  const vintages = vintageStore();
  for (const value of values) vintages.put(value);
  const runs = new Map<string, ForecastRun>();
  const runOf = (cell: ForecastRun['cell'], issuedMs: number): ForecastRun => {
    const key = `${cell}/${issuedMs}`;
    const made = runs.get(key) ?? weather.forecastRun(cell, issuedMs);
    runs.set(key, made);
    return made;
  };
  const curve = (chain: string, knownMs: number): readonly CurvePoint[] => {
    const day = getDay(knownMs);
    const part = POWER_HUBS.some((hub) => chain === `ET-${hub}`) ? power : futures;
    const held = part
      .listed(chain, day)
      .filter(({ contract }) => (contract?.rollMs ?? 0) > dayStartMs(day));
    return held.map((month) => ({
      delivery: month.contract?.delivery ?? '',
      price: part.settlement(month, day),
    }));
  };
  return {
    weather,
    futures,
    power,
    series,
    values,
    at(knownMs) {
      let warnings: readonly WeatherWarning[] | null = null;
      return {
        knownMs,
        vintages,
        run: (cell, backCycles) =>
          runOf(
            cell,
            (Math.floor((knownMs - PUBLISH_AFTER_MS) / CYCLE_MS) - backCycles) * CYCLE_MS,
          ),
        warnings: () =>
          (warnings ??= [
            ...new Map(
              weather
                .warnings(knownMs - WARNED_DAYS * DAY_MS, knownMs + 1)
                .map((warning): [string, WeatherWarning] => [warning.id, warning]),
            ).values(),
          ]),
        curve: (chain) => curve(chain, knownMs),
        reports: (sinceMs) => series.reports(sinceMs, knownMs + 1),
      };
    },
  };
}
