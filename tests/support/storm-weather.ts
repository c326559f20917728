// Answers of api.weather.gov during the made storm.
import { HOUR_MS } from '../../app/trading/domain/time';
import { NWS_CELLS } from '../../app/trading/market/sources/nws/cells';
import { CELL_PLACES, type WeatherCell } from '../../app/trading/weather/cell';
import {
  computeForecastF,
  computeNoise,
  computeRainInches,
  computeTemperatureF,
  findFrontMs,
} from './storm-world';

const ROOT = 'https://api.weather.gov';
const FORECAST_HOURS = 7 * 24;
const RAIN_HOURS = 72;
const OBSERVED_HOURS = 24;
const MM_AN_INCH = 25.4;

const formatTime = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 19)}+00:00`;
const toCelsius = (degreesF: number): number => Math.round(((degreesF - 32) / 1.8) * 100) / 100;
const getNumber = (cell: WeatherCell): number => NWS_CELLS.indexOf(cell) + 100;
const getStation = (cell: WeatherCell): string => `K${cell.padEnd(3, 'X')}`;
const getZones = (cell: WeatherCell) => ({
  zone: `TXZ${getNumber(cell)}`,
  county: `TXC${getNumber(cell)}`,
});

const makePoint = (cell: WeatherCell): object => ({
  properties: {
    forecastGridData: `${ROOT}/gridpoints/OKX/${getNumber(cell)},1`,
    observationStations: `${ROOT}/gridpoints/OKX/${getNumber(cell)},1/stations`,
    forecastZone: `${ROOT}/zones/forecast/${getZones(cell).zone}`,
    county: `${ROOT}/zones/county/${getZones(cell).county}`,
  },
});

const makeStations = (cell: WeatherCell): object => {
  const { longitude, latitude } = CELL_PLACES[cell];
  return {
    features: [
      {
        geometry: { coordinates: [longitude, latitude] },
        properties: { stationIdentifier: getStation(cell) },
      },
    ],
  };
};

/** A forecast of each full hour, published ten minutes later. */
function makeGrid(cell: WeatherCell, nowMs: number): object {
  const issuedMs = Math.floor((nowMs - HOUR_MS / 6) / HOUR_MS) * HOUR_MS;
  const makeLayer = (uom: string, hours: number, valueAt: (atMs: number) => number): object => ({
    uom,
    values: Array.from({ length: hours }, (_, index) => {
      const atMs = issuedMs + index * HOUR_MS;
      return { validTime: `${formatTime(atMs)}/PT1H`, value: valueAt(atMs) };
    }),
  });
  const makeHours = (uom: string, valueAt: (atMs: number) => number): object =>
    makeLayer(uom, FORECAST_HOURS, valueAt);
  return {
    properties: {
      updateTime: formatTime(issuedMs),
      temperature: makeHours('wmoUnit:degC', (atMs) =>
        toCelsius(computeForecastF(cell, issuedMs, atMs)),
      ),
      windSpeed: makeHours('wmoUnit:km_h-1', (atMs) => computeWind(cell, atMs)),
      skyCover: makeHours('wmoUnit:percent', (atMs) =>
        Math.round(50 + 45 * computeNoise(`${cell} sky`, atMs)),
      ),
      probabilityOfPrecipitation: makeHours('wmoUnit:percent', (atMs) =>
        computeRainInches(cell, atMs) > 0 ? 90 : 10,
      ),
      quantitativePrecipitation: makeLayer(
        'wmoUnit:mm',
        RAIN_HOURS,
        (atMs) => computeRainInches(cell, atMs) * MM_AN_INCH,
      ),
    },
  };
}

const computeWind = (cell: WeatherCell, atMs: number): number =>
  Math.round(18 + 12 * computeNoise(`${cell} wind`, atMs));

function makeObservations(cell: WeatherCell, nowMs: number): object {
  const newestMs = Math.floor((nowMs - HOUR_MS / 12) / HOUR_MS) * HOUR_MS;
  const makeValue = (unitCode: string, value: number): object => ({
    unitCode,
    value,
    qualityControl: 'V',
  });
  return {
    features: Array.from({ length: OBSERVED_HOURS }, (_, back) => {
      const atMs = newestMs - back * HOUR_MS;
      return {
        properties: {
          station: `${ROOT}/stations/${getStation(cell)}`,
          timestamp: formatTime(atMs),
          temperature: makeValue('wmoUnit:degC', toCelsius(computeTemperatureF(cell, atMs))),
          relativeHumidity: makeValue('wmoUnit:percent', 60),
          windSpeed: makeValue('wmoUnit:km_h-1', computeWind(cell, atMs)),
          barometricPressure: makeValue('wmoUnit:Pa', 101_300),
          precipitationLastHour: makeValue(
            'wmoUnit:mm',
            computeRainInches(cell, atMs) * MM_AN_INCH,
          ),
        },
      };
    }),
  };
}

const WATCH_HOURS = 48;
const WARNING_HOURS = 24;
const STORM_HOURS = 60;

function makeAlert(cell: WeatherCell, nowMs: number): readonly object[] {
  const frontMs = findFrontMs(cell);
  if (frontMs === null || nowMs < frontMs - WATCH_HOURS * HOUR_MS) return [];
  const untilMs = frontMs + STORM_HOURS * HOUR_MS;
  if (nowMs >= untilMs) return [];
  const isWarning = nowMs >= frontMs - WARNING_HOURS * HOUR_MS;
  const sentMs = frontMs - (isWarning ? WARNING_HOURS : WATCH_HOURS) * HOUR_MS;
  const event = isWarning ? 'Winter Storm Warning' : 'Winter Storm Watch';
  const { zone, county } = getZones(cell);
  return [
    {
      properties: {
        id: `urn:made:${cell}:${isWarning ? 'warning' : 'watch'}`,
        event,
        status: 'Actual',
        messageType: 'Alert',
        severity: 'Severe',
        sent: formatTime(sentMs),
        effective: formatTime(sentMs),
        onset: formatTime(frontMs),
        expires: formatTime(untilMs),
        ends: formatTime(untilMs),
        headline: `${event}: heavy snow and dangerous cold in ${CELL_PLACES[cell].name}`,
        geocode: { UGC: [zone, county] },
      },
    },
  ];
}

const makeAlerts = (nowMs: number): object => ({
  updated: formatTime(Math.floor(nowMs / HOUR_MS) * HOUR_MS),
  features: NWS_CELLS.flatMap((cell) => makeAlert(cell, nowMs)),
});

/** The document of a path at a moment; null for none. */
export function makeWeatherAnswer(pathname: string, nowMs: number): object | null {
  if (pathname === '/alerts/active') return makeAlerts(nowMs);
  for (const cell of NWS_CELLS) {
    const { latitude, longitude } = CELL_PLACES[cell];
    const grid = `/gridpoints/OKX/${getNumber(cell)},1`;
    if (pathname === `/points/${latitude},${longitude}`) return makePoint(cell);
    if (pathname === `${grid}/stations`) return makeStations(cell);
    if (pathname === grid) return makeGrid(cell, nowMs);
    if (pathname === `/stations/${getStation(cell)}/observations`)
      return makeObservations(cell, nowMs);
  }
  return null;
}
