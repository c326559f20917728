// The twin of a world in which all news is digested at once: what weather does to prices, and that
// its level foretells nothing.
// In the world itself both are blurred by design: news that is digested slowly is neither whole at
// its minute nor worthless the day after.
import type { TwinStudy } from './study';
import { isBusinessDay } from '../../trading/market/calendar';
import { dayStartMs } from '../../trading/simulation/calendar';
import type { FuturesPart } from '../../trading/simulation/parts';
import { computeCorrelation } from '../../trading/statistics/correlation';
import { monthlyVolatility } from '../../trading/statistics/monthly-volatility';
import { computeMean } from '../../trading/statistics/sample';
import { heldContracts } from './chain-reader';
import { getLock } from './locked-close';
import { readWeatherShare } from './share-reader';
import { CHAINS, type Chain } from './study';

/** Levels and the returns that follow them, of one chain. */
interface LeakReader {
  readonly chain: Chain;
  readonly levels: number[];
  readonly returns: number[];
  /** Log return of each business day, with its midnight. */
  readonly changes: number[];
  readonly dates: number[];
  closes: ReadonlyMap<string, number>;
  /**
   * Whether the last close stood at a daily limit: nobody could trade on it what the next day
   * brings.
   */
  wasLocked: boolean;
  /**
   * Moving mean of squared returns before the next one, by which it is measured: else a few wild
   * months would be the whole row.
   */
  variance: number;
}

const VARIANCE_WEIGHT = 0.06;
const FIRST_VARIANCE = 4e-4;

function takeLeak(futures: FuturesPart, reader: LeakReader, day: number): void {
  const held = heldContracts(futures, reader.chain, day).slice(0, 2);
  const now = new Map(held.map((contract) => [contract.id, futures.settlement(contract, day + 1)]));
  const first = held[0]?.id ?? '';
  const change = (now.get(first) ?? NaN) / (reader.closes.get(first) ?? NaN) - 1;
  // Simple returns: a fair price is a martingale itself, while its log falls by half of its
  // variance, which a convex price has more of when it is tight.
  // The return belongs to the level of the close before, which was pushed with the former day.
  reader.changes.push(Math.log1p(change));
  reader.dates.push(dayStartMs(day));
  if (reader.levels.length > 0) {
    reader.returns.push(reader.wasLocked ? NaN : change / Math.sqrt(reader.variance));
    if (Number.isFinite(change))
      reader.variance += VARIANCE_WEIGHT * (change * change - reader.variance);
  }
  reader.levels.push(futures.tightness(reader.chain, { day: day + 1, cycles: 0 }));
  reader.closes = now;
  const next = held.find(
    ({ contract }) => contract !== undefined && contract.rollMs > dayStartMs(day + 2),
  );
  reader.wasLocked = next !== undefined && getLock(futures, reader.chain, next, day) !== 0;
}

/**
 * Walks the futures of an efficient world over so many days; paths of days, which are costly, are
 * asked for from `closeFrom` on. `eachDay` hears each day that is over.
 */
export function studyTwin(
  futures: FuturesPart,
  days: number,
  closeFrom: number,
  eachDay: (day: number) => void = () => undefined,
): TwinStudy {
  const leaks = CHAINS.map(
    (chain): LeakReader => ({
      chain,
      levels: [],
      returns: [],
      changes: [],
      dates: [],
      closes: new Map(),
      wasLocked: false,
      variance: FIRST_VARIANCE,
    }),
  );
  const shares = CHAINS.map((chain) => readWeatherShare(futures, chain));
  for (let day = 0; day < days; day += 1) {
    if (isBusinessDay(dayStartMs(day))) for (const leak of leaks) takeLeak(futures, leak, day);
    if (day >= closeFrom) for (const share of shares) share.take(day);
    eachDay(day);
  }
  return {
    weatherShare: new Map(shares.map((share) => [share.chain, share.share()])),
    leaks: new Map(
      leaks.map(({ chain, levels, returns }) => [
        chain,
        computeCorrelation(levels.slice(0, returns.length), returns),
      ]),
    ),
    months: new Map(
      leaks.map(({ chain, dates, changes }) => [chain, [monthlyVolatility(dates, changes) ?? []]]),
    ),
  };
}

/**
 * What several worlds tell together, the twin of the seed first: the mean of each figure, and the
 * months of those whose weather is their own.
 */
export const meanTwin = (twins: readonly TwinStudy[]): TwinStudy => ({
  weatherShare: meanByChain(twins, 'weatherShare'),
  leaks: meanByChain(twins, 'leaks'),
  months: new Map(
    CHAINS.map((chain) => [chain, twins.slice(1).flatMap(({ months }) => months.get(chain) ?? [])]),
  ),
});

const meanByChain = (
  twins: readonly TwinStudy[],
  figure: 'weatherShare' | 'leaks',
): ReadonlyMap<Chain, number> =>
  new Map(
    CHAINS.map((chain) => [
      chain,
      computeMean(twins.map((twin) => twin[figure].get(chain) ?? NaN)),
    ]),
  );
