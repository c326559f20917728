/** Intraday path of a contract: diffusion and jumps on news. */
import { CYCLES_PER_DAY, CYCLE_MS, type DayPath, PUBLISH_AFTER_MS } from '../market-models';

import { getReportAbsorption } from './alpha';
import type { ContractMonth } from './contract-schedule';
import { FUTURES_CHAINS } from './futures-chains';
import { getDailyLimit } from './limits';
import { STOCKS_BY_CHAIN, type Pricing } from './pricing';
import { type ResidualShocks, computeFrontSigma } from './residual';
import { computeDiffusionSigma, listSuddenMoves } from './residual-curve';
import {
  type CycleSums,
  type FuturesModels,
  type FuturesState,
  getBand,
  isPriced,
  computeLogPrice,
  computeMissingNews,
  computeNoiseShock,
} from './futures-state';
import type { Tightness } from './tightness';
import { MINUTE_MS } from '../../domain/time';

type Step = DayPath['steps'][number];
/** Cached cycles: all contracts of a day share them. */
const CACHED_CYCLES_MAX = 24;

/** Stock forecasts after each cycle of a day, cached for recent days. */
export function createCycleSumsCache(tightness: Tightness): CycleSums & { forget(): void } {
  const cache = new Map<number, readonly number[]>();
  const getSums: CycleSums = (today, cycles) => {
    const key = today.day * (CYCLES_PER_DAY + 1) + cycles;
    const cached = cache.get(key);
    if (cached) return cached;
    const sums = tightness.computeSums(today.stocks, { day: today.day, cycles });
    if (cache.size >= CACHED_CYCLES_MAX) cache.clear();
    cache.set(key, sums);
    return sums;
  };
  return Object.assign(getSums, { forget: () => cache.clear() });
}

/**
 * Path of a contract from one midnight state to the next. `settled` is the state after the last
 * trading day, `today` itself unless days without trading lie between.
 */
export function computeDayPath(
  parts: FuturesModels,
  settled: FuturesState,
  today: FuturesState,
  tomorrow: FuturesState,
  chain: number,
  contract: ContractMonth,
): DayPath {
  const shocks = parts.residual.shocks(today.residual, today.day);
  const daysLeft = contract.endDay - tomorrow.day;
  const from = computeLogPrice(parts, today, chain, contract.index);
  const to = computeLogPrice(parts, tomorrow, chain, contract.index);
  const steps = [
    ...computeWeatherSteps(parts, today, tomorrow, chain, contract),
    ...computeSuddenSteps(parts, shocks, chain, daysLeft),
  ].sort((a, b) => a.minute - b.minute);
  const diffused = computeDiffusionSigma(shocks, chain, daysLeft);
  return {
    scale: 'log',
    from,
    steps,
    diffusion: to - from - steps.reduce((sum, { size }) => sum + size, 0),
    sigma: Math.hypot(diffused, computeNoiseShock(parts.alpha, shocks, chain)),
    band: getBand(today, chain, contract.index),
    ...computeBreaker(parts, settled, chain, contract),
    volatilityRatio: diffused / computeNormalSigma(chain, today.day, daysLeft),
  };
}

const LIMITS = FUTURES_CHAINS.map(getDailyLimit);

/** Circuit breaker of a contract; empty without one. */
function computeBreaker(
  parts: FuturesModels,
  settled: FuturesState,
  chain: number,
  { index }: ContractMonth,
): Pick<DayPath, 'breaker'> {
  const limit = LIMITS[chain];
  if (limit?.kind !== 'breaker' || !isPriced(settled, chain, index)) return {};
  return {
    breaker: {
      reference: Math.exp(computeLogPrice(parts, settled, chain, index)),
      ratio: limit.percent / 100,
      pauseMinutes: limit.pauseMinutes,
    },
  };
}

/** Diffusion sigma at normal seasonal volatility (root mean square). */
const computeNormalSigma = (chain: number, day: number, daysLeft: number): number =>
  computeDiffusionSigma(
    { sigma: FUTURES_CHAINS.map((_, index) => computeFrontSigma(index, null, day)) },
    chain,
    daysLeft,
  );

/** Jumps and reports by minute; reports by the part that is priced at once. */
function computeSuddenSteps(
  { alpha }: FuturesModels,
  shocks: ResidualShocks,
  chain: number,
  daysLeft: number,
): readonly Step[] {
  return listSuddenMoves(shocks, chain, daysLeft).map(({ minute, size, isReport, source }) => ({
    minute,
    size: isReport
      ? size * (1 - getReportAbsorption(alpha, FUTURES_CHAINS[source]?.id ?? '').lag)
      : size,
  }));
}

/** Publication minutes of the forecast cycles. */
const CYCLE_MINUTES = Array.from(
  { length: CYCLES_PER_DAY },
  (_, cycle) => (cycle * CYCLE_MS + PUBLISH_AFTER_MS) / MINUTE_MS,
);

/** Weather news at each cycle's publication: the part that is priced at once. */
function computeWeatherSteps(
  parts: FuturesModels,
  today: FuturesState,
  tomorrow: FuturesState,
  chain: number,
  contract: ContractMonth,
): readonly Step[] {
  const sums = CYCLE_MINUTES.map((_, cycle) =>
    cycle === 0 ? today.sums : parts.cycleSums(today, cycle),
  );
  const logs = [...sums, tomorrow.sums].map(
    (cached, cycles) =>
      STOCKS_BY_CHAIN[chain]?.reduce(
        (sum, stock) =>
          sum + computeWeatherLog(parts, today, tomorrow.sums, cached, cycles, contract, stock),
        0,
      ) ?? 0,
  );
  return CYCLE_MINUTES.map((minute, cycle) => ({
    minute,
    size: (logs[cycle + 1] ?? 0) - (logs[cycle] ?? 0),
  }));
}

/**
 * Weather part of the log price after so many cycles, without absorption of news known at midnight
 * and without the bias of the consensus, which change over the day.
 */
function computeWeatherLog(
  parts: FuturesModels,
  today: FuturesState,
  tomorrow: readonly number[],
  cached: readonly number[],
  cycles: number,
  contract: ContractMonth,
  stock: number,
): number {
  const { pricing, tightness } = parts;
  const isOver = cycles === CYCLES_PER_DAY;
  const day = isOver ? today.day + 1 : today.day;
  const aged = isOver ? tightness.getDecay(stock, 1) : 1;
  const unabsorbed =
    aged *
    ((today.undigested[stock] ?? 0) + computeMissingNews(parts, today, tomorrow, stock, cycles));
  const mean = pricing.computeExpectedStock(stock, day, contract.endDay, cached, unabsorbed);
  return pricing.computeWeatherLog(
    contract,
    stock,
    mean,
    computeRemainingVariance(pricing, today.day, cycles, contract, stock),
  );
}

/** Remaining variance after so many cycles; a day's variance resolves in equal parts. */
function computeRemainingVariance(
  pricing: Pricing,
  day: number,
  cycles: number,
  contract: ContractMonth,
  stock: number,
): number {
  const [before, after] = [
    pricing.variance(contract, stock, day),
    pricing.variance(contract, stock, day + 1),
  ];
  return before + ((after - before) * cycles) / CYCLES_PER_DAY;
}
