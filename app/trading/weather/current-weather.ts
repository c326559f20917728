/** Current weather by place: weighted means of the latest readings, with intensity. */
import { computeMean } from '../statistics/sample';
import type { EpochMs } from '../domain/units';
import type { WeatherReader } from './archive-reader';
import type { Observation } from './bulletin';
import { WEATHER_CELLS, type WeatherCell, isSeaCell } from './cell';
import type { Normals } from './normals';
import { type CellWeight, computeWeightedMean } from './cell-weights';
import {
  type Intensity,
  type Severity,
  type WeatherType,
  formatCondition,
  computeIntensity,
  getSeverity,
  getWeatherType,
} from './severity';
import { HOUR_MS, getMidnight } from '../domain/time';

const DAY_HOURS = 24;
/** Minimum hours of the last day for a comparison with the daily normal. */
const HOURS_MIN = 18;
const RAIN_HOURS = 6;

/** Latest readings of one cell: deg F, percent, mph, mb, inches. */
export interface CurrentCellWeather {
  readonly validMs: EpochMs;
  readonly publishedMs: EpochMs;
  readonly temperatureF: number;
  /** Null, like the following figures, where no station has it. */
  readonly humidityPercent: number | null;
  readonly windMph: number | null;
  readonly pressureMb: number | null;
  readonly rainInches: number | null;
  readonly rainSixHoursInches: number | null;
  /** Mean of the last 24 hours minus the normal; null without a normal or with gaps. */
  readonly departureF: number | null;
  /** The same in sigma. */
  readonly deviations: number | null;
  /** Root zone moisture anomaly in sigma; null at sea and where not measured. */
  readonly soil: number | null;
}

export type CurrentCells = ReadonlyMap<WeatherCell, CurrentCellWeather>;

/** Sum of the hours with a figure; null without one. */
function sumRain(hours: readonly Observation[]): number | null {
  const rains = hours.map(({ rainInches }) => rainInches).filter((rain) => rain !== null);
  return rains.length === 0 ? null : rains.reduce((sum, rain) => sum + rain, 0);
}

function buildCurrentCell(
  reader: WeatherReader,
  cell: WeatherCell,
  knownMs: EpochMs,
  normals: Normals | null,
): CurrentCellWeather | null {
  const latest = reader.findLatest(cell, knownMs);
  if (!latest) return null;
  const hours = reader.listHours(
    cell,
    latest.validMs - (DAY_HOURS - 1) * HOUR_MS,
    latest.validMs + 1,
    knownMs,
  );
  const recent = hours.filter(({ validMs }) => validMs > latest.validMs - RAIN_HOURS * HOUR_MS);
  const normal = normals?.getNormal(getMidnight(latest.validMs)) ?? null;
  const meanF =
    hours.length >= HOURS_MIN ? computeMean(hours.map(({ temperatureF }) => temperatureF)) : null;
  const departureF = normal && meanF !== null ? meanF - normal.meanF : null;
  const {
    validMs,
    publishedMs,
    temperatureF,
    humidityPercent,
    windMph,
    pressureMb,
    rainInches,
    soil,
  } = latest;
  return {
    validMs,
    publishedMs,
    temperatureF,
    humidityPercent,
    windMph,
    pressureMb,
    rainInches,
    soil: isSeaCell(cell) ? null : soil,
    departureF,
    rainSixHoursInches: sumRain(recent),
    deviations: departureF !== null && normal && normal.sdF > 0 ? departureF / normal.sdF : null,
  };
}

/** Latest readings of every cell that has one. `getNormals` returns null without normals. */
export function buildCurrentCells(
  reader: WeatherReader,
  knownMs: EpochMs,
  getNormals: (cell: WeatherCell) => Normals | null,
): CurrentCells {
  const all = WEATHER_CELLS.map(
    (cell) => [cell, buildCurrentCell(reader, cell, knownMs, getNormals(cell))] as const,
  );
  return new Map(all.filter((row): row is [WeatherCell, CurrentCellWeather] => row[1] !== null));
}

export interface CurrentPlaceWeather extends CurrentCellWeather {
  /** 0 to 100. */
  readonly intensity: number;
  readonly cause: Intensity['cause'];
  readonly severity: Severity;
  /** Null where the sky is not measured. */
  readonly type: WeatherType | null;
  /** Ticker condition. */
  readonly condition: string | null;
}

type Figure = Exclude<keyof CurrentCellWeather, 'validMs' | 'publishedMs'>;

/** Current weather of a place, with the time of the oldest cell; null with too few readings. */
export function buildCurrentPlace(
  cells: readonly CellWeight[],
  now: CurrentCells,
): CurrentPlaceWeather | null {
  const computeFieldMean = (figure: Figure): number | null =>
    computeWeightedMean(cells, (cell) => now.get(cell)?.[figure] ?? null);
  const temperatureF = computeFieldMean('temperatureF');
  if (temperatureF === null) return null;
  const read = cells.flatMap(({ cell }) => now.get(cell) ?? []);
  const figures = {
    temperatureF,
    humidityPercent: computeFieldMean('humidityPercent'),
    windMph: computeFieldMean('windMph'),
    pressureMb: computeFieldMean('pressureMb'),
    rainInches: computeFieldMean('rainInches'),
    rainSixHoursInches: computeFieldMean('rainSixHoursInches'),
    departureF: computeFieldMean('departureF'),
    deviations: computeFieldMean('deviations'),
  };
  const intensity = computeIntensity(figures);
  return {
    ...figures,
    soil: computeFieldMean('soil'),
    validMs: Math.min(...read.map(({ validMs }) => validMs)),
    publishedMs: Math.max(...read.map(({ publishedMs }) => publishedMs)),
    intensity: intensity.value,
    cause: intensity.cause,
    severity: getSeverity(intensity.value),
    type: getWeatherType(figures, intensity),
    condition: formatCondition(figures, intensity),
  };
}
