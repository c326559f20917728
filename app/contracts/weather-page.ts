// Shapes of the weather screens: the lists of the calls as a page needs them, null where they could
// not be made.
import type { SeriesShape } from './series-shape';
import type { AlmanacDto, DegreeDaysDto, ForecastSkillDto, StorageDto } from './api/almanac';
import type { CorrelationDto, WeatherDto } from './api/weather';

/** What every weather screen says of itself. */
export interface WeatherScreen {
  /** Why the market has no weather at all; null where it has. */
  readonly reason: string | null;
  /** The desk's time when the page was made; ages count from it. */
  readonly nowMs: number;
  readonly timeZone: string;
}

export interface SkillPart {
  /** The cell whose forecasts are judged. */
  readonly cell: string;
  readonly place: string;
  readonly rows: readonly ForecastSkillDto[];
  readonly chart: SeriesShape | null;
  /** The cells to choose from. */
  readonly cells: readonly { readonly cell: string; readonly place: string }[];
}

export interface StoragePart {
  readonly storage: Omit<StorageDto, 'weeks'>;
  /** The newest weeks, newest first. */
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
