// Status of the trading process.
import type { EpochMs } from '../../trading/domain/units';
import type { MarketFeedStatus } from '../../trading/engine/market-source';
import type { RunnerStatus } from '../../trading/engine/runner';
import type { DeskState } from '../../trading/engine/state';

export const AUDIT_PHASES = ['running', 'passed', 'failed', 'could not run', 'off'] as const;

export interface AuditState {
  /**
   * Last result; `running` before the first. A later audit in progress keeps the previous result.
   */
  readonly phase: (typeof AUDIT_PHASES)[number];
  readonly reason: string | null;
  /** Wall clock of the last passed audit; null if none is recorded. */
  readonly passedMs: number | null;
}

export interface ClockStatus {
  /** Why server time is in doubt; null if the clocks agree, and in a replay. */
  readonly fault: string | null;
  readonly wallMs: EpochMs;
  /** Wall clock minus server time, ms; 0 in a replay. */
  readonly offsetMs: number;
}

export type FailedPart = 'risk' | 'signals';

export interface TerminalStatus extends RunnerStatus {
  /** Open, storage works, and trading is not halted. */
  readonly isReady: boolean;
  /** A halt applies from its request, even before it is stored. */
  readonly trading: DeskState['trading'];
  readonly audit: AuditState;
  readonly feed: MarketFeedStatus | null;
  readonly clock: ClockStatus;
  readonly sequence: number;
  readonly logSeq: number;
  readonly recoveryMs: number;
  /** Parts that failed and are tried again. Orders do not need them. */
  readonly failedParts: readonly FailedPart[];
}
