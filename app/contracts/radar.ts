// Types of the radar page.

import type { FeedDto, TickerItem } from './dashboard';
import type { RadarMapDto } from './maps';

import type { WeatherScreen } from './weather-page';
import type { AlmanacPlaceDto, AlmanacDto } from './api/almanac';
import type { PatternsDto } from './api/weather';

/** Almanac of regions and crops only. */
export interface RadarAlmanac
  extends Pick<AlmanacDto, 'source' | 'asOf' | 'date' | 'reason' | 'crops'> {
  readonly regions: readonly Pick<AlmanacPlaceDto, 'place' | 'normal' | 'yesterday'>[];
}

/** A part is null if it failed. `map` is also null without data; see `isMapFailed`. */
export interface RadarPageDto extends WeatherScreen {
  readonly ticker: readonly TickerItem[];
  readonly map: RadarMapDto | null;
  readonly isMapFailed: boolean;
  readonly feed: FeedDto;
  readonly patterns: PatternsDto | null;
  readonly almanac: RadarAlmanac | null;
}
