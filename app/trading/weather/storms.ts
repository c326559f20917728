/** Tropical storms by their official advisories: the active ones, their class and distance. */
import { DAY_MS, HOUR_MS } from '../domain/time';
import type { EpochMs } from '../domain/units';
import { CELL_PLACES, type WeatherCell } from './cell';
import { computeDistanceKm } from './nearest-cells';
import type { PlaceName } from './places';

/** Position and strength of a storm at an advisory. */
export interface StormAdvisory {
  readonly id: string;
  readonly name: string;
  /** Two or three letters of the agency, such as `HU` or `TS`. */
  readonly classification: string;
  readonly atMs: EpochMs;
  readonly publishedMs: EpochMs;
  /** Degrees north and east. */
  readonly latitude: number;
  readonly longitude: number;
  /** Highest sustained wind of one minute. */
  readonly windMph: number;
  readonly pressureMb: number | null;
  /** Direction of movement, degrees clockwise from north. */
  readonly movingDegrees: number | null;
  readonly movingMph: number | null;
}

/** A storm whose newest advisory is at most twelve hours old. */
export interface ActiveStorm {
  readonly newest: StormAdvisory;
  /** All advisories in time order, the newest one included. */
  readonly track: readonly StormAdvisory[];
}

export interface StormReader {
  /** Storms that are active at a time, by what was published until then, strongest first. */
  listActive(knownMs: EpochMs): readonly ActiveStorm[];
}

export interface StormArchive extends StormReader {
  addAdvisory(advisory: StormAdvisory): void;
  /** Removes advisories of before the retention. */
  removeOldAdvisories(nowMs: EpochMs): void;
}

export const STORM_RETENTION_MS = 30 * DAY_MS;
/** Advisories are six hours apart; after the last one of a storm none follows. */
const ACTIVE_MS = 12 * HOUR_MS;

/** Creates an empty archive. */
export function createStormArchive(): StormArchive {
  const storms = new Map<string, StormAdvisory[]>();
  return {
    addAdvisory(advisory) {
      const track = storms.get(advisory.id) ?? [];
      storms.set(advisory.id, track);
      track.push(advisory);
      track.sort((a, b) => a.atMs - b.atMs || a.publishedMs - b.publishedMs);
    },
    removeOldAdvisories(nowMs) {
      for (const [id, track] of storms) {
        const rest = track.filter(({ atMs }) => atMs >= nowMs - STORM_RETENTION_MS);
        if (rest.length > 0) storms.set(id, rest);
        else storms.delete(id);
      }
    },
    listActive: (knownMs) =>
      [...storms.values()]
        .flatMap((track) => findActiveStorm(track, knownMs))
        .sort((a, b) => b.newest.windMph - a.newest.windMph),
  };
}

/** The storm as one element, or none. Of two versions of an advisory the later one counts. */
function findActiveStorm(all: readonly StormAdvisory[], knownMs: EpochMs): readonly ActiveStorm[] {
  const known = all.filter(({ publishedMs }) => publishedMs <= knownMs);
  const track = known.filter(({ atMs }, index) => known[index + 1]?.atMs !== atMs);
  const newest = track.at(-1);
  return newest && knownMs - newest.atMs <= ACTIVE_MS ? [{ newest, track }] : [];
}

/** Statute miles per nautical mile. */
export const MPH_PER_KNOT = 1.150779;
/**
 * Wind at which each category of the Saffir-Simpson scale begins, knots
 * (https://www.nhc.noaa.gov/aboutsshws.php).
 */
const CATEGORY_KNOTS = [64, 83, 96, 113, 137] as const;

/** Category of a hurricane by its wind, 1 to 5; 0 for a weaker storm. */
export function computeStormCategory(windMph: number): number {
  const knots = Math.round(windMph / MPH_PER_KNOT);
  return CATEGORY_KNOTS.filter((fromKnots) => knots >= fromKnots).length;
}

/** Classes of the agency that have a name of their own. */
const CLASS_NAMES: Readonly<Record<string, string>> = {
  TD: 'tropical depression',
  TS: 'tropical storm',
  SD: 'subtropical depression',
  STD: 'subtropical depression',
  SS: 'subtropical storm',
  STS: 'subtropical storm',
  PTC: 'potential tropical cyclone',
  PC: 'post-tropical cyclone',
  EX: 'post-tropical cyclone',
  LO: 'remnant low',
  DB: 'disturbance',
};
const HURRICANES = ['HU', 'MH', 'TY', 'STY'];

/** Class in words, such as `hurricane of category 3`. The agency's letters if they are unknown. */
export function getStormClass({
  classification,
  windMph,
}: Pick<StormAdvisory, 'classification' | 'windMph'>): string {
  if (HURRICANES.includes(classification))
    return `hurricane of category ${Math.max(1, computeStormCategory(windMph))}`;
  return CLASS_NAMES[classification] ?? `class ${classification}`;
}

interface ExposedRegion {
  readonly place: PlaceName;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

function buildRegion(place: PlaceName, cell: WeatherCell, name: string): ExposedRegion {
  const { latitude, longitude } = CELL_PLACES[cell];
  return { place, name, latitude, longitude };
}

/** Regions with production that a hurricane disturbs, by the point that stands for them. */
export const EXPOSED_REGIONS = [
  buildRegion('Gulf of Mexico', 'GOM', 'Gulf platforms'),
  buildRegion('Southeast', 'LAK', 'Florida groves'),
] as const;

const KM_PER_MILE = 1.609344;

interface NearestRegion {
  readonly place: PlaceName;
  readonly name: string;
  /** Great-circle distance from the center of the storm, miles. */
  readonly miles: number;
}

/** The exposed region that is nearest to a point. */
export function findNearestRegion(
  point: Pick<StormAdvisory, 'latitude' | 'longitude'>,
): NearestRegion {
  const [gulf, florida] = EXPOSED_REGIONS.map(({ place, name, ...center }) => ({
    place,
    name,
    miles: computeDistanceKm(point, center) / KM_PER_MILE,
  })) as [NearestRegion, NearestRegion];
  return gulf.miles <= florida.miles ? gulf : florida;
}

const POINTS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;

/** Point of the compass for degrees clockwise from north. */
export const getCompassPoint = (degrees: number): string =>
  POINTS[Math.round((((degrees % 360) + 360) % 360) / 45) % POINTS.length] as string;
