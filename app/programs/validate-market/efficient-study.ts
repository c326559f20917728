// Efficient paths, which absorb all news at once: variance share of weather, and no predictability.
// On normal paths slow absorption blurs both.
import type { EfficientStudy } from './study';
import { isBusinessDay } from '../../trading/market/calendar';
import { getDayStartMs } from '../../trading/simulation/calendar';
import type { FuturesModel } from '../../trading/simulation/market-models';
import { computeCorrelation } from '../../trading/statistics/correlation';
import { computeMonthlyVolatility } from '../../trading/statistics/monthly-volatility';
import { computeMean } from '../../trading/statistics/sample';
import { listUnrolledContracts } from './chain-reader';
import { createWeatherShareReader } from './share-reader';
import { CHAINS, type Chain } from './chains';

/** Levels and following returns of one chain. */
interface PredictabilityReader {
  readonly chain: Chain;
  readonly levels: number[];
  /** Change of the level since the previous close: news of the weather. */
  readonly news: number[];
  readonly returns: number[];
  /** Log returns of business days, with their midnights. */
  readonly changes: number[];
  readonly dates: number[];
  closes: ReadonlyMap<string, number>;
  /** Whether the last close was at a daily limit and could not be traded. */
  wasLocked: boolean;
  /** EWMA variance before the next return, used to standardize it. */
  variance: number;
}

const VARIANCE_WEIGHT = 0.06;
const FIRST_VARIANCE = 4e-4;

function readDay(futures: FuturesModel, reader: PredictabilityReader, day: number): void {
  const contracts = listUnrolledContracts(futures, reader.chain, day).slice(0, 2);
  const now = new Map(
    contracts.map((contract) => [contract.id, futures.getSettlement(contract, day + 1)]),
  );
  const first = contracts[0]?.id ?? '';
  const change = (now.get(first) ?? NaN) / (reader.closes.get(first) ?? NaN) - 1;
  // Simple returns: a fair price is a martingale, while its log drifts by minus half its variance,
  // which rises with tightness. The return is paired with the previous day's level.
  reader.changes.push(Math.log1p(change));
  reader.dates.push(getDayStartMs(day));
  if (reader.levels.length > 0) {
    reader.returns.push(reader.wasLocked ? NaN : change / Math.sqrt(reader.variance));
    if (Number.isFinite(change))
      reader.variance += VARIANCE_WEIGHT * (change * change - reader.variance);
  }
  const level = futures.getTightness(reader.chain, { day: day + 1, cycles: 0 });
  reader.news.push(level - (reader.levels.at(-1) ?? level));
  reader.levels.push(level);
  reader.closes = now;
  const next = contracts.find(
    ({ contract }) => contract !== undefined && contract.rollMs > getDayStartMs(day + 2),
  );
  reader.wasLocked = next !== undefined && futures.getLock(next, day + 1) !== 0;
}

/**
 * Reads the futures of an efficient path; expensive intraday paths only from `closeFrom`. `eachDay`
 * is called per day.
 */
export function studyEfficientPath(
  futures: FuturesModel,
  days: number,
  closeFrom: number,
  onDay: (day: number) => void = () => undefined,
): EfficientStudy {
  const leaks = CHAINS.map(
    (chain): PredictabilityReader => ({
      chain,
      levels: [],
      news: [],
      returns: [],
      changes: [],
      dates: [],
      closes: new Map(),
      wasLocked: false,
      variance: FIRST_VARIANCE,
    }),
  );
  const readers = CHAINS.map((chain) => createWeatherShareReader(futures, chain));
  for (let day = 0; day < days; day += 1) {
    if (isBusinessDay(getDayStartMs(day))) for (const leak of leaks) readDay(futures, leak, day);
    if (day >= closeFrom) for (const reader of readers) reader.take(day);
    onDay(day);
  }
  return {
    weatherShare: new Map(readers.map((reader) => [reader.chain, reader.share()])),
    leaks: new Map(
      leaks.map(({ chain, levels, returns }) => [
        chain,
        computeCorrelation(levels.slice(0, returns.length), returns),
      ]),
    ),
    newsLeaks: new Map(
      leaks.map(({ chain, news, returns }) => [
        chain,
        computeCorrelation(news.slice(0, returns.length), returns),
      ]),
    ),
    months: new Map(
      leaks.map(({ chain, dates, changes }) => [
        chain,
        [computeMonthlyVolatility(dates, changes) ?? []],
      ]),
    ),
  };
}

/**
 * Combines several paths, the one of the main seed first: means of the figures, and monthly
 * profiles of the others.
 */
export const combineStudies = (studies: readonly EfficientStudy[]): EfficientStudy => ({
  weatherShare: computeMeanByChain(studies, 'weatherShare'),
  leaks: computeMeanByChain(studies, 'leaks'),
  newsLeaks: computeMeanByChain(studies, 'newsLeaks'),
  months: new Map(
    CHAINS.map((chain) => [
      chain,
      studies.slice(1).flatMap(({ months }) => months.get(chain) ?? []),
    ]),
  ),
});

const computeMeanByChain = (
  studies: readonly EfficientStudy[],
  figure: 'weatherShare' | 'leaks' | 'newsLeaks',
): ReadonlyMap<Chain, number> =>
  new Map(
    CHAINS.map((chain) => [
      chain,
      computeMean(studies.map((study) => study[figure].get(chain) ?? NaN)),
    ]),
  );
