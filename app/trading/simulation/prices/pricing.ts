/**
 * The log price of one contract from what is known: level and season, residual, and the expected
 * worth of its tightness.
 *
 * ln F(n, T) = ln level + season(month) + residual + ln E_n[exp(beta psi(x_T))] - ln E[exp(beta
 * psi(x_T))], psi(x) = (e^(gamma x) - 1) / gamma:
 * the price is the conditional expectation of what the contract is worth at expiry, so it moves on
 * news alone.
 */
import { seasonAngle } from '../calendar';
import { CHAINS } from './chains';
import type { ContractMonthly } from './contracts';
import { REACH, STOCKS } from './fundamentals';
import { computeConvexTable, logMeanResponse } from './quadrature';
import type { ResidualState } from './residual';
import { residualLog, sharedFrontWeight } from './residual-curve';
import { type LifeVariance, type Tightness, stockAt } from './tightness';

/** What the log prices of a moment are made of. */
export interface PriceInputs {
  readonly residual: ResidualState;
  /** What is known of each stock, SUMS values, and what of it the market has not digested yet. */
  readonly sums: readonly number[];
  readonly undigested: readonly number[];
  /** Report news by chain that is not digested yet, and passing noise. */
  readonly unread: readonly number[];
  readonly noise: readonly number[];
}

/** What never changes of a contract and a stock. */
interface Constants {
  readonly beta: number;
  /** Log of the mean response with nothing known. */
  readonly mean: number;
  readonly life: LifeVariance;
}

/** The stocks of each chain as places in STOCKS. */
export const STOCKS_OF: readonly (readonly number[])[] = CHAINS.map((_, chain) =>
  STOCKS.flatMap((stock, index) => (stock.chain === chain ? [index] : [])),
);
const BASE = CHAINS.map(({ level, season }) => season.map((factor) => Math.log(level) + factor));

export interface Pricing {
  /** Log price of a contract at the midnight of a day, before its limits. */
  logPrice(contract: ContractMonthly, chain: number, day: number, inputs: PriceInputs): number;
  /** The weather's part of it, at any expected value and variance of the stock. */
  weatherLog(contract: ContractMonthly, stock: number, mean: number, variance: number): number;
  /** Mean of a stock at a contract's expiry, as the market has it. */
  expectedStock(
    stock: number,
    day: number,
    endDay: number,
    sums: readonly number[],
    undigested: number,
  ): number;
  /** Variance of a stock that is still to come for a contract from the midnight of a day. */
  variance(contract: ContractMonthly, stock: number, day: number): number;
}

/** Pricing over stocks of tightness. */
export function createPricing(tightness: Tightness): Pricing {
  const kept: Constants[][] = STOCKS.map(() => []);
  const getConstants = (contract: ContractMonthly, stock: number): Constants => {
    const known = kept[stock]?.[contract.index];
    if (known) return known;
    const made = computeConstants(tightness, contract, stock);
    (kept[stock] as Constants[])[contract.index] = made;
    return made;
  };
  const weatherLog = (
    contract: ContractMonthly,
    stock: number,
    mean: number,
    variance: number,
  ): number => {
    const { beta, mean: whole } = getConstants(contract, stock);
    return logMeanResponse(mean, Math.sqrt(variance), beta, stockAt(stock).stock.gamma) - whole;
  };
  const expectedStock = (
    stock: number,
    day: number,
    endDay: number,
    sums: readonly number[],
    undigested: number,
  ): number =>
    tightness.decay(stock, endDay - day) *
    (tightness.expected(stock, sums, day, endDay - day) -
      tightness.share(stock, endDay - day) * undigested);
  const variance = (contract: ContractMonthly, stock: number, day: number): number =>
    tightness.varianceLeft(stock, day, contract.endDay - day, getConstants(contract, stock).life);
  return {
    weatherLog,
    expectedStock,
    variance,
    logPrice(contract, chain, day, { residual, sums, undigested, unread, noise }) {
      const days = contract.endDay - day;
      let log =
        (BASE[chain]?.[contract.month] ?? 0) +
        residualLog(residual, chain, days) +
        (noise[chain] ?? 0) -
        sharedFrontWeight(unread, chain, days);
      for (const stock of STOCKS_OF[chain] as readonly number[]) {
        const mean = expectedStock(stock, day, contract.endDay, sums, undigested[stock] ?? 0);
        log += weatherLog(contract, stock, mean, variance(contract, stock, day));
      }
      return log;
    },
  };
}

function computeConstants(
  tightness: Tightness,
  contract: ContractMonthly,
  stock: number,
): Constants {
  const { beta: usual, gamma, swing } = stockAt(stock).stock;
  const beta = usual * (1 + swing.ratio * Math.cos(seasonAngle(contract.endDay - swing.peakDay)));
  const life = tightness.varianceOf(stock, contract.endDay);
  return {
    beta,
    life,
    mean: logMeanResponse(0, Math.sqrt((life.near[REACH] ?? 0) + life.distant), beta, gamma),
  };
}

/** Log of the price that the expected stocks of a chain are worth at once: its tightness. */
export function tightnessLog(
  tightness: Tightness,
  chain: number,
  day: number,
  sums: readonly number[],
): number {
  let log = 0;
  for (const index of STOCKS_OF[chain] as readonly number[]) {
    const { beta, gamma } = stockAt(index).stock;
    log += beta * computeConvexTable(tightness.expected(index, sums, day, REACH), gamma);
  }
  return log;
}
