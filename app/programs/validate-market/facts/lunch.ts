// No free lunch: in a market that digests all news at once, neither chance nor momentum earns anything.
import { contractCosts } from '../../../trading/domain/contract';
import { toNumber, type Instrument } from '../../../trading/domain/instrument';
import { isBusinessDay } from '../../../trading/market/calendar';
import { dayStartMs } from '../../../trading/simulation/calendar';
import { chanceOf } from '../../../trading/simulation/chance';
import type { FuturesPart } from '../../../trading/simulation/parts';
import { BUSINESS_DAYS_PER_YEAR } from '../../../trading/statistics/annual-volatility';
import { meanOf, standardError } from '../../../trading/statistics/sample';
import { heldContracts } from '../chain-reader';
import { type FactRow, type Target, atMost, within } from '../row';
import { CHAINS, type Chain } from '../study';
import { daysOfYears, type OpenWorld, type WorldParts } from '../world-study';

/** Business days over which momentum looks back. */
const LOOK_BACK = 20;
const ERRORS_NET = 2;
/** Before costs both sides of zero are judged; three standard errors, since two would be passed by luck in one of twenty runs. */
const ERRORS_GROSS = 3;

/** Simple return of the held contract by business day, with what a change of position by one costs on that day, as shares of the price. */
interface Tape {
  readonly returns: number[];
  readonly costs: number[];
}

function costShare(contract: Instrument, price: number): number {
  const { halfSpreadTicks, slippageTicks, feeBasisPoints } = contractCosts(contract);
  return ((halfSpreadTicks + slippageTicks) * toNumber(contract.tick)) / price + feeBasisPoints / 10_000;
}

/** The tapes of all chains; the world is walked once, as going back to an early day folds it again. */
function tapesOf({ futures }: WorldParts, days: number): readonly Tape[] {
  const readers = CHAINS.map((chain) => ({ chain, tape: { returns: [], costs: [] } as Tape, closes: new Map<string, number>() }));
  for (let day = 0; day < days; day += 1) {
    if (isBusinessDay(dayStartMs(day))) for (const reader of readers) reader.closes = takeDay(futures, reader, day);
  }
  return readers.map(({ tape }) => tape);
}

/** Takes the return of one day, and answers with its closes for the next. */
function takeDay(futures: FuturesPart, { chain, tape, closes }: { chain: Chain; tape: Tape; closes: ReadonlyMap<string, number> }, day: number): Map<string, number> {
  const held = heldContracts(futures, chain, day).slice(0, 2);
  const now = new Map(held.map((contract) => [contract.id, futures.settlement(contract, day + 1)]));
  const [first] = held;
  const [from, to] = [closes.get(first?.id ?? ''), now.get(first?.id ?? '')];
  if (first && from !== undefined && to !== undefined) {
    tape.returns.push(to / from - 1);
    tape.costs.push(costShare(first, from));
  }
  return now;
}

/** Gross and net return a year, in percent, of holding `position` (+1 or -1) over each day. */
function earned({ returns, costs }: Tape, position: (day: number) => number): { readonly gross: number; readonly net: number } {
  let [gross, paid, held] = [0, 0, 0];
  returns.forEach((change, day) => {
    const wanted = position(day);
    gross += wanted * change;
    paid += Math.abs(wanted - held) * (costs[day] ?? 0);
    held = wanted;
  });
  const scale = (100 * BUSINESS_DAYS_PER_YEAR) / Math.max(1, returns.length);
  return { gross: gross * scale, net: (gross - paid) * scale };
}

const momentum = ({ returns }: Tape) => (day: number): number => (day < LOOK_BACK ? 0 : Math.sign(returns.slice(day - LOOK_BACK, day).reduce((sum, change) => sum + Math.log1p(change), 0)));

export interface LunchPlan {
  readonly worlds: number;
  readonly years: number;
}

/** Trades so many efficient worlds, each with a seed of its own; a figure is the mean over the nine chains. */
export function lunchRows(open: OpenWorld, { worlds, years }: LunchPlan, progress: (done: number) => void = () => undefined): FactRow[] {
  const results = Array.from({ length: worlds }, (_, index) => {
    const seed = `lunch-${index + 1}`;
    const parts = open({ seed, alpha: { efficient: true } });
    const chance = chanceOf(seed);
    const found = tapesOf(parts, daysOfYears(years)).map((tape, place) => {
      const toss = chance.stream('trader/random');
      return { toss: earned(tape, (day) => (chance.uniform(toss, day, place) < 0.5 ? -1 : 1)), trend: earned(tape, momentum(tape)) };
    });
    progress(index + 1);
    return { tossNet: meanOf(found.map((one) => one.toss.net)), trendNet: meanOf(found.map((one) => one.trend.net)), trendGross: meanOf(found.map((one) => one.trend.gross)) };
  });
  const row = (fact: string, values: number[], target: (error: number) => Target): FactRow => {
    const error = standardError(values);
    return { fact, market: 'nine chains', simulated: [meanOf(values)], target: target(error), real: null, decimals: 2, note: `${worlds} efficient worlds, standard error ${error.toFixed(2)}` };
  };
  return [
    row('a coin decides, net a year, %', results.map(({ tossNet }) => tossNet), (error) => atMost(ERRORS_NET * error)),
    row('20-day momentum, net a year, %', results.map(({ trendNet }) => trendNet), (error) => atMost(ERRORS_NET * error)),
    row('20-day momentum before costs, % a year', results.map(({ trendGross }) => trendGross), (error) => within(-ERRORS_GROSS * error, ERRORS_GROSS * error)),
  ];
}
