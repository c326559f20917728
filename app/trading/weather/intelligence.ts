/**
 * The weather feed: for each region what changed, by how much, when, and whom it touches.
 *
 * HIGH: the degree days of 14 days moved by 30 or the rain by 1.5 inches within a day, or a warning
 * is confirmed or has a chance of 60 %.
 * MEDIUM: by 12 degree days or 0.75 inches, or a warning is out, was called off or has just ended;
 * a drought after its first three days, for it stays.
 * LOW: anything less, or nobody is touched.
 */
import { calendarWord, decimalNumber, signedNumber, capitalizeFirst } from '../domain/format';
import type { CommodityKey } from '../domain/commodity';
import type { EpochMs } from '../domain/units';
import type { WeatherReader } from './archive-reader';
import type { WeatherWarning } from './bulletin';
import {
  type ForecastChange,
  changeBetween,
  newestRuns,
  placeRun,
  runsBefore,
} from './forecast-change';
import { PLACES, type Place, type PlaceName } from './places';
import {
  type Effect,
  dedupeEffects,
  listEffects,
  reverseEffects,
  warningEffects,
} from './responses';
import type { PlaceNow } from './views';
import { DAY_MS } from '../domain/time';

const IMPACTS = ['LOW', 'MEDIUM', 'HIGH'] as const;
export type Impact = (typeof IMPACTS)[number];

const DEGREE_DAYS_HIGH = 30;
const DEGREE_DAYS_MEDIUM = 12;
const RAIN_HIGH_INCHES = 1.5;
const RAIN_MEDIUM_INCHES = 0.75;
export const CHANCE_HIGH = 0.6;
const COMPARED_HOURS = 24;
const DROUGHT_NEWS_MS = 3 * DAY_MS;

export interface IntelligenceItem {
  readonly region: PlaceName;
  /** When the newest fact of it was published; the moment of asking where there is none at all. */
  readonly atMs: EpochMs;
  readonly temperatureF: number | null;
  readonly impact: Impact;
  readonly message: string;
  readonly effects: readonly Effect[];
  readonly commodities: readonly CommodityKey[];
  /** Ids of the warnings of the item. */
  readonly warnings: readonly string[];
  readonly change: ForecastChange | null;
}

/** One thing that happened: a sentence, how much it matters, whom it touches. */
interface Finding {
  readonly impact: Impact;
  readonly text: string;
  readonly effects: readonly Effect[];
}

const formatDay = (atMs: EpochMs): string => calendarWord('day', atMs, 'UTC');
const rankImpact = (impact: Impact): number => IMPACTS.indexOf(impact);
const findWorst = (impacts: readonly Impact[]): Impact =>
  impacts.reduce((most, each) => (rankImpact(each) > rankImpact(most) ? each : most), 'LOW');

function rateImpact(size: number, high: number, medium: number): Impact {
  if (size >= high) return 'HIGH';
  return size >= medium ? 'MEDIUM' : 'LOW';
}

/** The impact of a change of 14-day degree days. */
export const degreeDayImpact = (change: number): Impact =>
  rateImpact(Math.abs(change), DEGREE_DAYS_HIGH, DEGREE_DAYS_MEDIUM);
/** The impact of a change of 14-day rain, inches. */
export const rainImpact = (inches: number): Impact =>
  rateImpact(Math.abs(inches), RAIN_HIGH_INCHES, RAIN_MEDIUM_INCHES);

/**
 * The impact of a warning that touches somebody, by its phase, its chance and, where it is a
 * drought, its age.
 */
export function warningImpact(
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
  return phase === 'confirmed' || probability >= CHANCE_HIGH ? 'HIGH' : 'MEDIUM';
}

function degreeDayFinding(
  place: Place,
  change: ForecastChange,
  kind: 'heating' | 'cooling',
): Finding {
  const { now, before, change: by } = change[kind];
  const effects = listEffects(place.name, kind === 'heating' ? 'cold' : 'heat', change.fromMs);
  const { dayMs, nowF, changeF } = change.peak;
  const span = `${formatDay(change.fromMs)} to ${formatDay(change.untilMs)}`;
  const totals = `${decimalNumber(now, 0)} ${kind} degree days from ${span} (${signedNumber(by, 0)} against the run of a day ago, ${decimalNumber(before, 0)})`;
  const text = `Forecast: ${totals}; ${formatDay(dayMs)} moved most, to a mean of ${decimalNumber(nowF, 0)} °F (${signedNumber(changeF, 0)}).`;
  return {
    impact: effects.length === 0 ? 'LOW' : degreeDayImpact(by),
    text,
    effects: by >= 0 ? effects : reverseEffects(effects),
  };
}

