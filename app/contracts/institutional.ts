// What the institutional page is told besides the risk: execution, latency, what the networks are
// worth. Null where there is none, and then a sentence says why.
import type { LatencyData } from './api/socket';

import type { RiskDto, VarTestDto } from './risk';
import type { WeatherIntelligence } from './api/signals';

export interface ExecutionDto {
  /**
   * Orders that ended or work, and of these how many the gate refused, the venue filled, filled in
   * part, or neither; shares 0 to 1, null of none.
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
  /** Only the newest fills are judged. */
  readonly isCut: boolean;
}

export interface LatencyDto {
  /** Null without a socket. */
  readonly socket: LatencyData | null;
  readonly loop: { readonly p50: number; readonly p99: number; readonly most: number } | null;
  /** From a command in the queue to its answer after the commit. */
  readonly command: {
    readonly p50: number | null;
    readonly p95: number | null;
    readonly p99: number | null;
  };
}

/** What the signals of the networks were worth: rows as they are shown, or why there are none. */
export interface AiPerformanceDto {
  readonly rows: readonly {
    readonly name: string;
    readonly value: string;
    readonly note: string;
  }[];
  readonly reason: string | null;
}

/** How far the reading of the market's risk is, and when it may be asked for anew. */
export interface RiskWorkDto {
  readonly progress: { readonly done: number; readonly of: number } | null;
  /** Null where nobody could read it anew. */
  readonly againFrom: string | null;
  readonly mayAsk: boolean;
}

export interface InstitutionalDto {
  readonly risk: RiskDto;
  readonly work: RiskWorkDto;
  readonly tests: readonly VarTestDto[] | null;
  readonly testReason: string | null;
  readonly execution: ExecutionDto;
  readonly latency: LatencyDto;
  readonly weather: WeatherIntelligence['data'];
  readonly performance: AiPerformanceDto;
}
