// Types of the dashboard's strategy list.
import type { CommodityKey } from '../trading/domain/commodity';
import type { PlaybookRisk } from '../trading/domain/playbook-risk';

/** Track record on the $25,000 account in out-of-sample simulations, after costs. */
/** Texts are built on the server, so that the browser loads less script. */
export interface RecordDto {
  readonly grade: 'A' | 'B' | 'C' | 'D';
  readonly trades: number;
  /** Return of each simulation, percent a year, simple. */
  readonly accountPercents: readonly number[];
  /** The returns as a sentence, and their range with the number of simulations. */
  readonly returnsText: string;
  readonly rangeText: string;
  readonly medianPercent: number;
  /** The median in dollars a year, signed text. */
  readonly medianDollars: string;
  readonly worstYearPercent: number;
  /** Edge and cost per trade in basis points of notional, and notional traded a year / equity. */
  readonly edgeAndCost: string;
  readonly turnover: string;
  /** Grade, trades, Sharpe ratios and drawdown as sentences. */
  readonly details: string;
}

export interface PlaybookDto {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly riskLevel: PlaybookRisk;
  /** Advertised yearly return range, such as `15-25%`. */
  readonly expectedReturn: string;
  /** Null without a record of the current rule. */
  readonly record: RecordDto | null;
  /** Simulated track record as a sentence. */
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
  /** True for the best record of the commodity, if it paid its costs. */
  readonly isBestRecord: boolean;
  /** Season and next entry date; null in season. */
  readonly outOfSeason: string | null;
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
  /** In season first, then by grade and median return. */
  readonly playbooks: readonly PlaybookDto[];
  /** Why the ranked strategies fit current quotes; null without a ranking. */
  readonly reasoning: string | null;
  /** What RUN trades without a choice. */
  readonly defaultText: string;
  /** Strategies that the market does not offer, by reason: their names and the reason. */
  readonly notOffered: readonly { readonly reason: string; readonly names: readonly string[] }[];
}
