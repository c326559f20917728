/**
 * Extreme spells of temperature: cold outbreaks, heat domes and polar air over Brazil, each drawn
 * by the day it begins.
 */
import { MARKET_CELLS, type MarketCell } from '../../weather/cell';
import { computeBell } from '../calendar';
import type { Chance, Stream } from '../random-streams';
import { CYCLES_PER_DAY } from '../parts';
import { CELL_COUNT, SEASON_DAYS } from './climate';
import { reach } from './spatial';

/**
 * The kinds, their chance of beginning on a day, their shape and how long before they come in
 * sight.
 */
export interface EventKind {
  readonly name: 'cold outbreak' | 'heat dome' | 'polar air';
  readonly peakRate: number;
  /**
   * Day of the year at its height, and days to each side at which it has fallen as one deviation of
   * a normal curve.
   */
  readonly seasonDay: number;
  readonly seasonWidth: number;
  /**
   * Departure at the center: `leastF` and an exponential of mean `tailF` beyond it, with their
   * sign.
   */
  readonly leastF: number;
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
    leastF: -12,
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
    leastF: 7,
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
    leastF: -6,
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
 * Chance that an event in sight comes in full; else it comes at half its strength. It is settled
 * two days after it came in sight.
 */
export const CONFIRM_CHANCE = 0.7;
export const BUST_STRENGTH = 0.5;
export const EXPECTED_STRENGTH = CONFIRM_CHANCE + (1 - CONFIRM_CHANCE) * BUST_STRENGTH;
const SETTLED_AFTER_DAYS = 2;
/** The exponential tail ends here, so that no world leaves the bounds of the earth. */
export const TAIL_MAX = 4;
export const LEAD_MAX = Math.max(...EVENT_KINDS.map(({ leadMax }) => leadMax));

/** A moment of the forecast: after so many cycles of a day. */
export interface Revelation {
  readonly day: number;
  readonly cycle: number;
}

export interface WeatherEvent {
  readonly kind: EventKind;
  /** Place of its kind in EVENT_KINDS; -1 for one that was planted. */
  readonly kindIndex: number;
  readonly firstDay: number;
  readonly days: number;
  readonly center: MarketCell;
  /** Departure at the center as it is first seen, deg F. */
  readonly departureF: number;
  /** What comes of it: 1, or BUST_STRENGTH. */
  readonly strength: number;
  readonly sighted: Revelation;
  readonly settled: Revelation;
  /** Departure by cell at full strength, deg F. */
  readonly effectF: Float64Array;
}

/** Whether something has been revealed when so many cycles of a day are known. */
export const isRevealed = (at: Revelation, day: number, cycles: number): boolean =>
  at.day < day || (at.day === day && at.cycle <= cycles);

/** Chance that an event of a kind begins on a day. */
export const beginRate = (kindIndex: number, day: number): number =>
  RATES[kindIndex]?.[((day % SEASON_DAYS) + SEASON_DAYS) % SEASON_DAYS] ?? 0;

const RATES = EVENT_KINDS.map(({ peakRate, seasonDay, seasonWidth }) =>
  Float64Array.from(
    { length: SEASON_DAYS },
    (_, day) => peakRate * computeBell(day, seasonDay, seasonWidth),
  ),
);

/** Chance that an event of a kind lasts longer than so many days. */
export function lastsBeyond({ shortestDays, longestDays }: EventKind, days: number): number {
  if (days < shortestDays) return 1;
  return days >= longestDays ? 0 : (longestDays - days) / (longestDays - shortestDays + 1);
}

const REACHES = new Map(
  EVENT_KINDS.flatMap((kind) =>
    kind.centers.map((center) => [
      `${kind.name}/${center}`,
      Float64Array.from(MARKET_CELLS, (cell) => reach(center, cell, kind.reachKm)),
    ]),
  ),
);

/** The share of a kind's departure at a center that reaches each cell. */
export const computeReach = (kind: EventKind, center: MarketCell): Float64Array =>
  REACHES.get(`${kind.name}/${center}`) ?? new Float64Array(CELL_COUNT);

export const eventStreams = (chance: Chance): readonly Stream[] =>
  EVENT_KINDS.map(({ name }) => chance.stream(`weather/event/${name}`));

/** The event of a kind that begins on a day, null on most days. */
export function eventOn(
  chance: Chance,
  streams: readonly Stream[],
  kindIndex: number,
  firstDay: number,
): WeatherEvent | null {
  const stream = streams[kindIndex];
  const kind = EVENT_KINDS[kindIndex];
  if (
    stream === undefined ||
    kind === undefined ||
    chance.uniform(stream, firstDay) >= beginRate(kindIndex, firstDay)
  )
    return null;
  const pick = (place: number, least: number, most: number): number =>
    least + Math.floor(chance.uniform(stream, firstDay, place) * (most - least + 1));
  const center = kind.centers[pick(1, 0, kind.centers.length - 1)] ?? 'CHI';
  const departureF =
    kind.leastF + kind.tailF * Math.min(TAIL_MAX, chance.exponential(stream, firstDay, 2));
  const sightedDay = firstDay - pick(4, kind.leadMin, kind.leadMax);
  return {
    kind,
    kindIndex,
    firstDay,
    center,
    departureF,
    days: pick(3, kind.shortestDays, kind.longestDays),
    strength: chance.uniform(stream, firstDay, 6) < CONFIRM_CHANCE ? 1 : BUST_STRENGTH,
    sighted: { day: sightedDay, cycle: pick(5, 1, CYCLES_PER_DAY) },
    settled: { day: sightedDay + SETTLED_AFTER_DAYS, cycle: pick(7, 1, CYCLES_PER_DAY) },
    effectF: computeReach(kind, center).map((share) => share * departureF),
  };
}
