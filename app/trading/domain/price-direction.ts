/** Expected direction of a price: word, mark and tone on every screen. */
export const PRICE_DIRECTIONS = {
  UP: { word: 'bullish', label: '▲ bullish', tone: 'up' },
  DOWN: { word: 'bearish', label: '▼ bearish', tone: 'down' },
  MIXED: { word: 'mixed', label: '◆ mixed', tone: 'warn' },
} as const;
export type PriceDirection = keyof typeof PRICE_DIRECTIONS;

/** MIXED where both directions occur. */
export const combineDirections = (one: PriceDirection, other: PriceDirection): PriceDirection =>
  one === other ? one : 'MIXED';
