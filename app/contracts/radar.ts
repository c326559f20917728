// What the radar shows.

import type { FeedDto, TickerItem } from './dashboard';
import type { RadarMapDto } from './maps';

import type { WeatherScreen } from './weather-page';
import type { AlmanacPlaceDto, AlmanacDto } from './api/almanac';
import type { PatternsDto } from './api/weather';

/** The almanac of the regions and crops alone. */
export interface RadarAlmanac
  extends Pick<AlmanacDto, 'source' | 'asOf' | 'date' | 'reason' | 'crops'> {
  readonly regions: readonly Pick<AlmanacPlaceDto, 'place' | 'normal' | 'yesterday'>[];
}

/** Parts are null where they could not be made; the map is where there is nothing to draw, too. */
export interface RadarPageDto extends WeatherScreen {
  readonly ticker: readonly TickerItem[];
  readonly map: RadarMapDto | null;
  readonly isMapFailed: boolean;
  readonly feed: FeedDto;
  readonly patterns: PatternsDto | null;
  readonly almanac: RadarAlmanac | null;
}
