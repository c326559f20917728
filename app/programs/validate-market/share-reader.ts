// Fraction of price variance caused by weather news, from intraday paths.
import { getDayStartMs } from '../../trading/simulation/calendar';
import {
  CYCLE_MS,
  CYCLES_PER_DAY,
  type DayPath,
  type FuturesModel,
  PUBLISH_AFTER_MS,
} from '../../trading/simulation/market-models';
import { listReportDates } from '../../trading/market/report-calendar';
import { listUnrolledContracts } from './chain-reader';
import type { Chain } from './chains';
import { DAY_MS, MINUTE_MS } from '../../trading/domain/time';

/** Minutes of the day at which weather forecasts are published. */
const NEWS_MINUTES = new Set(
  Array.from(
    { length: CYCLES_PER_DAY },
    (_, cycle) => (cycle * CYCLE_MS + PUBLISH_AFTER_MS) / MINUTE_MS,
  ),
);

/** Days between sampled paths; 5 covers all weekdays. */
const SAMPLE_DAYS = 5;

interface ShareReader {
  readonly chain: Chain;
  take(day: number): void;
  /** Variance of weather news / variance of all changes, 0 to 1; NaN without samples. */
  share(): number;
}

/** Skips crop report days: in summer the report coincides with a forecast. */
export function createWeatherShareReader(futures: FuturesModel, chain: Chain): ShareReader {
  let [weather, total] = [0, 0];
  return {
    chain,
    take(day) {
      if (day % SAMPLE_DAYS !== 0) return;
      const [contract] = listUnrolledContracts(futures, chain, day);
      if (contract === undefined || hasCropReport(day)) return;
      const path = futures.getPath(contract, day);
      weather += computeNews(path) ** 2;
      total += computeChange(path) ** 2;
    },
    share: () => weather / total,
  };
}

const computeNews = ({ steps }: DayPath): number =>
  steps.reduce((sum, { minute, size }) => sum + (NEWS_MINUTES.has(minute) ? size : 0), 0);
const computeChange = ({ diffusion, steps }: DayPath): number =>
  steps.reduce((sum, { size }) => sum + size, diffusion);

const hasCropReport = (day: number): boolean =>
  listReportDates(getDayStartMs(day), getDayStartMs(day) + DAY_MS).some(
    ({ kind }) => kind === 'crop report',
  );
