// Open positions against the weather of the regions that move them.
import type { ExposureDto, ExposureRow, HeldWarning } from '../../contracts/radar';
import type { MapLabel, MapStateShape } from '../../contracts/maps';
import { ROOT_SYMBOLS } from '../../trading/domain/commodity';
import {
  MISSING,
  formatAge,
  formatCount,
  formatIsoTime,
  formatNumber,
} from '../../trading/domain/format';
import {
  PRICE_DIRECTIONS,
  type PriceDirection,
  combineDirections,
} from '../../trading/domain/price-direction';
import type { EpochMs } from '../../trading/domain/units';
import { REGION_STATES } from '../../trading/market/price-map';
import { type Pattern, listWeatherPatterns } from '../../trading/weather/patterns';
import { PLACES, type Place } from '../../trading/weather/places';
import { listPlacesMoving, listWarningEffects } from '../../trading/weather/responses';
import { getMapSeverity } from '../../trading/weather/severity';
import { STATES } from '../../trading/weather/states';
import type { WeatherSource } from '../../trading/weather/weather-source';
import { PLACE_POINTS } from '../market/us-map.server';
import {
  type HeldPosition,
  combineSides,
  formatHeldPosition,
  listPositionTexts,
} from './held-positions.server';
import { isReadingStale } from './serialize-weather.server';
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

/** A warning that moves the price of a position through the weather of a region. */
interface WarnedPosition {
  readonly pattern: Pattern;
  readonly place: Place;
  readonly position: HeldPosition;
  readonly direction: PriceDirection;
}

/** The one list behind the sentence, the warnings and the table. */
const listWarnedPositions = (
  patterns: readonly Pattern[],
  exposed: readonly ExposedPlace[],
): readonly WarnedPosition[] =>
  patterns.flatMap((pattern) =>
    exposed.flatMap(({ place, held }) => {
      const effects = pattern.warning ? listWarningEffects(pattern.warning, [place]) : [];
      return held.flatMap((position) => {
        const effect = effects.find(({ commodity }) => commodity === position.commodity);
        return effect ? [{ pattern, place, position, direction: effect.direction }] : [];
      });
    }),
  );

/** One entry per warning, with the direction of each contract that it moves. */
function buildHeldWarnings(warned: readonly WarnedPosition[]): readonly HeldWarning[] {
  const patterns = [...new Set(warned.map(({ pattern }) => pattern))];
  return patterns.map((pattern) => {
    const directions = new Map<string, PriceDirection>();
    for (const { position, direction } of warned.filter((each) => each.pattern === pattern)) {
      const held = formatHeldPosition(position);
      directions.set(held, combineDirections(directions.get(held) ?? direction, direction));
    }
    const text = pattern.warning?.text ?? '';
    return {
      pattern: pattern.pattern,
      text: /[.!]$/.test(text) ? text : `${text}.`,
      impactLevel: pattern.impactLevel,
      positions: [...directions].map(
        ([position, direction]) => `${position} (${PRICE_DIRECTIONS[direction].label})`,
      ),
    };
  });
}

const countWarnings = (count: number): string =>
  count === 1 ? '1 current warning' : `${formatCount(count)} current warnings`;

function formatVerdict(
  rows: readonly ExposureRow[],
  warned: number,
  own: number,
  strongest: ExposureRow | undefined,
  nowMs: EpochMs,
): string {
  const now = strongest?.observedAt
    ? ` Strongest there: ${strongest.region}, ${strongest.weather}, observed ${formatAge(nowMs - Date.parse(strongest.observedAt))} ago.`
    : '';
  if (own > 0) return `${countWarnings(own)} ${own === 1 ? 'moves' : 'move'} your positions.${now}`;
  if (rows.length > 0) {
    const others = warned > 0 ? `: ${countWarnings(warned)} without effect on them` : '';
    return `No warning moves your positions${others}.${now}`;
  }
  return warned > 0
    ? `${countWarnings(warned)}; no open position is exposed to ${warned === 1 ? 'it' : 'them'}.`
    : 'No warning in any region; no open position is exposed to weather.';
}

/** Warnings announced or confirmed; canceled and ended ones warn no more. */
const isInForce = ({ warning }: Pattern): boolean =>
  warning?.phase === 'watch' || warning?.phase === 'confirmed';

export function buildExposure(desk: WeatherSource, exposed: readonly ExposedPlace[]): ExposureDto {
  const cache = getWeatherCache(desk);
  const { nowMs } = cache;
  const patterns = listWeatherPatterns(desk.weather, nowMs).filter(isInForce);
  const warned = listWarnedPositions(patterns, exposed);
  const warnings = buildHeldWarnings(warned);
  const found = exposed.map(({ place, held: own }) => {
    const now = cache.placeNow(place.cells);
    const row: ExposureRow = {
      region: place.name,
      positions: listPositionTexts(own).join(', '),
      severity: now && getMapSeverity(now.intensity),
      observedAt: formatIsoTime(now?.validMs ?? null),
      isStale: now !== null && isReadingStale(now, nowMs),
      weather: now
        ? `${now.condition}, ${formatNumber(now.temperatureF, 0)} °F, intensity ${formatNumber(now.intensity, 0)}`
        : MISSING,
      warnings: new Set(warned.filter((each) => each.place === place).map(({ pattern }) => pattern))
        .size,
    };
    return { row, intensity: now?.intensity ?? -1 };
  });
  const rows = found.map(({ row }) => row);
  const strongest = [...found].sort((a, b) => b.intensity - a.intensity)[0]?.row;
  return {
    verdict: formatVerdict(rows, patterns.length, warnings.length, strongest, nowMs),
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
    const commodities = [...new Set(held.map(({ commodity }) => commodity))];
    const value = commodities
      .map((commodity) => {
        const side = combineSides(held.filter((position) => position.commodity === commodity));
        return `${side ? ARROWS[side] : ''}${ROOT_SYMBOLS[commodity]}`;
      })
      .join(' ');
    const title = `${place.name}: ${listPositionTexts(held).join(', ')}`;
    return [{ ...point, name: '', value, title }];
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
