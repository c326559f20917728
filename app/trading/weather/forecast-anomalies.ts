/** Forecast temperature against normal over three spans of the newest model run. */
import { greatest } from 'd3-array';
import type { EpochMs } from '../domain/units';
import type { WeatherReader } from './archive-reader';
import { WEATHER_CELLS, type WeatherCell } from './cell';
import type { WeatherHistory } from './history';
import { type CellWeight, computeWeightedMean } from './cell-weights';
import { computeMean } from '../statistics/sample';

/** First and last lead of each span, days after the issue of the newest run. */
const SPANS = [
  [1, 5],
  [6, 10],
  [11, 14],
] as const;

export interface AnomalySpan {
  readonly fromLead: number;
  readonly untilLead: number;
  /** First and last day. */
  readonly fromMs: EpochMs;
  readonly untilMs: EpochMs;
  /**
   * Mean of the daily means minus their normals, deg F; null below half of the weight, without a
   * run or with too little history.
   */
  getDeparture(cells: readonly CellWeight[]): number | null;
}

interface ForecastAnomalies {
  /** Publication time of the newest cell run. */
  readonly publishedMs: EpochMs;
  readonly spans: readonly AnomalySpan[];
}

/** The newest run of each cell as known at a time; null before the first. */
export function computeForecastAnomalies(
  reader: WeatherReader,
  history: WeatherHistory,
  knownMs: EpochMs,
): ForecastAnomalies | null {
  const runs = WEATHER_CELLS.flatMap((cell) => reader.findRun(cell, knownMs) ?? []);
  const newest = greatest(runs, ({ issuedMs }) => issuedMs);
  if (!newest) return null;
  const spans = SPANS.flatMap(([fromLead, untilLead]): AnomalySpan[] => {
    const days = newest.days.filter(({ lead }) => lead >= fromLead && lead <= untilLead);
    const [fromMs, untilMs] = [days[0]?.dayMs, days.at(-1)?.dayMs];
    if (fromMs === undefined || untilMs === undefined) return [];
    const departures = new Map<WeatherCell, number>();
    for (const { cell, days: cellDays } of runs) {
      const { normals } = history.getCell(cell);
      const values = cellDays.flatMap(({ dayMs, meanF }) => {
        const normal = dayMs >= fromMs && dayMs <= untilMs ? normals.getNormal(dayMs) : null;
        return normal ? [meanF - normal.meanF] : [];
      });
      if (values.length > 0) departures.set(cell, computeMean(values));
    }
    const getDeparture = (cells: readonly CellWeight[]): number | null =>
      computeWeightedMean(cells, (cell) => departures.get(cell) ?? null);
    return [{ fromLead, untilLead, fromMs, untilMs, getDeparture }];
  });
  return { publishedMs: Math.max(...runs.map(({ publishedMs }) => publishedMs)), spans };
}
