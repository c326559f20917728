// A network under evaluation, with the training rows of its benchmarks.
import type { Model } from '../../../trading/networks/core/model';
import type { NetworkSpec } from '../../../trading/networks/network-spec';
import type { Rows } from '../../train/rows';

export interface EvaluatedNetwork {
  readonly spec: NetworkSpec;
  readonly model: Model;
  /** Linear model on the same inputs and rows (no hidden units). */
  readonly line: Model;
  /** Training rows of the benchmarks. */
  readonly trainRows: Rows;
}
