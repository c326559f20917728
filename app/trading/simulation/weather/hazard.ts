/**
 * What events do on average: the chance of those not yet in sight, and their mean and spread over many years.
 * It knows rates and shapes; it refuses what was drawn, except that an event in sight is no longer to be feared unseen.
 */
import { MARKET_CELLS, type MarketCell } from '../../weather/cell';
import { LEAD_DAYS_MAX } from '../../weather/bulletin';
import { CYCLES_PER_DAY } from '../parts';
import { CELL_COUNT, SEASON_DAYS } from './climate';
import { BUST_STRENGTH, CONFIRM_CHANCE, EVENT_KINDS, type EventKind, TAIL_MAX, type WeatherEvent, beginRate, isRevealed, lastsBeyond, reachOf } from './event';

export const LEADS = LEAD_DAYS_MAX + 1;

/** An event not yet in sight as two points of equal first three moments: departures in deg F with the weight of the first. */
export interface Departures {
  readonly meanF: number;
  readonly squareF: number;
  readonly firstF: number;
  readonly secondF: number;
  readonly firstWeight: number;
}

/** The first three moments of min(X, TAIL_MAX) for an exponential X of mean 1. */
const cut = Math.exp(-TAIL_MAX);
const TAIL_MOMENTS = [1, 1 - cut, 2 * (1 - cut * (1 + TAIL_MAX)), 6 * (1 - cut * (1 + TAIL_MAX + TAIL_MAX ** 2 / 2))] as const;

/** E[departure^power] at a cell, over amplitude, centre and what comes of it. */
function moment(kind: EventKind, cell: number, power: 1 | 2 | 3): number {
  const { leastF: least, tailF: tail } = kind;
  const [, one, two, three] = TAIL_MOMENTS;
  const amplitude = { 1: least + tail * one, 2: least ** 2 + 2 * least * tail * one + tail ** 2 * two, 3: least ** 3 + 3 * least ** 2 * tail * one + 3 * least * tail ** 2 * two + tail ** 3 * three }[power];
  const reached = kind.centres.reduce((sum, centre) => sum + (reachOf(kind, centre)[cell] ?? 0) ** power, 0) / kind.centres.length;
  return amplitude * reached * (CONFIRM_CHANCE + (1 - CONFIRM_CHANCE) * BUST_STRENGTH ** power);
}

/** Two points and weights that share a distribution's mean, variance and skewness (the two-point Gauss rule). */
function departuresAt(kind: EventKind, cell: number): Departures {
  const [mean, square, cube] = [moment(kind, cell, 1), moment(kind, cell, 2), moment(kind, cell, 3)];
  const sd = Math.sqrt(Math.max(0, square - mean ** 2));
  const lean = sd < 1e-6 ? 0 : (cube - 3 * mean * square + 2 * mean ** 3) / sd ** 3 / 2;
  const width = Math.sqrt(1 + lean ** 2);
  return { meanF: mean, squareF: square, firstF: mean + sd * (lean + width), secondF: mean + sd * (lean - width), firstWeight: (1 - lean / width) / 2 };
}

/** By kind and cell. */
export const DEPARTURES: readonly (readonly Departures[])[] = EVENT_KINDS.map((kind) => MARKET_CELLS.map((_: MarketCell, cell) => departuresAt(kind, cell)));

const LASTS = EVENT_KINDS.map((kind) => Float64Array.from({ length: kind.longestDays }, (_, days) => lastsBeyond(kind, days)));

/** Mean and variance that all events give the temperature of a day, by season and cell, deg F and its square. */
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
        variance[index] = (variance[index] ?? 0) + active * departures.squareF - squares * departures.meanF ** 2;
      });
    }
  });
  return { meanF, variance };
}

/** Chance that an event of a kind begins so many days from now and has not come in sight, given that none has that begins then. */
function unseenRate(kindIndex: number, day: number, ahead: number, cycles: number): number {
  const kind = EVENT_KINDS[kindIndex];
  const rate = beginRate(kindIndex, day + ahead);
  if (!kind || rate < 1e-9 || ahead < kind.leadMin) return 0;
  const leads = kind.leadMax - kind.leadMin + 1;
  const unseen = ahead > kind.leadMax ? 1 : (ahead - kind.leadMin + 1 - cycles / CYCLES_PER_DAY) / leads;
  return (rate * unseen) / (1 - rate * (1 - unseen));
}

/** Chance that an event not yet in sight is there on each of the coming days, by kind and lead. */
export function unseenChances(day: number, cycles: number, events: readonly WeatherEvent[]): Float64Array {
  const chances = new Float64Array(EVENT_KINDS.length * LEADS);
  for (let kindIndex = 0; kindIndex < EVENT_KINDS.length; kindIndex += 1) {
    if (beginRate(kindIndex, day + 7) < 1e-7) continue;
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

function isSeen(events: readonly WeatherEvent[], kindIndex: number, day: number, cycles: number, firstDay: number): boolean {
  for (const event of events) if (event.kindIndex === kindIndex && event.firstDay === firstDay && isRevealed(event.sighted, day, cycles)) return true;
  return false;
}
