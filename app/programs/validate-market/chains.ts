/** The nine futures chains, in table order. */
export const CHAINS = ['NG', 'CL', 'HO', 'CORN', 'SOYB', 'WHEAT', 'KC', 'OJ', 'CT'] as const;
export type Chain = (typeof CHAINS)[number];

/** Exchange codes of the chains. */
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

/** Months at which the Samuelson effect is measured. */
export const MATURITIES = [1, 2, 3, 6, 9, 12] as const;
/** Number of curve months. */
export const CURVE_MONTHS = 12;
