/**
 * Public information of the simulated market at any moment: forecasts, warnings, series, reports
 * and prices of listed months.
 */
import { type Instrument, toPriceNumber } from '../domain/instrument';
import type { EpochMs } from '../domain/units';
import { createPublicDataReader } from '../market/inputs/public-data-reader';
import type { CurvePoint, PublicData } from '../market/inputs/public-data';
import type { PublishedReport } from '../market/report';
import { listReportDates } from '../market/report-calendar';
import type { VintageReader } from '../market/vintage';
import type { WeatherReader } from '../weather/archive-reader';
import type { WeatherWarning } from '../weather/bulletin';
import { filterCurrentWarnings } from '../weather/warning-log';
import { WORLD_EPOCH_MS, getDay, getDayStartMs } from './calendar';
import { findChain } from './chains';
import type { WeatherModel } from './market-models';
import { createWeatherReader } from './weather-reader';
import { createSeriesWindow } from './series-window';
import type { World } from './world';
import { DAY_MS } from '../domain/time';

/** Longest lifetime of a warning: a drought watch over a season. */
const WARNING_DAYS = 150;
/** Canceled warnings stay listed this long; inputs read those of the last five days. */
const SHOWN_AFTER_END_MS = 7 * DAY_MS;
/** Cache sizes: warnings by day, reports of two years. */
const CACHED_WARNING_DAYS = 2 * WARNING_DAYS;
const CACHED_REPORTS_MAX = 256;

/** Readers of the same market that the caller already holds, to avoid computing data twice. */
interface SharedStores {
  readonly weather?: Pick<WeatherReader, 'findRun' | 'listRuns'>;
  readonly vintages?: VintageReader;
  /** Tradable months with their prices, in order of delivery. */
  readonly curve?: (chain: string, knownMs: EpochMs) => readonly CurvePoint[];
}

/**
 * Returns a function from a moment to the public information at that moment. Any order is allowed;
 * ascending order is cheap.
 * The first call computes two months of runs and up to six years of series; each further day costs
 * some milliseconds.
 * Memory is bounded at about 40 MB: 300 runs per cell, seven years of series, 300 days of warnings,
 * 256 reports.
 * Prices are the last prices at the moment (`World.lastAt`) of the tradable months, computed when
 * read.
 */
export function createMarketKnowledge(
  world: World,
  stores: SharedStores = {},
): (knownMs: EpochMs) => PublicData {
  const warnings = createWarningLookup(world.weather);
  const report = createReportLookup(world);
  return createPublicDataReader({
    weather: { ...createWeatherReader(world.weather), ...stores.weather, warnings },
    hasFinalRuns: true,
    vintages: stores.vintages ?? createSeriesWindow(world.series),
    curve:
      stores.curve ??
      ((chain, knownMs) =>
        listTradableMonths(world, chain, knownMs).map(
          (month) => new PricedMonth(world, month, knownMs),
        )),
    reports: (fromMs, untilMs) =>
      listReportDates(Math.max(WORLD_EPOCH_MS, fromMs), untilMs).map(report),
  });
}

/** A month whose price is computed when first read: most inputs read two of a dozen. */
class PricedMonth implements CurvePoint {
  readonly delivery: string;
  private cachedPrice = NaN;

  constructor(
    private readonly world: World,
    private readonly month: Instrument,
    private readonly knownMs: EpochMs,
  ) {
    this.delivery = month.contract?.delivery ?? '';
  }

  get price(): number {
    if (Number.isNaN(this.cachedPrice))
      this.cachedPrice = toPriceNumber(this.month, this.world.lastAt(this.month, this.knownMs));
    return this.cachedPrice;
  }
}

/** Months listed at a moment and not yet past their roll, in order of delivery. */
export function listTradableMonths(
  world: Pick<World, 'futures' | 'power'>,
  chain: string,
  atMs: EpochMs,
): readonly Instrument[] {
  const model = findChain(chain).isPower ? world.power : world.futures;
  return model
    .listInstruments(chain, getDay(atMs))
    .filter(({ contract }) => (contract?.rollMs ?? Infinity) > atMs);
}

/** Warnings as of a moment, merged from cached days. */
function createWarningLookup(
  weather: WeatherModel,
): (knownMs: EpochMs) => readonly WeatherWarning[] {
  const getDayWarnings = createBoundedCache(CACHED_WARNING_DAYS, (day: number) =>
    weather.listWarnings(getDayStartMs(day), getDayStartMs(day) + DAY_MS),
  );
  return (knownMs) => {
    const newest = new Map<string, WeatherWarning>();
    const today = getDay(knownMs);
    for (let day = Math.max(0, today - WARNING_DAYS); day <= today; day += 1) {
      for (const warning of getDayWarnings(day))
        if (warning.publishedMs <= knownMs) newest.set(warning.id, warning);
    }
    return filterCurrentWarnings([...newest.values()], knownMs, SHOWN_AFTER_END_MS);
  };
}

/**
 * Looks up the report of a calendar date, cached. Throws RangeError for a date that is not on the
 * calendar.
 */
function createReportLookup({
  series,
}: World): (date: { readonly id: string; readonly atMs: EpochMs }) => PublishedReport {
  const cache = new Map<string, PublishedReport>();
  return ({ id, atMs }) => {
    const cached = cache.get(id);
    if (cached) return cached;
    if (cache.size >= CACHED_REPORTS_MAX) cache.clear();
    for (const report of series.listReports(atMs, atMs + 1)) cache.set(report.id, report);
    const created = cache.get(id);
    if (!created)
      throw new RangeError(
        `the simulated market has no report ${id}; use dates of its own calendar`,
      );
    return created;
  };
}

/** Caches results by key; evicts the oldest key. */
function createBoundedCache<V>(countMax: number, compute: (key: number) => V): (key: number) => V {
  const cache = new Map<number, V>();
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    if (cache.size >= countMax) cache.delete(cache.keys().next().value ?? key);
    const created = compute(key);
    cache.set(key, created);
    return created;
  };
}
