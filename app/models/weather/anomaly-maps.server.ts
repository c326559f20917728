// Maps of forecast temperature against normal, with the same values as rows.
import type { AnomalyMap, AnomalyPart, AnomalyRow } from '../../contracts/weather-page';
import type { LegendStop, MapScale } from '../../contracts/maps';
import {
  MISSING,
  formatCalendarLabel,
  formatDeparture,
  formatIsoTime,
  formatSignedNumber,
} from '../../trading/domain/format';
import type { EpochMs } from '../../trading/domain/units';
import {
  type AnomalySpan,
  computeForecastAnomalies,
} from '../../trading/weather/forecast-anomalies';
import { PLACES } from '../../trading/weather/places';
import { STATES } from '../../trading/weather/states';
import type { WeatherSource } from '../../trading/weather/weather-source';
import { ANOMALY_BOUNDS_F, getAnomalyColor } from '../market/map-colors.server';
import { PLACE_POINTS } from '../market/us-map.server';
import { roundTo } from './serialize-weather.server';
import { getWeatherCache } from './weather-cache.server';

const REGIONS = PLACES.filter(({ kind }) => kind === 'weather');
const formatDay = (dayMs: EpochMs): string => formatCalendarLabel('day', dayMs, 'UTC');

function buildMap(span: AnomalySpan, scale: MapScale): AnomalyMap {
  const title = `Days ${span.fromLead}–${span.untilLead}`;
  const dates = `${formatDay(span.fromMs)} to ${formatDay(span.untilMs)}`;
  const regions = REGIONS.map(({ name, cells }) => ({
    name,
    departure: roundTo(span.getDeparture(cells), 1),
  }));
  const places = regions.map(
    ({ name, departure }) =>
      `${name} ${departure === null ? MISSING : formatDeparture(departure, 0)}`,
  );
  return {
    title,
    dates,
    map: {
      states: STATES.map(({ fips, name, cells }) => {
        const departure = roundTo(span.getDeparture(cells), 1);
        return {
          fips,
          fill: getAnomalyColor(departure ?? 0, scale),
          isFaint: departure === null,
          title: `${name}: ${departure === null ? MISSING : formatDeparture(departure, 0)}`,
        };
      }),
      labels: regions.flatMap(({ name, departure }) => {
        const point = PLACE_POINTS.get(name);
        return point && departure !== null
          ? [
              {
                ...point,
                name: '',
                value: formatSignedNumber(departure, 0),
                title: `${name}: ${formatDeparture(departure, 0)}`,
              },
            ]
          : [];
      }),
      summary: `Map of the United States, forecast temperature of ${title.toLowerCase()}, ${dates}: ${places.join(', ')}.`,
    },
  };
}

function buildLegend(scale: MapScale): LegendStop[] {
  const [first, last] = [ANOMALY_BOUNDS_F[0], ANOMALY_BOUNDS_F[ANOMALY_BOUNDS_F.length - 1] ?? 0];
  const formatBound = (bound: number): string => formatSignedNumber(bound, 0);
  const middles = ANOMALY_BOUNDS_F.slice(1).map((bound, index) => {
    const from = ANOMALY_BOUNDS_F[index] ?? first;
    return {
      at: (from + bound) / 2,
      label: `${formatBound(from)} to ${formatBound(bound)}`,
      value: from < 0 && bound > 0 ? 'near normal' : '',
    };
  });
  return [
    { at: first - 1, label: `below ${formatBound(first)}`, value: 'colder' },
    ...middles,
    { at: last + 1, label: `above ${formatBound(last)}`, value: 'warmer' },
  ].map(({ at, label, value }) => ({ label, value, fill: getAnomalyColor(at, scale) }));
}

/** Null before the first run. */
export function buildAnomalyPart(desk: WeatherSource, scale: MapScale): AnomalyPart | null {
  const cache = getWeatherCache(desk);
  return cache.perRun(`anomalies ${scale}`, () => {
    const found = computeForecastAnomalies(desk.weather, cache.getHistory(), cache.nowMs);
    if (!found) return null;
    const buildRow = (place: string, cells: (typeof STATES)[number]['cells']): AnomalyRow => ({
      place,
      departures: found.spans.map((span) => roundTo(span.getDeparture(cells), 1)),
    });
    return {
      maps: found.spans.map((span) => buildMap(span, scale)),
      legend: buildLegend(scale),
      regions: REGIONS.map(({ name, cells }) => buildRow(name, cells)),
      states: STATES.map(({ name, cells }) => buildRow(name, cells)),
      scale,
      source: desk.source,
      asOf: formatIsoTime(found.publishedMs),
    };
  });
}
