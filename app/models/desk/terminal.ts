// Interface of the trading process for pages, API and sockets. Implemented in app/server/desk.
import type { ArtificialMarket } from '../../contracts/market-origin';
import type { Database } from '../../../db/client.server';
import type { DeskView } from '../../trading/desk-view';
import type { CommandEnvelope, CommandResult } from '../../trading/domain/command';
import type { CommodityKey } from '../../trading/domain/commodity';
import type { TradingMode } from '../../trading/domain/settings';
import type { ShadowState } from '../../trading/domain/shadow-account';
import type { EpochMs } from '../../trading/domain/units';
import type { EngineConfig } from '../../trading/engine/config';
import type { MarketFeedStatus } from '../../trading/engine/market-source';
import type { RunnerStatus } from '../../trading/engine/runner';
import type { DeskState } from '../../trading/engine/state';
import type { BarReader } from '../../trading/market/bar-reader';
import type { CurveSource } from '../../trading/market/curve-source';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import type { WeatherSource } from '../../trading/weather/weather-source';
import type { BacktestQueue } from '../backtests/backtest-queue';
import type { RiskReader } from '../risk/market-risk';
import type { InferenceStatus } from '../signals/inference-status';

export const SIMULATED_MARKET = 'simulated' satisfies ArtificialMarket;
/** Market of the histories of FEED=replay. */
export const REPLAY_MARKET = 'replay' satisfies ArtificialMarket;

export const AUDIT_PHASES = ['running', 'passed', 'failed', 'could not run', 'off'] as const;

export interface AuditState {
  /**
   * Last result; `running` before the first. A later audit in progress keeps the previous result.
   */
  readonly phase: (typeof AUDIT_PHASES)[number];
  readonly reason: string | null;
  /** Wall clock of the last passed audit; null if none is recorded. */
  readonly passedMs: number | null;
}

export interface ClockStatus {
  /** Why server time is in doubt; null if the clocks agree, and in a replay. */
  readonly fault: string | null;
  readonly wallMs: EpochMs;
  /** Wall clock minus server time, ms; 0 in a replay. */
  readonly offsetMs: number;
}

export type FailedPart = 'risk' | 'signals';

export interface TerminalStatus extends RunnerStatus {
  /** Open, storage works, and trading is not halted. */
  readonly isReady: boolean;
  /** A halt applies from its request, even before it is stored. */
  readonly trading: DeskState['trading'];
  readonly audit: AuditState;
  readonly feed: MarketFeedStatus | null;
  readonly clock: ClockStatus;
  readonly sequence: number;
  readonly logSeq: number;
  readonly recoveryMs: number;
  /** Parts that failed and are tried again. Orders do not need them. */
  readonly failedParts: readonly FailedPart[];
}

export interface Terminal {
  readonly db: Database;
  /** Code version with a digest of the sources. */
  readonly codeVersion: string;
  /** Time zone of trading days. */
  readonly timeZone: string;
  /** Engine configuration of a market (sessions, costs, brokers), for what-if orders. */
  configFor(market: string): EngineConfig;
  readonly backtests: BacktestQueue;
  state(): DeskState;
  execute(envelope: CommandEnvelope): Promise<CommandResult>;
  /** Opens the user's simulation account if missing. */
  ensureBook(userId: string): Promise<void>;
  /** Why accounts of a mode cannot trade, e.g. live trading is off; null if they can. */
  getModeBlock(mode: TradingMode): string | null;
  /** The selected account of a user, or that of a mode; null before it is opened. */
  getView(userId: string, mode?: TradingMode): DeskView | null;
  /** Shadow accounts as of the same commit as `state`. */
  shadowAccounts(): ShadowState;
  /** Playbooks of a commodity, in list order. */
  listPlaybooks(commodity: CommodityKey): readonly PlaybookRow[];
  /** Weather data of a market; same object per market; null if it has none. */
  findWeather(market: string): WeatherSource | null;
  /** Bars of past prices of a market; null if it has none. */
  findBars(market: string): BarReader | null;
  /** Prices of all contract months of a market; null if it has none. */
  findCurves(market: string): CurveSource | null;
  /** Resolves when the weather history is loaded. Reading it earlier blocks the process. */
  whenWeatherLoaded(): Promise<void>;
  /** Status and latest output of network inference. */
  signals(): InferenceStatus;
  /** Risk inputs by market. */
  readonly risk: RiskReader;
  onPublish(listener: (state: DeskState) => void): () => void;
  status(): TerminalStatus;
  /** Audits the whole log again; the result replaces the previous one. A resume does the same. */
  auditNow(): void;
  close(): Promise<void>;
}
