// Leaves a desk running in a simulated market: the feed, engine, strategies, checks, broker, signals
// and journal of the server, in event time.
import { type Database, closeDatabase, openDatabase } from '../../../db/client.server';
import { migrateDatabase } from '../../../db/migrate.server';
import { auditDatabase } from '../../audit/audit-database';
import { SIMULATED_MARKET } from '../../models/desk/terminal';
import type { DeskYear } from '../../models/model-card/desk-year-study';
import { type StoredJournal, openJournal } from '../../models/log/journal.server';
import { INITIAL_CAPITAL, createTerminalConfig } from '../../server/desk/desk-config.server';
import { createPlaybookFeed } from '../../server/feeds/playbook-feed.server';
import { createPlaybookWarmUp } from '../../server/feeds/playbook-warmup.server';
import { EMPTY_CACHE } from '../../server/feeds/market-cache.server';
import type { FeedPump } from '../../server/feeds/pump.server';
import { pumpSimulated } from '../../server/feeds/simulated-pump.server';
import { createContractQueries } from '../../server/feeds/simulated-source.server';
import { CODE_VERSION, MIGRATIONS_FOLDER } from '../../server/platform/project.server';
import { InferenceService, POWER_PAST_DAYS } from '../../server/signals/network-inference.server';
import { PAST_DAYS } from '../../trading/networks/features/weather-record';
import { PublicDataView, getLatestNewsMs } from '../../server/signals/public-data-view.server';
import { createSettableClock } from '../../trading/clock';
import { getBookId } from '../../trading/domain/book';
import type { Command } from '../../trading/domain/command';
import { DAY_MS } from '../../trading/domain/time';
import type { EpochMs } from '../../trading/domain/units';
import { createEngine } from '../../trading/engine/engine';
import type { EngineEvent } from '../../trading/engine/event';
import { type Runner, createRunner } from '../../trading/engine/runner';
import { listShadowSpecs } from '../../trading/engine/shadow-accounts/shadow-specs';
import { EMPTY_DESK } from '../../trading/engine/state';
import { createSeededRandom } from '../../trading/random';
import { createMarketKnowledge } from '../../trading/simulation/market-knowledge';
import { createWorld } from '../../trading/simulation/world';
import { BAR_MS, type BarLength, WARM_UP_BARS } from '../../trading/strategies/playbook';
import { readReplayAccount } from '../replay/replay-account';
import { createEventClock } from './event-clock';
import { computeDeskYear } from './desk-year';
import { ShadowEquity } from './shadow-equity';

export interface DeskYearPlan {
  readonly seed: string;
  /** Whether prices are efficient, without an edge. */
  readonly isEfficient: boolean;
  readonly days: number;
  /** Whether the networks run; without them the account trades like its shadow account. */
  readonly hasSignals: boolean;
}

const USER = 'desk-year';
const MODE = 'simulation';
const BOOK = getBookId(USER, MODE);
/** Shadow account that trades without signals. */
const SHADOW_KIND = 'NO_SIGNALS';
const TIME_ZONE = 'America/New_York';
/** First day: prices, normals and forecast errors then have six years of history. */
export const START_MS: EpochMs = Date.UTC(2016, 0, 1);
/**
 * Age of the server's latest quotes when a bar ends. The feed stops at this moment and at the end of
 * each bar, instead of every five seconds.
 */
const QUOTE_AGE_MS = 5_000;
/** Events between two drains, below the queue limit of the runner. */
const BATCH = 256;

/** Runs a desk from its first RUN ALL to the end of the last day, and audits its books. */
export async function runDeskYear(
  plan: DeskYearPlan,
  onDay: (done: number) => void = () => undefined,
): Promise<DeskYear> {
  const db = openDatabase(':memory:');
  try {
    migrateDatabase(db, MIGRATIONS_FOLDER);
    const desk = new UnattendedDesk(db, plan);
    await desk.open();
    for (let day = 0; day < plan.days; day += 1) {
      await desk.runDay(START_MS + day * DAY_MS);
      onDay(day + 1);
    }
    await desk.stop();
    return computeDeskYear({
      seed: plan.seed,
      account: readReplayAccount(db),
      shadow: desk.shadow.getOutcome(),
      audit: auditDatabase(db.$client),
      head: desk.journal.head().hash,
    });
  } finally {
    closeDatabase(db);
  }
}

class UnattendedDesk {
  readonly journal: StoredJournal;
  readonly shadow: ShadowEquity;
  private readonly runner: Runner;
  private readonly pump: FeedPump;
  private readonly time = createEventClock(START_MS);
  private readonly clock = createSettableClock(START_MS);
  private readonly inference: InferenceService | null;
  private forecastMs: EpochMs = -Infinity;
  private openedMs: EpochMs = -Infinity;
  private queued = 0;
  private fault: Error | null = null;

  constructor(db: Database, { seed, isEfficient, hasSignals }: DeskYearPlan) {
    const world = createWorld({ seed, alpha: { efficient: isEfficient } });
    const config = createTerminalConfig({
      source: { market: SIMULATED_MARKET, barMs: null, hasLatePrices: false },
      random: createSeededRandom(`desk year ${seed}`),
      timeZone: TIME_ZONE,
    });
    this.journal = openJournal(db, { wallMs: () => this.clock.nowMs(), codeVersion: CODE_VERSION });
    this.runner = createRunner({
      engine: createEngine(config),
      journal: this.journal,
      clock: this.clock,
      state: EMPTY_DESK,
      shadows: {
        specs: listShadowSpecs(config).filter(({ kind }) => kind === SHADOW_KIND),
        desk: {},
      },
    });
    this.shadow = new ShadowEquity(() => this.runner.shadows()[SHADOW_KIND], BOOK);
    this.runner.onPublish(() => this.shadow.observeEquity());
    this.inference = hasSignals
      ? new InferenceService(PublicDataView.createAt(world, START_MS, PAST_DAYS, POWER_PAST_DAYS))
      : null;
    this.pump = this.startFeed(world, config.listPlaybooks);
  }

