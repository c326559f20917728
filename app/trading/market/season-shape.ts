/**
 * The usual season in the prices of delivery months: what a curve shows that is no roll yield.
 *
 * Sources: natural gas from the median curve of 2007 to 2025; grains and cotton from monthly cash
 * prices since 1990 (World Bank), as departures from a mean of thirteen months.
 */
import type { FuturesRoot } from '../domain/commodity';

const toShares = (...months: readonly number[]): readonly number[] =>
  months.map((value) => value / 100);

const GAS = toShares(8.8, 7.9, 3.2, -4.6, -5.6, -4.5, -3.1, -2.8, -3.1, -2.4, 0.8, 6.1);
const SHAPES: Readonly<Record<string, readonly number[] | undefined>> = {
  NG: GAS,
  // distillate swings as gas does, some tenth as far
  HO: GAS.map((value) => value * 0.09),
  CORN: toShares(0.9, 1.7, 3.3, 1.8, 2, 1.8, -0.7, -4.2, -5.3, -2.9, -2.4, -1.8),
  WHEAT: toShares(3.8, 3.3, 1.7, -1.3, -2.2, -4.6, -5.3, -5.6, -2.8, 2.3, 3, 4.9),
  CT: toShares(0.5, 2.1, 3.5, 2.8, 2.8, 1.1, -0.4, -2.5, -2.7, -2.4, -2.2, -1.4),
  SOYB: undefined,
  OJ: undefined,
  KC: undefined,
  CL: undefined,
} satisfies Record<FuturesRoot, readonly number[] | undefined>;

/** Log of the usual price of a delivery month over the year's mean; `delivery` is YYYY-MM-DD. */
export const getSeasonFactor = (chain: string, delivery: string): number =>
  SHAPES[chain]?.[Number(delivery.slice(5, 7)) - 1] ?? 0;
