/** Forecast skill of a cell by lead: runs against observed days. */
import type { LeadSkill } from '../domain/lead-skill';
import type { EpochMs } from '../domain/units';
import type { WeatherReader } from './archive-reader';
import { LEAD_DAYS_MAX } from './bulletin';
import type { WeatherCell } from './cell';
import type { DayHistory } from './history';
import { DAY_MS } from '../domain/time';

/** Runs of the last year are evaluated. */
const WINDOW_DAYS = 365;
const RUNS_MIN = 10;

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

const createSums = (): Sums => ({
  n: 0,
  absolute: 0,
  signed: 0,
  climate: 0,
  withNormal: 0,
  both: 0,
  forecast: 0,
  observed: 0,
});

function addPair(sums: Sums, forecastF: number, observedF: number, normalF: number | null): void {
  sums.n += 1;
  sums.absolute += Math.abs(forecastF - observedF);
  sums.signed += forecastF - observedF;
  if (normalF === null) return;
  const [forecastAnomaly, observedAnomaly] = [forecastF - normalF, observedF - normalF];
  sums.withNormal += 1;
  sums.climate += Math.abs(observedAnomaly);
  sums.both += forecastAnomaly * observedAnomaly;
  sums.forecast += forecastAnomaly * forecastAnomaly;
  sums.observed += observedAnomaly * observedAnomaly;
}

function buildSkill(lead: number, sums: Sums): LeadSkill {
  if (sums.n < RUNS_MIN)
    return {
      lead,
      n: sums.n,
      meanAbsoluteError: null,
      bias: null,
      anomalyCorrelation: null,
      climateError: null,
    };
  const hasNormals = sums.withNormal >= RUNS_MIN;
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

/** Skill at leads 0 to 14 over the first run of each day of the last year. */
export function computeForecastSkill(
  reader: Pick<WeatherReader, 'listDailyRuns'>,
  cell: WeatherCell,
  { days, normals }: DayHistory,
  knownMs: EpochMs,
): readonly LeadSkill[] {
  const observedByDay = new Map(days.map(({ dayMs, meanF }) => [dayMs, meanF]));
  const sums = Array.from({ length: LEAD_DAYS_MAX + 1 }, createSums);
  for (const run of reader.listDailyRuns(
    cell,
    Math.ceil(knownMs / DAY_MS - WINDOW_DAYS) * DAY_MS,
    knownMs + 1,
    knownMs,
  )) {
    for (const { dayMs, lead, meanF } of run.days) {
      const observedF = observedByDay.get(dayMs);
      const leadSums = sums[lead];
      if (observedF !== undefined && leadSums)
        addPair(leadSums, meanF, observedF, normals.getNormal(dayMs)?.meanF ?? null);
    }
  }
  return sums.map((leadSums, lead) => buildSkill(lead, leadSums));
}
