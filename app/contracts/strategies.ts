// Types of the dashboard's strategy list.
import type { CommodityKey } from '../trading/domain/commodity';
import type { PlaybookRisk } from '../trading/domain/playbook-risk';

export interface PlaybookDto {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly riskLevel: PlaybookRisk;
  /** Advertised yearly return range, such as `15-25%`. */
  readonly expectedReturn: string;
  /** Simulated track record as text. */
  readonly measured: string;
  readonly timeframe: string;
  readonly text: {
    readonly what: string;
    readonly when: string;
    readonly how: string;
    readonly why: string;
  };
  /** Recommendation rank 1 to 3, or null. */
  readonly rank: 1 | 2 | 3 | null;
  readonly isChosen: boolean;
  /** The active strategy, selected or default. */
  readonly isInForce: boolean;
  /** Halt reason, for all users; null while active. */
  readonly halted: string | null;
  /** True if it can be backtested on simulated data. */
  readonly canBacktest: boolean;
}

export interface StrategiesDto {
  readonly commodity: CommodityKey;
  readonly playbooks: readonly PlaybookDto[];
  /** Why the ranked strategies fit current quotes; null without a ranking. */
  readonly reasoning: string | null;
}
