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

export function fuelOf(gas: FuturesPart): Fuel {
  // a month stays in front until it expires: asked once, it answers for all days up to then
  let front: { readonly instrument: Instrument; readonly since: number; readonly expiresMs: number } | null = null;
  const frontOn = (day: number): Instrument => {
    const startsMs = dayStartMs(day);
    if (front && front.since <= day && startsMs < front.expiresMs) return front.instrument;
    const instrument = gas.listed(GAS_CHAIN, day)[0];
    assert(instrument?.contract, `power needs a listed month of ${GAS_CHAIN} on day ${day}`);
    front = { instrument, since: day, expiresMs: instrument.contract.expiresMs };
    return instrument;
  };
  return {
    on: (day) => fuelFactor(gas.settlement(frontOn(day), day)),
    expected: (knownDay, lead) => fuelFactor(gas.settlement(frontOn(knownDay + lead), knownDay)) * Math.exp((BEND * lead) / DAYS_PER_YEAR),
    sigma: (day) => gas.path(frontOn(day), day).sigma,
    forget: () => {
      front = null;
    },
  };
}
