/**
 * Weather feed: per region what changed, by how much, and which markets it affects.
 *
 * HIGH: 14-day degree days changed by 30 or rain by 1.5 inches within a day, or a warning is
 * confirmed or has a probability of 60%.
 * MEDIUM: 12 degree days or 0.75 inches, or a warning is issued, canceled or just ended; a drought
 * after its first three days.
 * LOW: anything less, or no affected market.
 */
import {
  MISSING,
  formatCalendarLabel,
  formatNumber,
  formatSignedNumber,
  capitalizeFirst,
} from '../domain/format';
import type { CommodityKey } from '../domain/commodity';
import { PRICE_DIRECTIONS } from '../domain/price-direction';
import type { EpochMs } from '../domain/units';
import type { WeatherReader } from './archive-reader';
import type { WeatherWarning } from './bulletin';
import {
  type ForecastChange,
  type RainChange,
  compareRuns,
  getNewestRuns,
  buildPlaceRun,
  getRunsBefore,
} from './forecast-change';
import { PLACES, type Place, type PlaceName } from './places';
import {
  type Effect,
  dedupeEffects,
  listDegreeDayEffects,
  listEffects,
  reverseEffects,
  listWarningEffects,
} from './responses';
import type { CurrentPlaceWeather } from './current-weather';
import { DAY_MS } from '../domain/time';

const IMPACTS = ['LOW', 'MEDIUM', 'HIGH'] as const;
export type Impact = (typeof IMPACTS)[number];

const DEGREE_DAYS_HIGH = 30;
export const DEGREE_DAYS_MEDIUM = 12;
const RAIN_HIGH_INCHES = 1.5;
const RAIN_MEDIUM_INCHES = 0.75;
export const HIGH_PROBABILITY = 0.6;
const COMPARED_HOURS = 24;
const DROUGHT_NEWS_MS = 3 * DAY_MS;

export interface IntelligenceItem {
  readonly region: PlaceName;
  /** Publication time of the newest source; the query time without any. */
  readonly atMs: EpochMs;
  readonly temperatureF: number | null;
  readonly impact: Impact;
  readonly message: string;
  readonly effects: readonly Effect[];
  readonly commodities: readonly CommodityKey[];
  /** Ids of its warnings. */
  readonly warnings: readonly string[];
  readonly change: ForecastChange | null;
}

/** A finding: text, impact and affected markets. */
interface Finding {
  readonly impact: Impact;
  readonly text: string;
  readonly effects: readonly Effect[];
}

const formatDay = (atMs: EpochMs): string => formatCalendarLabel('day', atMs, 'UTC');
const rankImpact = (impact: Impact): number => IMPACTS.indexOf(impact);
const findWorst = (impacts: readonly Impact[]): Impact =>
  impacts.reduce((worst, each) => (rankImpact(each) > rankImpact(worst) ? each : worst), 'LOW');

function rateImpact(size: number, high: number, medium: number): Impact {
  if (size >= high) return 'HIGH';
  return size >= medium ? 'MEDIUM' : 'LOW';
}

/** Impact of a change of 14-day degree days. */
export const rateDegreeDayChange = (change: number): Impact =>
  rateImpact(Math.abs(change), DEGREE_DAYS_HIGH, DEGREE_DAYS_MEDIUM);
/** Impact of a change of 14-day rain, inches. */
export const rateRainChange = (inches: number): Impact =>
  rateImpact(Math.abs(inches), RAIN_HIGH_INCHES, RAIN_MEDIUM_INCHES);

/** Impact of a market-relevant warning by phase, probability and, for a drought, age. */
export function rateWarning(
  {
    kind,
    phase,
    probability,
    publishedMs,
  }: Pick<WeatherWarning, 'kind' | 'phase' | 'probability' | 'publishedMs'>,
  knownMs: EpochMs,
): Impact {
  if (phase === 'cancelled' || phase === 'ended') return 'MEDIUM';
  if (kind === 'drought' && knownMs - publishedMs > DROUGHT_NEWS_MS) return 'MEDIUM';
  return phase === 'confirmed' || probability >= HIGH_PROBABILITY ? 'HIGH' : 'MEDIUM';
}

function buildDegreeDayFinding(
  place: Place,
  change: ForecastChange,
  kind: 'heating' | 'cooling',
): Finding {
  const { now, before, change: by } = change[kind];
  const effects = listDegreeDayEffects(place.name, kind, by, change.fromMs);
  const { dayMs, nowF, changeF } = change.peak;
  const span = `${formatDay(change.fromMs)} to ${formatDay(change.untilMs)}`;
  const totals = `${formatNumber(now, 0)} ${kind} degree days from ${span} (${formatSignedNumber(by, 0)} vs yesterday's run, ${formatNumber(before, 0)})`;
  const text = `Forecast: ${totals}; largest daily change ${formatDay(dayMs)}, to a mean of ${formatNumber(nowF, 0)} °F (${formatSignedNumber(changeF, 0)}).`;
  return { impact: effects.length === 0 ? 'LOW' : rateDegreeDayChange(by), text, effects };
}

function buildRainFinding(place: Place, { now, change: by, fromMs, untilMs }: RainChange): Finding {
  const effects = listEffects(place.name, 'dryness', fromMs);
  const span =
    fromMs === untilMs
      ? `on ${formatDay(fromMs)}`
      : `from ${formatDay(fromMs)} to ${formatDay(untilMs)}`;
  const text = `Rain ${span}: ${formatNumber(now, 1)} in (${formatSignedNumber(by, 1)}).`;
  return {
    impact: effects.length === 0 ? 'LOW' : rateRainChange(by),
    text,
    effects: by <= 0 ? effects : reverseEffects(effects),
  };
}

