/** Weather patterns and the markets that they touch, from warnings and the table of responses. */
import type { EpochMs } from '../domain/units';
import type { CommodityKey } from '../domain/commodity';
import {
  calendarWord,
  decimalNumber,
  formatPercent,
  signedNumber,
  capitalizeFirst,
} from '../domain/format';
import type { WeatherReader } from './archive-reader';
import type { WeatherWarning } from './bulletin';
import { CHANCE_HIGH } from './intelligence';
import { PLACES, type Place, type PlaceName } from './places';
import { type Effect, warningEffects } from './responses';

const IMPACT_LEVELS = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
export type ImpactLevel = (typeof IMPACT_LEVELS)[number];

export interface Pattern {
  /** What it is, for a person. */
  readonly pattern: string;
  readonly region: PlaceName;
  readonly impactLevel: ImpactLevel;
  readonly effects: readonly Effect[];
  readonly affectedCommodities: readonly CommodityKey[];
  /** Null for a quiet region. */
  readonly warning: WeatherWarning | null;
  readonly atMs: EpochMs;
}

/**
 * A hurricane of this category or a departure of so many deg F is CRITICAL once it is confirmed.
 */
const CATEGORY_CRITICAL = 3;
const DEPARTURE_CRITICAL_F = 20;

function isCritical({ kind, phase, strength }: WeatherWarning): boolean {
  if (phase !== 'confirmed') return false;
  if (kind === 'hurricane') return (strength ?? 0) >= CATEGORY_CRITICAL;
  return Math.abs(strength ?? 0) >= DEPARTURE_CRITICAL_F;
}

/**
 * CRITICAL: confirmed and a hurricane of category 3 or a departure of 20 F. HIGH: confirmed, or a
 * chance of 60 %. MEDIUM: a watch. LOW: called off or over, or nobody is touched.
 */
export function impactLevel(warning: WeatherWarning, isTouching: boolean): ImpactLevel {
  if (!isTouching || warning.phase === 'cancelled' || warning.phase === 'ended') return 'LOW';
  if (isCritical(warning)) return 'CRITICAL';
  return warning.phase === 'confirmed' || warning.probability >= CHANCE_HIGH ? 'HIGH' : 'MEDIUM';
}

const PHASES: Readonly<Record<WeatherWarning['phase'], string>> = {
  watch: 'may come',
  confirmed: 'confirmed',
  cancelled: 'called off',
  ended: 'over',
};

function strengthText({ kind, strength }: WeatherWarning): string {
  if (strength === null) return '';
  return kind === 'hurricane'
    ? `, category ${decimalNumber(strength, 0)}`
    : `, ${signedNumber(strength, 0)} °F`;
}

function patternText(warning: WeatherWarning, region: PlaceName): string {
  const day = (atMs: EpochMs): string => calendarWord('day', atMs, 'UTC');
  const name = capitalizeFirst(warning.kind);
  const chance =
    warning.phase === 'watch' ? `, chance ${formatPercent(100 * warning.probability, 0)}` : '';
  return `${name} over ${region}, ${day(warning.fromMs)} to ${day(warning.untilMs)}${strengthText(warning)}: ${PHASES[warning.phase]}${chance}`;
}

const isConcerned = (warning: WeatherWarning, { warned }: Place): boolean =>
  warning.cells.some((cell) => warned.includes(cell));

function buildPattern(warning: WeatherWarning, places: readonly Place[]): Pattern[] {
  const place = places.find((each) => isConcerned(warning, each));
  if (!place) return [];
  const effects = warningEffects(warning, places);
  return [
    {
      pattern: patternText(warning, place.name),
      region: place.name,
      impactLevel: impactLevel(warning, effects.length > 0),
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
 * All patterns as of a moment, the gravest first: each warning once, under the first region that it
 * concerns, and each other region as a quiet one.
 */
export function weatherPatterns(reader: WeatherReader, knownMs: EpochMs): readonly Pattern[] {
  const places = PLACES.filter(({ kind }) => kind !== 'market');
  const warnings = reader.warnings(knownMs);
  const told = warnings.flatMap((warning) => buildPattern(warning, places));
  const still = places
    .filter((place) => !warnings.some((warning) => isConcerned(warning, place)))
    .map((place) => buildQuietPattern(place, knownMs));
  return [...told, ...still].sort(
    (a, b) => IMPACT_LEVELS.indexOf(b.impactLevel) - IMPACT_LEVELS.indexOf(a.impactLevel),
  );
}
