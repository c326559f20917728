// Types of the correlations page: all pairs, and the selected one with its scatter and lag plot.
import type { CorrelationDto } from './api/correlations';
import type { Tick } from './chart-shape';
import type { WeatherScreen } from './weather-page';

const formatSlug = (name: string): string => name.toLowerCase().replace(/\W+/g, '-');

/** Id of a pair and factor in the URL: `NG.midwest.forecast-revision`. */
export const getCorrelationKey = ({
  chain,
  region,
  weatherFactor,
}: Pick<CorrelationDto, 'chain' | 'region' | 'weatherFactor'>): string =>
  `${chain}.${formatSlug(region)}.${formatSlug(weatherFactor)}`;

/** Geometry in frame units; ticks and zero lines in percent. */
export interface ScatterShape {
  readonly width: number;
  readonly height: number;
  /** One zero-length stroke per day. */
  readonly dots: string;
  readonly count: number;
  /** Least-squares line. */
  readonly trend: string;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  /** Percent from the left and the top; null outside the frame. */
  readonly zeroX: number | null;
  readonly zeroY: number | null;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly summary: string;
  /** Days in five groups of equal size by the factor, lowest first. */
  readonly quintiles: readonly {
    readonly low: string;
    readonly high: string;
    readonly days: number;
    readonly meanChange: string;
  }[];
}

/** Bar of one lag from the zero line, frame units. */
interface LagBar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isNegative: boolean;
}

/** Correlation by lag, with the range expected by chance. */
export interface LagShape {
  readonly width: number;
  readonly height: number;
  readonly bars: readonly LagBar[];
  /** Range that 95% of unrelated series stay within. */
  readonly band: Pick<LagBar, 'y' | 'height'>;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  /** Percent from the top. */
  readonly zeroAt: number;
  readonly lags: readonly {
    readonly lagDays: number;
    /** Null below 30 pairs. */
    readonly strength: number | null;
    readonly n: number;
  }[];
  readonly summary: string;
}

interface CorrelationDetailDto {
  readonly row: CorrelationDto;
  /** Null without enough common days. */
  readonly scatter: ScatterShape | null;
  readonly lag: LagShape | null;
}

export interface CorrelationsPageDto extends WeatherScreen {
  readonly rows: readonly CorrelationDto[] | null;
  readonly selected: CorrelationDetailDto | null;
}
