// Risk inputs of a market and the progress of their calculation.
import type { DailyMoves } from '../../trading/risk/daily-moves';
import type { ShiftId, ShockId, WeatherExposure } from '../../trading/weather/scenarios';

/** Start of a scenario: now, or the date of its largest effect. */
export type ShockDate = 'now' | 'worst';

/** Simulated paths of one shock over paired simulations. */
export interface ShockResult {
  readonly shock: ShockId;
  readonly date: ShockDate;
  /** Start date as MM-DD, e.g. 01-06. */
  readonly monthDay: string;
  readonly pairs: number;
  readonly days: number;
  /** By root symbol, `days` values per pair: log returns for futures, $/MWh for power. */
  readonly paths: readonly {
    readonly chain: string;
    readonly kind: 'log' | 'amount';
    readonly values: Float64Array;
  }[];
}

/** Effect of a small weather change, set now, over paired simulations. */
export interface ShiftResult {
  readonly shift: ShiftId;
  readonly monthDay: string;
  readonly pairs: number;
  /**
   * By root symbol: weather exposure, and one move per pair: log return for futures, $/MWh for
   * power.
   */
  readonly chains: readonly {
    readonly chain: string;
    readonly exposure: WeatherExposure;
    readonly kind: 'log' | 'amount';
    readonly values: Float64Array;
  }[];
}

/** Risk inputs of a market, with reasons for missing parts. */
export interface MarketRisk {
  readonly market: string;
  /** End of the last trading day in the history, and time of calculation; null before the first. */
  readonly untilMs: number | null;
  readonly computedMs: number | null;
  readonly moves: ReadonlyMap<string, DailyMoves>;
  readonly shocks: readonly ShockResult[];
  readonly shifts: readonly ShiftResult[];
  /** Why daily moves are missing; null if present. */
  readonly reason: string | null;
  /** Why shocks or shifts are missing. */
  readonly stressReason: string | null;
}

export const NO_PRICE_HISTORY = 'No price history for this market: risk needs daily moves.';

/** Risk inputs of a market without price history. */
export const buildEmptyRisk = (market: string, reason: string = NO_PRICE_HISTORY): MarketRisk => ({
  market,
  untilMs: null,
  computedMs: null,
  moves: new Map(),
  shocks: [],
  shifts: [],
  reason,
  stressReason: reason,
});

/** Progress of a risk calculation. */
export interface RiskProgress {
  /** Completed and total steps; null if none is running. */
  readonly progress: { readonly done: number; readonly of: number } | null;
  /** Earliest time of the next calculation; null where it is not possible. */
  readonly againFromMs: number | null;
}

/** Result of a recalculation request. */
export type RefreshOutcome = 'begun' | 'under way' | 'too soon' | 'impossible';

export interface RiskReader {
  /** Risk inputs of a market; same object until updated. */
  getRisk(market: string): MarketRisk;
  getProgress(market: string): RiskProgress;
  /** Requests a recalculation. */
  requestRefresh(market: string): RefreshOutcome;
  /** True while figures are missing or old because their computation failed. */
  hasFailed(): boolean;
  stop(): Promise<void>;
}
