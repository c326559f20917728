// Forecasts beside outcomes, lead by lead, over the days of a study.
import { CYCLES_PER_DAY, CYCLE_MS, type WeatherPart } from '../../trading/simulation/parts';
import { dayStartMs } from '../../trading/simulation/calendar';
import { computeCorrelation } from '../../trading/statistics/correlation';
import { computeMean } from '../../trading/statistics/sample';
import { LEAD_DAYS_MAX } from '../../trading/weather/bulletin';
import { MARKET_CELLS, type MarketCell } from '../../trading/weather/cell';
import type { ForecastStudy } from './study';

const CELLS: readonly MarketCell[] = ['NYC', 'CHI', 'DFW'];
/** A public run is read on every so-maniest day: neighbors say much the same. */
const PUBLIC_EVERY_DAYS = 11;

export interface ForecastReader {
  /** Takes a day that is over: what its end knew of the days ahead, and what it came to. */
  take(day: number, meanF: Float64Array): void;
  study(): ForecastStudy | null;
}

/** Departures from the season of one cell. */
class CellRecord {
  readonly outcome: Float64Array;
  readonly market: readonly Float64Array[];
  readonly published: readonly Float64Array[];
  readonly index: number;

  constructor(
    readonly cell: MarketCell,
    days: number,
  ) {
    const empty = (): Float64Array => new Float64Array(days + LEAD_DAYS_MAX).fill(NaN);
    this.index = MARKET_CELLS.indexOf(cell);
    this.outcome = empty();
    this.market = Array.from({ length: LEAD_DAYS_MAX + 1 }, empty);
    this.published = Array.from({ length: LEAD_DAYS_MAX + 1 }, empty);
  }
}

/**
 * Reads forecasts from `fromDay` to before `dayCount`; null is the study of a span too short to
 * tell.
 */
export function readForecasts(
  weather: WeatherPart,
  fromDay: number,
  dayCount: number,
): ForecastReader {
  const records = CELLS.map((cell) => new CellRecord(cell, dayCount - fromDay));
  return {
    take(day, meanF) {
      if (day < fromDay) return;
      const place = day - fromDay;
      const outlook = weather.outlookAt({ day: day + 1, cycles: 0 });
      for (const record of records) {
        const season = (lead: number): number => weather.climate(record.index, day + lead).meanF;
        record.outcome[place] = (meanF[record.index] ?? NaN) - season(0);
        for (let lead = 1; lead <= LEAD_DAYS_MAX; lead += 1)
          record.market[lead]?.fill(
            outlook.meanF(record.index, lead - 1) - season(lead),
            place + lead,
            place + lead + 1,
          );
        if (place % PUBLIC_EVERY_DAYS === 0) takeRun(weather, record, day, place, season);
      }
    },
    study() {
      const leads = Array.from({ length: LEAD_DAYS_MAX }, (_, index) => index + 1);
      if (dayCount - fromDay < 4 * LEAD_DAYS_MAX) return null;
      const skill = (which: 'market' | 'published', lead: number): number =>
        computeMean(
          records.map((record) => computeCorrelation(record[which][lead] ?? [], record.outcome)),
        );
      return {
        leads,
        market: leads.map((lead) => skill('market', lead)),
        published: leads.map((lead) => skill('published', lead)),
      };
    },
  };
}

/** The run of the last cycle of the day: what is public when it ends. */
function takeRun(
  weather: WeatherPart,
  record: CellRecord,
  day: number,
  place: number,
  season: (lead: number) => number,
): void {
  const run = weather.forecastRun(record.cell, dayStartMs(day) + (CYCLES_PER_DAY - 1) * CYCLE_MS);
  for (const { lead, meanF } of run.days) {
    if (lead >= 1)
      record.published[lead]?.fill(meanF - season(lead), place + lead, place + lead + 1);
  }
}
