// Open positions against the weather of the regions that move them.
import type { ExposureDto, ExposureRow, HeldWarning } from '../../contracts/radar';
import type { MapLabel, MapStateShape } from '../../contracts/maps';
import { COMMODITIES, ROOT_SYMBOLS } from '../../trading/domain/commodity';
import { MISSING, formatCount, formatNumber } from '../../trading/domain/format';
import type { EpochMs } from '../../trading/domain/units';
import { REGION_STATES } from '../../trading/market/price-map';
import { type Pattern, listWeatherPatterns } from '../../trading/weather/patterns';
import { PLACES, type Place } from '../../trading/weather/places';
import { listPlacesMoving, listWarningEffects } from '../../trading/weather/responses';
import { getMapSeverity } from '../../trading/weather/severity';
import { STATES } from '../../trading/weather/states';
import type { WeatherSource } from '../../trading/weather/weather-source';
import { PLACE_POINTS } from '../market/us-map.server';
import { type HeldPosition, combineSides } from './held-positions.server';
import { getWeatherCache } from './weather-cache.server';

interface ExposedPlace {
  readonly place: Place;
  readonly held: readonly HeldPosition[];
}

/** A power position is exposed to its hub; others to all regions that move them in season. */
function isExposed(place: Place, { commodity, hub }: HeldPosition, atMs: EpochMs): boolean {
  if (hub !== null) return place.name === hub;
  return place.kind !== 'market' && listPlacesMoving(commodity, atMs).includes(place.name);
}

/** Regions whose weather moves an open position, in place order. */
export const listExposedPlaces = (
  held: readonly HeldPosition[],
  atMs: EpochMs,
): readonly ExposedPlace[] =>
  PLACES.flatMap((place) => {
    const own = held.filter((position) => isExposed(place, position, atMs));
    return own.length === 0 ? [] : [{ place, held: own }];
  });

/** One entry per commodity with the side of its positions. */
function listSides(held: readonly HeldPosition[]) {
  const commodities = [...new Set(held.map(({ commodity }) => commodity))];
  return commodities.map((commodity) => ({
    commodity,
    side: combineSides(held.filter((position) => position.commodity === commodity)),
  }));
}

const formatPositions = (held: readonly HeldPosition[]): string =>
  listSides(held)
    .map(({ commodity, side }) => `${side ?? ''} ${COMMODITIES[commodity].displayName}`)
    .join(', ');

const EFFECT_TEXTS = { UP: '▲ bullish', DOWN: '▼ bearish', MIXED: '◆ mixed' } as const;

/** Null if the warning moves none of the positions. */
function buildHeldWarning(pattern: Pattern, exposed: readonly ExposedPlace[]): HeldWarning | null {
  const { warning } = pattern;
  if (!warning) return null;
  const moved = new Map<string, string>();
  for (const { place, held } of exposed) {
    for (const effect of listWarningEffects(warning, [place])) {
      const own = held.filter(({ commodity }) => commodity === effect.commodity);
      if (own.length > 0)
        moved.set(effect.commodity, `${formatPositions(own)} (${EFFECT_TEXTS[effect.direction]})`);
    }
  }
  if (moved.size === 0) return null;
  const { text } = warning;
  return {
    pattern: pattern.pattern,
    text: /[.!]$/.test(text) ? text : `${text}.`,
    impactLevel: pattern.impactLevel,
    positions: [...moved.values()],
  };
}

const countWarnings = (count: number): string =>
  count === 1 ? '1 warning' : `${formatCount(count)} warnings`;

function formatVerdict(
  rows: readonly ExposureRow[],
  warned: number,
  own: number,
  strongest: ExposureRow | undefined,
): string {
  const now = strongest ? ` Strongest there: ${strongest.region}, ${strongest.weather}.` : '';
  if (own > 0)
    return `${countWarnings(own)} in force ${own === 1 ? 'moves' : 'move'} your positions.${now}`;
  const elsewhere = warned > 0 ? `; ${countWarnings(warned)} in force elsewhere` : '';
  if (rows.length > 0) return `Nothing warns where you hold positions${elsewhere}.${now}`;
  return warned > 0
    ? `${countWarnings(warned)} in force; no open position is exposed to ${warned === 1 ? 'it' : 'them'}.`
    : 'Nothing warns in any region, and no open position is exposed to weather.';
}

/** Warnings announced or confirmed; canceled and ended ones warn no more. */
const isInForce = ({ warning }: Pattern): boolean =>
  warning?.phase === 'watch' || warning?.phase === 'confirmed';

export function buildExposure(desk: WeatherSource, held: readonly HeldPosition[]): ExposureDto {
  const cache = getWeatherCache(desk);
  const { nowMs } = cache;
  const patterns = listWeatherPatterns(desk.weather, nowMs).filter(isInForce);
  const exposed = listExposedPlaces(held, nowMs);
  const warnings = patterns.flatMap((pattern) => buildHeldWarning(pattern, exposed) ?? []);
  const found = exposed.map(({ place, held: own }) => {
    const now = cache.placeNow(place.cells);
    const row: ExposureRow = {
      region: place.name,
      positions: formatPositions(own),
      severity: now && getMapSeverity(now.intensity),
      weather: now
        ? `${now.condition}, ${formatNumber(now.temperatureF, 0)} °F, intensity ${formatNumber(now.intensity, 0)}`
        : MISSING,
      warnings: patterns.filter(({ warning }) =>
        warning?.cells.some((cell) => place.warned.includes(cell)),
      ).length,
    };
    return { row, intensity: now?.intensity ?? -1 };
  });
  const rows = found.map(({ row }) => row);
  const strongest = [...found].sort((a, b) => b.intensity - a.intensity)[0]?.row;
  return {
    isWarned: patterns.length > 0,
    verdict: formatVerdict(rows, patterns.length, warnings.length, strongest),
    warnings,
    rows,
  };
}

const ARROWS = { LONG: '▲', SHORT: '▼', 'LONG and SHORT': '◆' } as const;

/** Marks of the exposed regions on the map; regions abroad have none. */
export const listExposurePins = (exposed: readonly ExposedPlace[]): readonly MapLabel[] =>
  exposed.flatMap(({ place, held }) => {
    const point = PLACE_POINTS.get(place.name);
    if (!point) return [];
    const value = listSides(held)
      .map(({ commodity, side }) => `${side ? ARROWS[side] : ''}${ROOT_SYMBOLS[commodity]}`)
      .join(' ');
    return [{ ...point, name: '', value, title: `${place.name}: ${formatPositions(held)}` }];
  });

/** States of the exposed regions, by FIPS code. */
export function listExposedStates(
  exposed: readonly ExposedPlace[],
): ReadonlySet<MapStateShape['fips']> {
  const names = exposed.map(({ place }) => place.name as string);
  const hubStates = names.flatMap((name) => REGION_STATES.electricity[name] ?? []);
  const ownStates = STATES.filter(({ region }) => names.includes(region)).map(({ fips }) => fips);
  return new Set([...hubStates, ...ownStates]);
}
