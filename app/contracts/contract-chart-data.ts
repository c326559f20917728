// Candle chart of a contract: bars, own fills, levels, forecast interval and dated events.
export const CHART_RANGES = ['1D', '1W', '1M', '1Y'] as const;
export type ChartRange = (typeof CHART_RANGES)[number];

/** Start in ms, then open, high, low and close in quoted units. */
export type Candle = readonly [
  startsMs: number,
  open: number,
  high: number,
  low: number,
  close: number,
];

export interface CandleFill {
  readonly side: 'BUY' | 'SELL';
  readonly atMs: number;
  readonly price: number;
  /** Index of the bar that contains the fill. */
  readonly bar: number;
  readonly text: string;
}

/** A horizontal line with its name: average entry, stop, target. */
export interface PriceLevel {
  readonly kind: 'entry' | 'stop' | 'target';
  readonly name: string;
  readonly price: number;
}

/** The 80% interval of the active signal, from the last price to its expiry. */
export interface ForecastFan {
  readonly low: number;
  readonly high: number;
  readonly atMs: number;
}

export type ChartEventKind =
  | 'EIA gas storage'
  | 'EIA petroleum'
  | 'crop report'
  | 'OPEC meeting'
  | 'roll'
  | 'expiry';

export interface DatedEvent {
  readonly kind: ChartEventKind;
  readonly atMs: number;
  readonly text: string;
}

export interface ContractChartData {
  readonly bars: readonly Candle[];
  readonly decimals: number;
  readonly fills: readonly CandleFill[];
  readonly levels: readonly PriceLevel[];
  /** The drawn prices include the stop, however far it is. */
  readonly showsStop: boolean;
  readonly fan: ForecastFan | null;
  readonly events: readonly DatedEvent[];
  /** Length of a bar, ms. */
  readonly barMs: number;
  /** Zone of all times. Daily bars are UTC days. */
  readonly timeZone: string;
  readonly nowMs: number;
}
