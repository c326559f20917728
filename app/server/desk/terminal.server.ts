// Composition root: builds the desk from database, feeds, brokers and engine.
import type { BrokerStatusDto } from '../../contracts/api/account';
import type { NotOffered, Terminal, TradedAccount } from '../../models/desk/terminal';
import type { FailedPart, TerminalStatus } from '../../models/desk/terminal-status';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import {
  type Database,
  closeDatabase,
  prepareDatabasePath,
  openDatabase,
  toReadableError,
} from '../../../db/client.server';
import { type InstanceLock, acquireLock } from '../../../db/lock.server';
import { migrateDatabase } from '../../../db/migrate.server';
import { type BackgroundAudit, startBackgroundAudit } from './background-audit.server';
import { type BrokerSource, LiveAccounts } from '../brokers/live-accounts.server';
import { createStoredBrokers } from '../brokers/stored-brokers.server';
import { BacktestRunner } from '../backtests/backtest-queue.server';
import { tryOrWarn, saveDeskCheckpoint } from './checkpoints.server';
import { type ClockSource, type DeskClock, createDeskClock } from './desk-clock.server';
import { INITIAL_CAPITAL, createEngineConfig, createTerminalConfig } from './desk-config.server';
import { HALT_REASONS } from '../../models/desk/halts.server';
import { getLog } from '../platform/log.server';
import { getRequest, runOutsideRequests } from '../platform/request-scope.server';
import { type StoredJournal, openJournal } from '../../models/log/journal.server';
import { getIdSeed } from '../../models/log/meta.server';
import { loadBelievedQuotes, saveBelievedQuotes } from '../../models/market/believed-quotes.server';
import { loadShadowAccounts } from '../../models/portfolio/shadow-accounts.server';
import { findAuditPassedMs, recoverState, saveAuditedHead } from '../../models/log/recovery.server';
import { CODE_VERSION, MIGRATIONS_FOLDER } from '../platform/project.server';
import type { RiskReader } from '../../models/risk/market-risk';
import { openRiskReader } from '../risk/risk-reader.server';
import { openRiskStore } from '../risk/risk-store.server';
import { MARKET_FILES } from '../platform/market-files';
import { OperatorInbox } from './operator-inbox.server';
import { type OrderRecovery, recoverOrders } from './order-recovery.server';
import { openSignals } from '../signals/signals-desk.server';
import type { InferenceStatus } from '../../models/signals/inference-status';
import type { SignalsThread } from '../signals/signals-worker.server';
import { type DeskView, getDeskView } from '../../trading/desk-view';
import { getBookId, getSelectedBook } from '../../trading/domain/book';
import type { CommandEnvelope, CommandResult } from '../../trading/domain/command';
import type { CommodityKey } from '../../trading/domain/commodity';
import type { TradingMode } from '../../trading/domain/settings';
import type { ShadowState } from '../../trading/domain/shadow-account';
import type { EpochMs } from '../../trading/domain/units';
import { type EngineConfig, SYSTEM_USER } from '../../trading/engine/config';
import { createEngine } from '../../trading/engine/engine';
import { applyRecord } from '../../trading/engine/apply-record';
import type { MarketSource, RunningSource } from '../../trading/engine/market-source';
import {
  type AccountKey,
  explainBlockedAccount,
  explainBrokenLink,
  explainUnarmed,
} from '../../trading/engine/broker-access';
import { explainUntradedStart } from '../../trading/engine/blocked-start';
import { type Runner, createRunner } from '../../trading/engine/runner';
import type { RunnerObserver } from '../../trading/engine/runner-observer';
import { type DeskState, EMPTY_DESK } from '../../trading/engine/state';
import { listShadowSpecs } from '../../trading/engine/shadow-accounts/shadow-specs';
import type { RemoteBroker } from '../../trading/ports';
import { createSeededRandom } from '../../trading/random';
import { openSealedKeys } from '../feeds/public/sealed-keys.server';
import { openPublicationStore } from '../../models/public-data/publications.server';
import type { BarReader } from '../../trading/market/bar-reader';
import { explainNotOffered } from '../../trading/strategies/explain-not-offered';
import { type PlaybookRow, getBarLength } from '../../trading/strategies/playbook';
import { listPlaybooks } from '../../trading/strategies/playbooks/catalog';
import type { CurveSource } from '../../trading/market/curve-source';
import type { PublicDataDesk } from '../../trading/market/sources/source-status';
import type { WeatherSource } from '../../trading/weather/weather-source';

