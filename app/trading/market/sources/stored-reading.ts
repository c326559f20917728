/** Stored form of readings: a series name, a valid time and a JSON value. */
import { assertNever } from '../../domain/outcome';
import type { EpochMs } from '../../domain/units';
import type { Reading } from './reading';

interface StoredReading {
  /** Kind and subject, such as `power price/NYISO/day-ahead`. */
  readonly series: string;
  readonly validMs: EpochMs;
  /** JSON of the fields that series and valid time do not contain. Equal readings, equal text. */
  readonly value: string;
}

/** Converts a reading. The source names forecasts and observations of several origins apart. */
export function storeReading(reading: Reading): StoredReading {
  switch (reading.kind) {
    case 'power price': {
      const { kind, hub, market, startsMs, endsMs, dollarsPerMwh } = reading;
      return {
        series: `${kind}/${hub}/${market}`,
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
    case 'forecast': {
      const { kind, cell, model, issuedMs, days } = reading;
      return { series: `${kind}/${cell}/${model}`, validMs: issuedMs, value: JSON.stringify(days) };
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
