// Data of the radar page; each part fails separately.
import { type AlmanacRequest, serializeAlmanac } from './serialize-almanac.server';
import type { MapScale } from '../../contracts/maps';
import type { RadarAlmanac, RadarPageDto } from '../../contracts/radar';
import { tryOrNull } from '../faults';
import { serializeRadarMap } from './radar-map.server';
import { buildWeatherTicker } from '../market/ticker.server';
import {
  listIntelligenceRows,
  listMapRows,
  serializePatterns,
  toWeatherResult,
  listWeatherRows,
} from './serialize-weather.server';
import { buildWeatherScreen } from './weather-page.server';

function pickRadarAlmanac(request: AlmanacRequest): RadarAlmanac {
  const { source, asOf, date, reason, crops, regions } = serializeAlmanac(request);
  return {
    source,
    asOf,
    date,
    reason,
    crops,
    regions: regions.map(({ place, normal, yesterday }) => ({ place, normal, yesterday })),
  };
}

export function buildRadarPage(
  request: AlmanacRequest,
  scale: MapScale,
  nowMs: number,
  timeZone: string,
): RadarPageDto {
  const places = tryOrNull('readings', () => toWeatherResult(request, listWeatherRows).rows) ?? [];
  const stateRows = tryOrNull('states', () => toWeatherResult(request, listMapRows).rows);
  const states = stateRows ?? [];
  const patterns = tryOrNull('patterns', () => serializePatterns(request.desk, request.reason));
  return {
    ...buildWeatherScreen(request, nowMs, timeZone),
    patterns,
    ticker: buildWeatherTicker(places, states, patterns?.correlations ?? []),
    map: serializeRadarMap(states, places, scale),
    isMapFailed: stateRows === null,
    feed: {
      isLoading: false,
      items: tryOrNull('weather feed', () => toWeatherResult(request, listIntelligenceRows).rows),
      reason: request.reason,
      source: request.desk?.source ?? 'none',
    },
    almanac: tryOrNull('almanac', () => pickRadarAlmanac(request)),
  };
}
