import type { EpochMs } from './units';

/** A network's signal as the decision heard it. */
export interface KnownSignal {
  /** The record that froze it. */
  readonly seq: number;
  readonly network: string;
  readonly word: 'BUY' | 'SELL' | 'HOLD';
  readonly confidence: number;
  /** The publication of forecasts on which it rests. */
  readonly slotMs: EpochMs;
}

/** What kind of moment it was in a contract. */
export interface KnownRegime {
  readonly spreadTicks: number;
  /** Of the latest bars; null while too few are known. */
  readonly medianSpreadTicks: number | null;
  /**
   * The coast on which a hurricane comes ashore that matters to the commodity; null without one.
   */
  readonly ashore: 'gulf' | 'florida' | null;
  /** How old the newest forecast is; null for a playbook that reads nothing but prices. */
  readonly inputsAgeMs: number | null;
}
