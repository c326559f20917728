/** Point-in-time public data of a market: forecasts, warnings, series, reports, contract prices. */
import type { ForecastRun, WeatherWarning } from '../../weather/bulletin';
import type { MarketCell } from '../../weather/cell';
import type { EpochMs } from '../../domain/units';
import type { PublishedReport } from '../report';
import type { VintageReader } from '../vintage';

/** Current price of one month of a chain. */
export interface CurvePoint {
  /** First day of delivery, YYYY-MM-DD. */
  readonly delivery: string;
  /** In quoted units. */
  readonly price: number;
}

/** A forecast of the price of a chain as published. Moves and costs are in quoted units. */
export interface PublishedSignal {
  /** The forecast uses only data that were public at this time, and counts from it. */
  readonly stampMs: EpochMs;
  /** Calibrated probability of a rise over the horizon, 0 to 1. */
  readonly chanceUp: number;
  /** The 10%, 50% and 90% quantiles of the move over the horizon. */
  readonly low: number;
  readonly middle: number;
  readonly high: number;
  /** Cost of a round trip of the smallest size. */
  readonly roundTrip: number;
  /** Whether the network has proven skill in this chain and is not demoted. */
  readonly hasSkill: boolean;
  /** Expected standard deviation of the move; null without a proven network. */
  readonly sigma: number | null;
  /** Chance of a power price spike within the day; null without a proven network. */
  readonly spikeChance: number | null;
}

/** The signal of a chain; null while there is none or after its horizon. */
export type FindSignal = (chain: string) => PublishedSignal | null;

export interface PublicData {
  readonly knownMs: EpochMs;
  /**
   * The run issued `backCycles` x 6 h before the latest one; null if missing. Equal runs are the
   * same object.
   */
  findRun(cell: MarketCell, backCycles: number): ForecastRun | null;
  /** Latest phase of every recent warning. */
  listWarnings(): readonly WeatherWarning[];
  readonly vintages: VintageReader;
  /** Tradable months in order of delivery. */
  listCurve(chain: string): readonly CurvePoint[];
  /** Reports published from `sinceMs` until now, in order of time. */
  listReports(sinceMs: EpochMs): readonly PublishedReport[];
  /** True where no expectations of analysts are published, so that no report has a surprise. */
  readonly lacksExpectations?: true;
  /**
   * True where the warnings do not cover the Gulf and state no category: without one there may be a
   * storm all the same.
   */
  readonly lacksStormWarnings?: true;
  /** Signals of the price networks; absent where none are computed. */
  readonly findSignal?: FindSignal;
}

/** A value with the time from which all its sources were public. */
export interface PublishedValue {
  readonly value: number;
  readonly publishedMs: EpochMs;
}

/** An external input of playbooks and networks. */
export interface InputInfo {
  readonly id: string;
  readonly unit: string;
  readonly description: string;
  /** Computes the value; null while a source is missing. */
  readonly resolve: (data: PublicData) => PublishedValue | null;
}
export const CYCLES_PER_DAY = 4;
