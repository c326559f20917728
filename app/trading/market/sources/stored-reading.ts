/** Stored form of readings: a series name, a valid time and a JSON value. */
import { assertNever } from '../../domain/outcome';
import type { EpochMs } from '../../domain/units';
import type { PowerHub } from '../../domain/contract';
import { getCycleMs } from '../../weather/bulletin';
import type { WeatherCell } from '../../weather/cell';
import type {
  AlertReading,
  ArchivedForecastReading,
  ClimateDayReading,
  DailyBarReading,
  ObservationReading,
  PowerMarket,
  QuoteReading,
  Reading,
  SourceForecastDay,
  StormReading,
} from './reading';

interface StoredReading {
  /** Kind and subject, such as `power price/day-ahead/NYISO`. */
  readonly series: string;
  readonly validMs: EpochMs;
  /** JSON of the fields that series and valid time do not contain. Equal readings, equal text. */
  readonly value: string;
}

/**
 * Hour of the cycle in UTC, 00 to 18. It is a part of the series, since most readers need one cycle
 * of the day.
 */
const formatCycle = (issuedMs: EpochMs): string =>
  new Date(getCycleMs(issuedMs)).toISOString().slice(11, 13);

/** Converts a reading. The source names forecasts and observations of several origins apart. */
export function storeReading(reading: Reading): StoredReading {
  switch (reading.kind) {
    case 'power price': {
      const { kind, hub, market, startsMs, endsMs, dollarsPerMwh } = reading;
      return {
        series: `${kind}/${market}/${hub}`,
        validMs: startsMs,
        value: JSON.stringify([endsMs - startsMs, dollarsPerMwh]),
      };
    }
    case 'series':
      return {
        series: `series/${reading.series}`,
        validMs: reading.validMs,
        value: JSON.stringify(reading.value),
      };
    case 'observation': {
      const { kind, cell, station, validMs, ...figures } = reading;
      return { series: `${kind}/${cell}/${station}`, validMs, value: JSON.stringify(figures) };
    }
    case 'archived forecast': {
      const { kind, cell, model, issuedMs, days } = reading;
      return {
        series: `${kind}/${formatCycle(issuedMs)}/${cell}/${model}`,
        validMs: issuedMs,
        value: JSON.stringify(days),
      };
    }
    case 'forecast': {
      const { kind, cell, model, issuedMs, days } = reading;
      const value = JSON.stringify(days.map(packForecastDay));
      return { series: `${kind}/${cell}/${model}`, validMs: issuedMs, value };
    }
    case 'climate day': {
      const { kind, cell, station, dayMs, ...figures } = reading;
      return {
        series: `${kind}/${cell}/${station}`,
        validMs: dayMs,
        value: JSON.stringify(figures),
      };
    }
    case 'alert': {
      const { kind, id, fromMs, ...alert } = reading;
      return { series: `${kind}/${id}`, validMs: fromMs, value: JSON.stringify(alert) };
    }
    case 'storm': {
      const { kind, id, atMs, ...storm } = reading;
      return { series: `${kind}/${id}`, validMs: atMs, value: JSON.stringify(storm) };
    }
    case 'quote': {
      const { kind, symbol, atMs, ...quote } = reading;
      return { series: `${kind}/${symbol}`, validMs: atMs, value: JSON.stringify(quote) };
    }
    case 'daily bar': {
      const { kind, symbol, dayMs, ...bar } = reading;
      return { series: `${kind}/${symbol}`, validMs: dayMs, value: JSON.stringify(bar) };
    }
    default:
      return assertNever(reading);
  }
}

/** Reads a stored reading. Throws for a series of no kind; stored values are trusted. */
export function restoreReading({ series, validMs, value }: StoredReading): Reading {
  const [kind = '', ...names] = series.split('/');
  const [first = '', second = '', third = ''] = names;
  const rest = names.join('/');
  const fields: unknown = JSON.parse(value);
  switch (kind as Reading['kind']) {
    case 'power price': {
      const [lengthMs, dollarsPerMwh] = fields as [number, number];
      const endsMs = validMs + lengthMs;
      const place = { market: first as PowerMarket, hub: second as PowerHub };
      return { kind: 'power price', ...place, startsMs: validMs, endsMs, dollarsPerMwh };
    }
    case 'series':
      return { kind: 'series', series: rest, validMs, value: fields as number };
    case 'observation': {
      const place = { cell: first as WeatherCell, station: second };
      return { kind: 'observation', ...place, validMs, ...(fields as ObservationFigures) };
    }
    case 'forecast': {
      const days = (fields as readonly (PackedForecastDay | SourceForecastDay)[]).map(
        unpackForecastDay,
      );
      const cell = first as WeatherCell;
      return { kind: 'forecast', cell, model: second, issuedMs: validMs, days };
    }
    case 'archived forecast': {
      const days = fields as ArchivedForecastReading['days'];
      const cell = second as WeatherCell;
      return { kind: 'archived forecast', cell, model: third, issuedMs: validMs, days };
    }
    case 'climate day': {
      const place = { cell: first as WeatherCell, station: second };
      return { kind: 'climate day', ...place, dayMs: validMs, ...(fields as ClimateFigures) };
    }
    case 'alert':
      return { kind: 'alert', id: rest, fromMs: validMs, ...(fields as AlertFields) };
    case 'storm':
      return { kind: 'storm', id: rest, atMs: validMs, ...(fields as StormFields) };
    case 'quote':
      return { kind: 'quote', symbol: rest, atMs: validMs, ...(fields as QuoteFields) };
    case 'daily bar':
      return { kind: 'daily bar', symbol: rest, dayMs: validMs, ...(fields as BarFields) };
    default:
      throw new Error(`no reading is stored as '${series}'`);
  }
}

/**
 * Figures of a forecast day in this order. Names would make a run larger than SQLite stores in the
 * page of its row, and each run would take a page of its own.
 */
type PackedForecastDay = readonly [
  dayMs: number,
  hours: number,
  meanF: number,
  highF: number,
  lowF: number,
  windMph: number | null,
  sunShare: number | null,
  rainInches: number | null,
  rainChance: number | null,
];

const packForecastDay = (day: SourceForecastDay): PackedForecastDay => [
  day.dayMs,
  day.hours,
  day.meanF,
  day.highF,
  day.lowF,
  day.windMph,
  day.sunShare,
  day.rainInches,
  day.rainChance,
];

/** Earlier versions stored the names too. */
function unpackForecastDay(stored: PackedForecastDay | SourceForecastDay): SourceForecastDay {
  if ('dayMs' in stored) return stored;
  const [dayMs, hours, meanF, highF, lowF, windMph, sunShare, rainInches, rainChance] = stored;
  return { dayMs, hours, meanF, highF, lowF, windMph, sunShare, rainInches, rainChance };
}

type ObservationFigures = Omit<ObservationReading, 'kind' | 'cell' | 'station' | 'validMs'>;
type ClimateFigures = Omit<ClimateDayReading, 'kind' | 'cell' | 'station' | 'dayMs'>;
type AlertFields = Omit<AlertReading, 'kind' | 'id' | 'fromMs'>;
type StormFields = Omit<StormReading, 'kind' | 'id' | 'atMs'>;
type QuoteFields = Omit<QuoteReading, 'kind' | 'symbol' | 'atMs'>;
type BarFields = Omit<DailyBarReading, 'kind' | 'symbol' | 'dayMs'>;
