// A network that is judged, with what its rivals may learn from.
import type { Model } from '../../../trading/networks/core/model';
import type { NetworkSpec } from '../../../trading/networks/network-spec';
import type { Rows } from '../../train/row-sink';

export interface Contestant {
  readonly spec: NetworkSpec;
  readonly model: Model;
  /** The same inputs and rows through a straight line: the network without its hidden units. */
  readonly line: Model;
  /** Rows that rivals are fitted to. */
  readonly learnt: Rows;
}
