// What a desk and its worker say to each other about one backtest.

import type { CommodityKey } from '../../trading/domain/commodity';
import type { WorldSpan } from './spans';
import type { BacktestResultDto } from '../../contracts/api/backtest';

export interface JobOrder {
  readonly mode: CommodityKey;
  readonly playbook: string;
  readonly span: WorldSpan;
  /** How the report names the seed of the world. */
  readonly seedName: string;
  /** Where the ledger of trials lies. */
  readonly dataDir: string;
}

export type JobMessage =
  /** 0 to 1, and what is being done. */
  | { readonly type: 'progress'; readonly share: number; readonly doing: string }
  /** The report is HTML, packed with gzip. */
  | { readonly type: 'done'; readonly result: BacktestResultDto; readonly report: Uint8Array }
  /** It cannot be done, for a reason that its user can read. */
  | { readonly type: 'refused'; readonly message: string };