export interface TerminalOptions {
  readonly dataDir: string;
  /** Source of prices. */
  readonly source: MarketSource;
  readonly timeZone: string;
  /** Whether LIVE_TRADING is on; off if absent. */
  readonly isLiveTradingOn?: boolean;
  /** Brokers of tests; defaults to the connections that users stored. */
  readonly createBrokers?: (state: () => DeskState) => BrokerSource;
  /** Audits the log in the background; off in tests that audit it themselves. */
  readonly auditsInBackground: boolean;
  /** Audit program of tests. */
  readonly auditProgram?: string;
  /** Background work, absent in tests: weather preload, networks and risk in worker threads. */
  readonly shouldWarmUp?: boolean;
  readonly hasSignals?: boolean;
  readonly hasRisk?: boolean;
  /** Records traces of commands; absent where none are recorded. */
  readonly observer?: RunnerObserver;
  /** Defaults to the system clocks; replaced in tests. */
  readonly clockSource?: ClockSource;
  /** Wraps the journal in tests that observe or disturb writes. */
  readonly wrapJournal?: (journal: StoredJournal) => StoredJournal;
}

const TIME_EVENT_MS = 1000;
const CHECKPOINT_MS = 5 * 60_000;
/** Between two looks for requests of operators: a stop must not wait long. */
const INBOX_MS = 100;

/**
 * Opens a desk on a data directory: lock, migrate, recover, start the market source. Throws
 * LockError if another desk holds it.
 */
export function openTerminal(options: TerminalOptions): Terminal {
  const startedMs = performance.now();
  const path = prepareDatabasePath(options.dataDir);
  const lock = acquireLock(options.dataDir);
  let db: Database | null = null;
  try {
    db = openDatabase(path);
    migrateDatabase(db, MIGRATIONS_FOLDER);
    return new Desk(options, lock, db, startedMs);
  } catch (error) {
    if (db) closeDatabase(db);
    lock.release();
    throw toReadableError(error, path);
  }
}

const NO_BROKERS: BrokerSource = { listUsers: () => [], openBroker: () => null };

class Desk implements Terminal {
  readonly codeVersion = CODE_VERSION;
  readonly timeZone: string;
  readonly backtests: BacktestRunner;
  private readonly journal: StoredJournal;
  private readonly clock: DeskClock;
  /** Clock fault last sent to the engine. */
  private clockFault: string | null;
  private readonly runner: Runner;
  private readonly feed: RunningSource;
  private readonly signalsThread: SignalsThread;
  private readonly inbox: OperatorInbox;
  private readonly orderRecovery: OrderRecovery;
  private readonly liveAccounts: LiveAccounts;
  readonly risk: RiskReader;
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly audit: BackgroundAudit | null;
  private readonly recoveryMs: number;
  private readonly playbooksOf: EngineConfig['listPlaybooks'];
  private readonly config: EngineConfig;
  private isClosed = false;

