// Types of the weather pages; a part is null if it failed.
import type { CommodityKey } from '../trading/domain/commodity';
import type { PriceDirection } from '../trading/domain/price-direction';
import type { Tick } from './chart-shape';
import type { LegendStop, MapPoint, MapScale, UsMapDto } from './maps';
import type { SeriesShape } from './series-shape';
import type { AlmanacDto, DegreeDaysDto, ForecastSkillDto, StockDto } from './api/almanac';
import type { WeatherDto } from './api/weather';

/** Fields of every weather page. */
export interface WeatherScreen {
  /** Why the market has no weather; null if it has. */
  readonly reason: string | null;
  /** Server time of the page; ages count from it. */
  readonly nowMs: number;
  readonly timeZone: string;
}

export interface SkillPart {
  /** Cell of the displayed forecast skill. */
  readonly cell: string;
  readonly place: string;
  readonly rows: readonly ForecastSkillDto[];
  readonly chart: SeriesShape | null;
  /** Corrections of the public forecast by WeatherNet; empty where it does not forecast. */
  readonly corrections: readonly ForecastCorrection[];
  /** What limits the corrections; null for none. */
  readonly correctionRemark: string | null;
  /** Selectable cells. */
  readonly cells: readonly { readonly cell: string; readonly place: string }[];
}

/** Daily mean of the public forecast and its expected correction, deg F. */
export interface ForecastCorrection {
  readonly lead: number;
  readonly forecastF: number;
  readonly correctionF: number;
}

/** Drought of the newest weekly map. */
export interface DroughtPart {
  readonly source: string;
  /** Day of the map, YYYY-MM-DD, and its publication time; null before the first. */
  readonly day: string | null;
  readonly asOf: string | null;
  /** Driest first. */
  readonly rows: readonly {
    readonly state: string;
    /** 0 to 500, and the change against the week before. */
    readonly index: number;
    readonly change: number | null;
    /** Share of the area in severe drought or worse, percent. */
    readonly severePercent: number | null;
  }[];
}

export interface StormRow {
  readonly id: string;
  readonly name: string;
  /** Such as `hurricane of category 3`. */
  readonly kind: string;
  readonly windMph: number;
  readonly pressureMb: number | null;
  /** Latitude and longitude as text. */
  readonly position: string;
  /** Such as `NW at 12 mph`; null where the agency states none. */
  readonly moving: string | null;
  /** Time of the advisory. */
  readonly at: string;
  readonly nearest: { readonly name: string; readonly miles: number };
  /** Markets that a hurricane in the nearest region moves; empty while the storm is far away. */
  readonly moves: readonly {
    readonly name: string;
    readonly commodity: CommodityKey;
    readonly direction: PriceDirection;
  }[];
}

/** A mark whose name stands to the left (-1) or to the right (1) of it. */
interface StormMapMark extends MapPoint {
  readonly name: string;
  readonly side: -1 | 1;
}

/** Storms on the map of the Gulf and the Atlantic coast. */
export interface StormMapDto {
  /** Shown part of the coordinates of the US map. */
  readonly frame: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  /** FIPS codes of the outlines. */
  readonly states: readonly string[];
  readonly storms: readonly (StormMapMark & {
    readonly id: string;
    /** Wind with its unit. */
    readonly value: string;
    /** Tooltip text. */
    readonly title: string;
    readonly isHurricane: boolean;
    /** Earlier positions and the present one, as points of a line. */
    readonly track: string;
  })[];
  readonly regions: readonly StormMapMark[];
  /** One sentence that describes the map. */
  readonly summary: string;
}

/** Active storms of the Atlantic and the eastern Pacific. */
export interface StormPart {
  readonly source: string;
  /** Newest advisory, without a storm the newest answer; null before the first. */
  readonly asOf: string | null;
  /** Why an empty list does not mean that no storm is active; null where it does. */
  readonly reason: string | null;
  /** Strongest first. */
  readonly rows: readonly StormRow[];
  /** Null without a storm in its frame. */
  readonly map: StormMapDto | null;
}

