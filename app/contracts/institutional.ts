// Types of the institutional page. A null value has its reason beside it.
import type { LatencyData } from './api/socket';

import type { BarShape } from './bar-shape';
import type { VarHistory } from './var-history';
import type { RiskDto } from './risk';
import type { VarTestDto } from './value-at-risk';
import type { WeatherIntelligence } from './api/signals';

export interface ExecutionDto {
  /**
   * Orders in total, and those rejected, filled, or partly filled. Fractions 0 to 1; null without
   * orders.
   */
  readonly orders: number;
  readonly refused: number;
  readonly filledShare: number | null;
  readonly partShare: number | null;
  readonly refusedShare: number | null;
  readonly fills: number;
  /** Basis points. */
  readonly slippageMean: number | null;
  readonly slippageP95: number | null;
  readonly shortfall: number | null;
  /** Dollars. */
  readonly shortfallDollars: number;
  readonly spreadDollars: number;
  readonly latencyMs: { readonly p50: number; readonly p95: number; readonly p99: number } | null;
  readonly stops: number;
  readonly stopGap: number | null;
  /** True when only the newest fills are included. */
  readonly isCut: boolean;
}

export interface LatencyDto {
  /** Null without an open socket. */
  readonly socket: LatencyData | null;
  readonly loop: { readonly p50: number; readonly p99: number; readonly most: number } | null;
  /** Milliseconds from queueing a command to its response after the commit. */
  readonly command: {
    readonly p50: number | null;
    readonly p95: number | null;
    readonly p99: number | null;
  };
}

/** Display rows of network performance, or why there are none. */
export interface AiPerformanceDto {
  readonly rows: readonly {
    readonly name: string;
    readonly value: string;
    readonly note: string;
  }[];
  readonly reason: string | null;
}

/** Progress of the risk calculation, and when it may be requested again. */
export interface RiskRefreshDto {
  readonly progress: { readonly done: number; readonly of: number } | null;
  /** Null where risk cannot be recalculated. */
  readonly againFrom: string | null;
  readonly mayAsk: boolean;
}

export interface InstitutionalDto {
  readonly risk: RiskDto;
  /** Daily loss limit in dollars: the loss at which entries stop until the next day. */
  readonly lossLimit: number;
  /** Chart of the VaR backtest; null with `testReason`. */
  readonly varHistory: VarHistory | null;
  /** Bars of the stress tests; null with the reason in `risk`. */
  readonly stressChart: BarShape | null;
  readonly work: RiskRefreshDto;
  readonly tests: readonly VarTestDto[] | null;
  readonly testReason: string | null;
  readonly execution: ExecutionDto;
  readonly latency: LatencyDto;
  readonly weather: WeatherIntelligence['data'];
  readonly performance: AiPerformanceDto;
}
