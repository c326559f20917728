/**
 * Daily summaries of a station, from the archive of the Iowa Environmental Mesonet. Address, columns
 * and the value for missing follow the public description of the service:
 * https://mesonet.agron.iastate.edu/cgi-bin/request/daily.py?help. A day is one of local standard
 * time. Temperatures are in deg F, precipitation in inches, wind in knots.
 */
import type { EpochMs } from '../../../domain/units';
import { RefusedAnswer, readCsv, readOptionalNumber, readText } from '../answer';
import { formatDay, readCalendarDay } from '../answer-days';
import type { ClimateDayReading } from '../reading';
import { toFahrenheit, toMph } from '../weather-figures';
import { type ArchiveStation, checkRowName } from './stations';

/** Columns of figures, as requested. */
export const CLIMATE_COLUMNS = [
  'max_temp_f',
  'min_temp_f',
  'precip_in',
  'avg_wind_speed_kts',
] as const;

/** The service writes less than half of a hundredth of an inch for a trace. */
const TRACE_INCHES_MAX = 0.005;

// Wider than the records of the Earth.
const TEMPERATURE = { what: 'the temperature in deg F', min: -100, max: 140 };
const RAIN = { what: 'the precipitation of a day in inches', min: 0, max: 75 };
const WIND = { what: 'the mean wind of a day in knots', min: 0, max: 150 };

interface ClimateRequest {
  readonly station: ArchiveStation;
  /** First and last day. */
  readonly fromMs: EpochMs;
  readonly lastMs: EpochMs;
}

/**
 * Reads the days of a station that have a figure. A station without days is a header only. Throws
 * RefusedAnswer, also for a day twice or outside the request.
 */
export function parseClimateDays(
  body: Uint8Array,
  request: ClimateRequest,
): readonly ClimateDayReading[] {
  const { station } = request;
  const seen = new Set<EpochMs>();
  return readCsv(readText(body), ['station', 'day', ...CLIMATE_COLUMNS])
    .rows.map((row): ClimateDayReading => {
      checkRowName(row.get('station'), station.id, row.row);
      const dayMs = readDay(row.get('day'), request, seen);
      const highF = readTemperature(row.get('max_temp_f'));
      const lowF = readTemperature(row.get('min_temp_f'));
      if (highF !== null && lowF !== null && lowF > highF)
        throw new RefusedAnswer(
          `the lowest temperature of ${formatDay(dayMs)} is ${lowF}, above the highest, ${highF}`,
        );
      const rain = readRain(row.get('precip_in'));
      const windMph = readWind(row.get('avg_wind_speed_kts'));
      return {
        kind: 'climate day',
        cell: station.cell,
        station: station.id,
        dayMs,
        highF,
        lowF,
        ...rain,
        windMph,
      };
    })
    .filter(({ highF, lowF, rainInches, windMph }) =>
      [highF, lowF, rainInches, windMph].some((figure) => figure !== null),
    );
}

function readDay(text: string, { fromMs, lastMs }: ClimateRequest, seen: Set<EpochMs>): EpochMs {
  const dayMs = readCalendarDay(text, 'day');
  if (dayMs < fromMs || dayMs > lastMs)
    throw new RefusedAnswer(
      `the day ${text} is outside ${formatDay(fromMs)} to ${formatDay(lastMs)}`,
    );
  if (seen.has(dayMs)) throw new RefusedAnswer(`the day ${text} is listed twice`);
  seen.add(dayMs);
  return dayMs;
}

/** `None` is the value for missing where a request names no other. */
const readFigure: typeof readOptionalNumber = (text, bounds) =>
  text.toLowerCase() === 'none' ? null : readOptionalNumber(text, bounds);

function readTemperature(text: string): number | null {
  const value = readFigure(text, TEMPERATURE);
  return value === null ? null : toFahrenheit(value, 'F');
}

function readRain(text: string): Pick<ClimateDayReading, 'rainInches' | 'isTrace'> {
  if (text.toUpperCase() === 'T') return { rainInches: 0, isTrace: true };
  const inches = readFigure(text, RAIN);
  const isTrace = inches !== null && inches > 0 && inches < TRACE_INCHES_MAX;
  return { rainInches: isTrace ? 0 : inches, isTrace };
}

function readWind(text: string): number | null {
  const value = readFigure(text, WIND);
  return value === null ? null : toMph(value, 'kt');
}