  constructor(
    private readonly options: TerminalOptions,
    private readonly lock: InstanceLock,
    readonly db: Database,
    startedMs: number,
  ) {
    this.timeZone = options.timeZone;
    const { source } = options;
    this.backtests = new BacktestRunner({
      db,
      dataDir: options.dataDir,
      deskWorld: source.backtests,
      ...(source.time === 'events' ? {} : { nowMs: () => this.clock.nowMs() }),
    });
    const recovered = recoverState(db, applyRecord);
    if (recovered.differences.length > 0)
      getLog().error(
        { differences: recovered.differences.slice(0, 10) },
        'the stored rows differ from the log',
      );
    const journal = openJournal(db, { wallMs: Date.now, codeVersion: CODE_VERSION });
    this.journal = options.wrapJournal?.(journal) ?? journal;
    this.clock = createDeskClock(source.time, recovered.state.nowMs, options.clockSource);
    this.clockFault = this.clock.status().fault;
    const state: DeskState = {
      ...EMPTY_DESK,
      ...recovered.state,
      sequence: recovered.sequence,
      clockFault: this.clockFault,
    };
    this.liveAccounts = this.createLiveAccounts();
    const config = createTerminalConfig({
      ...options,
      findLiveBroker: this.findLiveBroker,
      random: createSeededRandom(getIdSeed(db)),
    });
    this.config = config;
    this.playbooksOf = config.listPlaybooks;
    const engine = createEngine(config);
    const shadows = { specs: listShadowSpecs(config), desk: loadShadowAccounts(db, state) };
    this.runner = createRunner({
      engine,
      journal: this.journal,
      clock: this.clock,
      state,
      shadows,
      ...(options.observer ? { observer: options.observer } : {}),
      // The engine works for all requests, not for the one that wakes it.
      schedule: (drain) => void runOutsideRequests(() => setImmediate(drain)),
    });
    if (recovered.differences.length > 0)
      this.haltTrading(`${HALT_REASONS.rows}: ${recovered.differences[0] ?? ''}`);
    this.inbox = new OperatorInbox({
      db,
      runner: this.runner,
      nowMs: Date.now,
      resumesSinceMs: recovered.differences.length > 0 ? Date.now() : -Infinity,
      compareAccount: (bookId) => this.compareAccount(bookId),
    });
    // Before any price: a commodity stopped by an operator must not trade on the first one.
    this.inbox.processWaitingNow();
    this.liveAccounts.start();
    // Orders are not queried at a broker that is not connected yet.
    this.runner.drain();
    this.orderRecovery = recoverOrders({
      runner: this.runner,
      config,
      nowMs: () => this.clock.nowMs(),
    });
    this.recoveryMs = performance.now() - startedMs;
    this.feed = source.start({
      runner: this.runner,
      clock: this.clock,
      nowMs: () => this.observeClock(),
      listPlaybooks: this.playbooksOf,
      storedQuotes: loadBelievedQuotes(db),
      openPublications: () => openPublicationStore(db),
      openSealedKeys: () => openSealedKeys(db),
      brokerQuotes: this.liveAccounts.quotes,
      random: config.random,
      shouldWarmUp: options.shouldWarmUp ?? false,
    });
    this.signalsThread = openSignals({
      data: source.signals,
      isEnabled: options.hasSignals ?? false,
      runner: this.runner,
      market: source.market,
      nowMs: () => this.clock.nowMs(),
      deskTime: this.clock.sharedTime,
      isRunning: () => this.feed.status()?.phase === 'running',
    });
    this.risk = openRiskReader({
      source,
      dailyPrices: this.feed.dailyPrices,
      isEnabled: options.hasRisk ?? false,
      clock: this.clock,
      store: openRiskStore(join(options.dataDir, MARKET_FILES.risk)),
    });
    this.startTimers();
    this.audit = options.auditsInBackground ? this.startAudit(options) : null;
  }

  private createLiveAccounts(): LiveAccounts {
    const { createBrokers, source } = this.options;
    const state = (): DeskState => this.state();
    const nowMs = (): EpochMs => this.clock.nowMs();
    return new LiveAccounts({
      // The runner is created after the accounts, which its engine looks up.
      runner: {
        offer: (event) => this.runner.offer(event),
        state,
        onPublish: (listener) => this.runner.onPublish(listener),
      },
      nowMs,
      brokers:
        createBrokers?.(state) ??
        // The time of a replay is not that of a broker.
        (source.time === 'events'
          ? NO_BROKERS
          : createStoredBrokers({ db: this.db, market: source.market, state, nowMs })),
    });
  }

  private readonly findLiveBroker = (userId: string): RemoteBroker | null =>
    this.liveAccounts.findBroker(userId);

