// Data of the radar page; each part fails separately.
import { type AlmanacRequest, serializeAlmanac } from './serialize-almanac.server';
import type { MapScale } from '../../contracts/maps';
import type { RadarAlmanac, RadarPageDto } from '../../contracts/radar';
import { formatIsoTime } from '../../trading/domain/format';
import type { WeatherSource } from '../../trading/weather/weather-source';
import { tryOrNull } from '../faults';
import {
  buildExposure,
  listExposedPlaces,
  listExposedStates,
  listExposurePins,
} from './exposure.server';
import type { HeldPosition } from './held-positions.server';
import { getWeatherCache } from './weather-cache.server';
import { serializeRadarMap } from './radar-map.server';
import { buildWeatherTicker } from '../market/ticker.server';
import {
  listMapRows,
  serializePatterns,
  toWeatherResult,
  listWeatherRows,
} from './serialize-weather.server';
import { buildWeatherFeed } from './weather-feed.server';
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

interface RadarPageRequest {
  readonly source: AlmanacRequest;
  readonly held: readonly HeldPosition[];
  readonly scale: MapScale;
  readonly nowMs: number;
  readonly timeZone: string;
}

/** Exposure of the open positions, and its marks on the map. */
function buildExposureParts(desk: WeatherSource | null, held: readonly HeldPosition[]) {
  if (!desk) return { exposure: null, marks: undefined };
  const exposed = listExposedPlaces(held, desk.nowMs());
  return {
    exposure: buildExposure(desk, exposed),
    marks: { states: listExposedStates(exposed), pins: listExposurePins(exposed) },
  };
}

export function buildRadarPage({
  source,
  held,
  scale,
  nowMs,
  timeZone,
}: RadarPageRequest): RadarPageDto {
  const { desk, reason } = source;
  const places = tryOrNull('readings', () => toWeatherResult(source, listWeatherRows).rows) ?? [];
  const stateRows = tryOrNull('states', () => toWeatherResult(source, listMapRows).rows);
  const states = stateRows ?? [];
  const patterns = tryOrNull('patterns', () => serializePatterns(desk, reason));
  const exposed = tryOrNull('exposure', () => buildExposureParts(desk, held));
  const cache = desk && getWeatherCache(desk);
  return {
    ...buildWeatherScreen(source, nowMs, timeZone),
    patterns,
    exposure: exposed?.exposure ?? null,
    isExposureFailed: exposed === null,
    readingsAt: tryOrNull('time of observations', () => formatIsoTime(cache?.readingsMs ?? null)),
    runsAt: tryOrNull('time of model runs', () => formatIsoTime(cache?.runsMs ?? null)),
    ticker: buildWeatherTicker(places, states, patterns?.correlations ?? []),
    map: serializeRadarMap(states, places, scale, exposed?.marks),
    isMapFailed: stateRows === null,
    feed: buildWeatherFeed(source, false),
    almanac: tryOrNull('almanac', () => pickRadarAlmanac(source)),
  };
}
