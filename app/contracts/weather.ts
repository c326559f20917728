// Shapes of the weather calls: moments in ISO 8601 UTC, temperatures in °F, rain in inches, wind in mph, pressure in mb; null where nothing is known.
import type { CommodityKey } from '../trading/domain/commodity';

/** Where a figure comes from, and when the newest of what it is made of was published. */
export interface Sourced {
  readonly asOf: string | null;
  readonly source: string;
}

/** The readings of a place. */
export interface ReadingDto extends Sourced {
  /** The hour that the readings are of. */
  readonly timestamp: string | null;
  readonly temperature: number | null;
  readonly humidity: number | null;
  readonly windSpeed: number | null;
  readonly pressure: number | null;
  readonly type: string | null;
  readonly severity: string | null;
  /** The word of a ticker, such as `showers`. */
  readonly condition: string | null;
  /** 0 to 100. */
  readonly intensity: number | null;
  /** Of the last hour, and of the last six. */
  readonly rain: number | null;
  readonly rainSixHours: number | null;
  /** Mean of the last 24 hours less the normal of the day, in °F and in standard deviations. */
  readonly departure: number | null;
  readonly deviations: number | null;
  /** Water in the root zone in standard deviations from the season; below zero is dry. */
  readonly soil: number | null;
  /** Older than a reading may be. */
  readonly isStale: boolean;
}

export interface WeatherDto extends ReadingDto {
  readonly region: string;
  readonly kind: 'weather' | 'market' | 'supply';
}

/** A state of the map; `region` is the weather region in which it lies. */
export interface MapStateDto extends ReadingDto {
  readonly region: string;
  readonly state: string;
  readonly fips: string;
}

/** Where a price goes by it, and why. */
export interface EffectDto {
  readonly commodity: CommodityKey;
  readonly direction: 'UP' | 'DOWN' | 'MIXED';
  readonly because: string;
}

export interface IntelligenceDto extends Sourced {
  readonly region: string;
  readonly time: string;
  readonly temperature: number | null;
  readonly impact: 'HIGH' | 'MEDIUM' | 'LOW';
  readonly message: string;
  readonly commodities: readonly CommodityKey[];
  readonly effects: readonly EffectDto[];
  /** Ids of the warnings that it tells. */
  readonly warnings: readonly string[];
}

export interface CorrelationDto extends Sourced {
  readonly weatherFactor: string;
  readonly region: string;
  readonly commodity: CommodityKey;
  readonly chain: string;
  /** -1 to 1 with three decimals; null while fewer than 30 pairs are known. */
  readonly correlationStrength: string | null;
  /** Days by which the weather leads the price. */
  readonly lagDays: number | null;
  readonly n: number;
  readonly pValue: number | null;
  /** Rate of false discoveries among all that were looked at (Benjamini and Hochberg). */
  readonly falseDiscoveryRate: number | null;
  readonly isSignificant: boolean;
  readonly timestamp: string;
}

export interface PatternDto extends Sourced {
  readonly pattern: string;
  readonly region: string;
  readonly impactLevel: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
  readonly affectedCommodities: readonly CommodityKey[];
  readonly effects: readonly EffectDto[];
  readonly kind: string | null;
  readonly phase: string | null;
  readonly probability: number | null;
  readonly strength: number | null;
  readonly from: string | null;
  readonly until: string | null;
  readonly text: string | null;
  readonly timestamp: string;
}

export interface PatternsDto extends Sourced {
  readonly correlations: readonly PatternDto[];
  /** Why there is nothing, one sentence; null when there is something. */
  readonly reason: string | null;
}