  getBrokerStatus(userId: string): BrokerStatusDto | null {
    const broker = this.findLiveBroker(userId);
    if (!broker) return null;
    const bookId = getBookId(userId, 'live');
    const { books, links } = this.state();
    const reason = explainBrokenLink(links[bookId]);
    const isDemo = broker.isDemo === true;
    const agreement = books[bookId]?.halt
      ? 'the account is halted'
      : 'account and broker agreed when they were last compared';
    const state = reason === null ? `connected, ${agreement}` : `not connected: ${reason}`;
    const text = `${broker.name}${isDemo ? ', demo account' : ''}: ${state}.`;
    return { name: broker.name, isDemo, reason, text };
  }

  renewBroker(userId: string): void {
    this.liveAccounts.renewAccount(userId);
  }

  compareBroker(userId: string): Promise<boolean> {
    return this.liveAccounts.compareNow(userId);
  }

  private async compareAccount(bookId: string): Promise<boolean> {
    const book = this.state().books[bookId];
    return book !== undefined && (await this.compareBroker(book.userId));
  }

  private startAudit({ dataDir, auditProgram }: TerminalOptions): BackgroundAudit {
    const audit = startBackgroundAudit({
      dataDir,
      passedMs: findAuditPassedMs(this.db),
      countRecords: () => this.state().logSeq,
      listener: {
        onPassed: (head, wallMs) => tryOrWarn(() => saveAuditedHead(this.db, head, wallMs)),
        onDifference: (reason) => this.haltTrading(`${HALT_REASONS.audit}: ${reason}`),
      },
      ...(auditProgram === undefined ? {} : { program: auditProgram }),
    });
    // A resume follows a review of the last verdict, so a new audit decides.
    let wasHalted = this.state().trading.state === 'HALTED';
    this.runner.onPublish(({ trading }) => {
      const isHalted = trading.state === 'HALTED';
      if (wasHalted && !isHalted) audit.auditNow();
      wasHalted = isHalted;
    });
    return audit;
  }

  private startTimers(): void {
    const offerTime = (): void => {
      this.runner.offer({ type: 'Time', atMs: this.observeClock() });
    };
    this.timers.push(
      setInterval(offerTime, TIME_EVENT_MS),
      setInterval(() => this.saveProgress(), CHECKPOINT_MS),
    );
    this.timers.push(setInterval(() => this.inbox.queueWaiting(), INBOX_MS));
    for (const timer of this.timers) timer.unref();
  }

  private saveProgress(): void {
    saveDeskCheckpoint(this.db, this.journal, this.runner);
    tryOrWarn(() => saveBelievedQuotes(this.db, this.feed.quotes()));
  }

  /** Compares the clocks. A change of the clock fault is queued before the caller's event. */
  private observeClock(): EpochMs {
    if (this.isClosed) return this.clock.nowMs();
    const nowMs = this.clock.observe();
    const { fault } = this.clock.status();
    if (
      fault === this.clockFault ||
      !this.runner.offer({ type: 'Time', atMs: nowMs, clockFault: fault })
    )
      return nowMs;
    this.clockFault = fault;
    if (fault === null) getLog().info('the system clock agrees again');
    else getLog().error({ reason: fault }, 'the system clock has stepped');
    return nowMs;
  }

  private haltTrading(reason: string): void {
    getLog().fatal({ reason }, 'trading is halted');
    void this.runner.execute({
      userId: SYSTEM_USER,
      command: { type: 'HaltTrading', reason },
      idempotencyKey: null,
    });
  }

  state(): DeskState {
    return this.runner.state();
  }

  execute(envelope: CommandEnvelope): Promise<CommandResult> {
    this.observeClock();
    return this.runner.execute(envelope, getRequest() ?? undefined);
  }

  configFor(market: string): EngineConfig {
    return createEngineConfig({
      random: createSeededRandom('what if'),
      marketOf: () => market,
      timeZone: this.timeZone,
      fillsAtOnce: true,
      playbooksOf: () => [],
      isLiveTradingOn: this.options.isLiveTradingOn ?? false,
      findLiveBroker: this.findLiveBroker,
    });
  }

  async ensureBook(userId: string): Promise<void> {
    if (getSelectedBook(this.state(), userId)) return;
    const { market } = this.options.source;
    await this.execute({
      userId,
      idempotencyKey: null,
      command: { type: 'OpenBook', mode: 'simulation', market, capitalMills: INITIAL_CAPITAL },
    });
  }

