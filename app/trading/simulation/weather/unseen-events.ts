/** Events not yet seen: their probabilities, and their mean and variance in the climate. */
import { MARKET_CELLS, type MarketCell } from '../../weather/cell';
import { LEAD_DAYS_MAX } from '../../weather/bulletin';
import { createArrayFactory } from '../array-factory';
import { CYCLES_PER_DAY } from '../market-models';
import { CELL_COUNT, SEASON_DAYS } from './climate';
import {
  BUST_STRENGTH,
  CONFIRM_PROBABILITY,
  EVENT_KINDS,
  type EventKind,
  TAIL_MAX,
  type WeatherEvent,
  getStartRate,
  isRevealed,
  computeSurvival,
  getReach,
} from './extreme-event';
import { type Moments, type WeightedPoint, computeGaussPoints } from './gauss-quadrature';

export const LEADS = LEAD_DAYS_MAX + 1;

/** Anomaly of an unseen event, deg F, with a three-point distribution. */
interface Departures {
  readonly meanF: number;
  readonly squareF: number;
  /** -1 colder, 1 warmer, 0 without effect on the cell. */
  readonly direction: -1 | 0 | 1;
  readonly points: readonly WeightedPoint[];
}

/** E[min(X, TAIL_MAX)^power] for an exponential X of mean 1, by integration by parts. */
const computeTailMoment = (power: number): number =>
  power === 0 ? 1 : power * computeTruncatedGamma(power);
const computeTruncatedGamma = (order: number): number =>
  order === 1
    ? 1 - Math.exp(-TAIL_MAX)
    : (order - 1) * computeTruncatedGamma(order - 1) -
      TAIL_MAX ** (order - 1) * Math.exp(-TAIL_MAX);

/** E[anomaly^power] at a cell over amplitude, center and strength. */
function computeMoment(kind: EventKind, cell: number, power: number): number {
  let [amplitude, binomial] = [0, 1];
  for (let of = 0; of <= power; of += 1) {
    amplitude += binomial * kind.minF ** (power - of) * kind.tailF ** of * computeTailMoment(of);
    binomial = (binomial * (power - of)) / (of + 1);
  }
  const meanReach =
    kind.centers.reduce((sum, center) => sum + (getReach(kind, center)[cell] ?? 0) ** power, 0) /
    kind.centers.length;
  return (
    amplitude *
    meanReach *
    (CONFIRM_PROBABILITY + (1 - CONFIRM_PROBABILITY) * BUST_STRENGTH ** power)
  );
}

/** Standard deviation below which an event has no effect on a cell, deg F. */
const NARROW_F = 1e-3;

function computeDepartures(kind: EventKind, cell: number): Departures {
  const moments = [0, 1, 2, 3, 4, 5].map((power) =>
    computeMoment(kind, cell, power),
  ) as unknown as Moments;
  const direction = moments[2] < NARROW_F ** 2 ? 0 : moments[1] < 0 ? -1 : 1;
  return {
    meanF: moments[1],
    squareF: moments[2],
    direction,
    points: computeGaussPoints(moments, NARROW_F),
  };
}

/** By kind and cell. */
export const DEPARTURES: readonly (readonly Departures[])[] = EVENT_KINDS.map((kind) =>
  MARKET_CELLS.map((_: MarketCell, cell) => computeDepartures(kind, cell)),
);

const SURVIVAL = EVENT_KINDS.map((kind) =>
  Float64Array.from({ length: kind.longestDays }, (_, days) => computeSurvival(kind, days)),
);

/** Mean (deg F) and variance that events add to the daily temperature, by season and cell. */
export function computeEventClimate(): {
  readonly meanF: Float64Array;
  readonly variance: Float64Array;
} {
  const meanF = new Float64Array(SEASON_DAYS * CELL_COUNT);
  const variance = new Float64Array(SEASON_DAYS * CELL_COUNT);
  EVENT_KINDS.forEach((_, kindIndex) => {
    for (let day = 0; day < SEASON_DAYS; day += 1) {
      let [active, squares] = [0, 0];
      SURVIVAL[kindIndex]?.forEach((survival, age) => {
        const probability = getStartRate(kindIndex, day - age) * survival;
        active += probability;
        squares += probability * probability;
      });
      DEPARTURES[kindIndex]?.forEach((departures, cell) => {
        const index = day * CELL_COUNT + cell;
        meanF[index] = (meanF[index] ?? 0) + active * departures.meanF;
        variance[index] =
          (variance[index] ?? 0) + active * departures.squareF - squares * departures.meanF ** 2;
      });
    }
  });
  return { meanF, variance };
}

/**
 * Probability that an unseen event of a kind starts `ahead` days from now, given that none starting
 * then has been seen.
 */
function computeUnseenRate(kindIndex: number, day: number, lead: number, cycles: number): number {
  const kind = EVENT_KINDS[kindIndex];
  const rate = getStartRate(kindIndex, day + lead);
  if (!kind || rate < 1e-9 || lead < kind.leadMin) return 0;
  const leads = kind.leadMax - kind.leadMin + 1;
  const unseen =
    lead > kind.leadMax ? 1 : (lead - kind.leadMin + 1 - cycles / CYCLES_PER_DAY) / leads;
  return (rate * unseen) / (1 - rate * (1 - unseen));
}

/** A kind is out of season while its rate a week ahead is below this. */
const RATE_MIN = 1e-7;
const MID_LEAD = 7;
const createProbabilities = createArrayFactory(EVENT_KINDS.length * LEADS);
const NO_PROBABILITIES: readonly number[] = createProbabilities();

function isAnyInSeason(day: number): boolean {
  for (let kindIndex = 0; kindIndex < EVENT_KINDS.length; kindIndex += 1)
    if (getStartRate(kindIndex, day + MID_LEAD) >= RATE_MIN) return true;
  return false;
}

/** Probability that an unseen event is active on each coming day, by kind and lead. */
export function computeUnseenProbabilities(
  day: number,
  cycles: number,
  events: readonly WeatherEvent[],
): readonly number[] {
  if (!isAnyInSeason(day)) return NO_PROBABILITIES;
  const probabilities = createProbabilities();
  for (let kindIndex = 0; kindIndex < EVENT_KINDS.length; kindIndex += 1) {
    if (getStartRate(kindIndex, day + MID_LEAD) < RATE_MIN) continue;
    const survival = SURVIVAL[kindIndex];
    for (let lead = EVENT_KINDS[kindIndex]?.leadMin ?? 0; lead < LEADS; lead += 1) {
      if (isSeen(events, kindIndex, day, cycles, day + lead)) continue;
      const rate = computeUnseenRate(kindIndex, day, lead, cycles);
      for (let age = 0; survival && age < survival.length && lead + age < LEADS; age += 1) {
        const index = kindIndex * LEADS + lead + age;
        probabilities[index] = (probabilities[index] ?? 0) + rate * (survival[age] ?? 0);
      }
    }
  }
  return probabilities;
}

function isSeen(
  events: readonly WeatherEvent[],
  kindIndex: number,
  day: number,
  cycles: number,
  firstDay: number,
): boolean {
  for (const event of events)
    if (
      event.kindIndex === kindIndex &&
      event.firstDay === firstDay &&
      isRevealed(event.firstSeen, day, cycles)
    )
      return true;
  return false;
}
