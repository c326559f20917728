// Ranges of the equity chart.
export const TIMEFRAMES = ['1h', '1d', '1w', '1mo', 'all'] as const;
export type Timeframe = (typeof TIMEFRAMES)[number];
