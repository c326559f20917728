/**
 * Log price of a contract: level, season, residual and weather.
 *
 * ln F(n, T) = ln level + season(month) + residual + premium + ln E_n[exp(beta psi(x_T))] - ln
 * E[exp(beta psi(x_T))], psi(x) = (e^(gamma x) - 1) / gamma.
 * In an efficient market the price is the conditional expectation of the value at expiry, so it
 * moves on news only; else E_n is the expectation of the public consensus.
 */
import { getSeasonAngle } from '../calendar';
import type { Alpha } from './alpha';
import { FUTURES_CHAINS } from './futures-chains';
import type { ContractMonth } from './contract-schedule';
import { REACH, STOCKS } from './weather-flows';
import { computeSeasonPremium } from './premia';
import { applyConvexity, computeLogMeanResponse } from './quadrature';
import type { ResidualState } from './residual';
import { computeResidualLog, computeFrontEffect } from './residual-curve';
import { type LifeVariance, type Tightness, getStock } from './tightness';

/** Inputs of the log prices at a moment. */
export interface PriceInputs {
  readonly residual: ResidualState;
  /** Stock forecasts of the consensus (SUMS values per stock), and the news it has missed. */
  readonly consensus: readonly number[];
  readonly undigested: readonly number[];
  /** Unabsorbed report news and transient noise, by chain. */
  readonly unabsorbedReports: readonly number[];
  readonly noise: readonly number[];
}

/** Constants of a contract and a stock. */
interface ContractConstants {
  readonly beta: number;
  /** Unconditional log mean response. */
  readonly mean: number;
  readonly life: LifeVariance;
}

/** Indexes into STOCKS by chain. */
export const STOCKS_BY_CHAIN: readonly (readonly number[])[] = FUTURES_CHAINS.map((_, chain) =>
  STOCKS.flatMap((stock, index) => (stock.chain === chain ? [index] : [])),
);
const CHAIN_IDS = FUTURES_CHAINS.map(({ id }) => id);
const BASE = FUTURES_CHAINS.map(({ level, season }) =>
  season.map((factor) => Math.log(level) + factor),
);

export interface Pricing {
  /** Log price at the start of a day, before daily limits. */
  computeLogPrice(contract: ContractMonth, chain: number, day: number, inputs: PriceInputs): number;
  /** Weather part of the log price for a mean and variance of the stock. */
  computeWeatherLog(contract: ContractMonth, stock: number, mean: number, variance: number): number;
  /** Market expectation of a stock at a contract's expiry. */
  computeExpectedStock(
    stock: number,
    day: number,
    endDay: number,
    sums: readonly number[],
    undigested: number,
  ): number;
  /** Remaining variance of a stock from the start of a day until a contract's expiry. */
  variance(contract: ContractMonth, stock: number, day: number): number;
}

export function createPricing(tightness: Tightness, alpha: Alpha): Pricing {
  const cache: ContractConstants[][] = STOCKS.map(() => []);
  const getConstants = (contract: ContractMonth, stock: number): ContractConstants => {
    const cached = cache[stock]?.[contract.index];
    if (cached) return cached;
    const created = computeConstants(tightness, contract, stock);
    (cache[stock] as ContractConstants[])[contract.index] = created;
    return created;
  };
  const computeWeatherLog = (
    contract: ContractMonth,
    stock: number,
    mean: number,
    variance: number,
  ): number => {
    const { beta, mean: neutralLog } = getConstants(contract, stock);
    return (
      computeLogMeanResponse(mean, Math.sqrt(variance), beta, getStock(stock).stock.gamma) -
      neutralLog
    );
  };
  const computeExpectedStock = (
    stock: number,
    day: number,
    endDay: number,
    sums: readonly number[],
    undigested: number,
  ): number =>
    tightness.getDecay(stock, endDay - day) *
    (tightness.getExpectedTightness(stock, sums, day, endDay - day) -
      tightness.getNewsFraction(stock, endDay - day) * undigested);
  const computeVariance = (contract: ContractMonth, stock: number, day: number): number =>
    tightness.getRemainingVariance(
      stock,
      day,
      contract.endDay - day,
      getConstants(contract, stock).life,
    );
  return {
    computeWeatherLog,
    computeExpectedStock,
    variance: computeVariance,
    computeLogPrice(
      contract,
      chain,
      day,
      { residual, consensus, undigested, unabsorbedReports, noise },
    ) {
      const days = contract.endDay - day;
      let log =
        (BASE[chain]?.[contract.month] ?? 0) +
        computeResidualLog(residual, chain, days) +
        computeSeasonPremium(alpha, CHAIN_IDS[chain] ?? '', day, contract.endDay) +
        (noise[chain] ?? 0) -
        computeFrontEffect(unabsorbedReports, chain, days);
      for (const stock of STOCKS_BY_CHAIN[chain] as readonly number[]) {
        const mean = computeExpectedStock(
          stock,
          day,
          contract.endDay,
          consensus,
          undigested[stock] ?? 0,
        );
        log += computeWeatherLog(contract, stock, mean, computeVariance(contract, stock, day));
      }
      return log;
    },
  };
}

function computeConstants(
  tightness: Tightness,
  contract: ContractMonth,
  stock: number,
): ContractConstants {
  const { beta: meanBeta, gamma, swing } = getStock(stock).stock;
  const beta =
    meanBeta * (1 + swing.ratio * Math.cos(getSeasonAngle(contract.endDay - swing.peakDay)));
  const life = tightness.computeLifeVariance(stock, contract.endDay);
  return {
    beta,
    life,
    mean: computeLogMeanResponse(0, Math.sqrt((life.near[REACH] ?? 0) + life.distant), beta, gamma),
  };
}

/** Tightness of a chain: effect of its expected stocks on the log price. */
export function computeTightnessLog(
  tightness: Tightness,
  chain: number,
  day: number,
  sums: readonly number[],
): number {
  let log = 0;
  for (const index of STOCKS_BY_CHAIN[chain] as readonly number[]) {
    const { beta, gamma } = getStock(index).stock;
    log += beta * applyConvexity(tightness.getExpectedTightness(index, sums, day, REACH), gamma);
  }
  return log;
}
