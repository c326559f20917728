/**
 * Seasonal factors of delivery months, removed from roll yields.
 *
 * Sources: natural gas from the median curve of 2007 to 2025; grains and cotton from monthly cash
 * prices since 1990 (World Bank), as deviations from a 13-month mean.
 */
import type { FuturesRoot } from '../domain/commodity';

const toFractions = (...months: readonly number[]): readonly number[] =>
  months.map((value) => value / 100);

const GAS = toFractions(8.8, 7.9, 3.2, -4.6, -5.6, -4.5, -3.1, -2.8, -3.1, -2.4, 0.8, 6.1);
const SHAPES: Readonly<Record<string, readonly number[] | undefined>> = {
  NG: GAS,
  // distillate follows the gas season at 9% of its amplitude
  HO: GAS.map((value) => value * 0.09),
  CORN: toFractions(0.9, 1.7, 3.3, 1.8, 2, 1.8, -0.7, -4.2, -5.3, -2.9, -2.4, -1.8),
  WHEAT: toFractions(3.8, 3.3, 1.7, -1.3, -2.2, -4.6, -5.3, -5.6, -2.8, 2.3, 3, 4.9),
  CT: toFractions(0.5, 2.1, 3.5, 2.8, 2.8, 1.1, -0.4, -2.5, -2.7, -2.4, -2.2, -1.4),
  SOYB: undefined,
  OJ: undefined,
  KC: undefined,
  CL: undefined,
} satisfies Record<FuturesRoot, readonly number[] | undefined>;

/** Seasonal factor: log(price of a delivery month / annual mean). `delivery` is YYYY-MM-DD. */
export const getSeasonFactor = (chain: string, delivery: string): number =>
  SHAPES[chain]?.[Number(delivery.slice(5, 7)) - 1] ?? 0;
