// The composition root: the one place where database, feeds, brokers and engine become a desk.
import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { type Database, closeDatabase, databasePath, openDatabase, readableFault } from '../db/client.server';
import { type InstanceLock, takeLock } from '../db/lock.server';
import { migrateDatabase } from '../db/migrate.server';
import { type AuditState, auditBehind } from './background-audit.server';
import { INITIAL_CAPITAL, boundToHistory, deskConfig } from './desk-config.server';
import { log } from './log.server';
import { type StoredJournal, openJournal } from './models/journal.server';
import { getMeta, saveMeta } from './models/meta.server';
import { recover, saveAuditedHead, saveCheckpoint } from './models/recovery.server';
import { thinSnapshots } from './models/snapshot.server';
import { CODE_VERSION, MIGRATIONS_FOLDER } from './project.server';
import type { FeedStatus } from './pump.server';
import { type MarketFeed, type SimulatedMarket, openMarketFeed } from './market-feed.server';
import { type SetClock, setClock } from './trading/clock';
import { type DeskView, deskView } from './trading/desk';
import { selectedBook } from './trading/domain/book';
import type { CommandEnvelope, CommandResult } from './trading/domain/command';
import { frontInstrument, listedInstruments } from './trading/domain/contract';
import type { TradingMode } from './trading/domain/settings';
import { SYSTEM_USER } from './trading/engine/config';
import { createEngine } from './trading/engine/engine';
import { applyRecord } from './trading/engine/apply';
import { type Runner, type RunnerStatus, createRunner } from './trading/engine/runner';
import { type DeskState, EMPTY_DESK } from './trading/engine/state';
import type { Feed, WeatherFeed } from './trading/ports';
import { seededRandom } from './trading/random';
import { deskWeather } from './trading/simulation/desk-weather';
import { createWorld } from './trading/simulation/world';
import { BAR_MS, WARM_UP_BARS } from './trading/strategies/playbook';
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
  /** Makes in small steps, from the start on, what the first weather pages will ask for; absent in tests, which ask for little. */
  readonly warmsUp?: boolean;
  /** Stands between engine and disk; for tests that watch or disturb what is written. */
  readonly wrapJournal?: (journal: StoredJournal) => StoredJournal;
}

export interface TerminalStatus extends RunnerStatus {
  readonly isReady: boolean;
  readonly trading: DeskState['trading'];
  readonly audit: AuditState;
  readonly feed: FeedStatus | null;
  readonly sequence: number;
  readonly logSeq: number;
  readonly recoveryMs: number;
}

export interface Terminal {
  readonly db: Database;
  state(): DeskState;
  execute(envelope: CommandEnvelope): Promise<CommandResult>;
  /** Opens the user's simulation book when there is none yet. */
  ensureBook(userId: string): Promise<void>;
  /** The selected book of a user, or that of a mode; null before it is opened. */
  view(userId: string, mode?: TradingMode): DeskView | null;
  /** The weather of a market, always the same object for the same market; null where it has none. */
  weather(market: string): WeatherDesk | null;
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
  private readonly journal: StoredJournal;
  private readonly clock: SetClock;
  private readonly runner: Runner;
  private readonly feed: MarketFeed;
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly audit: ReturnType<typeof auditBehind> | null;
  private readonly recoveryMs: number;
  private isClosed = false;

