// Placebo test: on efficient markets neither random trading nor momentum earns a profit.
import { createRandomStreams } from '../../../trading/simulation/random-streams';
import { computeMean, computeStandardError } from '../../../trading/statistics/sample';
import { type FactRow, type Target, createMaxTarget, createRangeTarget } from '../row';
import { type TraderTape, computeReturns, buildTraderTapes } from '../trader-tape';
import type { OpenWorld } from '../open-world';
import { toDays } from '../simulation-study';

/** Business days over which momentum looks back. */
const LOOKBACK_DAYS = 20;
const NET_ERRORS_MAX = 2;
/**
 * Three standard errors before costs (two-sided), because two would fail by chance in 1 of 20 runs.
 */
const GROSS_ERRORS_MAX = 3;

const computeMomentum =
  ({ returns }: TraderTape) =>
  (day: number): number =>
    day < LOOKBACK_DAYS
      ? 0
      : Math.sign(
          returns
            .slice(day - LOOKBACK_DAYS, day)
            .reduce((sum, change) => sum + Math.log1p(change), 0),
        );

export interface EfficientMarketPlan {
  readonly worlds: number;
  readonly years: number;
}

/** Annual returns of one path, means over the nine chains, percent. */
export interface TraderResult {
  readonly tossNet: number;
  readonly trendNet: number;
  readonly trendGross: number;
}

export const listTraderSeeds = ({ worlds }: EfficientMarketPlan): readonly string[] =>
  Array.from({ length: worlds }, (_, index) => `lunch-${index + 1}`);

/** Lets both traders trade an efficient path. */
export function simulateTraders(
  open: OpenWorld,
  { seed, years }: { readonly seed: string; readonly years: number },
): TraderResult {
  const parts = open({ seed, alpha: { efficient: true } });
  const random = createRandomStreams(seed);
  const resultsByChain = buildTraderTapes(parts, toDays(years)).map((tape, chainIndex) => {
    const toss = random.getStream('trader/random');
    return {
      toss: computeReturns(tape, (day) =>
        random.drawUniform(toss, day, chainIndex) < 0.5 ? -1 : 1,
      ),
      trend: computeReturns(tape, computeMomentum(tape)),
    };
  });
  return {
    tossNet: computeMean(resultsByChain.map((one) => one.toss.net)),
    trendNet: computeMean(resultsByChain.map((one) => one.trend.net)),
    trendGross: computeMean(resultsByChain.map((one) => one.trend.gross)),
  };
}

/** Figures are means over the paths. */
export function buildEfficientMarketRows(results: readonly TraderResult[]): FactRow[] {
  const buildRow = (fact: string, values: number[], target: (error: number) => Target): FactRow => {
    const error = computeStandardError(values);
    return {
      fact,
      market: 'nine chains',
      simulated: [computeMean(values)],
      target: target(error),
      real: null,
      decimals: 2,
      note: `${results.length} efficient worlds, standard error ${error.toFixed(2)}`,
    };
  };
  return [
    buildRow(
      'a coin decides, net a year, %',
      results.map(({ tossNet }) => tossNet),
      (error) => createMaxTarget(NET_ERRORS_MAX * error),
    ),
    buildRow(
      '20-day momentum, net a year, %',
      results.map(({ trendNet }) => trendNet),
      (error) => createMaxTarget(NET_ERRORS_MAX * error),
    ),
    buildRow(
      '20-day momentum before costs, % a year',
      results.map(({ trendGross }) => trendGross),
      (error) => createRangeTarget(-GROSS_ERRORS_MAX * error, GROSS_ERRORS_MAX * error),
    ),
  ];
}
