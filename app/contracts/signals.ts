// Signals as pages and programs are told of them: the word of each user's risk level, the frozen facts behind it, and the ledger of what came of them.
import type { CommodityKey } from '../trading/domain/commodity';
import type { Benchmark } from '../trading/domain/signal-facts';

export type SignalWordDto = 'BUY' | 'SELL' | 'HOLD';

/** A signal in force. Prices in quoted units, moments in ISO 8601 UTC, chances 0 to 1. */
export interface SignalDto {
  readonly region: string;
  readonly symbol: string;
  readonly signal: SignalWordDto;
  /** Chance that the side is right; of a HOLD that of the likelier side, .5 where the network has shown no skill. */
  readonly confidence: number;
  readonly targetPrice: number;
  readonly reasoning: string;
  readonly commodity: CommodityKey;
  readonly network: string;
  readonly contract: string;
  /** What it was frozen at: a rise and the target are measured from it. */
  readonly price: number;
  /** Quantiles of 10 and 90 % of the price at its end. */
  readonly low: number;
  readonly high: number;
  readonly chanceUp: number;
  readonly asOf: string;
  readonly expiresAt: string;
  readonly hasSkill: boolean;
  /** What the evaluation found in this market; after a demotion, when and to what it was lost. */
  readonly verdict: string;
  readonly market: string;
}

/** What the row of a commodity says of its signals: the strongest of them. */
export interface SignalCell {
  readonly signal: SignalWordDto;
  readonly confidence: number;
  readonly targetPrice: number;
  /** The hub that it is of where there are several; null where there is one. */
  readonly hub: string | null;
}

/** A list of signals; empty with its reason. */
export interface SignalsDto {
  readonly rows: readonly SignalDto[];
  /** Why there is none, or why no newer ones come; null while all is well. */
  readonly reason: string | null;
  /** How many networks there are. */
  readonly networks: number;
}

export interface ScoredDto {
  readonly symbol: string;
  readonly network: string;
  readonly contract: string;
  readonly commodity: CommodityKey;
  readonly madeAt: string;
  readonly expiredAt: string;
  readonly chanceUp: number;
  readonly price: number;
  /** The first price at or after its end. */
  readonly priceThen: number;
  readonly outcome: 'rose' | 'fell' | 'stood' | null;
  readonly brier: number | null;
}

/** The score of one network in one market, or of a network over all of them. */
export interface ScoreDto {
  readonly network: string;
  /** Null over all markets of the network. */
  readonly symbol: string | null;
  readonly count: number;
  readonly voids: number;
  readonly hits: number;
  readonly sided: number;
  /** Means; null before the first score. */
  readonly brier: number | null;
  readonly logLoss: number | null;
  readonly rivals: Readonly<Record<Benchmark, number>> | null;
  /** Evaluation and demotion in words; null over all markets. */
  readonly verdict: string | null;
  readonly isDemoted: boolean;
}

/** Stated chances of a rise in one bin, and how often it rose. */
export interface ReliabilityDto {
  readonly from: number;
  readonly until: number;
  readonly count: number;
  readonly stated: number | null;
  readonly came: number | null;
}

export interface SignalLedgerDto extends SignalsDto {
  readonly market: string;
  readonly waiting: number;
  readonly scored: readonly ScoredDto[];
  readonly totals: readonly ScoreDto[];
  readonly byMarket: readonly ScoreDto[];
  readonly reliability: readonly ReliabilityDto[];
  /** The rule by which a network is demoted, with its figures. */
  readonly rule: {
    readonly level: number;
    readonly days: number;
    readonly evidence: number;
    readonly lateMinutes: number;
  };
  /** How the thread stands: its last word, what it took, and its memory; null before it has spoken. */
  readonly spoken: {
    readonly at: string;
    readonly tookMs: number;
    readonly memoryMb: number;
  } | null;
}

/** Null where nothing has computed it; then `reason` says why. */
export interface WeatherIntelligence {
  readonly type: 'WEATHER_INTELLIGENCE';
  readonly data: {
    readonly dopplerRadarAnalysis: {
      readonly confidence: number | null;
      readonly precipitationForecast: string | null;
    };
    readonly satelliteImagery: { readonly cropHealthIndex: number | null };
    readonly aiPredictions: {
      readonly naturalGasSpike: {
        readonly probability: number | null;
        readonly targetPrice: number | null;
        readonly timeframe: string | null;
      };
    };
    /** The moment as known at which it was said. */
    readonly asOf: string | null;
    readonly reason: string | null;
  };
}
