// Shapes of the maps: what is drawn, and the same as words and rows.
import type { MapSeverity } from '../trading/domain/map-severity';
import type { Preferences } from './preferences';

export interface MapStateShape {
  readonly fips: string;
  /** A color. */
  readonly fill: string;
  /** Only tinted, for it has no value. */
  readonly isFaint: boolean;
  /** What its tooltip says. */
  readonly title: string;
}

/** In the frame of the map, 975 by 610. */
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
  /** Texts at their places; with `isMarker` beside a dot. */
  readonly labels: readonly MapLabel[];
  /** The map in a sentence. */
  readonly summary: string;
}

export interface LegendStop {
  readonly label: string;
  readonly fill: string;
  /** What it stands for, in words. */
  readonly value: string;
}

export interface RegionPriceRow {
  readonly region: string;
  readonly states: string;
  /** Dollars with the unit. */
  readonly price: string;
  readonly symbol: string;
  /** What kind of price it is. */
  readonly kind: string;
  readonly asOf: string;
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
  /** How many states have no price. */
  readonly unquoted: number;
  readonly isStale: boolean;
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
