// The composition root: the one place where database, feeds, brokers and engine become a desk.
import { performance } from 'node:perf_hooks';
import { type Database, closeDatabase, databasePath, openDatabase, readableFault } from '../db/client.server';
import { type InstanceLock, takeLock } from '../db/lock.server';
import { migrateDatabase } from '../db/migrate.server';
import { type AuditState, auditBehind } from './background-audit.server';
import { BacktestQueue } from './backtest-queue.server';
import { orWarn, saveProgress } from './checkpoints.server';
import { deskClock } from './desk-clock.server';
import { INITIAL_CAPITAL, terminalConfig } from './desk-config.server';
import { log } from './log.server';
import { type StoredJournal, openJournal } from './models/journal.server';
import { idSeed } from './models/meta.server';
import { loadTwins } from './models/twin.server';
import { recover, saveAuditedHead } from './models/recovery.server';
import { CODE_VERSION, MIGRATIONS_FOLDER } from './project.server';
import { type RiskReader, openRisk } from './risk-reader.server';
import { playbookFeed } from './playbook-feed.server';
import { openSignals } from './signals-desk.server';
import type { SignalsStatus, SignalsThread } from './signals-worker.server';
import { type MarketFeed, type MarketFeedStatus, type SimulatedMarket, openMarketFeed } from './market-feed.server';
import type { SetClock } from './trading/clock';
import { type DeskView, deskView } from './trading/desk';
import { selectedBook } from './trading/domain/book';
import type { CommandEnvelope, CommandResult } from './trading/domain/command';
import type { CommodityKey } from './trading/domain/commodity';
import type { TradingMode } from './trading/domain/settings';
import type { TwinDesk } from './trading/domain/twin';
import { type EngineConfig, SYSTEM_USER } from './trading/engine/config';
import { createEngine } from './trading/engine/engine';
import { applyRecord } from './trading/engine/apply';
import { type Runner, type RunnerStatus, createRunner } from './trading/engine/runner';
import { type DeskState, EMPTY_DESK } from './trading/engine/state';
import { twinSpecs } from './trading/engine/twins/kinds';
import type { Feed, WeatherFeed } from './trading/ports';
import { seededRandom } from './trading/random';
import { deskWeather } from './trading/simulation/desk-weather';
import { worldKnowledge } from './trading/simulation/knowledge';
import { createWorld } from './trading/simulation/world';
import type { PlaybookRow } from './trading/strategies/playbook';
import type { WeatherDesk } from './trading/weather/weather-desk';

export interface TerminalOptions {
  readonly dataDir: string;
  /** A history to play; null for the simulated market, or for none. */
  readonly feed: Feed | null;
  /** Seed of the simulated market where there is no feed; null or absent: the desk stands without prices, and says so. */
  readonly simulatedSeed?: string | null;
  readonly weather: WeatherFeed | null;
  /** What the desk reads of the weather of its market where that is not simulated; null or absent where it has none. */
  readonly weatherDesk?: WeatherDesk | null;
  readonly barsPerSecond: number;
  readonly timeZone: string;
  /** Checks the whole log behind the running desk; off in tests that check it themselves. */
  readonly auditsBehind: boolean;
  /** Absent in tests, which ask for little: small steps make what the first weather pages will ask for, networks speak and risk is read in threads of their own. */
  readonly warmsUp?: boolean;
  readonly speaks?: boolean;
  readonly readsRisk?: boolean;
  /** Stands between engine and disk; for tests that watch or disturb what is written. */
  readonly wrapJournal?: (journal: StoredJournal) => StoredJournal;
}

export interface TerminalStatus extends RunnerStatus {
  readonly isReady: boolean;
  readonly trading: DeskState['trading'];
  readonly audit: AuditState;
  readonly feed: MarketFeedStatus | null;
  readonly sequence: number;
  readonly logSeq: number;
  readonly recoveryMs: number;
}

export interface Terminal {
  readonly db: Database;
  readonly backtests: BacktestQueue;
  state(): DeskState;
  execute(envelope: CommandEnvelope): Promise<CommandResult>;
  /** Opens the user's simulation book when there is none yet. */
  ensureBook(userId: string): Promise<void>;
  /** The selected book of a user, or that of a mode; null before it is opened. */
  view(userId: string, mode?: TradingMode): DeskView | null;
  /** What the books would be worth had a part of the desk been missing, as of the same commit as the state. */
  twins(): TwinDesk;
  /** Those that this desk trades of a commodity, in the order of its list. */
  playbooks(commodity: CommodityKey): readonly PlaybookRow[];
  /** The weather of a market, always the same object for the same market; null where it has none. */
  weather(market: string): WeatherDesk | null;
  /** Resolves when the past of the weather has been read: whoever asks for it before keeps the whole process waiting. */
  weatherRead(): Promise<void>;
  /** Whether the networks speak of this desk's market, what they say besides prices, and why not. */
  signals(): SignalsStatus;
  /** What the risk of its markets is made of. */
  readonly risk: RiskReader;
  onPublish(listener: (state: DeskState) => void): () => void;
  status(): TerminalStatus;
  close(): Promise<void>;
}

export const SIMULATED_MARKET = 'simulated';
const TIME_EVENT_MS = 1000;
const CHECKPOINT_MS = 5 * 60_000;

