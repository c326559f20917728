/**
 * What the weather is now, by place: weighted means of the newest readings, with their intensity.
 */
import { computeMean } from '../statistics/sample';
import type { EpochMs } from '../domain/units';
import type { WeatherReader } from './archive-reader';
import { WEATHER_CELLS, type WeatherCell } from './cell';
import type { Normals } from './normals';
import { type CellWeight, weightedMean } from './places';
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
/** Hours of the last day that must be known before their mean is compared with a daily normal. */
const HOURS_LEAST = 18;
const RAIN_HOURS = 6;

/** The newest readings of one cell, deg F, percent, mph, mb, inches. */
export interface CellNow {
  readonly validMs: EpochMs;
  readonly publishedMs: EpochMs;
  readonly temperatureF: number;
  readonly humidityPercent: number;
  readonly windMph: number;
  readonly pressureMb: number;
  readonly rainInches: number;
  readonly rainSixHoursInches: number;
  /** Mean of the last 24 hours less the normal of the day; null without a normal or with gaps. */
  readonly departureF: number | null;
  /** The same in standard deviations. */
  readonly deviations: number | null;
  readonly soil: number | null;
}

export type CellsNow = ReadonlyMap<WeatherCell, CellNow>;

function cellNow(
  reader: WeatherReader,
  cell: WeatherCell,
  knownMs: EpochMs,
  normals: Normals | null,
): CellNow | null {
  const latest = reader.latest(cell, knownMs);
  if (!latest) return null;
  const hours = reader.hours(
    cell,
    latest.validMs - (DAY_HOURS - 1) * HOUR_MS,
    latest.validMs + 1,
    knownMs,
  );
  const recent = hours.filter(({ validMs }) => validMs > latest.validMs - RAIN_HOURS * HOUR_MS);
  const normal = normals?.at(getMidnight(latest.validMs)) ?? null;
  const meanF =
    hours.length >= HOURS_LEAST ? computeMean(hours.map(({ temperatureF }) => temperatureF)) : null;
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
    soil,
    departureF,
    rainSixHoursInches: recent.reduce((sum, hour) => sum + hour.rainInches, 0),
    deviations: departureF !== null && normal && normal.sdF > 0 ? departureF / normal.sdF : null,
  };
}

/**
 * The newest readings of every cell that has one. `computeNormals` answers null where no normals
 * are known.
 */
export function cellsNow(
  reader: WeatherReader,
  knownMs: EpochMs,
  normalsOf: (cell: WeatherCell) => Normals | null,
): CellsNow {
  const all = WEATHER_CELLS.map(
    (cell) => [cell, cellNow(reader, cell, knownMs, normalsOf(cell))] as const,
  );
  return new Map(all.filter((row): row is [WeatherCell, CellNow] => row[1] !== null));
}

export interface PlaceNow extends CellNow {
  /** 0 to 100. */
  readonly intensity: number;
  readonly cause: Intensity['cause'];
  readonly severity: Severity;
  readonly type: WeatherType;
  /** The word of a ticker. */
  readonly condition: string;
}

type Figure = Exclude<keyof CellNow, 'validMs' | 'publishedMs'>;

/**
 * The weather of a place: means of its cells, as old as the oldest of them; null while too few have
 * readings.
 */
export function placeNow(cells: readonly CellWeight[], now: CellsNow): PlaceNow | null {
  const mean = (figure: Figure): number | null =>
    weightedMean(cells, (cell) => now.get(cell)?.[figure] ?? null);
  const temperatureF = mean('temperatureF');
  if (temperatureF === null) return null;
  const read = cells.flatMap(({ cell }) => now.get(cell) ?? []);
  const figures = {
    temperatureF,
    humidityPercent: mean('humidityPercent') ?? 0,
    windMph: mean('windMph') ?? 0,
    pressureMb: mean('pressureMb') ?? 0,
    rainInches: mean('rainInches') ?? 0,
    rainSixHoursInches: mean('rainSixHoursInches') ?? 0,
    deviations: mean('deviations'),
  };
  const intensity = computeIntensity(figures);
  return {
    ...figures,
    departureF: mean('departureF'),
    soil: mean('soil'),
    validMs: Math.min(...read.map(({ validMs }) => validMs)),
    publishedMs: Math.max(...read.map(({ publishedMs }) => publishedMs)),
    intensity: intensity.value,
    cause: intensity.cause,
    severity: getSeverity(intensity.value),
    type: getWeatherType(figures, intensity),
    condition: formatCondition(intensity),
  };
}
