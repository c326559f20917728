// What a backtest of the app needs.
import type { StrategyRequest } from './backtest-jobs';

export interface BacktestOrder extends StrategyRequest {
  /** How the report names the seed. */
  readonly seedName: string;
  /** Folder of the trial ledger. */
  readonly dataDir: string;
  /** Whether the seed is that of the server, which reveals future prices and must not leave it. */
  readonly hasSecretSeed: boolean;
}
