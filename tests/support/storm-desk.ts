// A public desk on virtual time during the made storm: the real sources ask the replay server over
// HTTP, and engine, accounts and public data are in a real database, so that it can be restarted.
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type ServedRequest, createReplayServer } from '../../app/programs/feeds/replay-server';
import type { ScriptedFault } from '../../app/programs/feeds/scripted-faults';
import { INITIAL_CAPITAL, createTerminalConfig } from '../../app/server/desk/desk-config.server';
import { type SendRequest, createSender } from '../../app/server/feeds/public/egress.server';
import { createPublicSource } from '../../app/server/feeds/public/public-source.server';
import {
  loadBelievedQuotes,
  saveBelievedQuotes,
} from '../../app/models/market/believed-quotes.server';
import { recoverState } from '../../app/models/log/recovery.server';
import { hashBody } from '../../app/models/public-data/body-hash.server';
import { ConnectedQuotes } from '../../app/server/brokers/connected-quotes';
import { openSealedKeys } from '../../app/server/feeds/public/sealed-keys.server';
import { openPublicationStore } from '../../app/models/public-data/publications.server';
import { createSettableClock } from '../../app/trading/clock';
import type { Command, CommandResult } from '../../app/trading/domain/command';
import type { SourceId } from '../../app/trading/domain/public-source';
import { MINUTE_MS, getMidnight } from '../../app/trading/domain/time';
import { createEngine } from '../../app/trading/engine/engine';
import { applyRecord } from '../../app/trading/engine/apply-record';
import type { MarketSource, RunningSource } from '../../app/trading/engine/market-source';
import { type Runner, createRunner } from '../../app/trading/engine/runner';
import { EMPTY_DESK, type DeskState } from '../../app/trading/engine/state';
import { findContractCode } from '../../app/trading/market/contract-code';
import { importOwnPrices } from '../../app/trading/market/own-prices';
import { createSeededRandom } from '../../app/trading/random';
import type { Database } from '../../db/client.server';
import { STORM_ANSWERS } from './storm-answers';
import { makePriceFile } from './storm-markets';
import { createEmptyDatabase, openTestJournal } from './test-database';
import { createWallClock } from './wall-clock';

const USER = 'ann';

interface StormOptions {
  readonly sources: readonly SourceId[];
  readonly fromMs: number;
  readonly faults?: readonly ScriptedFault[];
  /** Vendor symbols with a year of daily bars in a file of the owner. */
  readonly ownFiles?: readonly string[];
}

export interface StormDesk {
  readonly db: Database;
  /** Requests that the sources sent, in order. */
  readonly served: readonly ServedRequest[];
  nowMs(): number;
  state(): DeskState;
  feed(): RunningSource;
  sendCommand(command: Command): Promise<CommandResult>;
  /** Advances time; every answer that is due arrives before time goes on. */
  runTo(untilMs: number): Promise<void>;
  /** Ends the desk and opens it again on its database, at the same moment. */
  restartDesk(): Promise<void>;
}

interface OpenDesk {
  readonly runner: Runner;
  readonly feed: RunningSource;
}

