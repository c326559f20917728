/**
 * What anyone could know in a simulated world at a moment: forecasts, warnings, series, reports and
 * the prices of listed months.
 */
import { type Instrument, priceNumber } from '../domain/instrument';
import type { EpochMs } from '../domain/units';
import { publicKnowledge } from '../market/inputs/archive-knowledge';
import type { CurvePoint, PublicKnowledge } from '../market/inputs/knowledge';
import type { PublishedReport } from '../market/report';
import { reportDates } from '../market/report-calendar';
import type { VintageReader } from '../market/vintage';
import type { WeatherReader } from '../weather/archive-reader';
import type { WeatherWarning } from '../weather/bulletin';
import { shownWarnings } from '../weather/warning-log';
import { WORLD_EPOCH_MS, getDay, dayStartMs } from './calendar';
import { findChain } from './chains';
import type { WeatherPart } from './parts';
import { createReader } from './reader';
import { seriesWindow } from './series-window';
import type { World } from './world';
import { DAY_MS } from '../domain/time';

/** No warning lasts longer than a season's drought watch. */
const WARNING_DAYS = 150;
/** Inputs ask for warnings that were called off within five days. */
const SHOWN_AFTER_MS = 7 * DAY_MS;
/** What is remembered: warnings by day and reports of two years. */
const WARNED_DAYS_KEPT = 2 * WARNING_DAYS;
const REPORTS_KEPT = 256;

/** Stores of the same world that the caller has already, so that nothing is made twice. */
interface KnownStores {
  readonly weather?: Pick<WeatherReader, 'run' | 'runs'>;
  readonly vintages?: VintageReader;
  /** Months that may be held at a moment with their prices, in order of delivery. */
  readonly curve?: (chain: string, knownMs: EpochMs) => readonly CurvePoint[];
}

/**
 * A teller of what was known in a world at any moment; it may be asked in any order and is cheap in
 * growing time.
 * Cost: the first moment makes two months of runs and up to six years of series; from then on a day
 * costs some milliseconds for all inputs.
 * Memory: some 40 MB whatever is asked: 300 runs of each cell, seven years of series, warnings of
 * 300 days, 256 reports.
 * Prices are those that stand in the market at the moment (`World.lastAt`), of months that may
 * still be held, each made when it is read.
 */
export function worldKnowledge(
  world: World,
  stores: KnownStores = {},
): (knownMs: EpochMs) => PublicKnowledge {
  const warnings = listWarnings(world.weather);
  const report = keptReports(world);
  return publicKnowledge({
    weather: { ...createReader(world.weather), ...stores.weather, warnings },
    vintages: stores.vintages ?? seriesWindow(world.series),
    curve:
      stores.curve ??
      ((chain, knownMs) =>
        heldMonths(world, chain, knownMs).map((month) => new PricedMonth(world, month, knownMs))),
    reports: (fromMs, untilMs) =>
      reportDates(Math.max(WORLD_EPOCH_MS, fromMs), untilMs).map(report),
  });
}

/** A month whose price is made when somebody reads it: most figures read two of a dozen. */
class PricedMonth implements CurvePoint {
  readonly delivery: string;
  private made = NaN;

  constructor(
    private readonly world: World,
    private readonly month: Instrument,
    private readonly knownMs: EpochMs,
  ) {
    this.delivery = month.contract?.delivery ?? '';
  }

  get price(): number {
    if (Number.isNaN(this.made))
      this.made = priceNumber(this.month, this.world.lastAt(this.month, this.knownMs));
    return this.made;
  }
}

/** The months of a chain that are listed at a moment and not yet rolled, in order of delivery. */
export function heldMonths(
  world: Pick<World, 'futures' | 'power'>,
  chain: string,
  atMs: EpochMs,
): readonly Instrument[] {
  const part = findChain(chain).isPower ? world.power : world.futures;
  return part
    .listed(chain, getDay(atMs))
    .filter(({ contract }) => (contract?.rollMs ?? Infinity) > atMs);
}

/** Warnings by a moment, put together from days that are made once each. */
function listWarnings(weather: WeatherPart): (knownMs: EpochMs) => readonly WeatherWarning[] {
  const days = createBoundedCache(WARNED_DAYS_KEPT, (day: number) =>
    weather.warnings(dayStartMs(day), dayStartMs(day) + DAY_MS),
  );
  return (knownMs) => {
    const newest = new Map<string, WeatherWarning>();
    const today = getDay(knownMs);
    for (let day = Math.max(0, today - WARNING_DAYS); day <= today; day += 1) {
      for (const warning of days(day))
        if (warning.publishedMs <= knownMs) newest.set(warning.id, warning);
    }
    return shownWarnings([...newest.values()], knownMs, SHOWN_AFTER_MS);
  };
}

/** The report of a date, made once. */
function keptReports({
  series,
}: World): (date: { readonly id: string; readonly atMs: EpochMs }) => PublishedReport {
  const kept = new Map<string, PublishedReport>();
  return ({ id, atMs }) => {
    const known = kept.get(id);
    if (known) return known;
    if (kept.size >= REPORTS_KEPT) kept.clear();
    for (const report of series.reports(atMs, atMs + 1)) kept.set(report.id, report);
    const made = kept.get(id);
    if (!made)
      throw new RangeError(`the simulated world has no ${id}; ask for dates of its own calendar`);
    return made;
  };
}

/** Remembers the latest answers; the oldest go first. */
function createBoundedCache<V>(most: number, make: (key: number) => V): (key: number) => V {
  const kept = new Map<number, V>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (kept.size >= most) kept.delete(kept.keys().next().value ?? key);
    const made = make(key);
    kept.set(key, made);
    return made;
  };
}
