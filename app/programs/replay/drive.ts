// Drives the desk's own engine through a history: the same rules, gate, broker and books as
// everywhere else.
import { type StoredJournal, openJournal } from '../../models/log/journal.server';
import { CODE_VERSION } from '../../server/platform/project.server';
import { setClock } from '../../trading/clock';
import type { CommodityKey } from '../../trading/domain/commodity';
import type { Command, CommandResult } from '../../trading/domain/command';
import { contractCosts } from '../../trading/domain/contract';
import { DEFAULT_SETTINGS, type PositionSize, type RiskLevel } from '../../trading/domain/settings';
import type { Mills } from '../../trading/domain/units';
import { createEngine } from '../../trading/engine/engine';
import type { EngineEvent } from '../../trading/engine/event';
import { type Runner, createRunner } from '../../trading/engine/runner';
import { EMPTY_DESK } from '../../trading/engine/state';
import { simulatedBroker } from '../../trading/execution/simulated-broker';
import { type ReplayHistory, replayBars, replayFeed } from '../../trading/market/replay-feed';
import type { Feed, WeatherFeed, WeatherReading } from '../../trading/ports';
import { seededRandom } from '../../trading/random';
import { createEvaluator } from '../../trading/strategies/evaluate';
import { type PlaybookRow, getBarLength } from '../../trading/strategies/playbook';
import { dateText } from '../../trading/strategies/calendar-window';
import { UsageError } from '../cli';
import type { Database } from '../../../db/client.server';
import { REPLAY_USER } from './books-folder';

export const REPLAY_MARKET = 'replay';
const MODE = 'simulation';
/** Events offered before they are processed: well below the runner's own bound. */
const BATCH = 256;

interface ReplayPlan {
  readonly histories: readonly ReplayHistory[];
  readonly weather: WeatherFeed | null;
  readonly playbooks: ReadonlyMap<CommodityKey, PlaybookRow>;
  readonly capitalMills: Mills;
  readonly positionSize: PositionSize;
  readonly riskLevel: RiskLevel;
}

export interface Driven {
  readonly bars: number;
  readonly events: number;
  /** Hash of the last record: equal files and options give an equal one. */
  readonly head: ReturnType<StoredJournal['head']>;
}

/** Plays the whole history into an empty database. `onBars` hears how many bars are done. */
export async function driveRunner(
  db: Database,
  plan: ReplayPlan,
  onBars: (done: number, total: number) => void,
): Promise<Driven> {
  const feed = replayFeed(plan.histories, { market: REPLAY_MARKET });
  const startMs = Math.min(...plan.histories.map(({ bars }) => bars[0]?.startsMs ?? Infinity));
  const clock = setClock(startMs, () => performance.now());
  const journal = openJournal(db, { wallMs: () => Date.now(), codeVersion: CODE_VERSION });
  const runner = createRunner({ engine: engineFor(plan, feed), journal, clock, state: EMPTY_DESK });
  runner.offer({
    type: 'MarketListed',
    market: feed.market,
    instruments: feed.instruments,
    staleAfterMs: feed.staleAfterMs,
    atMs: startMs,
  });
  for (const command of openingCommands(plan)) await giveCommand(runner, command);
  const bars = playFeed(runner, clock, feed, plan, onBars);
  const { events, storageFault } = runner.status();
  if (storageFault !== null) throw new UsageError(`${storageFault} The replay ended early.`);
  return { bars, events, head: journal.head() };
}

function engineFor({ playbooks, capitalMills }: ReplayPlan, feed: Feed) {
  const random = seededRandom(REPLAY_MARKET);
  const broker = simulatedBroker({
    name: REPLAY_MARKET,
    random,
    frictionOf: contractCosts,
    fillsAtOnce: false,
  });
  // A row is folded over the bars that the history has, of whatever length they are.
  const bound = new Map(
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
    frictionOf: contractCosts,
    brokers: { simulation: broker, paper: null, live: null },
    playbooksOf: (commodity) => bound.get(commodity) ?? [],
    marketOf: () => REPLAY_MARKET,
    // A bar of a history is proof that the venue traded.
    sessionClosed: () => null,
    dayOf: dateText,
    hasBreakers: true,
  });
}

function openingCommands({
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

async function giveCommand(runner: Runner, command: Command): Promise<CommandResult> {
  const answered = runner.execute({ userId: REPLAY_USER, command, idempotencyKey: null });
  runner.drain();
  const result = await answered;
  if (!result.outcome.ok)
    throw new UsageError(`${command.type}: ${result.outcome.refusal.message}`);
  return result;
}

/**
 * Offers bars and weather in the order in which they became known; a reading of the same moment
 * comes first.
 */
function playFeed(
  runner: Runner,
  clock: ReturnType<typeof setClock>,
  feed: Feed,
  plan: ReplayPlan,
  onBars: (done: number, total: number) => void,
): number {
  const readings = orderedReadings(plan.weather);
  const total = replayBars(plan.histories, {});
  let reading = 0;
  let waiting = 0;
  let bars = 0;
  const offer = (event: EngineEvent): void => {
    clock.advance(event.atMs);
    runner.offer(event);
    waiting += 1;
    if (waiting < BATCH) return;
    runner.drain();
    waiting = 0;
    onBars(bars, total);
  };
  for (const event of feed.events() as Iterable<Parameters<typeof toEvent>[0]>) {
    for (
      let next = readings[reading];
      next && next.publishedMs <= event.quote.atMs;
      next = readings[reading]
    ) {
      offer({ type: 'Weather', reading: next, atMs: next.publishedMs });
      reading += 1;
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

const orderedReadings = (weather: WeatherFeed | null): readonly WeatherReading[] =>
  weather === null
    ? []
    : [...(weather.readings() as Iterable<WeatherReading>)].sort(
        (a, b) => a.publishedMs - b.publishedMs,
      );