  constructor(
    private readonly options: TerminalOptions,
    private readonly lock: InstanceLock,
    readonly db: Database,
    startedMs: number,
  ) {
    const recovered = recover(db, applyRecord);
    if (recovered.differences.length > 0) log().error({ differences: recovered.differences.slice(0, 10) }, 'the stored rows differ from the log');
    const journal = openJournal(db, { wallMs: Date.now, codeVersion: CODE_VERSION });
    this.journal = options.wrapJournal?.(journal) ?? journal;
    this.clock = wallOrFeedClock(options, recovered.state.nowMs);
    const state: DeskState = { ...EMPTY_DESK, ...recovered.state, sequence: recovered.sequence };
    const engine = createEngine(this.config());
    this.runner = createRunner({ engine, journal: this.journal, clock: this.clock, state, schedule: setImmediate });
    if (recovered.differences.length > 0) this.halt(`stored rows differ from the log: ${JSON.stringify(recovered.differences[0])}`);
    this.recoveryMs = performance.now() - startedMs;
    this.feed = openMarketFeed({ ...options, simulated: simulatedMarket(options, this.clock), runner: this.runner, clock: this.clock });
    this.startTimers();
    this.audit = options.auditsBehind ? auditBehind(options.dataDir, { onPassed: (head) => this.remember(() => saveAuditedHead(db, head)), onDifference: (reason) => this.halt(reason) }) : null;
  }

  private config() {
    const known = new Map((this.options.feed?.instruments ?? listedInstruments()).map((instrument) => [instrument.id, instrument]));
    // All months of a chain step alike, so that its name, before the dot, says the tick of one that was listed later.
    const instrumentOf = (id: string) => known.get(id) ?? known.get(id.split('.')[0] ?? id) ?? frontInstrument('electricity');
    const market = this.options.feed?.market ?? SIMULATED_MARKET;
    const { timeZone } = this.options;
    // The catalogue wants half a year of days with all its inputs before it may be asked, which would keep a start from its prices: until that past is folded beside them, the desk trades what needs quarters alone.
    const barMs = this.options.feed?.barMs ?? (() => BAR_MS['15m']);
    return deskConfig({ random: seededRandom(idSeed(this.db)), marketOf: () => market, instrumentOf, timeZone, fillsAtOnce: true, playbooksOf: boundToHistory(barMs) });
  }

  private startTimers(): void {
    const tick = (): void => {
      if (!this.options.feed) this.clock.advance(Date.now());
      this.runner.offer({ type: 'Time', atMs: this.clock.nowMs() });
    };
    this.timers.push(setInterval(tick, TIME_EVENT_MS), setInterval(() => this.checkpoint(), CHECKPOINT_MS));
    for (const timer of this.timers) timer.unref();
  }

  /** A checkpoint only shortens the next start: a disk that refuses it harms nothing. */
  private checkpoint(): void {
    const state = this.runner.state();
    const head = this.journal.head();
    if (state.logSeq !== head.seq || head.seq === 0 || this.runner.status().storageFault !== null) return;
    this.remember(() => {
      saveCheckpoint(this.db, state, head);
      thinSnapshots(this.db, state.nowMs);
    });
  }

  private remember(save: () => void): void {
    try {
      save();
    } catch (error) {
      log().warn({ err: error }, 'what would shorten the next start was not stored');
    }
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

  weather(market: string): WeatherDesk | null {
    return this.feed.weather?.market === market ? this.feed.weather : null;
  }

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
    await this.feed.stop();
    this.runner.drain();
    this.checkpoint();
    closeDatabase(this.db);
    this.lock.release();
  }
}

/** The simulated market where no history is given; its weather is told no later than the wall clock says, however far a log carried the engine's. */
function simulatedMarket({ feed, simulatedSeed = null }: TerminalOptions, clock: SetClock): SimulatedMarket | null {
  if (feed || simulatedSeed === null) return null;
  const world = createWorld({ seed: simulatedSeed });
  return { world, weather: deskWeather(world, SIMULATED_MARKET, () => Math.min(Date.now(), clock.nowMs())), pastBars: { '15m': WARM_UP_BARS['15m'], '1h': 0, '1d': 0 } };
}

/** Feed time in replay; wall time, but never before the log, where there is no feed yet. */
const wallOrFeedClock = (options: TerminalOptions, lastMs: number): SetClock =>
  setClock(options.feed ? lastMs : Math.max(lastMs, Date.now()), () => performance.now());

function idSeed(db: Database): string {
  const stored = getMeta(db, 'id_seed');
  if (stored !== null) return stored;
  const seed = randomBytes(16).toString('hex');
  saveMeta(db, 'id_seed', seed);
  return seed;
}