/** Opens a desk on a data directory: lock, migrate, recover, start the feed. Throws LockError when another desk has it. */
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
  readonly backtests: BacktestQueue;
  private readonly journal: StoredJournal;
  private readonly clock: SetClock;
  private readonly runner: Runner;
  private readonly feed: MarketFeed;
  private readonly voice: SignalsThread;
  readonly risk: RiskReader;
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly audit: ReturnType<typeof auditBehind> | null;
  private readonly recoveryMs: number;
  private readonly playbooksOf: EngineConfig['playbooksOf'];
  private isClosed = false;

  constructor(
    private readonly options: TerminalOptions,
    private readonly lock: InstanceLock,
    readonly db: Database,
    startedMs: number,
  ) {
    this.backtests = new BacktestQueue({ db, dataDir: options.dataDir, deskSeed: options.feed ? null : (options.simulatedSeed ?? null) });
    const recovered = recover(db, applyRecord);
    if (recovered.differences.length > 0) log().error({ differences: recovered.differences.slice(0, 10) }, 'the stored rows differ from the log');
    const journal = openJournal(db, { wallMs: Date.now, codeVersion: CODE_VERSION });
    this.journal = options.wrapJournal?.(journal) ?? journal;
    this.clock = deskClock(options.feed !== null, recovered.state.nowMs);
    const state: DeskState = { ...EMPTY_DESK, ...recovered.state, sequence: recovered.sequence };
    const config = terminalConfig({ ...options, market: options.feed?.market ?? SIMULATED_MARKET, random: seededRandom(idSeed(db)) });
    this.playbooksOf = config.playbooksOf;
    const engine = createEngine(config);
    const twins = { specs: twinSpecs(config), desk: loadTwins(db, state) };
    this.runner = createRunner({ engine, journal: this.journal, clock: this.clock, state, twins, schedule: setImmediate });
    if (recovered.differences.length > 0) this.halt(`stored rows differ from the log: ${JSON.stringify(recovered.differences[0])}`);
    this.recoveryMs = performance.now() - startedMs;
    this.feed = openMarketFeed({ ...options, simulated: simulatedMarket(options, this.clock), runner: this.runner, clock: this.clock, playbooksOf: this.playbooksOf });
    this.voice = openSignals({
      hasHistory: options.feed !== null, seed: options.simulatedSeed ?? null, speaks: options.speaks ?? false, runner: this.runner, market: SIMULATED_MARKET,
      nowMs: () => this.clock.nowMs(), isRunning: () => this.feed.status()?.phase === 'running',
    });
    this.risk = openRisk({ ...options, market: SIMULATED_MARKET, clock: this.clock });
    this.startTimers();
    this.audit = options.auditsBehind ? auditBehind(options.dataDir, { onPassed: (head) => orWarn(() => saveAuditedHead(db, head)), onDifference: (reason) => this.halt(reason) }) : null;
  }

  private startTimers(): void {
    const tick = (): void => {
      if (!this.options.feed) this.clock.advance(Date.now());
      this.runner.offer({ type: 'Time', atMs: this.clock.nowMs() });
    };
    this.timers.push(setInterval(tick, TIME_EVENT_MS), setInterval(() => saveProgress(this.db, this.journal, this.runner), CHECKPOINT_MS));
    for (const timer of this.timers) timer.unref();
  }

  private halt(reason: string): void {
    log().fatal({ reason }, 'trading is halted');
    void this.runner.execute({ userId: SYSTEM_USER, command: { type: 'HaltTrading', reason }, idempotencyKey: null });
  }

  state(): DeskState {
    return this.runner.state();
  }

  execute(envelope: CommandEnvelope): Promise<CommandResult> {
    if (!this.options.feed) this.clock.advance(Date.now());
    return this.runner.execute(envelope);
  }

  async ensureBook(userId: string): Promise<void> {
    if (selectedBook(this.state(), userId)) return;
    const market = this.options.feed?.market ?? SIMULATED_MARKET;
    await this.execute({ userId, idempotencyKey: null, command: { type: 'OpenBook', mode: 'simulation', market, capitalMills: INITIAL_CAPITAL } });
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

  readonly twins = (): TwinDesk => this.runner.twins();
  readonly weatherRead = (): Promise<void> => this.feed.weatherRead();
  readonly signals = (): SignalsStatus => this.voice.status();

  onPublish(listener: (state: DeskState) => void): () => void {
    return this.runner.onPublish(listener);
  }

  status(): TerminalStatus {
    const state = this.state();
    const status = this.runner.status();
    const audit = this.audit?.state() ?? { phase: 'off', reason: null };
    return {
      ...status, trading: state.trading, sequence: state.sequence, logSeq: state.logSeq, recoveryMs: this.recoveryMs,
      feed: this.feed.status() ?? null, audit, isReady: !this.isClosed && status.storageFault === null && audit.phase !== 'failed',
    };
  }

  /** Ends cleanly: no more events, all that was accepted is stored, a checkpoint for the next start. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const timer of this.timers) clearInterval(timer);
    this.audit?.stop();
    await this.voice.stop();
    await this.backtests.close();
    await this.risk.stop();
    await this.feed.stop();
    this.runner.drain();
    saveProgress(this.db, this.journal, this.runner);
    closeDatabase(this.db);
    this.lock.release();
  }
}

/** The simulated market where no history is given; its weather is told no later than the wall clock says, however far a log carried the engine's. */
function simulatedMarket({ feed, simulatedSeed = null }: TerminalOptions, clock: SetClock): SimulatedMarket | null {
  if (feed || simulatedSeed === null) return null;
  const world = createWorld({ seed: simulatedSeed });
  return { world, playbooks: playbookFeed(worldKnowledge(world), (chain, atMs) => world.monthsAt(chain, atMs)), weather: deskWeather(world, SIMULATED_MARKET, () => Math.min(Date.now(), clock.nowMs())) };
}
