// Types of the maps: geometry, tooltips, and the same data as rows.
import type { MapSeverity } from '../trading/domain/map-severity';
import type { Preferences } from './preferences';

export interface MapStateShape {
  readonly fips: string;
  /** CSS color. */
  readonly fill: string;
  /** True for a state without a value. */
  readonly isFaint: boolean;
  /** True for a state whose weather moves no open position; absent without positions. */
  readonly isAway?: boolean;
  /** Tooltip text. */
  readonly title: string;
}

/** Position in the map frame, 975 x 610. */
export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

export interface MapLabel extends MapPoint {
  readonly name: string;
  readonly value: string;
  readonly title: string;
}

export interface UsMapDto {
  readonly states: readonly MapStateShape[];
  readonly labels: readonly MapLabel[];
  /** Marks of open positions; absent without any. */
  readonly pins?: readonly MapLabel[];
  /** One sentence that describes the map. */
  readonly summary: string;
}

export interface LegendStop {
  readonly label: string;
  readonly fill: string;
  /** Value range as text. */
  readonly value: string;
}

export interface RegionPriceRow {
  readonly region: string;
  readonly states: string;
  /** Price in dollars with its unit. */
  readonly price: string;
  readonly symbol: string;
  /** Price type. */
  readonly kind: string;
  readonly asOf: string;
  /** Time of day, or the date if it is not today. */
  readonly at: string;
  readonly isStale: boolean;
}

export interface PriceMapDto {
  readonly title: string;
  readonly map: UsMapDto;
  readonly legend: {
    readonly heading: string;
    readonly stops: readonly LegendStop[];
    readonly note: string;
  };
  readonly rows: readonly RegionPriceRow[];
  /** Number of states without a quote. */
  readonly unquoted: number;
  readonly isStale: boolean;
  /** True where all prices are published spot prices. */
  readonly isSpot: boolean;
  readonly scale: MapScale;
}

export type MapScale = Preferences['scale'];

export interface RadarRow {
  readonly state: string;
  readonly region: string;
  readonly severity: MapSeverity | null;
  readonly intensity: number | null;
  readonly condition: string | null;
  readonly type: string | null;
  readonly temperature: number | null;
  readonly windSpeed: number | null;
  readonly rainSixHours: number | null;
}

export interface RadarMapDto {
  readonly map: UsMapDto;
  readonly legend: readonly LegendStop[];
  readonly rows: readonly RadarRow[];
  readonly scale: MapScale;
  readonly source: string;
  readonly asOf: string | null;
}
