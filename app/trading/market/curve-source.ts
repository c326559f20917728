/** Port for the prices of all listed contract months of one market, now and in the past. */
import type { Instrument } from '../domain/instrument';
import type { EpochMs } from '../domain/units';

/** Price of one contract month, in quoted units and on the tick. */
export interface CurvePoint {
  readonly instrument: Instrument;
  readonly price: number;
}

/** Each list is in order of delivery; empty for an unknown chain or before the first price. */
export interface CurveSource {
  /** Market id of quotes. */
  readonly market: string;
  /** Months of a chain listed on the UTC day of a moment. */
  listMonths(chain: string, atMs: EpochMs): readonly Instrument[];
  /** Months of a chain that trade at a past or present minute, with their last prices. */
  listCurve(chain: string, atMs: EpochMs): readonly CurvePoint[];
  /** Months of a chain with their prices at the start of the UTC day of a moment. */
  listDayCurve(chain: string, atMs: EpochMs): readonly CurvePoint[];
}
