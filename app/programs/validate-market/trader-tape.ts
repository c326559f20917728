// What traders of the nine chains are judged by: the returns of the month in force, day by day,
// with what it costs to change sides.
import { contractCosts } from '../../trading/domain/contract';
import { toNumber, type Instrument } from '../../trading/domain/instrument';
import { isBusinessDay } from '../../trading/market/calendar';
import { dayStartMs } from '../../trading/simulation/calendar';
import type { FuturesPart } from '../../trading/simulation/parts';
import { BUSINESS_DAYS_PER_YEAR } from '../../trading/statistics/annual-volatility';
import { heldContracts } from './chain-reader';
import { getLock } from './locked-close';
import { CHAINS, type Chain } from './study';
import type { WorldParts } from './world-study';

/**
 * Simple return of the held contract by business day, with what a change of position by one costs
 * at the close before it, as shares of the price.
 */
export interface Tape {
  readonly chain: Chain;
  /** World day at whose end each return ends. */
  readonly days: number[];
  readonly returns: number[];
  readonly costs: number[];
  /**
   * Whether that close stood at its upper limit (1), where nobody sells, or at its lower one (-1),
   * where nobody buys; else 0.
   */
  readonly locks: number[];
}

/** The last close of a contract, and the limit at which it stood. */
interface Close {
  readonly price: number;
  readonly lock: number;
}

function costShare(contract: Instrument, price: number): number {
  const { halfSpreadTicks, slippageTicks, feeBasisPoints } = contractCosts(contract);
  return (
    ((halfSpreadTicks + slippageTicks) * toNumber(contract.tick)) / price + feeBasisPoints / 10_000
  );
}

/**
 * The tapes of all chains; the world is walked once, as going back to an early day folds it again.
 */
export function buildTraderTapes({ futures }: WorldParts, days: number): readonly Tape[] {
  const readers = CHAINS.map((chain) => ({
    chain,
    tape: { chain, days: [], returns: [], costs: [], locks: [] } as Tape,
    closes: new Map<string, Close>(),
  }));
  for (let day = 0; day < days; day += 1) {
    if (isBusinessDay(dayStartMs(day)))
      for (const reader of readers) reader.closes = takeDay(futures, reader, day);
  }
  return readers.map(({ tape }) => tape);
}

/** Takes the return of one day, and answers with its closes for the next. */
function takeDay(
  futures: FuturesPart,
  { chain, tape, closes }: { chain: Chain; tape: Tape; closes: ReadonlyMap<string, Close> },
  day: number,
): Map<string, Close> {
  const held = heldContracts(futures, chain, day).slice(0, 2);
  const now = new Map(
    held.map((contract) => [
      contract.id,
      {
        price: futures.settlement(contract, day + 1),
        lock: getLock(futures, chain, contract, day),
      },
    ]),
  );
  const [first] = held;
  const [from, to] = [closes.get(first?.id ?? ''), now.get(first?.id ?? '')];
  if (first && from !== undefined && to !== undefined) {
    tape.days.push(day);
    tape.returns.push(to.price / from.price - 1);
    tape.costs.push(costShare(first, from.price));
    tape.locks.push(from.lock);
  }
  return now;
}

/**
 * Gross and net return a year, in percent, of wanting `position` (+1, -1 or 0) over each day. At a
 * close that is locked nobody takes the other side:
 * what would buy at the upper limit or sell at the lower one stays as it was, or it would be paid
 * for the move that the limit held back.
 */
export function computeEarned(
  { returns, costs, locks }: Tape,
  position: (day: number) => number,
): { readonly gross: number; readonly net: number } {
  let [gross, paid, held] = [0, 0, 0];
  returns.forEach((change, day) => {
    const wanted = position(day);
    const isStuck = (wanted - held) * (locks[day] ?? 0) > 0;
    const next = isStuck ? held : wanted;
    gross += next * change;
    paid += Math.abs(next - held) * (costs[day] ?? 0);
    held = next;
  });
  const scale = (100 * BUSINESS_DAYS_PER_YEAR) / Math.max(1, returns.length);
  return { gross: gross * scale, net: (gross - paid) * scale };
}
