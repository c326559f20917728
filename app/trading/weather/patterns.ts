/** Weather patterns and affected markets, from warnings and market responses. */
import type { EpochMs } from '../domain/units';
import type { CommodityKey } from '../domain/commodity';
import {
  formatCalendarLabel,
  formatNumber,
  formatPercent,
  formatSignedNumber,
  capitalizeFirst,
} from '../domain/format';
import type { WeatherReader } from './archive-reader';
import type { WeatherWarning } from './bulletin';
import { HIGH_PROBABILITY } from './intelligence';
import { PLACES, type Place, type PlaceName } from './places';
import { type Effect, listWarningEffects } from './responses';

const IMPACT_LEVELS = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
export type ImpactLevel = (typeof IMPACT_LEVELS)[number];

export interface Pattern {
  /** Display text. */
  readonly pattern: string;
  readonly region: PlaceName;
  readonly impactLevel: ImpactLevel;
  readonly effects: readonly Effect[];
  readonly affectedCommodities: readonly CommodityKey[];
  /** Null for a region without warnings. */
  readonly warning: WeatherWarning | null;
  readonly atMs: EpochMs;
}

/** Thresholds of a confirmed CRITICAL pattern: hurricane category, temperature anomaly in deg F. */
const CATEGORY_CRITICAL = 3;
const DEPARTURE_CRITICAL_F = 20;

function isCritical({ kind, phase, strength }: WeatherWarning): boolean {
  if (phase !== 'confirmed') return false;
  if (kind === 'hurricane') return (strength ?? 0) >= CATEGORY_CRITICAL;
  return Math.abs(strength ?? 0) >= DEPARTURE_CRITICAL_F;
}

/**
 * CRITICAL: confirmed, with hurricane category 3 or an anomaly of 20 F. HIGH: confirmed, or a
 * probability of 60%. MEDIUM: watch. LOW: canceled, ended, or no affected market.
 */
export function getImpactLevel(warning: WeatherWarning, affectsMarket: boolean): ImpactLevel {
  if (!affectsMarket || warning.phase === 'cancelled' || warning.phase === 'ended') return 'LOW';
  if (isCritical(warning)) return 'CRITICAL';
  return warning.phase === 'confirmed' || warning.probability >= HIGH_PROBABILITY
    ? 'HIGH'
    : 'MEDIUM';
}

const PHASES: Readonly<Record<WeatherWarning['phase'], string>> = {
  watch: 'may come',
  confirmed: 'confirmed',
  cancelled: 'called off',
  ended: 'over',
};

function formatStrength({ kind, strength }: WeatherWarning): string {
  if (strength === null) return '';
  return kind === 'hurricane'
    ? `, category ${formatNumber(strength, 0)}`
    : `, ${formatSignedNumber(strength, 0)} °F`;
}

function formatPattern(warning: WeatherWarning, region: PlaceName): string {
  const formatDay = (atMs: EpochMs): string => formatCalendarLabel('day', atMs, 'UTC');
  const name = capitalizeFirst(warning.kind);
  const probabilityText =
    warning.phase === 'watch' ? `, chance ${formatPercent(100 * warning.probability, 0)}` : '';
  return `${name} over ${region}, ${formatDay(warning.fromMs)} to ${formatDay(warning.untilMs)}${formatStrength(warning)}: ${PHASES[warning.phase]}${probabilityText}`;
}

const concernsPlace = (warning: WeatherWarning, { warned }: Place): boolean =>
  warning.cells.some((cell) => warned.includes(cell));

function buildPattern(warning: WeatherWarning, places: readonly Place[]): Pattern[] {
  const place = places.find((each) => concernsPlace(warning, each));
  if (!place) return [];
  const effects = listWarningEffects(warning, places);
  return [
    {
      pattern: formatPattern(warning, place.name),
      region: place.name,
      impactLevel: getImpactLevel(warning, effects.length > 0),
      effects,
      affectedCommodities: effects.map(({ commodity }) => commodity),
      warning,
      atMs: warning.publishedMs,
    },
  ];
}

const buildQuietPattern = ({ name }: Place, knownMs: EpochMs): Pattern => ({
  pattern: `No warning for ${name}`,
  region: name,
  impactLevel: 'LOW',
  effects: [],
  affectedCommodities: [],
  warning: null,
  atMs: knownMs,
});

/**
 * Patterns as of a time, highest impact first: each warning once, under its first region, and all
 * quiet regions.
 */
export function listWeatherPatterns(reader: WeatherReader, knownMs: EpochMs): readonly Pattern[] {
  const places = PLACES.filter(({ kind }) => kind !== 'market');
  const warnings = reader.warnings(knownMs);
  const active = warnings.flatMap((warning) => buildPattern(warning, places));
  const quiet = places
    .filter((place) => !warnings.some((warning) => concernsPlace(warning, place)))
    .map((place) => buildQuietPattern(place, knownMs));
  return [...active, ...quiet].sort(
    (a, b) => IMPACT_LEVELS.indexOf(b.impactLevel) - IMPACT_LEVELS.indexOf(a.impactLevel),
  );
}
