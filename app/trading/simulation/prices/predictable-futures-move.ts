/** Predictable move of a futures contract over a day, from the state at its start. */
import type { PredictableMove } from '../market-models';
import { DAYS_PER_YEAR } from '../calendar';
import { createConsensusOutlook } from '../weather/consensus-outlook';
import { getReportAbsorption, getTransientNoise } from './alpha';
import { FUTURES_CHAINS } from './futures-chains';
import type { ContractMonth } from './contract-schedule';
import { computeSeasonPremium } from './premia';
import { STOCKS_BY_CHAIN } from './pricing';
import { computeFrontEffect, computeLongTermEffect } from './residual-curve';
import {
  type FuturesModels,
  type FuturesState,
  getNewsAbsorption,
  computeCarry,
} from './futures-state';

/** Expected log move by cause, without the convexity correction. */
export function computePredictableMove(
  parts: FuturesModels,
  today: FuturesState,
  chain: number,
  contract: ContractMonth,
): PredictableMove {
  const { alpha } = parts;
  const { day } = today;
  const { endDay } = contract;
  const id = FUTURES_CHAINS[chain]?.id ?? '';
  const days = endDay - day;
  const stocks = STOCKS_BY_CHAIN[chain] ?? [];
  const noise =
    (0.5 ** (1 / getTransientNoise(alpha, id).halfLifeDays) - 1) * (today.noise[chain] ?? 0);
  const drift = today.drift.map((perYear) => perYear / DAYS_PER_YEAR);
  return {
    news: stocks.reduce(
      (sum, stock) => sum + computeAbsorbedMove(parts, today, stock, contract),
      0,
    ),
    bias: stocks.reduce(
      (sum, stock) => sum + computeCorrectedMove(parts, today, stock, contract),
      0,
    ),
    reports: today.unabsorbedReports.some((size) => size !== 0)
      ? computeFrontEffect(
          today.unabsorbedReports.map(
            (size, source) =>
              (1 - getReportAbsorption(alpha, FUTURES_CHAINS[source]?.id ?? '').carry) * size,
          ),
          chain,
          days,
        )
      : 0,
    premium:
      computeLongTermEffect(computeCarry(alpha, today), chain, days) +
      computeSeasonPremium(alpha, id, day + 1, endDay) -
      computeSeasonPremium(alpha, id, day, endDay),
    trend: computeLongTermEffect(drift, chain, days),
    noise: alpha.isEfficient ? 0 : noise,
  };
}

/** Weather part of the log price with other stock forecasts or other missing news. */
function computeLog(
  { pricing }: FuturesModels,
  { day }: FuturesState,
  stock: number,
  contract: ContractMonth,
  consensus: readonly number[],
  missing: number,
): number {
  return pricing.computeWeatherLog(
    contract,
    stock,
    pricing.computeExpectedStock(stock, day, contract.endDay, consensus, missing),
    pricing.variance(contract, stock, day),
  );
}

/** Log move when the day absorbs its part of a stock's news. */
function computeAbsorbedMove(
  parts: FuturesModels,
  today: FuturesState,
  stock: number,
  contract: ContractMonth,
): number {
  const missing = today.undigested[stock] ?? 0;
  if (missing === 0) return 0;
  const left = getNewsAbsorption(parts.alpha, stock).carry * missing;
  return (
    computeLog(parts, today, stock, contract, today.consensus, left) -
    computeLog(parts, today, stock, contract, today.consensus, missing)
  );
}

/** Log move when the day corrects its part of the consensus bias. */
function computeCorrectedMove(
  parts: FuturesModels,
  today: FuturesState,
  stock: number,
  contract: ContractMonth,
): number {
  if (parts.alpha.biasFraction === 0) return 0;
  const missing = today.undigested[stock] ?? 0;
  return (
    computeLog(parts, today, stock, contract, getNextConsensus(parts, today), missing) -
    computeLog(parts, today, stock, contract, today.consensus, missing)
  );
}

const nextConsensus = new WeakMap<FuturesState, readonly number[]>();

/** Stock forecasts of the consensus that are expected for the next midnight. */
function getNextConsensus(
  { alpha, tightness, weather }: FuturesModels,
  today: FuturesState,
): readonly number[] {
  const cached = nextConsensus.get(today);
  if (cached) return cached;
  const outlook = weather.getOutlook({ day: today.day, cycles: 0 });
  const sums = tightness.computeOutlookSums(
    today.stocks,
    createConsensusOutlook(outlook, alpha.biasFraction, 1),
  );
  nextConsensus.set(today, sums);
  return sums;
}
