/** Fuel cost of power plants from the front month of natural gas, current and expected. */
import { assert } from '../../domain/outcome';
import type { Instrument } from '../../domain/instrument';
import { DAYS_PER_YEAR, getDayStartMs } from '../calendar';
import type { DayPath, FuturesModel } from '../market-models';
import { computeFuelConvexity, computeFuelElasticity, computeFuelFactor } from './fuel-factor';

const GAS_CHAIN = 'NG';
/**
 * Annual volatility of a gas month, for the convexity of the fuel factor only: for a lognormal
 * martingale g of log volatility s, E[f(g)] = f exp(c s^2 t / 2) to first order in t, where c is
 * the convexity of the factor (Ito's lemma).
 */
const GAS_VOLATILITY = 0.54;

/** Intraday path of the fuel factor: diffusion sigma and jumps. */
export interface FuelDayPath {
  readonly sigma: number;
  readonly steps: DayPath['steps'];
}

export interface Fuel {
  /** Fuel factor of a day. */
  getFactor(day: number): number;
  /** Expected fuel factor, at the start of `asOfDay`, of the day `lead` days later. */
  getExpectedFactor(asOfDay: number, lead: number): number;
  /**
   * Path over `asOfDay` of the expected factor `lead` days later, relative to its value at
   * midnight.
   */
  getDayPath(asOfDay: number, lead: number): FuelDayPath;
  forget(): void;
}

/** Cached days: strips read today and the days whose news is still being absorbed. */
const CACHED_DAYS = 8;
const LEADS = 128;

/** Fuel jumps occur in the minute in which gas jumps, on reports and forecasts. */
function buildDayPath(price: number, { sigma, steps }: DayPath): FuelDayPath {
  const startFactor = computeFuelFactor(price);
  let [log, before] = [0, 1];
  const moves = steps.map(({ minute, size }) => {
    log += size;
    const after = computeFuelFactor(price * Math.exp(log)) / startFactor;
    const move = { minute, size: after - before };
    before = after;
    return move;
  });
  return { sigma: computeFuelElasticity(price) * sigma, steps: moves };
}

type GetFront = (day: number) => Instrument;

/** Front month by day, cached. */
function createFrontLookup(gas: FuturesModel, fronts: Map<number, Instrument>): GetFront {
  return (day) => {
    const cached = fronts.get(day);
    if (cached) return cached;
    const frontMonth = gas.listInstruments(GAS_CHAIN, day)[0];
    assert(frontMonth?.contract, () => `power needs a listed month of ${GAS_CHAIN} on day ${day}`);
    // A month stays in front until it expires, so one look-up serves all days up to then.
    for (
      let until = day;
      until === day || getDayStartMs(until) < frontMonth.contract.expiresMs;
      until += 1
    )
      fronts.set(until, frontMonth);
    return frontMonth;
  };
}

/** Caches the paths of one day's months, which all strips share. */
function createDayPathCache(gas: FuturesModel, getFront: GetFront): Fuel['getDayPath'] {
  let cachedDay = -1;
  const cache = new Map<string, FuelDayPath>();
  return (asOfDay, lead) => {
    const month = getFront(asOfDay + lead);
    if (cachedDay !== asOfDay) cache.clear();
    cachedDay = asOfDay;
    const cached = cache.get(month.id);
    if (cached) return cached;
    const created = buildDayPath(gas.getSettlement(month, asOfDay), gas.getPath(month, asOfDay));
    cache.set(month.id, created);
    return created;
  };
}

export function createFuel(gas: FuturesModel): Fuel {
  const fronts = new Map<number, Instrument>();
  const getFront = createFrontLookup(gas, fronts);
  const cachedDay = new Int32Array(CACHED_DAYS).fill(-1);
  const cache = new Float64Array(CACHED_DAYS * LEADS);

  return {
    getFactor: (day) => computeFuelFactor(gas.getSettlement(getFront(day), day)),
    getExpectedFactor(asOfDay, lead) {
      const row = asOfDay % CACHED_DAYS;
      if (cachedDay[row] !== asOfDay) {
        cachedDay[row] = asOfDay;
        cache.fill(Number.NaN, row * LEADS, (row + 1) * LEADS);
      }
      const index = row * LEADS + lead;
      if (Number.isNaN(cache[index] ?? 0)) {
        const price = gas.getSettlement(getFront(asOfDay + lead), asOfDay);
        const variance = (GAS_VOLATILITY ** 2 * lead) / DAYS_PER_YEAR;
        cache[index] =
          computeFuelFactor(price) * Math.exp((computeFuelConvexity(price) * variance) / 2);
      }
      return cache[index] ?? 0;
    },
    getDayPath: createDayPathCache(gas, getFront),
    forget() {
      fronts.clear();
      cachedDay.fill(-1);
    },
  };
}
