// Daily front-month returns and costs of the nine chains, for trading tests.
import { computeRoundTripCost } from '../../trading/domain/contract';
import { toNumber, type Instrument } from '../../trading/domain/instrument';
import { toTicks } from '../../trading/domain/units';
import { isBusinessDay } from '../../trading/market/calendar';
import { getDayStartMs } from '../../trading/simulation/calendar';
import type { FuturesModel } from '../../trading/simulation/market-models';
import { BUSINESS_DAYS_PER_YEAR } from '../../trading/statistics/annual-volatility';
import { listUnrolledContracts } from './chain-reader';
import { CHAINS, type Chain } from './chains';
import type { WorldParts } from './open-world';

/**
 * Simple return of the front contract per business day, and the cost of a position change of 1 at
 * the previous close, as fractions of the price.
 */
export interface TraderTape {
  readonly chain: Chain;
  /** Simulation day of each return. */
  readonly days: number[];
  readonly returns: number[];
  readonly costs: number[];
  /**
   * 1 when the previous close was limit up (no sellers), -1 when limit down (no buyers), else 0.
   */
  readonly locks: number[];
}

/** Last close of a contract, and its limit state. */
interface Close {
  readonly price: number;
  readonly lock: number;
}

/** Cost of one side as a fraction of the price. */
const computeCostFraction = (contract: Instrument, price: number): number =>
  computeRoundTripCost(contract, toTicks(Math.round(price / toNumber(contract.tick)))) /
  (2 * price);

/** Reads all chains in one pass, because an earlier day would be simulated again. */
export function buildTraderTapes({ futures }: WorldParts, days: number): readonly TraderTape[] {
  const readers = CHAINS.map((chain) => ({
    chain,
    tape: { chain, days: [], returns: [], costs: [], locks: [] } as TraderTape,
    closes: new Map<string, Close>(),
  }));
  for (let day = 0; day < days; day += 1) {
    if (isBusinessDay(getDayStartMs(day)))
      for (const reader of readers) reader.closes = readDay(futures, reader, day);
  }
  return readers.map(({ tape }) => tape);
}

/** Appends the return of one day; returns its closes. */
function readDay(
  futures: FuturesModel,
  { chain, tape, closes }: { chain: Chain; tape: TraderTape; closes: ReadonlyMap<string, Close> },
  day: number,
): Map<string, Close> {
  const contracts = listUnrolledContracts(futures, chain, day).slice(0, 2);
  const currentCloses = new Map(
    contracts.map((contract) => [
      contract.id,
      { price: futures.getSettlement(contract, day + 1), lock: futures.getLock(contract, day + 1) },
    ]),
  );
  const [first] = contracts;
  const [from, to] = [closes.get(first?.id ?? ''), currentCloses.get(first?.id ?? '')];
  if (first && from !== undefined && to !== undefined) {
    tape.days.push(day);
    tape.returns.push(to.price / from.price - 1);
    tape.costs.push(computeCostFraction(first, from.price));
    tape.locks.push(from.lock);
  }
  return currentCloses;
}

/**
 * Annual gross and net return, in percent, of the position (+1, -1 or 0) for each day. At a limit
 * close the position cannot change toward the limit.
 */
export function computeReturns(
  { returns, costs, locks }: TraderTape,
  getPosition: (day: number) => number,
): { readonly gross: number; readonly net: number } {
  let [gross, costTotal, contracts] = [0, 0, 0];
  returns.forEach((change, day) => {
    const target = getPosition(day);
    const isBlocked = (target - contracts) * (locks[day] ?? 0) > 0;
    const next = isBlocked ? contracts : target;
    gross += next * change;
    costTotal += Math.abs(next - contracts) * (costs[day] ?? 0);
    contracts = next;
  });
  const scale = (100 * BUSINESS_DAYS_PER_YEAR) / Math.max(1, returns.length);
  return { gross: gross * scale, net: (gross - costTotal) * scale };
}
