/** Weather figures in the units of this project, converted from the unit that an answer states. */
import type { EpochMs } from '../../domain/units';
import { MPH_PER_KNOT } from '../../weather/storms';
import { RefusedAnswer, checkNumber, readIsoTime } from './answer';

type Conversion = (value: number) => number;

interface Figure {
  readonly what: string;
  /** Bounds after conversion, wider than the records of the Earth. */
  readonly min: number;
  readonly max: number;
  readonly conversions: ReadonlyMap<string, Conversion>;
}

const keepValue: Conversion = (value) => value;
const scaleBy =
  (factor: number): Conversion =>
  (value) =>
    value * factor;

const MPH_PER_KMH = 0.621371;
const INCHES_PER_MM = 1 / 25.4;

const TEMPERATURE: Figure = {
  what: 'the temperature in deg F',
  min: -100,
  max: 140,
  conversions: new Map([
    ['f', keepValue],
    ['degf', keepValue],
    ['c', (value) => value * 1.8 + 32],
    ['degc', (value) => value * 1.8 + 32],
    ['k', (value) => (value - 273.15) * 1.8 + 32],
  ]),
};
const WIND: Figure = {
  what: 'the wind in mph',
  min: 0,
  max: 250,
  conversions: new Map([
    ['mph', keepValue],
    ['mp/h', keepValue],
    ['km_h-1', scaleBy(MPH_PER_KMH)],
    ['km/h', scaleBy(MPH_PER_KMH)],
    ['m_s-1', scaleBy(3.6 * MPH_PER_KMH)],
    ['m/s', scaleBy(3.6 * MPH_PER_KMH)],
    ['kt', scaleBy(MPH_PER_KNOT)],
    ['kn', scaleBy(MPH_PER_KNOT)],
  ]),
};
const PRESSURE: Figure = {
  what: 'the pressure in mb',
  min: 850,
  max: 1100,
  conversions: new Map([
    ['mb', keepValue],
    ['hpa', keepValue],
    ['pa', scaleBy(0.01)],
  ]),
};
const RAIN: Figure = {
  what: 'the precipitation of an hour in inches',
  min: 0,
  max: 15,
  conversions: new Map([
    ['in', keepValue],
    ['inch', keepValue],
    ['mm', scaleBy(INCHES_PER_MM)],
    ['m', scaleBy(1000 * INCHES_PER_MM)],
  ]),
};
const PERCENT: Figure = {
  what: 'the percentage',
  min: 0,
  max: 100,
  conversions: new Map([
    ['%', keepValue],
    ['percent', keepValue],
  ]),
};

function convertFigure(value: number, unit: string, figure: Figure): number {
  const name = unit.replace(/^\w+:/, '').replace('°', '').toLowerCase();
  const convert = figure.conversions.get(name);
  if (!convert)
    throw new RefusedAnswer(
      `the unit of ${figure.what} is ${JSON.stringify(unit.slice(0, 40))}, expected one of ${[...figure.conversions.keys()].join(', ')}`,
    );
  return checkNumber(convert(value), figure);
}

// Units as sources write them: `wmoUnit:degC`, `unit:degC`, `°F`, `mp/h`. Each function throws
// RefusedAnswer for an unknown unit and for a value outside the bounds.
export const toFahrenheit = (value: number, unit: string): number =>
  convertFigure(value, unit, TEMPERATURE);
export const toMph = (value: number, unit: string): number => convertFigure(value, unit, WIND);
export const toMillibars = (value: number, unit: string): number =>
  convertFigure(value, unit, PRESSURE);
export const toRainInches = (value: number, unit: string): number =>
  convertFigure(value, unit, RAIN);
export const toPercent = (value: number, unit: string): number =>
  convertFigure(value, unit, PERCENT);

const EARLIEST_MS = Date.UTC(1980, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);

/**
 * Reads an ISO time with offset from 1980 to 2099. Throws RefusedAnswer, also for a date that no
 * calendar has.
 */
export function readWeatherTime(text: string, what: string): EpochMs {
  const atMs = readIsoTime(text, what);
  return checkTime(atMs, what, text);
}

function checkTime(atMs: EpochMs, what: string, text: string): EpochMs {
  if (atMs < EARLIEST_MS || atMs >= LATEST_MS)
    throw new RefusedAnswer(`${what} is ${text.slice(0, 40)}, outside 1980 to 2099`);
  return atMs;
}
