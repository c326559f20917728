// Messages between the server and the backtest worker.

import type { CommodityKey } from '../../trading/domain/commodity';
import type { WorldSpan } from './world-span';
import type { StoredBacktestResult } from '../../contracts/backtest-view';

export interface JobOrder {
  readonly commodity: CommodityKey;
  readonly playbook: string;
  readonly span: WorldSpan;
  /** How the report names the seed. */
  readonly seedName: string;
  /** Folder of the trial ledger. */
  readonly dataDir: string;
}

export type JobMessage =
  /** Fraction 0 to 1, and the current activity. */
  | { readonly type: 'progress'; readonly fraction: number; readonly activity: string }
  /** HTML report, gzipped. */
  | { readonly type: 'done'; readonly result: StoredBacktestResult; readonly report: Uint8Array }
  /** Failure with a reason for the user. */
  | { readonly type: 'refused'; readonly message: string };
