// What the radar shows.
import type { AlmanacPlaceWire, AlmanacWire } from './almanac';
import type { FeedWire, TickerItem } from './dashboard';
import type { RadarMapWire } from './maps';
import type { PatternsWire } from './weather';
import type { WeatherScreen } from './weather-page';

/** The almanac of the regions and crops alone. */
export interface RadarAlmanac
  extends Pick<AlmanacWire, 'source' | 'asOf' | 'date' | 'reason' | 'crops'> {
  readonly regions: readonly Pick<AlmanacPlaceWire, 'place' | 'normal' | 'yesterday'>[];
}

/** Parts are null where they could not be made; the map is where there is nothing to draw, too. */
export interface RadarPageWire extends WeatherScreen {
  readonly ticker: readonly TickerItem[];
  readonly map: RadarMapWire | null;
  readonly isMapFailed: boolean;
  readonly feed: FeedWire;
  readonly patterns: PatternsWire | null;
  readonly almanac: RadarAlmanac | null;
}
