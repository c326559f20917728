// The playbooks of a commodity as the dashboard shows them.
import type { CommodityKey } from '../trading/domain/commodity';
import type { PlaybookRisk } from '../trading/domain/playbook-risk';

export interface PlaybookDto {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly riskLevel: PlaybookRisk;
  /** What such a trade is said to bring in a good year, such as `15-25%`. */
  readonly expectedReturn: string;
  /** What was measured of it in simulated worlds, in words. */
  readonly measured: string;
  readonly timeframe: string;
  readonly text: {
    readonly what: string;
    readonly when: string;
    readonly how: string;
    readonly why: string;
  };
  /** 1 to 3 where the quotes recommend it. */
  readonly rank: 1 | 2 | 3 | null;
  readonly isChosen: boolean;
  /** The one that trades now, chosen or not. */
  readonly isInForce: boolean;
  /** Why it was halted, for everybody; null while it decides. */
  readonly halted: string | null;
  /** Whether it can be tested on a simulated world. */
  readonly canBacktest: boolean;
}

export interface StrategiesDto {
  readonly commodity: CommodityKey;
  readonly playbooks: readonly PlaybookDto[];
  /** Why the ranked ones suit the quotes, with the numbers; null where none of them is here. */
  readonly reasoning: string | null;
}
