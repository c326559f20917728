// Shapes of almanac, degree days, storage, forecast skill and reports: temperatures in °F, rain in inches, gas in Bcf, dates in UTC; null where nothing is known.
import type { CommodityKey } from '../trading/domain/commodity';
import type { ReportFigure } from '../trading/domain/report-figure';
import type { LeadSkill } from '../trading/domain/lead-skill';
import type { Sourced } from './weather';

export interface DatedDto {
  readonly value: number;
  /** YYYY-MM-DD, UTC. */
  readonly date: string;
}

export interface RecordsDto {
  readonly highest: DatedDto | null;
  readonly lowest: DatedDto | null;
  readonly wettest: DatedDto | null;
}

export interface ToDateDto {
  readonly from: string;
  readonly heating: number | null;
  readonly heatingNormal: number | null;
  readonly cooling: number | null;
  readonly coolingNormal: number | null;
  /** Days with readings, and days since `from`. */
  readonly days: number;
  readonly daysOfSpan: number;
}

export interface AlmanacPlaceDto {
  readonly place: string;
  /** Null for a region, which is made of several cells. */
  readonly cell: string | null;
  readonly normal: {
    readonly mean: number;
    readonly high: number;
    readonly low: number;
    readonly rain: number;
    readonly windSpeed: number;
    readonly days: number;
  } | null;
  /** Of this date in all years since `since`, and of all dates. */
  readonly dateRecords: RecordsDto;
  readonly allRecords: RecordsDto;
  readonly since: string | null;
  readonly yesterday: {
    readonly mean: number;
    readonly high: number;
    readonly low: number;
    readonly rain: number;
  } | null;
  readonly monthToDate: ToDateDto;
  readonly heatingSeason: ToDateDto;
  readonly coolingSeason: ToDateDto;
  readonly freezingDays: number;
  /** Hours of the last seven days at or below 32 °F and 28 °F; null for a region. */
  readonly freezeHours: {
    readonly freezing: number;
    readonly hardFreeze: number;
    readonly hours: number;
  } | null;
}

export interface CropDto {
  readonly crop: string;
  readonly commodity: CommodityKey;
  readonly stage: string;
  readonly next: string | null;
  /** How the stage is told. */
  readonly method: string;
  readonly planted: string | null;
  /** Growing degree days (86/50) since planting. */
  readonly growingDegreeDays: number | null;
  readonly growingDegreeDaysNormal: number | null;
}

export interface AlmanacDto extends Sourced {
  readonly reason: string | null;
  /** The UTC day of which the normals and records are. */
  readonly date: string | null;
  readonly cells: readonly AlmanacPlaceDto[];
  readonly regions: readonly AlmanacPlaceDto[];
  readonly crops: readonly CropDto[];
}

/** What a run changed over the days that it shares with an older one. */
export interface DegreeDayChangeDto {
  readonly since: string;
  readonly days: number;
  readonly heating: number;
  readonly cooling: number;
  readonly total: number;
  /** The day that moved most, heating and cooling together. */
  readonly peak: { readonly date: string; readonly change: number };
}

export interface DegreeDayDto {
  readonly date: string;
  readonly lead: number;
  readonly heating: number;
  readonly cooling: number;
  readonly heatingNormal: number | null;
  readonly coolingNormal: number | null;
}

export interface CellWeightDto {
  readonly cell: string;
  readonly place: string;
  readonly weight: number;
}

export interface DegreeDaysDto extends Sourced {
  readonly reason: string | null;
  /** °F. */
  readonly base: number;
  /** Heating counts where gas heats, cooling where gas makes power. */
  readonly weights: {
    readonly heating: readonly CellWeightDto[];
    readonly cooling: readonly CellWeightDto[];
  };
  readonly issuedAt: string | null;
  readonly days: readonly DegreeDayDto[];
  readonly heating: number | null;
  readonly cooling: number | null;
  readonly total: number | null;
  readonly totalNormal: number | null;
  readonly departure: number | null;
  readonly sinceLastRun: DegreeDayChangeDto | null;
  readonly sinceDayAgo: DegreeDayChangeDto | null;
  readonly regions: readonly {
    readonly region: string;
    readonly monthToDate: ToDateDto;
    readonly heatingSeason: ToDateDto;
    readonly coolingSeason: ToDateDto;
  }[];
}

export interface StorageWeekDto {
  readonly weekEnding: string;
  readonly published: string;
  readonly level: number;
  readonly change: number | null;
  readonly fiveYearMean: number | null;
  readonly fiveYearLow: number | null;
  readonly fiveYearHigh: number | null;
  /** Years behind the norm, five where the archive reaches that far. */
  readonly years: number | null;
  readonly fiveYearChange: number | null;
  readonly departure: number | null;
  readonly departurePercent: number | null;
}

export interface StorageDto extends Sourced {
  readonly reason: string | null;
  readonly unit: 'Bcf';
  readonly current: StorageWeekDto | null;
  /** The last year, oldest first. */
  readonly weeks: readonly StorageWeekDto[];
  readonly nextReport: string | null;
}

export interface ForecastSkillDto extends Sourced, LeadSkill {
  readonly cell: string;
  readonly place: string;
}

export interface ReportDto extends Sourced {
  readonly id: string;
  readonly kind: string;
  readonly at: string;
  readonly commodities: readonly CommodityKey[];
  readonly status: 'scheduled' | 'published';
  readonly figures: readonly ReportFigure[];
}
