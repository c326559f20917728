// A whole desk in this process: the real engine over the real journal, driven minute by minute by
// paced prices and dicing traders.
import { deskConfig } from '../../app/server/desk/desk-config.server';
import { type StoredJournal, openJournal } from '../../app/models/log/journal.server';
import { recoverState } from '../../app/models/log/recovery.server';
import { setClock } from '../../app/trading/clock';
import { applyRecord } from '../../app/trading/engine/apply';
import { createEngine } from '../../app/trading/engine/engine';
import { buildListingInput, buildMarketInput } from '../../app/trading/engine/inputs';
import { type Runner, createRunner } from '../../app/trading/engine/runner';
import { EMPTY_DESK } from '../../app/trading/engine/state';
import type { Feed, MarketEvent } from '../../app/trading/ports';
import { seededRandom } from '../../app/trading/random';
import { selectedBook } from '../../app/trading/domain/book';
import type { Database } from '../../db/client.server';
import { type Traders, USERS } from './killer-traders';
import { PACED_MARKET, pacedFeed } from './paced-feed';
import { MINUTE_MS } from '../../app/trading/domain/time';

interface WalDesk {
  readonly runner: Runner;
  /**
   * Trades until so many more commands are answered; each is in a transaction of its own or shares
   * one with a few.
   */
  trade(commands: number): Promise<void>;
}

const EVENTS_PER_STEP = 3;

/** Recovers what the database holds and goes on from there. */
export function walDesk(
  db: Database,
  traders: Traders,
  seed: string,
  wrap: (journal: StoredJournal) => StoredJournal = (journal) => journal,
): WalDesk {
  const { state, sequence } = recoverState(db, applyRecord);
  const feed = pacedFeed(seed, state.nowMs - 30 * MINUTE_MS);
  const clock = setClock(state.nowMs);
  const config = deskConfig({
    random: seededRandom(seed),
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
  runner.offer(buildListingInput(feed, state.nowMs));
  runner.drain();
  const steps = prices(feed, runner, (atMs) => clock.advance(atMs), state.nowMs);
  return {
    runner,
    async trade(commands) {
      for (let done = 0; done < commands; ) {
        steps();
        done += await ask(runner, traders, 1 + (done % 3));
      }
    },
  };
}

/**
 * Offers a few events of the feed at each call; what lies in the desk's past is caught up with at
 * once.
 */
function prices(
  feed: Feed,
  runner: Runner,
  advance: (atMs: number) => void,
  presentMs: number,
): () => void {
  const events = (feed.events() as Iterable<MarketEvent>)[Symbol.iterator]();
  const offer = (): number => {
    const event = (events.next() as IteratorYieldResult<MarketEvent>).value;
    const input = buildMarketInput(event, event.quote.atMs <= presentMs);
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

async function ask(runner: Runner, traders: Traders, count: number): Promise<number> {
  const envelopes = Array.from({ length: count }, (_, i) =>
    traders.next(USERS[i % USERS.length] ?? 'ann'),
  );
  const answers = envelopes.map((envelope) => runner.execute(envelope));
  runner.drain();
  for (const result of await Promise.all(answers)) {
    const state = runner.state();
    const book = selectedBook(state, result.envelope.userId);
    traders.hear({
      said: 'answer',
      result,
      nowMs: state.nowMs,
      positions: Object.keys(book?.positions ?? {}),
      orders: Object.keys(book?.orders ?? {}),
    });
  }
  return count;
}
