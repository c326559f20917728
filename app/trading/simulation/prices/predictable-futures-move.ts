/** Predictable move of a futures contract over a day, from the state at its start. */
import type { PredictableMove } from '../market-models';
import { getTransientNoise } from './alpha';
import { FUTURES_CHAINS } from './futures-chains';
import type { ContractMonth } from './contract-schedule';
import { STOCKS_BY_CHAIN } from './pricing';
import { computeFrontEffect, computeLongTermEffect } from './residual-curve';
import {
  type FuturesModels,
  type FuturesState,
  getNewsAbsorption,
  computeLongTermDrift,
} from './futures-state';

/** Expected log move by cause, without the convexity correction. */
export function computePredictableMove(
  parts: FuturesModels,
  today: FuturesState,
  chain: number,
  contract: ContractMonth,
): PredictableMove {
  const { alpha } = parts;
  const days = contract.endDay - today.day;
  const noise =
    (0.5 ** (1 / getTransientNoise(alpha, FUTURES_CHAINS[chain]?.id ?? '').halfLifeDays) - 1) *
    (today.noise[chain] ?? 0);
  return {
    news: (STOCKS_BY_CHAIN[chain] ?? []).reduce(
      (sum, stock) => sum + computeAbsorbedMove(parts, today, stock, contract),
      0,
    ),
    reports: (1 - alpha.report.carry) * computeFrontEffect(today.unabsorbedReports, chain, days),
    premium: computeLongTermEffect(computeLongTermDrift(alpha, today), chain, days),
    noise: alpha.isEfficient ? 0 : noise,
  };
}

/** Log move when the day absorbs its part of a stock's news. */
function computeAbsorbedMove(
  { alpha, pricing }: FuturesModels,
  today: FuturesState,
  stock: number,
  contract: ContractMonth,
): number {
  const unabsorbed = today.undigested[stock] ?? 0;
  if (unabsorbed === 0) return 0;
  const variance = pricing.variance(contract, stock, today.day);
  const computeLog = (remaining: number): number =>
    pricing.computeWeatherLog(
      contract,
      stock,
      pricing.computeExpectedStock(stock, today.day, contract.endDay, today.sums, remaining),
      variance,
    );
  return computeLog(getNewsAbsorption(alpha, stock).carry * unabsorbed) - computeLog(unabsorbed);
}