function buildWarningFinding(place: Place, warning: WeatherWarning, knownMs: EpochMs): Finding {
  const end = /[.!]$/.test(warning.text) ? '' : '.';
  const effects = listWarningEffects(warning, [place]);
  return {
    impact: effects.length === 0 ? 'LOW' : rateWarning(warning, knownMs),
    text: `${warning.text}${end}`,
    effects,
  };
}

/** `lead` is `Quiet` only where nothing else is reported. */
const formatQuiet = (lead: 'Quiet' | 'Forecast', change: ForecastChange | null): string =>
  change === null
    ? 'No change available: two forecast runs a day apart are needed.'
    : `${lead}: ${formatNumber(change.heating.now, 0)} heating (${formatSignedNumber(change.heating.change, 0)}) and ${formatNumber(change.cooling.now, 0)} cooling degree days (${formatSignedNumber(change.cooling.change, 0)}) from ${formatDay(change.fromMs)} to ${formatDay(change.untilMs)}, little change in a day.`;

/** All warnings and significant forecast changes, highest impact first. */
function listFindings(
  place: Place,
  change: ForecastChange | null,
  warned: readonly Finding[],
): Finding[] {
  const changed = change
    ? [
        buildDegreeDayFinding(place, change, 'heating'),
        buildDegreeDayFinding(place, change, 'cooling'),
        ...(change.rainInches ? [buildRainFinding(place, change.rainInches)] : []),
      ]
    : [];
  return [...warned, ...changed.filter(({ impact }) => impact !== 'LOW')].sort(
    (a, b) => rankImpact(b.impact) - rankImpact(a.impact),
  );
}

/** How many of the compared days have an amount of rain; empty where all have one. */
function formatRainDays(change: ForecastChange | null): string[] {
  if (!change) return [];
  const days = change.rainInches?.days ?? 0;
  if (days === change.days) return [];
  return days === 0
    ? [`Rain: ${MISSING}, no day has an amount in both runs.`]
    : [`Rain covers ${days} of ${change.days} days; the rest have no amount in one or both runs.`];
}

function formatMessage(
  findings: readonly Finding[],
  effects: readonly Effect[],
  change: ForecastChange | null,
): string {
  const quiet = findings.some(({ impact }) => impact !== 'LOW')
    ? []
    : [formatQuiet(findings.length === 0 ? 'Quiet' : 'Forecast', change)];
  const texts = [...findings.map(({ text }) => text), ...quiet, ...formatRainDays(change)];
  return `${texts.join(' ')}${formatEffects(effects)}`;
}

const COMMODITY_NAMES: Readonly<Record<CommodityKey, string>> = {
  electricity: 'electricity',
  'natural-gas': 'natural gas',
  corn: 'corn',
  soybeans: 'soybeans',
  wheat: 'wheat',
  'orange-juice': 'orange juice',
  oil: 'heating oil',
  coffee: 'coffee',
  'crude-oil': 'crude oil',
  cotton: 'cotton',
};

/** Affected markets in one sentence. */
export function formatEffects(effects: readonly Effect[]): string {
  const parts = (['UP', 'DOWN', 'MIXED'] as const).flatMap((direction) => {
    const names = effects
      .filter((effect) => effect.direction === direction)
      .map(({ commodity }) => COMMODITY_NAMES[commodity]);
    const word = `${PRICE_DIRECTIONS[direction].word}${direction === 'MIXED' ? ' for' : ''}`;
    return names.length === 0 ? [] : [`${word} ${names.join(', ')}`];
  });
  const text = parts.join('; ');
  return text === '' ? '' : ` ${capitalizeFirst(text)}.`;
}

function buildItem(
  place: Place,
  reader: WeatherReader,
  knownMs: EpochMs,
  now: CurrentPlaceWeather | null,
): IntelligenceItem {
  const run = buildPlaceRun(place.cells, getNewestRuns(reader, knownMs));
  const older = buildPlaceRun(place.cells, getRunsBefore(reader, knownMs, COMPARED_HOURS));
  const change = run && older ? compareRuns(run, older) : null;
  const warnings = reader
    .warnings(knownMs)
    .filter(({ cells }) => cells.some((cell) => place.warned.includes(cell)));
  const findings = listFindings(
    place,
    change,
    warnings.map((warning) => buildWarningFinding(place, warning, knownMs)),
  );
  const effects = dedupeEffects(findings.flatMap((finding) => finding.effects));
  const published = [
    run?.publishedMs,
    now?.publishedMs,
    ...warnings.map(({ publishedMs }) => publishedMs),
  ].filter((atMs) => atMs !== undefined);
  return {
    region: place.name,
    atMs: published.length > 0 ? Math.max(...published) : knownMs,
    temperatureF: now?.temperatureF ?? null,
    impact: findWorst(findings.map(({ impact }) => impact)),
    effects,
    commodities: effects.map(({ commodity }) => commodity),
    warnings: warnings.map(({ id }) => id),
    change,
    message: formatMessage(findings, effects, change),
  };
}

/**
 * The feed as of a time: one item per weather and supply region, highest impact first, then in
 * place order.
 */
export function listIntelligence(
  reader: WeatherReader,
  knownMs: EpochMs,
  getCurrent: (place: Place) => CurrentPlaceWeather | null,
): readonly IntelligenceItem[] {
  const items = PLACES.filter(({ kind }) => kind !== 'market').map((place) =>
    buildItem(place, reader, knownMs, getCurrent(place)),
  );
  return items.sort((a, b) => rankImpact(b.impact) - rankImpact(a.impact));
}