  getModeBlock(account: AccountKey): string | null {
    return explainBlockedAccount(this.state(), this.config, account);
  }

  getArmingBlock(account: AccountKey): string | null {
    const { books, nowMs } = this.state();
    const arming = books[getBookId(account.userId, account.mode)]?.arming ?? null;
    return explainUnarmed(this.config, { ...account, arming }, nowMs);
  }

  explainUntraded(account: TradedAccount, commodity: CommodityKey): string | null {
    return explainUntradedStart(this.config, account, commodity)?.message ?? null;
  }

  getView(userId: string, mode?: TradingMode): DeskView | null {
    const state = this.state();
    const selected = mode ?? state.users[userId]?.mode;
    return selected ? getDeskView(state, userId, selected) : null;
  }

  listPlaybooks(commodity: CommodityKey): readonly PlaybookRow[] {
    return this.playbooksOf(commodity).map(({ row }) => row);
  }

  listNotOffered(commodity: CommodityKey): readonly NotOffered[] {
    const { barMs, explainMissingInput } = this.options.source;
    if (!barMs || !explainMissingInput) return [];
    const length = getBarLength(barMs(commodity));
    return listPlaybooks(commodity).flatMap((row) => {
      const reason = explainNotOffered(row, length, explainMissingInput);
      return reason === null ? [] : [{ name: row.name, reason }];
    });
  }

  findWeather(market: string): WeatherSource | null {
    return this.feed.weather?.market === market ? this.feed.weather : null;
  }

  findBars(market: string): BarReader | null {
    return this.feed.bars?.market === market ? this.feed.bars : null;
  }

  findCurves(market: string): CurveSource | null {
    return this.feed.curves?.market === market ? this.feed.curves : null;
  }

  get publicData(): PublicDataDesk | null {
    return this.feed.publicData;
  }

  readonly shadowAccounts = (): ShadowState => this.runner.shadows();
  readonly whenWeatherLoaded = (): Promise<void> => this.feed.whenWeatherLoaded();
  readonly signals = (): InferenceStatus => this.signalsThread.status();

  onPublish(listener: (state: DeskState) => void): () => void {
    return this.runner.onPublish(listener);
  }

  status(): TerminalStatus {
    const state = this.state();
    const status = this.runner.status();
    this.observeClock();
    const audit = this.audit?.state() ?? { phase: 'off', reason: null, passedMs: null };
    const trading = getEffectiveTrading(state.trading, status.pendingHalt);
    return {
      ...status,
      trading,
      sequence: state.sequence,
      logSeq: state.logSeq,
      recoveryMs: this.recoveryMs,
      feed: this.feed.status(),
      audit,
      clock: this.clock.status(),
      failedParts: this.listFailedParts(),
      isReady: !this.isClosed && status.storageFault === null && trading.state !== 'HALTED',
    };
  }

  private listFailedParts(): FailedPart[] {
    return [
      ...(this.risk.hasFailed() ? ['risk' as const] : []),
      ...(this.signalsThread.status().phase === 'failed' ? ['signals' as const] : []),
    ];
  }

  auditNow(): void {
    this.audit?.auditNow();
  }

  /**
   * Clean shutdown: no more events, everything accepted is stored, checkpoint for the next start.
   */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const timer of this.timers) clearInterval(timer);
    this.audit?.stop();
    this.orderRecovery.stop();
    this.liveAccounts.stop();
    await this.signalsThread.stop();
    await this.backtests.close();
    await this.risk.stop();
    await this.feed.stop();
    // Events that wait for a full disk get one more attempt.
    if (this.runner.status().storageFault !== null)
      this.runner.offer({ type: 'Time', atMs: this.clock.nowMs() });
    this.runner.drain();
    await this.inbox.waitForAnswers();
    this.saveProgress();
    closeDatabase(this.db);
    this.lock.release();
  }
}

/** A halt that is not stored yet is effective like a stored one. */
const getEffectiveTrading = (
  trading: DeskState['trading'],
  pendingHalt: string | null,
): DeskState['trading'] =>
  trading.state === 'ACTIVE' && pendingHalt !== null
    ? { state: 'HALTED', reason: pendingHalt }
    : trading;
