// Data directory with one user whose simulation account exceeded its drawdown limit.
import { hashPassword } from '../../app/server/auth/password.server';
import { createEngineConfig } from '../../app/server/desk/desk-config.server';
import { openJournal } from '../../app/models/log/journal.server';
import { getIdSeed } from '../../app/models/log/meta.server';
import { createUser } from '../../app/models/account/user.server';
import { createSettableClock } from '../../app/trading/clock';
import { getFrontInstrument } from '../../app/trading/domain/contract';
import { buildQuote } from '../../app/trading/domain/quote';
import { toLots, toMills, toTicks } from '../../app/trading/domain/units';
import { createEngine } from '../../app/trading/engine/engine';
import type { Command } from '../../app/trading/domain/command';
import { createRunner } from '../../app/trading/engine/runner';
import { EMPTY_DESK } from '../../app/trading/engine/state';
import { createSeededRandom } from '../../app/trading/random';
import { closeDatabase, prepareDatabasePath, openDatabase } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { ROOT } from './source-files';
import { join } from 'node:path';

const MARKET = 'simulated';
const GAS = getFrontInstrument('natural-gas');
const STALE_MS = 600_000;

interface TrippedAccount {
  readonly dataDir: string;
  readonly username: string;
  readonly password: string;
  /** Trip time; on this New York day a re-arm allows half of the limit. */
  readonly atMs: number;
}

/** Sells gas at $3.000 and values the account at $7.000 two minutes later. */
export async function writeTrippedAccount({
  dataDir,
  username,
  password,
  atMs,
}: TrippedAccount): Promise<void> {
  const db = openDatabase(prepareDatabasePath(dataDir));
  try {
    migrateDatabase(db, join(ROOT, 'db', 'migrations'));
    const { id: userId } = createUser(db, username, await hashPassword(password), atMs);
    const clock = createSettableClock(atMs - 180_000);
    const random = createSeededRandom(getIdSeed(db));
    const config = createEngineConfig({
      random,
      marketOf: () => MARKET,
      timeZone: 'America/New_York',
      fillsAtOnce: true,
      playbooksOf: () => [],
    });
    const journal = openJournal(db, { wallMs: () => atMs, codeVersion: 'test' });
    const runner = createRunner({
      engine: createEngine(config),
      journal,
      clock,
      state: EMPTY_DESK,
    });
    const send = async (command: Command): Promise<void> => {
      const result = runner.execute({ userId, command, idempotencyKey: null });
      runner.drain();
      const { outcome } = await result;
      if (!outcome.ok) throw new Error(outcome.refusal.message);
    };
    const quote = (ticks: number, waitMs: number): void => {
      clock.advance(clock.nowMs() + waitMs);
      runner.offer({
        type: 'Market',
        isBackfill: false,
        atMs: clock.nowMs(),
        event: {
          type: 'QuoteArrived',
          market: MARKET,
          instrumentId: GAS.id,
          quote: buildQuote(toTicks(ticks), 1, clock.nowMs()),
        },
      });
      runner.drain();
    };
    runner.offer({
      type: 'MarketListed',
      market: MARKET,
      instruments: [GAS],
      staleAfterMs: STALE_MS,
      atMs: clock.nowMs(),
    });
    await send({
      type: 'OpenBook',
      mode: 'simulation',
      market: MARKET,
      capitalMills: toMills(25_000_000),
    });
    quote(3_000, 1_000);
    await send({
      type: 'PlaceOrder',
      instrumentId: GAS.id,
      side: 'SELL',
      orderType: 'MARKET',
      lots: toLots(100),
      priceTicks: null,
      stopDistanceTicks: null,
      targetDistanceTicks: null,
    });
    quote(7_000, 120_000);
    if (runner.state().books[`${userId}:simulation`]?.drawdown == null)
      throw new Error('the breaker did not trip');
  } finally {
    closeDatabase(db);
  }
}
