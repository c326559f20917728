// Badges of prices that are not those of an exchange, by market.
const ORIGINS = { simulated: 'SIM', replay: 'REPLAY' } as const;

export type ArtificialMarket = keyof typeof ORIGINS;

/** Word of the badge; null for the prices of an exchange. */
export const findMarketOrigin = (market: string): string | null =>
  Object.hasOwn(ORIGINS, market) ? ORIGINS[market as ArtificialMarket] : null;
