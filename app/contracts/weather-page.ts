// Types of the weather pages; a part is null if it failed.
import type { SeriesShape } from './series-shape';
import type { AlmanacDto, DegreeDaysDto, ForecastSkillDto, StorageDto } from './api/almanac';
import type { CorrelationDto, WeatherDto } from './api/weather';

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
  /** Selectable cells. */
  readonly cells: readonly { readonly cell: string; readonly place: string }[];
}

/** Daily mean of the public forecast and its expected correction, deg F. */
export interface ForecastCorrection {
  readonly lead: number;
  readonly forecastF: number;
  readonly correctionF: number;
}

export interface StoragePart {
  readonly storage: Omit<StorageDto, 'weeks'>;
  /** Latest weeks, newest first. */
  readonly weeks: StorageDto['weeks'];
  readonly chart: SeriesShape | null;
}

export interface WeatherPageDto extends WeatherScreen {
  readonly readings: readonly WeatherDto[] | null;
  readonly almanac: AlmanacDto | null;
  readonly degreeDays: DegreeDaysDto | null;
  readonly degreeChart: SeriesShape | null;
  readonly storage: StoragePart | null;
  readonly skill: SkillPart | null;
}

export interface CorrelationsPageDto extends WeatherScreen {
  readonly rows: readonly CorrelationDto[] | null;
}