  private startFeed(
    world: ReturnType<typeof createWorld>,
    listEvaluators: ReturnType<typeof createTerminalConfig>['listPlaybooks'],
  ): FeedPump {
    const { nowMs, setTimer, setInstantTimer } = this.time;
    const feed = createPlaybookFeed(createMarketKnowledge(world), (chain, atMs) =>
      world.listMonthsAt(chain, atMs),
    );
    const playbooks = { ...feed, getInputs: cacheInputs(feed.getInputs) };
    const ports = {
      runner: { offer: (event: EngineEvent) => this.queueEvent(event) },
      onFault: (error: Error): void => {
        this.fault ??= error;
      },
    };
    const warmUp = createPlaybookWarmUp(
      {
        market: SIMULATED_MARKET,
        world,
        playbooksOf: listEvaluators,
        getInputs: playbooks.getInputs,
        nowMs,
        elapsedMs: () => 0,
        cache: EMPTY_CACHE,
      },
      { ...ports, setTimer: setInstantTimer },
    );
    return pumpSimulated({
      ...ports,
      ...playbooks,
      ...createContractQueries(this.runner, SIMULATED_MARKET),
      setTimer,
      warmUp,
      clock: this.clock,
      market: SIMULATED_MARKET,
      world,
      nowMs,
    });
  }

  /** Queues an event of the feed. */
  private queueEvent(event: EngineEvent): boolean {
    if (event.type === 'Market') {
      const { type, quote } = event.event;
      if (type === 'BarOpened') this.openedMs = quote.atMs;
      // The same quote opened the bar at the same moment.
      if (type === 'QuoteArrived' && quote.atMs === this.openedMs) return true;
    }
    this.runner.offer(event);
    this.queued += 1;
    if (this.queued >= BATCH) this.drainQueue();
    return true;
  }

  private drainQueue(): void {
    this.queued = 0;
    this.runner.drain();
  }

  /** Publishes the past, opens the account and presses RUN ALL. */
  async open(): Promise<void> {
    await this.runTo(START_MS);
    await this.executeCommand({
      type: 'OpenBook',
      mode: MODE,
      market: SIMULATED_MARKET,
      capitalMills: INITIAL_CAPITAL,
    });
    await this.executeCommand({ type: 'StartTrading', commodity: null });
  }

  private async executeCommand(command: Command): Promise<void> {
    const pending = this.runner.execute({ userId: USER, command, idempotencyKey: null });
    this.drainQueue();
    const { outcome } = await pending;
    if (!outcome.ok) throw new Error(`${command.type}: ${outcome.refusal.message}`);
  }

  /** Runs the bars that end in the 24 hours from `fromMs`. */
  async runDay(fromMs: EpochMs): Promise<void> {
    for (let endMs = fromMs + BAR_MS['15m']; endMs <= fromMs + DAY_MS; endMs += BAR_MS['15m']) {
      await this.runTo(endMs - QUOTE_AGE_MS);
      await this.runTo(endMs);
    }
  }

  private async runTo(atMs: EpochMs): Promise<void> {
    await this.time.runTo(atMs);
    this.drainQueue();
    // Values the account, as the server does every second.
    this.runner.offer({ type: 'Time', atMs });
    this.submitForecasts(atMs);
    this.drainQueue();
    const { storageFault } = this.runner.status();
    if (storageFault !== null) throw new Error(storageFault);
    if (this.fault) throw this.fault;
  }

  /** Runs the networks at each publication and at midnight. */
  private submitForecasts(atMs: EpochMs): void {
    const slotMs = getLatestNewsMs(atMs);
    if (!this.inference || slotMs === this.forecastMs) return;
    this.forecastMs = slotMs;
    const forecasts = this.inference.runForecasts(slotMs, slotMs);
    this.runner.offer({ type: 'ForecastsReceived', market: SIMULATED_MARKET, forecasts, atMs });
  }

  async stop(): Promise<void> {
    await this.pump.stop();
  }
}

type GetInputs = ReturnType<typeof createPlaybookFeed>['getInputs'];

/**
 * Inputs of the latest bars of each length. Every new contract warms up on the same bars, and public
 * data at a moment never changes.
 */
function cacheInputs(getInputs: GetInputs): GetInputs {
  const cached = new Map<BarLength, Map<EpochMs, ReturnType<GetInputs>>>();
  return (length, atMs) => {
    const values = cached.get(length) ?? new Map<EpochMs, ReturnType<GetInputs>>();
    cached.set(length, values);
    const found = values.get(atMs);
    if (found) return found;
    const created = getInputs(length, atMs);
    values.set(atMs, created);
    if (values.size > 2 * WARM_UP_BARS[length])
      for (const ms of values.keys())
        if (ms < atMs - WARM_UP_BARS[length] * BAR_MS[length]) values.delete(ms);
    return created;
  };
}
