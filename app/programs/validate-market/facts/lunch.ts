// No free lunch: in a market that digests all news at once, neither chance nor momentum earns
// anything.
import { createChance } from '../../../trading/simulation/random-streams';
import { computeMean, standardError } from '../../../trading/statistics/sample';
import { type FactRow, type Target, atMost, buildWithinTarget } from '../row';
import { type Tape, computeEarned, buildTraderTapes } from '../trader-tape';
import { daysOfYears, type OpenWorld } from '../world-study';

/** Business days over which momentum looks back. */
const LOOK_BACK = 20;
const ERRORS_NET = 2;
/**
 * Before costs both sides of zero are judged; three standard errors, since two would be passed by
 * luck in one of twenty runs.
 */
const ERRORS_GROSS = 3;

const computeMomentum =
  ({ returns }: Tape) =>
  (day: number): number =>
    day < LOOK_BACK
      ? 0
      : Math.sign(
          returns.slice(day - LOOK_BACK, day).reduce((sum, change) => sum + Math.log1p(change), 0),
        );

export interface LunchPlan {
  readonly worlds: number;
  readonly years: number;
}

/**
 * Trades so many efficient worlds, each with a seed of its own; a figure is the mean over the nine
 * chains.
 */
export function lunchRows(
  open: OpenWorld,
  { worlds, years }: LunchPlan,
  progress: (done: number) => void = () => undefined,
): FactRow[] {
  const results = Array.from({ length: worlds }, (_, index) => {
    const seed = `lunch-${index + 1}`;
    const parts = open({ seed, alpha: { efficient: true } });
    const chance = createChance(seed);
    const found = buildTraderTapes(parts, daysOfYears(years)).map((tape, place) => {
      const toss = chance.stream('trader/random');
      return {
        toss: computeEarned(tape, (day) => (chance.uniform(toss, day, place) < 0.5 ? -1 : 1)),
        trend: computeEarned(tape, computeMomentum(tape)),
      };
    });
    progress(index + 1);
    return {
      tossNet: computeMean(found.map((one) => one.toss.net)),
      trendNet: computeMean(found.map((one) => one.trend.net)),
      trendGross: computeMean(found.map((one) => one.trend.gross)),
    };
  });
  const row = (fact: string, values: number[], target: (error: number) => Target): FactRow => {
    const error = standardError(values);
    return {
      fact,
      market: 'nine chains',
      simulated: [computeMean(values)],
      target: target(error),
      real: null,
      decimals: 2,
      note: `${worlds} efficient worlds, standard error ${error.toFixed(2)}`,
    };
  };
  return [
    row(
      'a coin decides, net a year, %',
      results.map(({ tossNet }) => tossNet),
      (error) => atMost(ERRORS_NET * error),
    ),
    row(
      '20-day momentum, net a year, %',
      results.map(({ trendNet }) => trendNet),
      (error) => atMost(ERRORS_NET * error),
    ),
    row(
      '20-day momentum before costs, % a year',
      results.map(({ trendGross }) => trendGross),
      (error) => buildWithinTarget(-ERRORS_GROSS * error, ERRORS_GROSS * error),
    ),
  ];
}
