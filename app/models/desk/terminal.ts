// Interface of the trading process for pages, API and sockets. Implemented in app/server/desk.
import type { BrokerStatusDto } from '../../contracts/api/account';
import type { ArtificialMarket } from '../../contracts/market-origin';
import type { Database } from '../../../db/client.server';
import type { DeskView } from '../../trading/desk-view';
import type { CommandEnvelope, CommandResult } from '../../trading/domain/command';
import type { CommodityKey } from '../../trading/domain/commodity';
import type { TradingMode } from '../../trading/domain/settings';
import type { ShadowState } from '../../trading/domain/shadow-account';
import type { AccountKey } from '../../trading/engine/broker-access';
import type { EngineConfig } from '../../trading/engine/config';
import type { DeskState } from '../../trading/engine/state';
import type { BarReader } from '../../trading/market/bar-reader';
import type { CurveSource } from '../../trading/market/curve-source';
import type { PublicDataDesk } from '../../trading/market/sources/source-status';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import type { WeatherSource } from '../../trading/weather/weather-source';
import type { BacktestQueue } from '../backtests/backtest-queue';
import type { RiskReader } from '../risk/market-risk';
import type { InferenceStatus } from '../signals/inference-status';
import type { TerminalStatus } from './terminal-status';

export const SIMULATED_MARKET = 'simulated' satisfies ArtificialMarket;
/** Market of the histories of FEED=replay. */
export const REPLAY_MARKET = 'replay' satisfies ArtificialMarket;
/** Market of the prices of FEED=public. */
export const PUBLIC_MARKET = 'public';

/** A playbook without what it needs. */
export interface NotOffered {
  readonly name: string;
  /** A clause. */
  readonly reason: string;
}

/** An account with the market of its prices. */
export type TradedAccount = AccountKey & { readonly market: string };

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
  /** Why an account cannot trade, e.g. live trading is off; null if it can. */
  getModeBlock(account: AccountKey): string | null;
  /** Why a live account may not send entries, e.g. it is not armed; null if it may. */
  getArmingBlock(account: AccountKey): string | null;
  /** Connection of the live account of a user; null while no broker is connected. */
  getBrokerStatus(userId: string): BrokerStatusDto | null;
  /** Connects the live account of a user again after its stored connection changed. */
  renewBroker(userId: string): void;
  /** Compares the live account of a user with its broker now; false while it is not connected. */
  compareBroker(userId: string): Promise<boolean>;
  /**
   * Why a commodity cannot start in an account: no source has its prices, or its broker does not trade
   * it. Null if it can.
   */
  explainUntraded(account: TradedAccount, commodity: CommodityKey): string | null;
  /** The selected account of a user, or that of a mode; null before it is opened. */
  getView(userId: string, mode?: TradingMode): DeskView | null;
  /** Shadow accounts as of the same commit as `state`. */
  shadowAccounts(): ShadowState;
  /** Playbooks of a commodity, in list order. */
  listPlaybooks(commodity: CommodityKey): readonly PlaybookRow[];
  /**
   * Playbooks of the catalogue that the market does not offer, in list order; none where it offers all,
   * and of a replayed history.
   */
  listNotOffered(commodity: CommodityKey): readonly NotOffered[];
  /** Weather data of a market; same object per market; null if it has none. */
  findWeather(market: string): WeatherSource | null;
  /** Bars of past prices of a market; null if it has none. */
  findBars(market: string): BarReader | null;
  /** Prices of all contract months of a market; null if it has none. */
  findCurves(market: string): CurveSource | null;
  /** Sources of public data; null where the market has none. */
  readonly publicData: PublicDataDesk | null;
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
