// What the radar shows: ticker, map and widgets, all made on the server and each on its own.
import { type AlmanacRequest, almanacWire } from './almanac-desk.server';
import type { MapScale } from '../../contracts/maps';
import type { RadarAlmanac, RadarPageDto } from '../../contracts/radar';
import { tryOrNull } from '../faults';
import { radarMapWire } from './radar-map.server';
import { weatherTicker } from '../market/ticker.server';
import {
  intelligenceRows,
  mapRows,
  patternsWire,
  toWeatherResult,
  weatherRows,
} from './weather-desk.server';
import { weatherScreen } from './weather-page.server';

function almanacPart(asked: AlmanacRequest): RadarAlmanac {
  const { source, asOf, date, reason, crops, regions } = almanacWire(asked);
  return {
    source,
    asOf,
    date,
    reason,
    crops,
    regions: regions.map(({ place, normal, yesterday }) => ({ place, normal, yesterday })),
  };
}

export function radarPage(
  asked: AlmanacRequest,
  scale: MapScale,
  nowMs: number,
  timeZone: string,
): RadarPageDto {
  const places = tryOrNull('readings', () => toWeatherResult(asked, weatherRows).rows) ?? [];
  const read = tryOrNull('states', () => toWeatherResult(asked, mapRows).rows);
  const states = read ?? [];
  const patterns = tryOrNull('patterns', () => patternsWire(asked.desk, asked.reason));
  return {
    ...weatherScreen(asked, nowMs, timeZone),
    patterns,
    ticker: weatherTicker(places, states, patterns?.correlations ?? []),
    map: radarMapWire(states, places, scale),
    isMapFailed: read === null,
    feed: {
      isLoading: false,
      items: tryOrNull('weather feed', () => toWeatherResult(asked, intelligenceRows).rows),
      reason: asked.reason,
      source: asked.desk?.source ?? 'none',
    },
    almanac: tryOrNull('almanac', () => almanacPart(asked)),
  };
}
