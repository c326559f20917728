/**
 * The gas that power plants burn: the front month of natural gas, now and as it is expected.
 * It knows which month will be in front on a day; it refuses spot gas, which nobody in this world trades.
 */
import { assert } from '../../domain/outcome';
import type { Instrument } from '../../domain/instrument';
import { DAYS_PER_YEAR, dayStartMs } from '../calendar';
import type { FuturesPart } from '../parts';
import { GAS_POWER, fuelFactor } from './stack';

const GAS_CHAIN = 'NG';
/** Annual volatility of a gas month, for the bend of the fuel factor alone: E[g^p] of a lognormal martingale is g^p exp(p (p - 1) s^2 t / 2). */
const GAS_VOLATILITY = 0.54;
const BEND = 0.5 * GAS_POWER * (GAS_POWER - 1) * GAS_VOLATILITY ** 2;

export interface Fuel {
  /** The factor of fuel that plants pay on a day. */
  on(day: number): number;
  /** What is expected of it at the midnight that begins `knownDay` for a day `lead` days later. */
  expected(knownDay: number, lead: number): number;
  /** Standard deviation of the log of the gas price over a day. */
  sigma(day: number): number;
  forget(): void;
}

/** Days whose expectations are kept: strips ask for today's and those of the news that they still digest. */
const KEPT_DAYS = 8;
const LEADS = 128;

export function fuelOf(gas: FuturesPart): Fuel {
  const fronts = new Map<number, Instrument>();
  const keptDay = new Int32Array(KEPT_DAYS).fill(-1);
  const kept = new Float64Array(KEPT_DAYS * LEADS);

  function frontOn(day: number): Instrument {
    const known = fronts.get(day);
    if (known) return known;
    const front = gas.listed(GAS_CHAIN, day)[0];
    assert(front?.contract, `power needs a listed month of ${GAS_CHAIN} on day ${day}`);
    // a month stays in front until it expires: asked once, it answers for all days up to then
    for (let until = day; until === day || dayStartMs(until) < front.contract.expiresMs; until += 1) fronts.set(until, front);
    return front;
  }

  return {
    on: (day) => fuelFactor(gas.settlement(frontOn(day), day)),
    expected(knownDay, lead) {
      const row = knownDay % KEPT_DAYS;
      if (keptDay[row] !== knownDay) {
        keptDay[row] = knownDay;
        kept.fill(Number.NaN, row * LEADS, (row + 1) * LEADS);
      }
      const place = row * LEADS + lead;
      if (Number.isNaN(kept[place] ?? 0)) kept[place] = fuelFactor(gas.settlement(frontOn(knownDay + lead), knownDay)) * Math.exp((BEND * lead) / DAYS_PER_YEAR);
      return kept[place] ?? 0;
    },
    sigma: (day) => gas.path(frontOn(day), day).sigma,
    forget() {
      fronts.clear();
      keptDay.fill(-1);
    },
  };
}
