// Real engine and journal in this process, with paced prices and random traders.
import { createEngineConfig } from '../../app/server/desk/desk-config.server';
import { type StoredJournal, openJournal } from '../../app/models/log/journal.server';
import { recoverState } from '../../app/models/log/recovery.server';
import { createSettableClock } from '../../app/trading/clock';
import { applyRecord } from '../../app/trading/engine/apply-record';
import { createEngine } from '../../app/trading/engine/engine';
import { buildListingEvent, buildMarketEvent } from '../../app/trading/engine/feed-events';
import { type Runner, createRunner } from '../../app/trading/engine/runner';
import { EMPTY_DESK } from '../../app/trading/engine/state';
import type { Feed, MarketEvent } from '../../app/trading/ports';
import { createSeededRandom } from '../../app/trading/random';
import { getSelectedBook } from '../../app/trading/domain/book';
import type { Database } from '../../db/client.server';
import { type Traders, USERS } from './killer-traders';
import { PACED_MARKET, createPacedFeed } from './paced-feed';
import { MINUTE_MS } from '../../app/trading/domain/time';

interface WalDesk {
  readonly runner: Runner;
  /** Trades until `commands` more are executed, in transactions of one to three. */
  trade(commands: number): Promise<void>;
}

const EVENTS_PER_STEP = 3;

/** Recovers the database state and continues. */
export function openWalDesk(
  db: Database,
  traders: Traders,
  seed: string,
  wrap: (journal: StoredJournal) => StoredJournal = (journal) => journal,
): WalDesk {
  const { state, sequence } = recoverState(db, applyRecord);
  const feed = createPacedFeed(seed, state.nowMs - 30 * MINUTE_MS);
  const clock = createSettableClock(state.nowMs);
  const config = createEngineConfig({
    random: createSeededRandom(seed),
    marketOf: () => PACED_MARKET,
    timeZone: 'America/New_York',
    fillsAtOnce: true,
  });
  const journal = wrap(openJournal(db, { wallMs: () => clock.nowMs(), codeVersion: 'test' }));
  const runner = createRunner({
    engine: createEngine(config),
    journal,
    clock,
    state: { ...EMPTY_DESK, ...state, sequence },
  });
  runner.offer(buildListingEvent(feed, state.nowMs));
  runner.drain();
  const steps = createPriceSteps(feed, runner, (atMs) => clock.advance(atMs), state.nowMs);
  return {
    runner,
    async trade(commands) {
      for (let done = 0; done < commands; ) {
        steps();
        done += await executeCommands(runner, traders, 1 + (done % 3));
      }
    },
  };
}

/** Sends a few feed events per call; past events are sent at once. */
function createPriceSteps(
  feed: Feed,
  runner: Runner,
  advance: (atMs: number) => void,
  presentMs: number,
): () => void {
  const events = (feed.events() as Iterable<MarketEvent>)[Symbol.iterator]();
  const offer = (): number => {
    const event = (events.next() as IteratorYieldResult<MarketEvent>).value;
    const input = buildMarketEvent(event, event.quote.atMs <= presentMs);
    advance(input.atMs);
    runner.offer(input);
    return input.atMs;
  };
  for (let atMs = offer(); atMs < presentMs; atMs = offer()) runner.drain();
  return () => {
    for (let i = 0; i < EVENTS_PER_STEP; i += 1) offer();
    runner.drain();
  };
}

async function executeCommands(runner: Runner, traders: Traders, count: number): Promise<number> {
  const envelopes = Array.from({ length: count }, (_, i) =>
    traders.next(USERS[i % USERS.length] ?? 'ann'),
  );
  const results = envelopes.map((envelope) => runner.execute(envelope));
  runner.drain();
  for (const result of await Promise.all(results)) {
    const state = runner.state();
    const book = getSelectedBook(state, result.envelope.userId);
    traders.recordResult({
      type: 'answer',
      result,
      nowMs: state.nowMs,
      positions: Object.keys(book?.positions ?? {}),
      orders: Object.keys(book?.orders ?? {}),
    });
  }
  return count;
}
