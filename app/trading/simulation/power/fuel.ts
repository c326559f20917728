/** The gas that power plants burn: the front month of natural gas, now and as it is expected. */
import { assert } from '../../domain/outcome';
import type { Instrument } from '../../domain/instrument';
import { DAYS_PER_YEAR, dayStartMs } from '../calendar';
import type { DayPath, FuturesPart } from '../parts';
import { GAS_POWER, fuelElasticity, fuelFactor } from './stack';

const GAS_CHAIN = 'NG';
/**
 * Annual volatility of a gas month, for the bend of the fuel factor alone: E[g^p] of a lognormal
 * martingale is g^p exp(p (p - 1) s^2 t / 2).
 */
const GAS_VOLATILITY = 0.54;
const BEND = 0.5 * GAS_POWER * (GAS_POWER - 1) * GAS_VOLATILITY ** 2;

/**
 * The course of the factor over a day: the deviation of what diffuses, and the news of its minutes.
 */
export interface FuelCourse {
  readonly sigma: number;
  readonly steps: DayPath['steps'];
}

export interface Fuel {
  /** The factor of fuel that plants pay on a day. */
  on(day: number): number;
  /** What is expected of it at the midnight that begins `knownDay` for a day `lead` days later. */
  expected(knownDay: number, lead: number): number;
  /**
   * How the factor of a day `lead` days later moves over the day `knownDay`, as shares of what it
   * is at its midnight.
   */
  course(knownDay: number, lead: number): FuelCourse;
  forget(): void;
}

/**
 * Days whose expectations are kept: strips ask for today's and those of the news that they still
 * digest.
 */
const KEPT_DAYS = 8;
const LEADS = 128;

/**
 * From a month's price at midnight and its path: jumps, reports and forecasts move power in the
 * minute in which they move gas.
 */
function buildCourse(price: number, { sigma, steps }: DayPath): FuelCourse {
  const whole = fuelFactor(price);
  let [log, before] = [0, 1];
  const moves = steps.map(({ minute, size }) => {
    log += size;
    const after = fuelFactor(price * Math.exp(log)) / whole;
    const move = { minute, size: after - before };
    before = after;
    return move;
  });
  return { sigma: fuelElasticity(price) * sigma, steps: moves };
}

type FrontOn = (day: number) => Instrument;

/** Which month is in front on each day, kept for the days that were asked for. */
function buildFronts(gas: FuturesPart, fronts: Map<number, Instrument>): FrontOn {
  return (day) => {
    const known = fronts.get(day);
    if (known) return known;
    const front = gas.listed(GAS_CHAIN, day)[0];
    assert(front?.contract, () => `power needs a listed month of ${GAS_CHAIN} on day ${day}`);
    // a month stays in front until it expires: asked once, it answers for all days up to then
    for (let until = day; until === day || dayStartMs(until) < front.contract.expiresMs; until += 1)
      fronts.set(until, front);
    return front;
  };
}

/** The courses of a day's months: all strips of a day ask for the same few. */
function buildCourses(gas: FuturesPart, frontOn: FrontOn): Fuel['course'] {
  let keptDay = -1;
  const kept = new Map<string, FuelCourse>();
  return (knownDay, lead) => {
    const month = frontOn(knownDay + lead);
    if (keptDay !== knownDay) kept.clear();
    keptDay = knownDay;
    const known = kept.get(month.id);
    if (known) return known;
    const made = buildCourse(gas.settlement(month, knownDay), gas.path(month, knownDay));
    kept.set(month.id, made);
    return made;
  };
}

export function createFuel(gas: FuturesPart): Fuel {
  const fronts = new Map<number, Instrument>();
  const frontOn = buildFronts(gas, fronts);
  const keptDay = new Int32Array(KEPT_DAYS).fill(-1);
  const kept = new Float64Array(KEPT_DAYS * LEADS);

  return {
    on: (day) => fuelFactor(gas.settlement(frontOn(day), day)),
    expected(knownDay, lead) {
      const row = knownDay % KEPT_DAYS;
      if (keptDay[row] !== knownDay) {
        keptDay[row] = knownDay;
        kept.fill(Number.NaN, row * LEADS, (row + 1) * LEADS);
      }
      const place = row * LEADS + lead;
      if (Number.isNaN(kept[place] ?? 0))
        kept[place] =
          fuelFactor(gas.settlement(frontOn(knownDay + lead), knownDay)) *
          Math.exp((BEND * lead) / DAYS_PER_YEAR);
      return kept[place] ?? 0;
    },
    course: buildCourses(gas, frontOn),
    forget() {
      fronts.clear();
      keptDay.fill(-1);
    },
  };
}
