// Runs the trading engine over a history, with the same strategies, checks, broker and accounting
// as live.
import { REPLAY_MARKET } from '../../models/desk/terminal';
import { type StoredJournal, openJournal } from '../../models/log/journal.server';
import { CODE_VERSION } from '../../server/platform/project.server';
import { createSettableClock } from '../../trading/clock';
import type { CommodityKey } from '../../trading/domain/commodity';
import type { Command, CommandResult } from '../../trading/domain/command';
import { getContractCosts } from '../../trading/domain/contract';
import { DEFAULT_SETTINGS, type PositionSize, type RiskLevel } from '../../trading/domain/settings';
import type { Mills } from '../../trading/domain/units';
import { createEngine } from '../../trading/engine/engine';
import type { EngineEvent } from '../../trading/engine/event';
import { type Runner, createRunner } from '../../trading/engine/runner';
import { EMPTY_DESK } from '../../trading/engine/state';
import { createSimulatedBroker } from '../../trading/execution/simulated-broker';
import {
  type ReplayHistory,
  countReplayBars,
  createReplayFeed,
} from '../../trading/market/replay-feed';
import type { Feed, WeatherFeed, WeatherReading } from '../../trading/ports';
import { createSeededRandom } from '../../trading/random';
import { createEvaluator } from '../../trading/strategies/evaluate';
import { type PlaybookRow, getBarLength } from '../../trading/strategies/playbook';
import { formatUtcDate } from '../../trading/strategies/calendar-window';
import { UsageError } from '../cli';
import type { Database } from '../../../db/client.server';
import { REPLAY_USER } from './replay-database';

const MODE = 'simulation';
/** Events queued between drains; below the runner's queue limit. */
const BATCH = 256;

interface ReplayPlan {
  readonly histories: readonly ReplayHistory[];
  readonly weather: WeatherFeed | null;
  readonly playbooks: ReadonlyMap<CommodityKey, PlaybookRow>;
  readonly capitalMills: Mills;
  readonly positionSize: PositionSize;
  readonly riskLevel: RiskLevel;
}

export interface ReplayResult {
  readonly bars: number;
  readonly events: number;
  /** Hash of the last record; equal inputs give an equal hash. */
  readonly head: ReturnType<StoredJournal['head']>;
}

/** Runs the whole history into an empty database. `onBars` reports the number of finished bars. */
export async function runReplay(
  db: Database,
  plan: ReplayPlan,
  onBars: (done: number, total: number) => void,
): Promise<ReplayResult> {
  const feed = createReplayFeed(plan.histories, { market: REPLAY_MARKET });
  const startMs = Math.min(...plan.histories.map(({ bars }) => bars[0]?.startsMs ?? Infinity));
  const clock = createSettableClock(startMs, () => performance.now());
  const journal = openJournal(db, { wallMs: () => Date.now(), codeVersion: CODE_VERSION });
  const runner = createRunner({
    engine: createReplayEngine(plan, feed),
    journal,
    clock,
    state: EMPTY_DESK,
  });
  runner.offer({
    type: 'MarketListed',
    market: feed.market,
    instruments: feed.instruments,
    staleAfterMs: feed.staleAfterMs,
    atMs: startMs,
  });
  for (const command of listSetupCommands(plan)) await executeOrThrow(runner, command);
  const bars = queueFeed(runner, clock, feed, plan, onBars);
  const { events, storageFault } = runner.status();
  if (storageFault !== null) throw new UsageError(`${storageFault} The replay ended early.`);
  return { bars, events, head: journal.head() };
}

function createReplayEngine({ playbooks, capitalMills }: ReplayPlan, feed: Feed) {
  const random = createSeededRandom(REPLAY_MARKET);
  const broker = createSimulatedBroker({
    name: REPLAY_MARKET,
    random,
    getFriction: getContractCosts,
    fillsImmediately: false,
  });
  // Strategies use the bar length of the history.
  const evaluators = new Map(
    [...playbooks].map(
      ([commodity, row]) =>
        [
          commodity,
          [createEvaluator({ ...row, bar: getBarLength(feed.barMs?.(commodity) ?? 0) })],
        ] as const,
    ),
  );
  return createEngine({
    random,
    capitalMills,
    getFriction: getContractCosts,
    brokers: { simulation: broker, paper: null },
    listPlaybooks: (commodity) => evaluators.get(commodity) ?? [],
    getMarket: () => REPLAY_MARKET,
    // A bar exists only when the venue traded.
    explainClosedSession: () => null,
    getTradingDay: formatUtcDate,
    hasBreakers: true,
  });
}

function listSetupCommands({
  playbooks,
  capitalMills,
  positionSize,
  riskLevel,
}: ReplayPlan): Command[] {
  return [
    { type: 'OpenBook', mode: MODE, market: REPLAY_MARKET, capitalMills },
    { type: 'SaveSettings', settings: { ...DEFAULT_SETTINGS, positionSize, riskLevel } },
    ...[...playbooks].flatMap(([commodity, playbook]): Command[] => [
      { type: 'ChoosePlaybook', commodity, playbookId: playbook.id },
      { type: 'StartTrading', commodity },
    ]),
  ];
}

async function executeOrThrow(runner: Runner, command: Command): Promise<CommandResult> {
  const pendingResult = runner.execute({ userId: REPLAY_USER, command, idempotencyKey: null });
  runner.drain();
  const result = await pendingResult;
  if (!result.outcome.ok)
    throw new UsageError(`${command.type}: ${result.outcome.refusal.message}`);
  return result;
}

/** Queues bars and weather in order of publication; weather first at equal times. */
function queueFeed(
  runner: Runner,
  clock: ReturnType<typeof createSettableClock>,
  feed: Feed,
  plan: ReplayPlan,
  onBars: (done: number, total: number) => void,
): number {
  const readings = sortReadings(plan.weather);
  const total = countReplayBars(plan.histories, {});
  let readingIndex = 0;
  let queued = 0;
  let bars = 0;
  const offer = (event: EngineEvent): void => {
    clock.advance(event.atMs);
    runner.offer(event);
    queued += 1;
    if (queued < BATCH) return;
    runner.drain();
    queued = 0;
    onBars(bars, total);
  };
  for (const event of feed.events() as Iterable<Parameters<typeof toEvent>[0]>) {
    for (
      let next = readings[readingIndex];
      next && next.publishedMs <= event.quote.atMs;
      next = readings[readingIndex]
    ) {
      offer({ type: 'Weather', reading: next, atMs: next.publishedMs });
      readingIndex += 1;
    }
    if (event.type === 'BarClosed') bars += 1;
    offer(toEvent(event));
  }
  runner.drain();
  onBars(bars, total);
  return bars;
}

const toEvent = (event: Extract<EngineEvent, { type: 'Market' }>['event']): EngineEvent => ({
  type: 'Market',
  event,
  atMs: event.quote.atMs,
  isBackfill: false,
});

const sortReadings = (weather: WeatherFeed | null): readonly WeatherReading[] =>
  weather === null
    ? []
    : [...(weather.readings() as Iterable<WeatherReading>)].sort(
        (a, b) => a.publishedMs - b.publishedMs,
      );
