// The composition root: the one place where database, feeds, brokers and engine become a desk.
import type { Terminal, TerminalStatus } from '../../models/desk/terminal';
import { performance } from 'node:perf_hooks';
import {
  type Database,
  closeDatabase,
  databasePath,
  openDatabase,
  readableFault,
} from '../../../db/client.server';
import { type InstanceLock, takeLock } from '../../../db/lock.server';
import { migrateDatabase } from '../../../db/migrate.server';
import { type BackgroundAudit, startBackgroundAudit } from './background-audit.server';
import { BacktestRunner } from '../backtests/backtest-queue.server';
import { tryOrWarn, saveProgress } from './checkpoints.server';
import { type ClockSource, type DeskClock, deskClock } from './desk-clock.server';
import { INITIAL_CAPITAL, deskConfig, terminalConfig } from './desk-config.server';
import { HALT_REASONS } from '../../models/desk/halts.server';
import { getLog } from '../platform/log.server';
import { type StoredJournal, openJournal } from '../../models/log/journal.server';
import { idSeed } from '../../models/log/meta.server';
import { believedQuotes, saveBelievedQuotes } from '../../models/market/quote.server';
import { loadTwins } from '../../models/portfolio/twin.server';
import { findAuditPassedMs, recoverState, saveAuditedHead } from '../../models/log/recovery.server';
import { CODE_VERSION, MIGRATIONS_FOLDER } from '../platform/project.server';
import type { RiskReader } from '../../models/risk/market-risk';
import { openRisk } from '../risk/risk-reader.server';
import { OperatorInbox } from './operator-inbox.server';
import { type OrderRecovery, recoverOrders } from './order-recovery.server';
import { openSignals } from '../signals/signals-desk.server';
import type { SignalsStatus } from '../../models/signals/signals-status';
import type { SignalsThread } from '../signals/signals-worker.server';
import { type DeskView, deskView } from '../../trading/desk';
import { selectedBook } from '../../trading/domain/book';
import type { CommandEnvelope, CommandResult } from '../../trading/domain/command';
import type { CommodityKey } from '../../trading/domain/commodity';
import type { TradingMode } from '../../trading/domain/settings';
import type { ShadowDesk } from '../../trading/domain/twin';
import type { EpochMs } from '../../trading/domain/units';
import { type EngineConfig, SYSTEM_USER } from '../../trading/engine/config';
import { createEngine } from '../../trading/engine/engine';
import { applyRecord } from '../../trading/engine/apply';
import type { MarketSource, RunningSource } from '../../trading/engine/market-source';
import { modeBlocked } from '../../trading/engine/orders';
import { type Runner, createRunner } from '../../trading/engine/runner';
import { type DeskState, EMPTY_DESK } from '../../trading/engine/state';
import { listShadowSpecs } from '../../trading/engine/twins/kinds';
import type { Broker } from '../../trading/ports';
import { seededRandom } from '../../trading/random';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import type { WeatherDesk } from '../../trading/weather/weather-desk';

export interface TerminalOptions {
  readonly dataDir: string;
  /** Where prices come from. */
  readonly source: MarketSource;
  readonly timeZone: string;
  /** Whether LIVE_TRADING is on; absent: off. */
  readonly isLiveTradingOn?: boolean;
  /** A broker for live trading; none exists yet. It is only used when LIVE_TRADING is on. */
  readonly liveBroker?: Broker | null;
  /** Checks the whole log behind the running desk; off in tests that check it themselves. */
  readonly auditsBehind: boolean;
  /** Another audit program, in tests. */
  readonly auditProgram?: string;
  /**
   * Absent in tests, which ask for little: small steps make what the first weather pages will ask
   * for, networks speak and risk is read in threads of their own.
   */
  readonly warmsUp?: boolean;
  readonly speaks?: boolean;
  readonly readsRisk?: boolean;
  /** The clocks of the machine; tests step their own. Absent: the system's. */
  readonly clockSource?: ClockSource;
  /** Stands between engine and disk; for tests that watch or disturb what is written. */
  readonly wrapJournal?: (journal: StoredJournal) => StoredJournal;
}