/** Opens a desk with an account; it ends with the test. */
export async function openStormDesk({
  sources,
  fromMs,
  faults = [],
  ownFiles = [],
}: StormOptions): Promise<StormDesk> {
  const { db, dataDir } = createEmptyDatabase();
  // Each request is stored: to sync each one to disk takes half of a test that loses no power.
  db.$client.pragma('synchronous = OFF');
  for (const symbol of ownFiles) storeOwnFile(db, symbol, fromMs);
  const wall = createWallClock(fromMs);
  const served: ServedRequest[] = [];
  const server = createReplayServer({
    answers: STORM_ANSWERS,
    faults,
    nowMs: () => wall.nowMs,
    speed: 1,
    onServed: (request) => served.push(request),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const egress = { findKey: () => null, userAgent: 'test', endpoint: `http://127.0.0.1:${port}` };
  const pending = createPendingCount(createSender(egress));
  const source = createPublicSource({
    sources: new Set(sources),
    egress,
    createSend: () => pending.send,
    dataDir,
    setTimer: wall.setTimer,
  });
  const clock = createSettableClock(fromMs);
  let open = startDesk(db, source, clock, () => wall.nowMs);

  const waitForAnswers = async (): Promise<void> => {
    do {
      await pending.whenIdle();
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(wall.nowMs);
      open.runner.drain();
    } while (pending.count() > 0);
  };
  const sendTime = (): void => {
    wall.setTimer(sendTime, MINUTE_MS);
    open.runner.offer({ type: 'Time', atMs: wall.nowMs });
  };
  const runTo = async (untilMs: number): Promise<void> => {
    for (;;) {
      await waitForAnswers();
      if (!wall.runNext(untilMs)) break;
    }
    await waitForAnswers();
  };
  const sendCommand = async (command: Command): Promise<CommandResult> => {
    const result = open.runner.execute({ userId: USER, command, idempotencyKey: null });
    open.runner.drain();
    return result;
  };
  sendTime();
  onTestFinished(async () => {
    await open.feed.stop();
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  });
  await sendCommand({
    type: 'OpenBook',
    mode: 'simulation',
    market: source.market,
    capitalMills: INITIAL_CAPITAL,
  });
  return {
    db,
    served,
    nowMs: () => wall.nowMs,
    state: () => open.runner.state(),
    feed: () => open.feed,
    sendCommand,
    runTo,
    async restartDesk() {
      await waitForAnswers();
      saveBelievedQuotes(db, open.feed.quotes());
      await open.feed.stop();
      open = startDesk(db, source, clock, () => wall.nowMs);
      await waitForAnswers();
    },
  };
}

/** Recovers the state from the log and starts the source, as a start of the server does. */
function startDesk(
  db: Database,
  source: MarketSource,
  clock: ReturnType<typeof createSettableClock>,
  nowMs: () => number,
): OpenDesk {
  const recovered = recoverState(db, applyRecord);
  if (recovered.differences.length > 0) throw new Error(recovered.differences.join('; '));
  const config = createTerminalConfig({
    source,
    random: createSeededRandom('storm'),
    timeZone: 'America/New_York',
  });
  const runner = createRunner({
    engine: createEngine(config),
    journal: openTestJournal(db),
    clock,
    state: { ...EMPTY_DESK, ...recovered.state, sequence: recovered.sequence },
  });
  const feed = source.start({
    runner,
    clock,
    nowMs,
    listPlaybooks: config.listPlaybooks,
    storedQuotes: loadBelievedQuotes(db),
    openPublications: () => openPublicationStore(db),
    openSealedKeys: () => openSealedKeys(db, undefined),
    brokerQuotes: new ConnectedQuotes(nowMs),
    random: createSeededRandom('jitter'),
    shouldWarmUp: false,
  });
  return { runner, feed };
}

const FILE_DAYS = 365;

/** Imports the bars of the days before the day of a moment, as from the inbox. */
function storeOwnFile(db: Database, symbol: string, nowMs: number): void {
  const name = `${symbol.slice(0, symbol.indexOf('.'))}.csv`;
  const text = makePriceFile(symbol, getMidnight(nowMs), FILE_DAYS);
  const contract = findContractCode(name, nowMs);
  if (!contract.ok) throw new Error(contract.refusal.message);
  const imported = importOwnPrices({ name, text, contract: contract.value, nowMs });
  if (!imported.ok) throw new Error(imported.refusal.message);
  const { instrument, bars } = imported.value;
  const store = openPublicationStore(db).ownPrices;
  store.clearStaged();
  const staged = store.stageBars(instrument.id, bars);
  const file = { name, sha256: hashBody(Buffer.from(text)), bytes: text.length, importedMs: nowMs };
  store.saveImported(file, imported.value, staged);
}

/** Counts requests without an answer. */
function createPendingCount(send: SendRequest) {
  const pending = new Set<Promise<unknown>>();
  return {
    count: () => pending.size,
    whenIdle: async (): Promise<void> => void (await Promise.all(pending)),
    send: ((...request) => {
      const answer = send(...request);
      const done = answer.finally(() => pending.delete(done));
      pending.add(done);
      return answer;
    }) satisfies SendRequest,
  };
}
