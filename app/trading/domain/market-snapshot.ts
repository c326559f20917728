import type { EpochMs } from './units';

/** A network signal as used by a decision. */
export interface SignalSnapshot {
  /** Log sequence number of the signal. */
  readonly seq: number;
  readonly network: string;
  readonly word: 'BUY' | 'SELL' | 'HOLD';
  readonly confidence: number;
  /** Time of the model run behind it. */
  readonly slotMs: EpochMs;
}

/** Market conditions of a contract at decision time. */
export interface MarketRegime {
  readonly spreadTicks: number;
  /** Median of recent bars; null while too few. */
  readonly medianSpreadTicks: number | null;
  /** Coast with a hurricane landfall that affects the commodity; null for none. */
  readonly ashore: 'gulf' | 'florida' | null;
  /** Age of the newest forecast; null for a playbook that uses prices only. */
  readonly inputsAgeMs: number | null;
}