const TIME_EVENT_MS = 1000;
const CHECKPOINT_MS = 5 * 60_000;
const INBOX_MS = 1000;

/**
 * Opens a desk on a data directory: lock, migrate, recover, start the source of prices. Throws
 * LockError when another desk has it.
 */
export function openTerminal(options: TerminalOptions): Terminal {
  const startedMs = performance.now();
  const path = databasePath(options.dataDir);
  const lock = takeLock(options.dataDir);
  let db: Database | null = null;
  try {
    db = openDatabase(path);
    migrateDatabase(db, MIGRATIONS_FOLDER);
    return new Desk(options, lock, db, startedMs);
  } catch (error) {
    if (db) closeDatabase(db);
    lock.release();
    throw readableFault(error, path);
  }
}

class Desk implements Terminal {
  readonly codeVersion = CODE_VERSION;
  readonly timeZone: string;
  readonly backtests: BacktestRunner;
  private readonly journal: StoredJournal;
  private readonly clock: DeskClock;
  /** The fault of the clock as the engine was last given it. */
  private clockFault: string | null;
  private readonly runner: Runner;
  private readonly feed: RunningSource;
  private readonly voice: SignalsThread;
  private readonly inbox: OperatorInbox;
  private readonly orderRecovery: OrderRecovery;
  readonly risk: RiskReader;
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly audit: BackgroundAudit | null;
  private readonly recoveryMs: number;
  private readonly playbooksOf: EngineConfig['playbooksOf'];
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
    this.clock = deskClock(source.time, recovered.state.nowMs, options.clockSource);
    this.clockFault = this.clock.status().fault;
    const state: DeskState = {
      ...EMPTY_DESK,
      ...recovered.state,
      sequence: recovered.sequence,
      clockFault: this.clockFault,
    };
    const config = terminalConfig({ ...options, random: seededRandom(idSeed(db)) });
    this.config = config;
    this.playbooksOf = config.playbooksOf;
    const engine = createEngine(config);
    const twins = { specs: listShadowSpecs(config), desk: loadTwins(db, state) };
    this.runner = createRunner({
      engine,
      journal: this.journal,
      clock: this.clock,
      state,
      twins,
      schedule: setImmediate,
    });
    if (recovered.differences.length > 0)
      this.halt(`${HALT_REASONS.rows}: ${recovered.differences[0] ?? ''}`);
    this.inbox = new OperatorInbox({
      db,
      runner: this.runner,
      nowMs: Date.now,
      resumesSinceMs: recovered.differences.length > 0 ? Date.now() : -Infinity,
    });
    // Before any price: what an operator has stopped must not trade on the first one.
    this.inbox.carryOutNow();
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
      playbooksOf: this.playbooksOf,
      storedQuotes: believedQuotes(db),
      warmsUp: options.warmsUp ?? false,
    });
    this.voice = openSignals({
      world: source.signals,
      speaks: options.speaks ?? false,
      runner: this.runner,
      market: source.market,
      nowMs: () => this.clock.nowMs(),
      deskTime: this.clock.shared,
      isRunning: () => this.feed.status()?.phase === 'running',
    });
    this.risk = openRisk({ ...options, clock: this.clock });
    this.startTimers();
    this.audit = options.auditsBehind ? this.startAudit(options) : null;
  }

  private startAudit({ dataDir, auditProgram }: TerminalOptions): BackgroundAudit {
    const audit = startBackgroundAudit({
      dataDir,
      passedMs: findAuditPassedMs(this.db),
      countRecords: () => this.state().logSeq,
      listener: {
        onPassed: (head, wallMs) => tryOrWarn(() => saveAuditedHead(this.db, head, wallMs)),
        onDifference: (reason) => this.halt(`${HALT_REASONS.audit}: ${reason}`),
      },
      ...(auditProgram === undefined ? {} : { program: auditProgram }),
    });
    // Whoever resumes trading has looked at the verdict in force: another audit decides.
    let wasHalted = this.state().trading.state === 'HALTED';
    this.runner.onPublish(({ trading }) => {
      const isHalted = trading.state === 'HALTED';
      if (wasHalted && !isHalted) audit.auditNow();
      wasHalted = isHalted;
    });
    return audit;
  }

  private startTimers(): void {
    const tick = (): void => {
      this.runner.offer({ type: 'Time', atMs: this.observeClock() });
    };
    this.timers.push(
      setInterval(tick, TIME_EVENT_MS),
      setInterval(() => this.saveProgress(), CHECKPOINT_MS),
    );
    this.timers.push(setInterval(() => this.inbox.carryOut(), INBOX_MS));
    for (const timer of this.timers) timer.unref();
  }

  private saveProgress(): void {
    saveProgress(this.db, this.journal, this.runner);
    tryOrWarn(() => saveBelievedQuotes(this.db, this.feed.quotes()));
  }

  /**
   * Compares the clocks. A change of their fault enters the queue before whatever the caller is
   * about to put there.
   */
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

  private halt(reason: string): void {
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
    return this.runner.execute(envelope);
  }

  configFor(market: string): EngineConfig {
    return deskConfig({
      random: seededRandom('what if'),
      marketOf: () => market,
      timeZone: this.timeZone,
      fillsAtOnce: true,
      playbooksOf: () => [],
      isLiveTradingOn: this.options.isLiveTradingOn ?? false,
    });
  }

  async ensureBook(userId: string): Promise<void> {
    if (selectedBook(this.state(), userId)) return;
    const { market } = this.options.source;
    await this.execute({
      userId,
      idempotencyKey: null,
      command: { type: 'OpenBook', mode: 'simulation', market, capitalMills: INITIAL_CAPITAL },
    });
  }

  modeBlocked(mode: TradingMode): string | null {
    return modeBlocked(this.config, { mode });
  }

  view(userId: string, mode?: TradingMode): DeskView | null {
    const state = this.state();
    const selected = mode ?? state.users[userId]?.mode;
    return selected ? deskView(state, userId, selected) : null;
  }

  playbooks(commodity: CommodityKey): readonly PlaybookRow[] {
    return this.playbooksOf(commodity).map(({ row }) => row);
  }

  weather(market: string): WeatherDesk | null {
    return this.feed.weather?.market === market ? this.feed.weather : null;
  }

  readonly twins = (): ShadowDesk => this.runner.twins();
  readonly weatherRead = (): Promise<void> => this.feed.weatherRead();
  readonly signals = (): SignalsStatus => this.voice.status();

  onPublish(listener: (state: DeskState) => void): () => void {
    return this.runner.onPublish(listener);
  }

  status(): TerminalStatus {
    const state = this.state();
    const status = this.runner.status();
    this.observeClock();
    const audit = this.audit?.state() ?? { phase: 'off', reason: null, passedMs: null };
    const trading = inForce(state.trading, status.pendingHalt);
    return {
      ...status,
      trading,
      sequence: state.sequence,
      logSeq: state.logSeq,
      recoveryMs: this.recoveryMs,
      feed: this.feed.status(),
      audit,
      clock: this.clock.status(),
      isReady: !this.isClosed && status.storageFault === null && trading.state !== 'HALTED',
    };
  }

  auditNow(): void {
    this.audit?.auditNow();
  }

  /**
   * Ends cleanly: no more events, all that was accepted is stored, a checkpoint for the next start.
   */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const timer of this.timers) clearInterval(timer);
    this.audit?.stop();
    this.orderRecovery.stop();
    await this.voice.stop();
    await this.backtests.close();
    await this.risk.stop();
    await this.feed.stop();
    // What waits for a disk that is full has one more chance to be stored.
    if (this.runner.status().storageFault !== null)
      this.runner.offer({ type: 'Time', atMs: this.clock.nowMs() });
    this.runner.drain();
    await this.inbox.settle();
    this.saveProgress();
    closeDatabase(this.db);
    this.lock.release();
  }
}

/** A halt that waits for the disk is in force like a stored one. */
const inForce = (
  trading: DeskState['trading'],
  pendingHalt: string | null,
): DeskState['trading'] =>
  trading.state === 'ACTIVE' && pendingHalt !== null
    ? { state: 'HALTED', reason: pendingHalt }
    : trading;
