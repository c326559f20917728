// Risk types for pages, API and sockets. Dollars; times in ISO 8601; a null value has its reason
// beside it.
import type { SensitivitiesDto } from './sensitivities';
import type { VarDto } from './value-at-risk';

export const STRESS_NAMES = {
  hurricane: 'Hurricane',
  polarVortex: 'Polar vortex',
  drought: 'Drought',
} as const;
export type StressName = keyof typeof STRESS_NAMES;

export interface StressDto {
  readonly shock: StressName;
  readonly date: 'now' | 'worst';
  /** Start date of the shock, as month and day. */
  readonly monthDay: string;
  /**
   * Median P&L on the day of its largest absolute value, and the 5th percentile. A loss is
   * negative.
   */
  readonly profit: number;
  readonly badly: number;
  readonly day: number;
  readonly pairs: number;
  /** Median moves of the most affected chains: percent, or $/MWh for power. */
  readonly moves: readonly {
    readonly chain: string;
    readonly move: number;
    readonly isPower: boolean;
  }[];
}

/** Risk of one account at one sequence number. */
export interface RiskDto {
  readonly asOfSeq: number;
  readonly asOf: string;
  readonly source: string;
  /** End of the last trading day in the price history, and when it was computed. */
  readonly movesUntil: string | null;
  readonly madeAt: string | null;
  readonly positions: number;
  readonly value: VarDto | null;
  /** Why there is no VaR. */
  readonly reason: string | null;
  readonly stresses: readonly StressDto[];
  /** Why stress tests are missing. */
  readonly stressReason: string | null;
  readonly sensitivities: SensitivitiesDto | null;
  readonly sensitivityReason: string | null;
}
