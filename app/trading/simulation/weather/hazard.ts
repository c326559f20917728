/**
 * What events do on average: the chance of those not yet in sight, and their mean and spread over
 * many years.
 */
import { MARKET_CELLS, type MarketCell } from '../../weather/cell';
import { LEAD_DAYS_MAX } from '../../weather/bulletin';
import { createRows } from '../small-arrays';
import { CYCLES_PER_DAY } from '../parts';
import { CELL_COUNT, SEASON_DAYS } from './climate';
import {
  BUST_STRENGTH,
  CONFIRM_CHANCE,
  EVENT_KINDS,
  type EventKind,
  TAIL_MAX,
  type WeatherEvent,
  beginRate,
  isRevealed,
  lastsBeyond,
  computeReach,
} from './event';
import { type Moments, type WeightedPoint, gaussPoints } from './gauss-quadrature';

export const LEADS = LEAD_DAYS_MAX + 1;

/** An event not yet in sight: departures in deg F, and three points that stand for its law. */
interface Departures {
  readonly meanF: number;
  readonly squareF: number;
  /** -1 colder, 1 warmer, 0 where its reach is nothing. */
  readonly direction: -1 | 0 | 1;
  readonly points: readonly WeightedPoint[];
}

/** E[min(X, TAIL_MAX)^power] for an exponential X of mean 1, by parts. */
const tailMoment = (power: number): number => (power === 0 ? 1 : power * cutGamma(power));
const cutGamma = (order: number): number =>
  order === 1
    ? 1 - Math.exp(-TAIL_MAX)
    : (order - 1) * cutGamma(order - 1) - TAIL_MAX ** (order - 1) * Math.exp(-TAIL_MAX);

/** E[departure^power] at a cell, over amplitude, center and what comes of it. */
function moment(kind: EventKind, cell: number, power: number): number {
  let [amplitude, choose] = [0, 1];
  for (let of = 0; of <= power; of += 1) {
    amplitude += choose * kind.leastF ** (power - of) * kind.tailF ** of * tailMoment(of);
    choose = (choose * (power - of)) / (of + 1);
  }
  const reached =
    kind.centers.reduce(
      (sum, center) => sum + (computeReach(kind, center)[cell] ?? 0) ** power,
      0,
    ) / kind.centers.length;
  return amplitude * reached * (CONFIRM_CHANCE + (1 - CONFIRM_CHANCE) * BUST_STRENGTH ** power);
}

/** Spread below which the reach of a kind is nothing to a cell, deg F. */
const NARROW_F = 1e-3;

function departuresAt(kind: EventKind, cell: number): Departures {
  const moments = [0, 1, 2, 3, 4, 5].map((power) =>
    moment(kind, cell, power),
  ) as unknown as Moments;
  const direction = moments[2] < NARROW_F ** 2 ? 0 : moments[1] < 0 ? -1 : 1;
  return {
    meanF: moments[1],
    squareF: moments[2],
    direction,
    points: gaussPoints(moments, NARROW_F),
  };
}

/** By kind and cell. */
export const DEPARTURES: readonly (readonly Departures[])[] = EVENT_KINDS.map((kind) =>
  MARKET_CELLS.map((_: MarketCell, cell) => departuresAt(kind, cell)),
);

const LASTS = EVENT_KINDS.map((kind) =>
  Float64Array.from({ length: kind.longestDays }, (_, days) => lastsBeyond(kind, days)),
);

/**
 * Mean and variance that all events give the temperature of a day, by season and cell, deg F and
 * its square.
 */
export function eventClimate(): { readonly meanF: Float64Array; readonly variance: Float64Array } {
  const meanF = new Float64Array(SEASON_DAYS * CELL_COUNT);
  const variance = new Float64Array(SEASON_DAYS * CELL_COUNT);
  EVENT_KINDS.forEach((_, kindIndex) => {
    for (let day = 0; day < SEASON_DAYS; day += 1) {
      let [active, squares] = [0, 0];
      LASTS[kindIndex]?.forEach((lasts, age) => {
        const chance = beginRate(kindIndex, day - age) * lasts;
        active += chance;
        squares += chance * chance;
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
 * Chance that an event of a kind begins so many days from now and has not come in sight, given that
 * none has that begins then.
 */
function unseenRate(kindIndex: number, day: number, ahead: number, cycles: number): number {
  const kind = EVENT_KINDS[kindIndex];
  const rate = beginRate(kindIndex, day + ahead);
  if (!kind || rate < 1e-9 || ahead < kind.leadMin) return 0;
  const leads = kind.leadMax - kind.leadMin + 1;
  const unseen =
    ahead > kind.leadMax ? 1 : (ahead - kind.leadMin + 1 - cycles / CYCLES_PER_DAY) / leads;
  return (rate * unseen) / (1 - rate * (1 - unseen));
}

/** A kind is out of season while its rate a week ahead is below this. */
const RATE_MIN = 1e-7;
const MID_LEAD = 7;
const chancesOf = createRows(EVENT_KINDS.length * LEADS);
const NO_CHANCES: readonly number[] = chancesOf();

function isAnyInSeason(day: number): boolean {
  for (let kindIndex = 0; kindIndex < EVENT_KINDS.length; kindIndex += 1)
    if (beginRate(kindIndex, day + MID_LEAD) >= RATE_MIN) return true;
  return false;
}

/** Chance that an event not yet in sight is there on each of the coming days, by kind and lead. */
export function unseenChances(
  day: number,
  cycles: number,
  events: readonly WeatherEvent[],
): readonly number[] {
  if (!isAnyInSeason(day)) return NO_CHANCES;
  const chances = chancesOf();
  for (let kindIndex = 0; kindIndex < EVENT_KINDS.length; kindIndex += 1) {
    if (beginRate(kindIndex, day + MID_LEAD) < RATE_MIN) continue;
    const lasts = LASTS[kindIndex];
    for (let ahead = EVENT_KINDS[kindIndex]?.leadMin ?? 0; ahead < LEADS; ahead += 1) {
      if (isSeen(events, kindIndex, day, cycles, day + ahead)) continue;
      const rate = unseenRate(kindIndex, day, ahead, cycles);
      for (let age = 0; lasts && age < lasts.length && ahead + age < LEADS; age += 1) {
        const index = kindIndex * LEADS + ahead + age;
        chances[index] = (chances[index] ?? 0) + rate * (lasts[age] ?? 0);
      }
    }
  }
  return chances;
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
      isRevealed(event.sighted, day, cycles)
    )
      return true;
  return false;
}
