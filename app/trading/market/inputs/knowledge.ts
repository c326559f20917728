/**
 * What anyone could know at a moment, of any feed: forecasts, warnings, series, reports and the
 * prices of contract months.
 */
import type { ForecastRun, WeatherWarning } from '../../weather/bulletin';
import type { MarketCell } from '../../weather/cell';
import type { EpochMs } from '../../domain/units';
import type { PublishedReport } from '../report';
import type { VintageReader } from '../vintage';

/** A month of a chain as it is priced now. */
export interface CurvePoint {
  /** First day of delivery, YYYY-MM-DD. */
  readonly delivery: string;
  /** In quoted units. */
  readonly price: number;
}

export interface PublicKnowledge {
  readonly knownMs: EpochMs;
  /**
   * The run that was issued so many cycles of six hours before the newest one that is out; null
   * when there is none of that cycle. The same object for the same run.
   */
  run(cell: MarketCell, backCycles: number): ForecastRun | null;
  /** The newest phase of every warning that is not long over. */
  warnings(): readonly WeatherWarning[];
  readonly vintages: VintageReader;
  /** Months that may be held, in order of delivery. */
  curve(chain: string): readonly CurvePoint[];
  /** Reports that came out at or after a moment and by now, in order of time. */
  reports(sinceMs: EpochMs): readonly PublishedReport[];
}

/** A figure with the moment from which all that it is made of was out. */
export interface PublishedValue {
  readonly value: number;
  readonly publishedMs: EpochMs;
}

/** An input of playbooks and networks. */
export interface InputInfo {
  readonly id: string;
  readonly unit: string;
  readonly description: string;
  /** The figure at a moment; null while something that it is made of is missing. */
  readonly resolve: (known: PublicKnowledge) => PublishedValue | null;
}
export const CYCLES_PER_DAY = 4;

export const publishValue = (value: number, publishedMs: EpochMs): PublishedValue => ({
  value,
  publishedMs,
});
/** What follows from prices, the calendar and warnings, which are as of now. */
export const toldNow = (known: PublicKnowledge, value: number | null): PublishedValue | null =>
  value === null ? null : publishValue(value, known.knownMs);

/** The newest value of a series, in its vintage now. */
export function findLatest(known: PublicKnowledge, series: string): PublishedValue | null {
  const found = known.vintages.latest(series, known.knownMs);
  return found ? publishValue(found.value, found.publishedMs) : null;
}

/** Prices of the first months; null when fewer are listed. */
export function firstPrices(
  known: PublicKnowledge,
  chain: string,
  count: number,
): readonly CurvePoint[] | null {
  const points = known.curve(chain).slice(0, count);
  return points.length === count ? points : null;
}

export const frontPrice = (known: PublicKnowledge, chain: string): number | null =>
  known.curve(chain)[0]?.price ?? null;