/** Weekly stocks of gas or oil. */
export interface StockPart {
  readonly stock: Omit<StockDto, 'weeks'>;
  /** Decimals of its figures. */
  readonly decimals: number;
  /** Latest weeks, newest first. */
  readonly weeks: StockDto['weeks'];
  readonly chart: SeriesShape | null;
}

/** Colder or warmer forecast than that of the run before. */
export type RunTone = 'colder' | 'warmer' | 'flat';

/** A labeled value on the chart of model runs; positions in percent of its panel. */
export interface RunPoint {
  readonly at: number;
  readonly y: number;
  readonly value: string;
}

/** Change of a run against the one before, as a bar from the zero line. */
export interface RunBar {
  readonly at: number;
  readonly top: number;
  readonly height: number;
  readonly value: string;
  readonly tone: RunTone;
}

/** Totals by model run above, changes to the run before below. */
export interface RunChartShape {
  readonly width: number;
  readonly height: number;
  readonly path: string;
  readonly points: readonly RunPoint[];
  /** Height of the normal; null if it lies outside or is not available. */
  readonly normalAt: number | null;
  readonly normal: string | null;
  readonly yTicks: readonly Tick[];
  readonly bars: readonly RunBar[];
  readonly barTicks: readonly Tick[];
  readonly zeroAt: number;
  /** Hours of the runs, and the first label of each day. */
  readonly hours: readonly Tick[];
  readonly dates: readonly Tick[];
  readonly summary: string;
}

export interface RunRow {
  readonly issuedAt: string;
  readonly run: string;
  readonly heating: number;
  readonly cooling: number;
  readonly total: number;
  readonly change: number | null;
}

/** A market that the change moves. */
export interface MovedMarket {
  /** `Natural Gas`, `PJM Power`. */
  readonly name: string;
  readonly commodity: CommodityKey;
  readonly direction: PriceDirection;
  /** Side of the open positions; null without one. */
  readonly held: HeldSide | null;
}

export type HeldSide = 'LONG' | 'SHORT' | 'LONG and SHORT';

/** Degree days of the last model runs. */
export interface RunsPart {
  readonly tone: RunTone;
  readonly headline: string;
  /** Region with the largest change; empty for none. */
  readonly where: string;
  readonly moves: readonly MovedMarket[];
  /** Why no market moves; null if one does, and without an earlier run. */
  readonly noMoves: string | null;
  /** Days that all runs cover. */
  readonly span: string;
  /** Change from the last run and from the run issued 24 hours before the newest; null without it. */
  readonly sinceLastRun: number | null;
  readonly sinceDayAgo: number | null;
  /** Null for one run. */
  readonly chart: RunChartShape | null;
  readonly rows: readonly RunRow[];
}

export interface AnomalyMap {
  readonly title: string;
  readonly dates: string;
  readonly map: UsMapDto;
}

/** Departure from normal by place, one value per map; deg F. */
export interface AnomalyRow {
  readonly place: string;
  readonly departures: readonly (number | null)[];
}

/** Forecast temperature against normal. */
export interface AnomalyPart {
  readonly maps: readonly AnomalyMap[];
  readonly legend: readonly LegendStop[];
  readonly regions: readonly AnomalyRow[];
  readonly states: readonly AnomalyRow[];
  readonly scale: MapScale;
  readonly source: string;
  /** Publication time of the run. */
  readonly asOf: string;
}

export interface WeatherPageDto extends WeatherScreen {
  /** Null if it failed, and before a run that all weighted places have. */
  readonly runs: RunsPart | null;
  readonly isRunsFailed: boolean;
  readonly anomalies: AnomalyPart | null;
  readonly isAnomalyFailed: boolean;
  readonly readings: readonly WeatherDto[] | null;
  readonly almanac: AlmanacDto | null;
  readonly degreeDays: DegreeDaysDto | null;
  readonly degreeChart: SeriesShape | null;
  readonly storage: StockPart | null;
  readonly petroleum: { readonly crude: StockPart; readonly distillate: StockPart } | null;
  /** Null if it failed, and where no source publishes drought by state. */
  readonly drought: DroughtPart | null;
  readonly isDroughtFailed: boolean;
  /** Null if it failed, and where no hurricane center is read. */
  readonly storms: StormPart | null;
  readonly isStormsFailed: boolean;
  readonly skill: SkillPart | null;
}
