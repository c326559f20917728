// What the radar shows: ticker, map and widgets, all made on the server and each on its own.
import { type Asked, almanacWire } from './almanac-desk.server';
import type { MapScale } from '../../contracts/maps';
import type { RadarAlmanac, RadarPageWire } from '../../contracts/radar';
import { orFailed } from '../faults';
import { radarMapWire } from './radar-map.server';
import { weatherTicker } from '../market/ticker.server';
import { intelligenceRows, mapRows, patternsWire, told, weatherRows } from './weather-desk.server';
import { weatherScreen } from './weather-page.server';

function almanacPart(asked: Asked): RadarAlmanac {
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
  asked: Asked,
  scale: MapScale,
  nowMs: number,
  timeZone: string,
): RadarPageWire {
  const places = orFailed('readings', () => told(asked, weatherRows).rows) ?? [];
  const read = orFailed('states', () => told(asked, mapRows).rows);
  const states = read ?? [];
  const patterns = orFailed('patterns', () => patternsWire(asked.desk, asked.reason));
  return {
    ...weatherScreen(asked, nowMs, timeZone),
    patterns,
    ticker: weatherTicker(places, states, patterns?.correlations ?? []),
    map: radarMapWire(states, places, scale),
    isMapFailed: read === null,
    feed: {
      isLoading: false,
      items: orFailed('weather feed', () => told(asked, intelligenceRows).rows),
      reason: asked.reason,
      source: asked.desk?.source ?? 'none',
    },
    almanac: orFailed('almanac', () => almanacPart(asked)),
  };
}
