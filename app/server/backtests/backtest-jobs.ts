// Jobs of a backtest of the app: the run of a strategy, and then its trial and its report.
import { z } from 'zod';
import type { StoredBacktestResult } from '../../contracts/backtest-view';
import type { BacktestRun } from '../../trading/backtest/backtest-run';
import { COMMODITY_KEYS, type CommodityKey } from '../../trading/domain/commodity';
import { MINUTE_MS } from '../../trading/domain/time';
import type { JobKind } from '../jobs/job-kind';
import type { BacktestOutcome } from './backtest-outcome';
import type { TapeChecks } from './report-model';
import { type WorldSpan, WorldSpanSchema } from './world-span';

/** A strategy and its simulated market. */
export interface StrategyRequest {
  readonly commodity: CommodityKey;
  readonly playbook: string;
  readonly span: WorldSpan;
}

/** A run without its tapes. */
export interface StrategyRun {
  readonly outcome: BacktestOutcome;
  readonly gains: Float64Array;
  readonly run: BacktestRun;
  readonly checks: TapeChecks;
}

/** What the report needs beside the run. */
export interface ReportRequest {
  readonly commodity: CommodityKey;
  readonly playbook: string;
  /** How the report names the seed. */
  readonly seedName: string;
  /** Folder of the trial ledger. */
  readonly dataDir: string;
  readonly run: StrategyRun;
}

/** The HTML report is gzipped. `refusal` is a sentence for the user. */
export type ReportEnd =
  | { readonly result: StoredBacktestResult; readonly report: Uint8Array }
  | { readonly refusal: string };

/**
 * The largest request, 10 years of 15-minute bars on five hubs, takes two minutes of CPU time and
 * fits into the heap. Bar columns lie outside the heap and are bounded by the years.
 */
const LIMITS = { timeLimitMs: 15 * MINUTE_MS, youngGenerationMb: 64, heapMb: 512 } as const;

const Strategy = z.object({ commodity: z.enum(COMMODITY_KEYS), playbook: z.string() });

export const STRATEGY_JOB: JobKind<StrategyRequest, StrategyRun> = {
  ...LIMITS,
  name: 'strategy',
  input: Strategy.extend({ span: WorldSpanSchema }),
  isShareable: true,
};

/** Records the trial in the ledger of this machine, once, and builds the report. */
export const REPORT_JOB: JobKind<ReportRequest, ReportEnd> = {
  ...LIMITS,
  name: 'backtest-report',
  input: Strategy.extend({
    seedName: z.string(),
    dataDir: z.string(),
    run: z.object({ gains: z.instanceof(Float64Array) }),
  }),
  isShareable: false,
  startsMax: 1,
};
