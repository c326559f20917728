// The trading process as screens, calls and sockets use it: state, commands, status. Its
// implementation is in app/server/desk.
import type { Database } from '../../../db/client.server';
import type { DeskView } from '../../trading/desk';
import type { CommandEnvelope, CommandResult } from '../../trading/domain/command';
import type { CommodityKey } from '../../trading/domain/commodity';
import type { TradingMode } from '../../trading/domain/settings';
import type { ShadowDesk } from '../../trading/domain/twin';
import type { EpochMs } from '../../trading/domain/units';
import type { EngineConfig } from '../../trading/engine/config';
import type { MarketFeedStatus } from '../../trading/engine/market-source';
import type { RunnerStatus } from '../../trading/engine/runner';
import type { DeskState } from '../../trading/engine/state';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import type { WeatherDesk } from '../../trading/weather/weather-desk';
import type { BacktestQueue } from '../backtests/backtest-queue';
import type { RiskReader } from '../risk/market-risk';
import type { SignalsStatus } from '../signals/signals-status';

export const SIMULATED_MARKET = 'simulated';

export const AUDIT_PHASES = ['running', 'passed', 'failed', 'could not run', 'off'] as const;

export interface AuditState {
  /**
   * The last verdict; `running` before the first one. A later audit that is under way leaves the
   * verdict as it is.
   */
  readonly phase: (typeof AUDIT_PHASES)[number];
  readonly reason: string | null;
  /** Wall clock of the last passed audit of this data directory; null when none is on record. */
  readonly passedMs: number | null;
}

export interface ClockStatus {
  /** Why desk time is in doubt, a sentence; null while the clocks agree, and in a replay. */
  readonly fault: string | null;
  readonly wallMs: EpochMs;
  /** Wall clock minus desk time; 0 in a replay, whose time is that of the history. */
  readonly offsetMs: number;
}

export interface TerminalStatus extends RunnerStatus {
  /** The desk is open, can store, and trading is not halted. */
  readonly isReady: boolean;
  /** A halt counts from the moment it is requested, also while it cannot be stored yet. */
  readonly trading: DeskState['trading'];
  readonly audit: AuditState;
  readonly feed: MarketFeedStatus | null;
  readonly clock: ClockStatus;
  readonly sequence: number;
  readonly logSeq: number;
  readonly recoveryMs: number;
}

export interface Terminal {
  readonly db: Database;
  /** Version of the code with the digest of its sources. */
  readonly codeVersion: string;
  /** Time zone in which the trading days of this process begin. */
  readonly timeZone: string;
  /**
   * The engine's tables for a market, for orders that are checked and not sent: sessions, costs,
   * brokers.
   */
  configFor(market: string): EngineConfig;
  readonly backtests: BacktestQueue;
  state(): DeskState;
  execute(envelope: CommandEnvelope): Promise<CommandResult>;
  /** Opens the user's simulation book when there is none yet. */
  ensureBook(userId: string): Promise<void>;
  /**
   * Why no book of a mode may send an order, such as live trading that is off; null where it may.
   */
  modeBlocked(mode: TradingMode): string | null;
  /** The selected book of a user, or that of a mode; null before it is opened. */
  view(userId: string, mode?: TradingMode): DeskView | null;
  /**
   * What the books would be worth had a part of the desk been missing, as of the same commit as the
   * state.
   */
  twins(): ShadowDesk;
  /** Those that this desk trades of a commodity, in the order of its list. */
  playbooks(commodity: CommodityKey): readonly PlaybookRow[];
  /**
   * The weather of a market, always the same object for the same market; null where it has none.
   */
  weather(market: string): WeatherDesk | null;
  /**
   * Resolves when the past of the weather has been read: whoever asks for it before keeps the whole
   * process waiting.
   */
  weatherRead(): Promise<void>;
  /**
   * Whether the networks speak of this desk's market, what they say besides prices, and why not.
   */
  signals(): SignalsStatus;
  /** What the risk of its markets is made of. */
  readonly risk: RiskReader;
  onPublish(listener: (state: DeskState) => void): () => void;
  status(): TerminalStatus;
  /**
   * Audits the whole log again; the verdict replaces the present one. A resume after a halt does
   * the same.
   */
  auditNow(): void;
  close(): Promise<void>;
}
