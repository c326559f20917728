/** The foreseeable part of a futures price's move over a day, from the state at its beginning. */
import type { Foreseen } from '../parts';
import { getNoise } from './alpha';
import { CHAINS } from './chains';
import type { ContractMonthly } from './contracts';
import { STOCKS_OF } from './pricing';
import { sharedFrontWeight, slowWeight } from './residual-curve';
import { type FoldParts, type FuturesState, computeDigestion, computePremia } from './state';

/**
 * The expected log move of a contract by cause, but for the convexity that makes its price a fair
 * bet.
 */
export function computeForeseen(
  parts: FoldParts,
  today: FuturesState,
  chain: number,
  contract: ContractMonthly,
): Foreseen {
  const { alpha } = parts;
  const days = contract.endDay - today.day;
  const noise =
    (0.5 ** (1 / getNoise(alpha, CHAINS[chain]?.id ?? '').halfLifeDays) - 1) *
    (today.noise[chain] ?? 0);
  return {
    news: (STOCKS_OF[chain] ?? []).reduce(
      (sum, stock) => sum + digestedMove(parts, today, stock, contract),
      0,
    ),
    reports: (1 - alpha.report.carry) * sharedFrontWeight(today.unread, chain, days),
    premium: slowWeight(computePremia(alpha, today), chain, days),
    noise: alpha.isEfficient ? 0 : noise,
  };
}

/** What the price gains when the day has digested its share of the news of a stock. */
function digestedMove(
  { alpha, pricing }: FoldParts,
  today: FuturesState,
  stock: number,
  contract: ContractMonthly,
): number {
  const left = today.undigested[stock] ?? 0;
  if (left === 0) return 0;
  const variance = pricing.variance(contract, stock, today.day);
  const logAt = (undigested: number): number =>
    pricing.weatherLog(
      contract,
      stock,
      pricing.expectedStock(stock, today.day, contract.endDay, today.sums, undigested),
      variance,
    );
  return logAt(computeDigestion(alpha, stock).carry * left) - logAt(left);
}
