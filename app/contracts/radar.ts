// Types of the radar page.

import type { FeedDto, TickerItem } from './dashboard';
import type { RadarMapDto } from './maps';

import type { MapSeverity } from '../trading/domain/map-severity';
import type { WeatherScreen } from './weather-page';
import type { AlmanacPlaceDto, AlmanacDto } from './api/almanac';
import type { PatternDto, PatternsDto } from './api/weather-intelligence';

/** Almanac of regions and crops only. */
export interface RadarAlmanac
  extends Pick<AlmanacDto, 'source' | 'asOf' | 'date' | 'reason' | 'crops'> {
  readonly regions: readonly Pick<AlmanacPlaceDto, 'place' | 'normal' | 'yesterday'>[];
}

/** A warning in a region whose weather moves open positions. */
export interface HeldWarning {
  readonly pattern: string;
  readonly text: string;
  readonly impactLevel: PatternDto['impactLevel'];
  /** Contracts it moves: `LONG Natural Gas NGZ26 (▲ bullish)`. */
  readonly positions: readonly string[];
}

/** Weather now in a region whose weather moves open positions. */
export interface ExposureRow {
  readonly region: string;
  readonly positions: string;
  readonly severity: MapSeverity | null;
  readonly weather: string;
  /** Hour of the observation; null without one. */
  readonly observedAt: string | null;
  readonly isStale: boolean;
  /** Number of warnings that move these positions. */
  readonly warnings: number;
}

/** Whether dangerous weather concerns the open positions. */
export interface ExposureDto {
  /** One line: what warns, or that nothing does. */
  readonly verdict: string;
  readonly warnings: readonly HeldWarning[];
  readonly rows: readonly ExposureRow[];
}

/** A part is null if it failed. `map` is also null without data; see `isMapFailed`. */
export interface RadarPageDto extends WeatherScreen {
  readonly ticker: readonly TickerItem[];
  readonly map: RadarMapDto | null;
  /** Null if it failed and without weather. */
  readonly exposure: ExposureDto | null;
  readonly isExposureFailed: boolean;
  /** Publication times of the newest observation and the newest model run. */
  readonly readingsAt: string | null;
  readonly runsAt: string | null;
  readonly isMapFailed: boolean;
  readonly feed: FeedDto;
  readonly patterns: PatternsDto | null;
  readonly almanac: RadarAlmanac | null;
}