function rainFinding(place: Place, change: ForecastChange): Finding {
  const { now, change: by } = change.rainInches;
  const effects = listEffects(place.name, 'dryness', change.fromMs);
  const text = `Rain from ${formatDay(change.fromMs)} to ${formatDay(change.untilMs)}: ${decimalNumber(now, 1)} in (${signedNumber(by, 1)}).`;
  return {
    impact: effects.length === 0 ? 'LOW' : rainImpact(by),
    text,
    effects: by <= 0 ? effects : reverseEffects(effects),
  };
}

function warningFinding(place: Place, warning: WeatherWarning, knownMs: EpochMs): Finding {
  const end = /[.!]$/.test(warning.text) ? '' : '.';
  const effects = warningEffects(warning, [place]);
  return {
    impact: effects.length === 0 ? 'LOW' : warningImpact(warning, knownMs),
    text: `${warning.text}${end}`,
    effects,
  };
}

const quietText = (change: ForecastChange | null): string =>
  change === null
    ? 'No two forecast runs a day apart are known yet, so no change can be told.'
    : `Quiet: ${decimalNumber(change.heating.now, 0)} heating (${signedNumber(change.heating.change, 0)}) and ${decimalNumber(change.cooling.now, 0)} cooling degree days (${signedNumber(change.cooling.change, 0)}) from ${formatDay(change.fromMs)} to ${formatDay(change.untilMs)}, little changed in a day.`;

/** Every warning, and of the forecast what changed enough to matter; the gravest first. */
function listFindings(
  place: Place,
  change: ForecastChange | null,
  warned: readonly Finding[],
): Finding[] {
  const changed = change
    ? [
        degreeDayFinding(place, change, 'heating'),
        degreeDayFinding(place, change, 'cooling'),
        rainFinding(place, change),
      ]
    : [];
  return [...warned, ...changed.filter(({ impact }) => impact !== 'LOW')].sort(
    (a, b) => rankImpact(b.impact) - rankImpact(a.impact),
  );
}

function formatMessage(
  findings: readonly Finding[],
  effects: readonly Effect[],
  change: ForecastChange | null,
): string {
  const quiet = findings.some(({ impact }) => impact !== 'LOW') ? [] : [quietText(change)];
  return `${[...findings.map(({ text }) => text), ...quiet].join(' ')}${effectSentence(effects)}`;
}

const WORDS = { UP: 'supports', DOWN: 'weighs on', MIXED: 'pulls both ways on' } as const;
const NAMES: Readonly<Record<CommodityKey, string>> = {
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

/** Whom it touches, in one sentence: `It supports natural gas, electricity; it weighs on corn.` */
export function effectSentence(effects: readonly Effect[]): string {
  const parts = (['UP', 'DOWN', 'MIXED'] as const).flatMap((direction) => {
    const names = effects
      .filter((effect) => effect.direction === direction)
      .map(({ commodity }) => NAMES[commodity]);
    return names.length === 0 ? [] : [`it ${WORDS[direction]} ${names.join(', ')}`];
  });
  const text = parts.join('; ');
  return text === '' ? '' : ` ${capitalizeFirst(text)}.`;
}

function buildItem(
  place: Place,
  reader: WeatherReader,
  knownMs: EpochMs,
  now: PlaceNow | null,
): IntelligenceItem {
  const run = placeRun(place.cells, newestRuns(reader, knownMs));
  const older = placeRun(place.cells, runsBefore(reader, knownMs, COMPARED_HOURS));
  const change = run && older ? changeBetween(run, older) : null;
  const warnings = reader
    .warnings(knownMs)
    .filter(({ cells }) => cells.some((cell) => place.warned.includes(cell)));
  const findings = listFindings(
    place,
    change,
    warnings.map((warning) => warningFinding(place, warning, knownMs)),
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
 * The feed as of a moment: one item for each weather region and each source of supply, the gravest
 * first, then in the order of places.
 */
export function listIntelligence(
  reader: WeatherReader,
  knownMs: EpochMs,
  nowOf: (place: Place) => PlaceNow | null,
): readonly IntelligenceItem[] {
  const items = PLACES.filter(({ kind }) => kind !== 'market').map((place) =>
    buildItem(place, reader, knownMs, nowOf(place)),
  );
  return items.sort((a, b) => rankImpact(b.impact) - rankImpact(a.impact));
}
