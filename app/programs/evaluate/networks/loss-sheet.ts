// Losses of a network and its benchmarks for one target, row by row in time order.
import type { NetworkId } from '../../../trading/networks/network-spec';

/** One number per row. NaN in `own` excludes a row. */
export interface Sheet {
  readonly net: NetworkId;
  readonly target: string;
  readonly lossName: string;
  /** Whether the network is assessed by this target. */
  readonly isMain: boolean;
  /** Whether the signs of forecast and outcome are meaningful. */
  readonly isDirection: boolean;
  /** Whether subjects are also scored separately. */
  readonly bySubject: boolean;
  /** Lag in blocks up to which errors may be correlated. */
  readonly lag: number;
  /** Subject index and day block of each row; blocks increase, path after path. */
  readonly subject: Float64Array;
  readonly block: Float64Array;
  readonly own: Float64Array;
  readonly line: Float64Array;
  readonly rivals: readonly { readonly name: string; readonly losses: Float64Array }[];
  /** Score that rises with the predicted outcome. */
  readonly forecast: Float64Array;
  readonly outcome: Float64Array;
  /** Probabilities and 0/1 outcomes. */
  readonly chance: Float64Array | null;
  readonly came: Float64Array | null;
  /** Predictable component from news and reports. */
  readonly attainable: Float64Array | null;
  /** Net gain of following the signal, in daily standard deviations. */
  readonly gain: Float64Array | null;
}
