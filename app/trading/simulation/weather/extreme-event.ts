/**
 * Extreme temperature events: cold outbreaks, heat domes and polar air over Brazil, drawn by first
 * day.
 */
import { MARKET_CELLS, type MarketCell } from '../../weather/cell';
import { computeBell } from '../calendar';
import type { RandomStreams, RandomStream } from '../random-streams';
import { CYCLES_PER_DAY } from '../market-models';
import { CELL_COUNT, SEASON_DAYS } from './climate';
import { computeReachFraction } from './spatial';

/** Kinds of events: frequency, shape and lead of the first forecast. */
export interface EventKind {
  readonly name: 'cold outbreak' | 'heat dome' | 'polar air';
  readonly peakRate: number;
  /** Seasonal peak (day of the year) and standard deviation in days. */
  readonly seasonDay: number;
  readonly seasonWidth: number;
  /** Anomaly at the center: `minF` plus an exponential of mean `tailF`, both with sign. */
  readonly minF: number;
  readonly tailF: number;
  readonly reachKm: number;
  readonly shortestDays: number;
  readonly longestDays: number;
  readonly leadMin: number;
  readonly leadMax: number;
  readonly centers: readonly MarketCell[];
}

export const EVENT_KINDS: readonly EventKind[] = [
  {
    name: 'cold outbreak',
    peakRate: 0.0115,
    seasonDay: 20,
    seasonWidth: 35,
    minF: -12,
    tailF: -9,
    reachKm: 1500,
    shortestDays: 4,
    longestDays: 9,
    leadMin: 4,
    leadMax: 8,
    centers: ['CHI', 'DSM', 'ICT', 'DFW', 'PJM'],
  },
  {
    name: 'heat dome',
    peakRate: 0.007,
    seasonDay: 200,
    seasonWidth: 32,
    minF: 7,
    tailF: 4,
    reachKm: 1100,
    shortestDays: 6,
    longestDays: 15,
    leadMin: 4,
    leadMax: 8,
    centers: ['PJM', 'CHI', 'DSM', 'ICT', 'DFW', 'LBB', 'CAL', 'PDX'],
  },
  {
    name: 'polar air',
    peakRate: 0.009,
    seasonDay: 200,
    seasonWidth: 25,
    minF: -6,
    tailF: -4,
    reachKm: 1500,
    shortestDays: 2,
    longestDays: 4,
    leadMin: 2,
    leadMax: 5,
    centers: ['MGB'],
  },
];

/**
 * Probability that a forecast event occurs in full, otherwise at half strength. Resolved two days
 * after it is first seen.
 */
export const CONFIRM_PROBABILITY = 0.7;
export const BUST_STRENGTH = 0.5;
export const EXPECTED_STRENGTH = CONFIRM_PROBABILITY + (1 - CONFIRM_PROBABILITY) * BUST_STRENGTH;
const RESOLVED_AFTER_DAYS = 2;
/** Cap of the exponential tail, so that temperatures stay physical. */
export const TAIL_MAX = 4;
export const LEAD_MAX = Math.max(...EVENT_KINDS.map(({ leadMax }) => leadMax));

/** A forecast cycle of a day. */
export interface RevealTime {
  readonly day: number;
  readonly cycle: number;
}

export interface WeatherEvent {
  readonly kind: EventKind;
  /** Index in EVENT_KINDS; -1 for prescribed events. */
  readonly kindIndex: number;
  readonly firstDay: number;
  readonly days: number;
  readonly center: MarketCell;
  /** Forecast anomaly at the center when first seen, deg F. */
  readonly departureF: number;
  /** Realized strength: 1 or BUST_STRENGTH. */
  readonly strength: number;
  readonly firstSeen: RevealTime;
  readonly resolved: RevealTime;
  /** Anomaly by cell at full strength, deg F. */
  readonly effectF: Float64Array;
}

/** Whether `at` has passed after so many cycles of a day. */
export const isRevealed = (at: RevealTime, day: number, cycles: number): boolean =>
  at.day < day || (at.day === day && at.cycle <= cycles);

/** Probability that an event of a kind starts on a day. */
export const getStartRate = (kindIndex: number, day: number): number =>
  RATES[kindIndex]?.[((day % SEASON_DAYS) + SEASON_DAYS) % SEASON_DAYS] ?? 0;

const RATES = EVENT_KINDS.map(({ peakRate, seasonDay, seasonWidth }) =>
  Float64Array.from(
    { length: SEASON_DAYS },
    (_, day) => peakRate * computeBell(day, seasonDay, seasonWidth),
  ),
);

/** Probability that an event lasts longer than `days` days. */
export function computeSurvival({ shortestDays, longestDays }: EventKind, days: number): number {
  if (days < shortestDays) return 1;
  return days >= longestDays ? 0 : (longestDays - days) / (longestDays - shortestDays + 1);
}

const REACHES = new Map(
  EVENT_KINDS.flatMap((kind) =>
    kind.centers.map((center) => [
      `${kind.name}/${center}`,
      Float64Array.from(MARKET_CELLS, (cell) => computeReachFraction(center, cell, kind.reachKm)),
    ]),
  ),
);

/** Fraction of the center's anomaly at each cell. */
export const getReach = (kind: EventKind, center: MarketCell): Float64Array =>
  REACHES.get(`${kind.name}/${center}`) ?? new Float64Array(CELL_COUNT);

export const createEventStreams = (random: RandomStreams): readonly RandomStream[] =>
  EVENT_KINDS.map(({ name }) => random.getStream(`weather/event/${name}`));

/** Event of a kind that starts on a day, null on most days. */
export function drawEvent(
  random: RandomStreams,
  streams: readonly RandomStream[],
  kindIndex: number,
  firstDay: number,
): WeatherEvent | null {
  const stream = streams[kindIndex];
  const kind = EVENT_KINDS[kindIndex];
  if (
    stream === undefined ||
    kind === undefined ||
    random.drawUniform(stream, firstDay) >= getStartRate(kindIndex, firstDay)
  )
    return null;
  const drawWhole = (index: number, min: number, max: number): number =>
    min + Math.floor(random.drawUniform(stream, firstDay, index) * (max - min + 1));
  const center = kind.centers[drawWhole(1, 0, kind.centers.length - 1)] ?? 'CHI';
  const departureF =
    kind.minF + kind.tailF * Math.min(TAIL_MAX, random.drawExponential(stream, firstDay, 2));
  const firstSeenDay = firstDay - drawWhole(4, kind.leadMin, kind.leadMax);
  return {
    kind,
    kindIndex,
    firstDay,
    center,
    departureF,
    days: drawWhole(3, kind.shortestDays, kind.longestDays),
    strength: random.drawUniform(stream, firstDay, 6) < CONFIRM_PROBABILITY ? 1 : BUST_STRENGTH,
    firstSeen: { day: firstSeenDay, cycle: drawWhole(5, 1, CYCLES_PER_DAY) },
    resolved: { day: firstSeenDay + RESOLVED_AFTER_DAYS, cycle: drawWhole(7, 1, CYCLES_PER_DAY) },
    effectF: getReach(kind, center).map((fraction) => fraction * departureF),
  };
}
