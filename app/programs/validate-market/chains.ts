import type { FuturesRoot } from '../../trading/domain/commodity';

export type Chain = FuturesRoot;

/** Exchange codes of the futures chains. */
export const CHAIN_CODES: Readonly<Record<Chain, string>> = {
  NG: 'NG',
  CL: 'CL',
  HO: 'HO',
  CORN: 'ZC',
  SOYB: 'ZS',
  WHEAT: 'ZW',
  KC: 'KC',
  OJ: 'OJ',
  CT: 'CT',
};
/** The futures chains, in table order. */
export const CHAINS = Object.keys(CHAIN_CODES) as readonly Chain[];

/** Months at which the Samuelson effect is measured. */
export const MATURITIES = [1, 2, 3, 6, 9, 12] as const;
/** Number of curve months. */
export const CURVE_MONTHS = 12;
