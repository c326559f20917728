// Active tropical storms: their figures, the production that they come near, and a map.
import type { StormMapDto, StormPart, StormRow } from '../../contracts/weather-page';
import { COMMODITIES } from '../../trading/domain/commodity';
import { formatAge, formatCount, formatIsoTime, formatNumber } from '../../trading/domain/format';
import type { EpochMs } from '../../trading/domain/units';
import type { PublicDataDesk, SourceStatus } from '../../trading/market/sources/source-status';
import { listEffects } from '../../trading/weather/responses';
import {
  type ActiveStorm,
  EXPOSED_REGIONS,
  type StormAdvisory,
  type StormReader,
  computeStormCategory,
  findNearestRegion,
  getCompassPoint,
  getStormClass,
} from '../../trading/weather/storms';
import { CONTINENT_STATES, projectSeaPoint } from '../market/us-map.server';

const SOURCE = 'National Hurricane Center';
/** Map coordinates from Texas to Bermuda and the Lesser Antilles. */
const FRAME = { x: 310, y: 130, width: 920, height: 670 } as const;
/** Between the Gulf platforms and Florida. */
const MIDDLE_LONGITUDE = -86;
/** Two days at 12 mph, a usual speed of a hurricane. */
const NEAR_MILES = 576;

/** `publicData` states when the center has answered last. */
export function buildStormPart(
  storms: StormReader,
  publicData: Pick<PublicDataDesk, 'listStatus'>,
  nowMs: EpochMs,
): StormPart {
  const status = publicData.listStatus().find(({ source }) => source.id === 'nhc');
  const active = storms.listActive(nowMs);
  const publishedMs =
    active.length > 0
      ? Math.max(...active.map(({ newest }) => newest.publishedMs))
      : (status?.totals.answeredMs ?? null);
  return {
    source: SOURCE,
    asOf: formatIsoTime(publishedMs),
    reason: active.length > 0 ? null : explainUnknownStorms(status, nowMs),
    rows: active.map(({ newest }) => buildRow(newest, nowMs)),
    map: buildMap(active),
  };
}

/** Why an empty list does not mean that no storm is active; null where it does. */
function explainUnknownStorms(status: SourceStatus | undefined, nowMs: EpochMs): string | null {
  if (!status) return 'The hurricane center is not asked on this server (FEED_SOURCES).';
  const { totals, source } = status;
  if (totals.answeredMs === null)
    return 'The hurricane center has not answered yet. Data Health shows when it is asked next.';
  const ageMs = nowMs - totals.answeredMs;
  return ageMs > source.staleAfterMs
    ? `The hurricane center has not answered for ${formatAge(ageMs)}: whether a storm is active is not known. Data Health shows the reason.`
    : null;
}

function buildRow(storm: StormAdvisory, nowMs: EpochMs): StormRow {
  const { place, name, miles } = findNearestRegion(storm);
  const effects = miles <= NEAR_MILES ? listEffects(place, 'hurricane', nowMs) : [];
  return {
    id: storm.id,
    name: storm.name,
    kind: getStormClass(storm),
    windMph: Math.round(storm.windMph),
    pressureMb: storm.pressureMb === null ? null : Math.round(storm.pressureMb),
    position: formatPosition(storm),
    moving: formatMovement(storm),
    at: formatIsoTime(storm.atMs),
    nearest: { name, miles: Math.round(miles) },
    moves: effects.map(({ commodity, direction }) => ({
      name: COMMODITIES[commodity].displayName,
      commodity,
      direction,
    })),
  };
}

const formatPosition = ({ latitude, longitude }: StormAdvisory): string =>
  `${formatNumber(latitude, 1)}\u00b0 N, ${formatNumber(Math.abs(longitude), 1)}\u00b0 ${longitude < 0 ? 'W' : 'E'}`;

function formatMovement({ movingDegrees, movingMph }: StormAdvisory): string | null {
  if (movingDegrees === null || movingMph === null) return null;
  return movingMph === 0
    ? 'stationary'
    : `${getCompassPoint(movingDegrees)} at ${formatCount(Math.round(movingMph))} mph`;
}

/** Storms outside the frame are in the table alone. */
function buildMap(active: readonly ActiveStorm[]): StormMapDto | null {
  const storms = active
    .map(({ newest, track }) => ({
      newest,
      track,
      point: projectSeaPoint(newest.longitude, newest.latitude),
    }))
    .filter(({ point }) => isInFrame(point));
  if (storms.length === 0) return null;
  return {
    frame: FRAME,
    states: CONTINENT_STATES,
    storms: storms.map(({ newest, track, point }) => ({
      ...point,
      id: newest.id,
      name: newest.name,
      value: `${formatCount(Math.round(newest.windMph))} mph`,
      title: describeStorm(newest),
      side: point.x > FRAME.x + FRAME.width / 2 ? -1 : 1,
      isHurricane: computeStormCategory(newest.windMph) > 0,
      track: track.map(formatTrackPoint).join(' '),
    })),
    regions: EXPOSED_REGIONS.map(buildRegionLabel),
    summary: `Map of the Atlantic coast and the Gulf of Mexico. ${storms.map(({ newest }) => describeStorm(newest)).join(' ')}`,
  };
}

const isInFrame = ({ x, y }: { readonly x: number; readonly y: number }): boolean =>
  x >= FRAME.x && x <= FRAME.x + FRAME.width && y >= FRAME.y && y <= FRAME.y + FRAME.height;

function formatTrackPoint({ longitude, latitude }: StormAdvisory): string {
  const { x, y } = projectSeaPoint(longitude, latitude);
  return `${x},${y}`;
}

/** Names stand away from the other region. */
const buildRegionLabel = ({
  name,
  longitude,
  latitude,
}: (typeof EXPOSED_REGIONS)[number]): StormMapDto['regions'][number] => ({
  ...projectSeaPoint(longitude, latitude),
  name,
  side: longitude < MIDDLE_LONGITUDE ? -1 : 1,
});

function describeStorm(storm: StormAdvisory): string {
  const { name, miles } = findNearestRegion(storm);
  return `${storm.name}, ${getStormClass(storm)}, ${formatCount(Math.round(miles))} miles from the ${name}.`;
}
