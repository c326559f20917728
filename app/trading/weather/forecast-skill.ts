/** How good the forecasts of a cell were, by lead: their runs against the days that came. */
import type { LeadSkill } from '../domain/lead-skill';
import type { EpochMs } from '../domain/units';
import type { WeatherReader } from './archive-reader';
import { LEAD_DAYS_MAX } from './bulletin';
import type { WeatherCell } from './cell';
import type { DayHistory } from './history';
import { DAY_MS } from '../domain/time';

/** Runs of the last year count. */
const WINDOW_DAYS = 365;
const RUNS_LEAST = 10;

interface Sums {
  n: number;
  absolute: number;
  signed: number;
  climate: number;
  withNormal: number;
  both: number;
  forecast: number;
  observed: number;
}

const emptySums = (): Sums => ({
  n: 0,
  absolute: 0,
  signed: 0,
  climate: 0,
  withNormal: 0,
  both: 0,
  forecast: 0,
  observed: 0,
});

function add(sums: Sums, forecastF: number, observedF: number, normalF: number | null): void {
  sums.n += 1;
  sums.absolute += Math.abs(forecastF - observedF);
  sums.signed += forecastF - observedF;
  if (normalF === null) return;
  const [told, came] = [forecastF - normalF, observedF - normalF];
  sums.withNormal += 1;
  sums.climate += Math.abs(came);
  sums.both += told * came;
  sums.forecast += told * told;
  sums.observed += came * came;
}

function buildSkill(lead: number, sums: Sums): LeadSkill {
  if (sums.n < RUNS_LEAST)
    return {
      lead,
      n: sums.n,
      meanAbsoluteError: null,
      bias: null,
      anomalyCorrelation: null,
      climateError: null,
    };
  const hasNormals = sums.withNormal >= RUNS_LEAST;
  const scale = Math.sqrt(sums.forecast * sums.observed);
  return {
    lead,
    n: sums.n,
    meanAbsoluteError: sums.absolute / sums.n,
    bias: sums.signed / sums.n,
    anomalyCorrelation: hasNormals && scale > 0 ? sums.both / scale : null,
    climateError: hasNormals ? sums.climate / sums.withNormal : null,
  };
}

/**
 * The skill of a cell's forecasts at leads 0 to 14 over the first run of each day of the last year,
 * as of a moment.
 */
export function forecastSkill(
  reader: WeatherReader,
  cell: WeatherCell,
  { days, normals }: DayHistory,
  knownMs: EpochMs,
): readonly LeadSkill[] {
  const came = new Map(days.map(({ dayMs, meanF }) => [dayMs, meanF]));
  const sums = Array.from({ length: LEAD_DAYS_MAX + 1 }, emptySums);
  for (const run of reader.dailyRuns(
    cell,
    Math.ceil(knownMs / DAY_MS - WINDOW_DAYS) * DAY_MS,
    knownMs + 1,
    knownMs,
  )) {
    for (const { dayMs, lead, meanF } of run.days) {
      const observedF = came.get(dayMs);
      const own = sums[lead];
      if (observedF !== undefined && own)
        add(own, meanF, observedF, normals.at(dayMs)?.meanF ?? null);
    }
  }
  return sums.map((own, lead) => buildSkill(lead, own));
}
