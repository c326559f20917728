// How much of a price's movement is news of the weather: read from the paths of days, where that
// news stands apart.
import { dayStartMs } from '../../trading/simulation/calendar';
import {
  CYCLE_MS,
  CYCLES_PER_DAY,
  type DayPath,
  type FuturesPart,
  PUBLISH_AFTER_MS,
} from '../../trading/simulation/parts';
import { reportDates } from '../../trading/market/report-calendar';
import { heldContracts } from './chain-reader';
import type { Chain } from './study';
import { DAY_MS, MINUTE_MS } from '../../trading/domain/time';

/** Minutes of a day at which a forecast cycle is published, and with it the news of the weather. */
const NEWS_MINUTES = new Set(
  Array.from(
    { length: CYCLES_PER_DAY },
    (_, cycle) => (cycle * CYCLE_MS + PUBLISH_AFTER_MS) / MINUTE_MS,
  ),
);

/** A path is asked for on every so-maniest day; five walks through all days of the week. */
const EVERY_DAYS = 5;

interface ShareReader {
  readonly chain: Chain;
  take(day: number): void;
  /**
   * Variance of the news of weather over the variance of all changes, 0 to 1; NaN when no day was
   * taken.
   */
  share(): number;
}

/**
 * Days on which a crop report is published are left out: in summer it comes at the minute of a
 * forecast.
 */
export function readWeatherShare(futures: FuturesPart, chain: Chain): ShareReader {
  let [weather, all] = [0, 0];
  return {
    chain,
    take(day) {
      if (day % EVERY_DAYS !== 0) return;
      const [held] = heldContracts(futures, chain, day);
      if (held === undefined || hasCropReport(day)) return;
      const path = futures.path(held, day);
      weather += computeNews(path) ** 2;
      all += computeChange(path) ** 2;
    },
    share: () => weather / all,
  };
}

const computeNews = ({ steps }: DayPath): number =>
  steps.reduce((sum, { minute, size }) => sum + (NEWS_MINUTES.has(minute) ? size : 0), 0);
const computeChange = ({ diffusion, steps }: DayPath): number =>
  steps.reduce((sum, { size }) => sum + size, diffusion);

const hasCropReport = (day: number): boolean =>
  reportDates(dayStartMs(day), dayStartMs(day) + DAY_MS).some(({ kind }) => kind === 'crop report');
