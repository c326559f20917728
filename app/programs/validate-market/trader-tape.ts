// What traders of the nine chains are judged by: the returns of the month in force, day by day, with what it costs to change sides.
import { contractCosts } from '../../trading/domain/contract';
import { toNumber, type Instrument } from '../../trading/domain/instrument';
import { isBusinessDay } from '../../trading/market/calendar';
import { dayStartMs } from '../../trading/simulation/calendar';
import type { FuturesPart } from '../../trading/simulation/parts';
import { BUSINESS_DAYS_PER_YEAR } from '../../trading/statistics/annual-volatility';
import { heldContracts } from './chain-reader';
import { CHAINS, type Chain } from './study';
import type { WorldParts } from './world-study';

/** Simple return of the held contract by business day, with what a change of position by one costs on that day, as shares of the price. */
export interface Tape {
  readonly chain: Chain;
  /** World day at whose end each return ends. */
  readonly days: number[];
  readonly returns: number[];
  readonly costs: number[];
}

function costShare(contract: Instrument, price: number): number {
  const { halfSpreadTicks, slippageTicks, feeBasisPoints } = contractCosts(contract);
  return ((halfSpreadTicks + slippageTicks) * toNumber(contract.tick)) / price + feeBasisPoints / 10_000;
}

/** The tapes of all chains; the world is walked once, as going back to an early day folds it again. */
export function tapesOf({ futures }: WorldParts, days: number): readonly Tape[] {
  const readers = CHAINS.map((chain) => ({ chain, tape: { chain, days: [], returns: [], costs: [] } as Tape, closes: new Map<string, number>() }));
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
    tape.days.push(day);
    tape.returns.push(to / from - 1);
    tape.costs.push(costShare(first, from));
  }
  return now;
}

/** Gross and net return a year, in percent, of holding `position` (+1, -1 or 0) over each day. */
export function earned({ returns, costs }: Tape, position: (day: number) => number): { readonly gross: number; readonly net: number } {
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
