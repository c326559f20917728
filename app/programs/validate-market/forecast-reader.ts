// Compares forecasts with outcomes by lead day.
import {
  CYCLES_PER_DAY,
  CYCLE_MS,
  type WeatherModel,
} from '../../trading/simulation/market-models';
import { getDayStartMs } from '../../trading/simulation/calendar';
import { computeCorrelation } from '../../trading/statistics/correlation';
import { computeMean } from '../../trading/statistics/sample';
import { LEAD_DAYS_MAX } from '../../trading/weather/bulletin';
import { MARKET_CELLS, type MarketCell } from '../../trading/weather/cell';
import type { ForecastStudy } from './study';

const CELLS: readonly MarketCell[] = ['NYC', 'CHI', 'DFW'];
/** Days between two sampled public runs, because adjacent runs are similar. */
const PUBLIC_EVERY_DAYS = 11;

export interface ForecastReader {
  /** Reads an ended day: forecasts at its end, and its outcome. */
  take(day: number, meanF: Float64Array): void;
  buildStudy(): ForecastStudy | null;
}

/** Anomalies of one cell. */
class CellRecord {
  readonly outcome: Float64Array;
  readonly market: readonly Float64Array[];
  readonly published: readonly Float64Array[];
  readonly index: number;

  constructor(
    readonly cell: MarketCell,
    days: number,
  ) {
    const createEmpty = (): Float64Array => new Float64Array(days + LEAD_DAYS_MAX).fill(NaN);
    this.index = MARKET_CELLS.indexOf(cell);
    this.outcome = createEmpty();
    this.market = Array.from({ length: LEAD_DAYS_MAX + 1 }, createEmpty);
    this.published = Array.from({ length: LEAD_DAYS_MAX + 1 }, createEmpty);
  }
}

/** Reads forecasts in [fromDay, dayCount). The study is null for a short span. */
export function createForecastReader(
  weather: WeatherModel,
  fromDay: number,
  dayCount: number,
): ForecastReader {
  const records = CELLS.map((cell) => new CellRecord(cell, dayCount - fromDay));
  return {
    take(day, meanF) {
      if (day < fromDay) return;
      const index = day - fromDay;
      const outlook = weather.getOutlook({ day: day + 1, cycles: 0 });
      for (const record of records) {
        const getNormal = (lead: number): number =>
          weather.getClimate(record.index, day + lead).meanF;
        record.outcome[index] = (meanF[record.index] ?? NaN) - getNormal(0);
        for (let lead = 1; lead <= LEAD_DAYS_MAX; lead += 1)
          record.market[lead]?.fill(
            outlook.meanF(record.index, lead - 1) - getNormal(lead),
            index + lead,
            index + lead + 1,
          );
        if (index % PUBLIC_EVERY_DAYS === 0) readRun(weather, record, day, index, getNormal);
      }
    },
    buildStudy() {
      const leads = Array.from({ length: LEAD_DAYS_MAX }, (_, index) => index + 1);
      if (dayCount - fromDay < 4 * LEAD_DAYS_MAX) return null;
      const computeSkill = (which: 'market' | 'published', lead: number): number =>
        computeMean(
          records.map((record) => computeCorrelation(record[which][lead] ?? [], record.outcome)),
        );
      return {
        leads,
        market: leads.map((lead) => computeSkill('market', lead)),
        published: leads.map((lead) => computeSkill('published', lead)),
      };
    },
  };
}

/** Last public run of the day. */
function readRun(
  weather: WeatherModel,
  record: CellRecord,
  day: number,
  index: number,
  getNormal: (lead: number) => number,
): void {
  const run = weather.getForecastRun(
    record.cell,
    getDayStartMs(day) + (CYCLES_PER_DAY - 1) * CYCLE_MS,
  );
  for (const { lead, meanF } of run.days) {
    if (lead >= 1)
      record.published[lead]?.fill(meanF - getNormal(lead), index + lead, index + lead + 1);
  }
}
