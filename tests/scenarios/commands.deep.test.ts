// Two tabs of one user press the same buttons at once while prices trip breakers, empty accounts
// and lock markets; then the books are audited.
import { expect, test } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditDatabase } from '../../app/audit/audit';
import { createSession } from '../../app/models/account/session.server';
import { createUser } from '../../app/models/account/user.server';
import { shutDown } from '../../app/server/desk/start-up.server';
import type { Terminal } from '../../app/models/desk/terminal';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { historySource } from '../../app/server/feeds/history-source.server';
import type { Command, CommandResult } from '../../app/trading/domain/command';
import { canonicalJson } from '../../app/trading/domain/canonical';
import { toLots } from '../../app/trading/domain/units';
import { closeDatabase, databasePath, openDatabase } from '../../db/client.server';
import { type Answer, type ApiUser, apiUser, when } from '../support/api-desk';
import { SCENARIO_SEED, diceOfRun, scenarioRuns } from '../support/scenario-runs';
import { MORNING_MS, sellGasCommand, simulationBook } from '../support/sold-gas';
import { steeredFeed } from '../support/steered-feed';

const RUNS = scenarioRuns(3);
const STEPS = 24;
const BARS_PER_SECOND = 1_500;
const GRANTED = [200, 202];
/** What a press may be answered when it is not granted: always with one of these names. */
const REFUSALS = [
  'DRAWDOWN',
  'EQUITY',
  'OPEN_POSITIONS',
  'LOCKED',
  'DUPLICATE',
  'SESSION',
  undefined,
];

type Dice = () => number;
const pick = <T>(roll: Dice, of: readonly T[]): T => of[Math.floor(roll() * of.length)] as T;

interface Tabs {
  readonly terminal: Terminal;
  readonly userId: string;
  readonly tabs: readonly [ApiUser, ApiUser];
  readonly totals: Record<string, number>;
}

/** Both tabs press at once; answers have to be granted, or refused by name. */
async function pressTwice(
  { tabs, totals }: Tabs,
  path: string,
  body: unknown,
): Promise<readonly Answer[]> {
  const answers = await Promise.all(
    tabs.map((tab, index) =>
      tab.post(path, body, { 'Idempotency-Key': `${path}-${index}-${totals['presses'] ?? 0}` }),
    ),
  );
  totals['presses'] = (totals['presses'] ?? 0) + 1;
  for (const { status, body: answered } of answers) {
    const { code } = answered as { code?: string };
    if (!GRANTED.includes(status))
      expect([status, REFUSALS.includes(code)], `${path}: ${JSON.stringify(answered)}`).toEqual([
        409,
        true,
      ]);
    totals[`${path} ${code ?? status}`] = (totals[`${path} ${code ?? status}`] ?? 0) + 1;
  }
  return answers;
}

const anyOrder = (roll: Dice): Command => ({
  type: 'PlaceOrder',
  instrumentId: pick(roll, ['NG', 'CL', 'CORN']),
  side: pick(roll, ['BUY', 'SELL']),
  orderType: 'MARKET',
  lots: toLots(1 + Math.floor(roll() * 100)),
  priceTicks: null,
  stopDistanceTicks: null,
  targetDistanceTicks: null,
});

/**
 * The same order by hand from both tabs, each with a key of its own: at most one order comes of it,
 * and both are answered with that one.
 */
async function orderTwice({ terminal, userId, totals }: Tabs, command: Command): Promise<void> {
  const key = `order-${totals['pairs'] ?? 0}`;
  totals['pairs'] = (totals['pairs'] ?? 0) + 1;
  const results = await Promise.all(
    [1, 2].map((tab) => terminal.execute({ userId, command, idempotencyKey: `${key}-tab-${tab}` })),
  );
  const values = results.flatMap(({ outcome }: CommandResult) =>
    outcome.ok ? [outcome.value] : [],
  );
  if (values.length === 0) return;
  expect(
    new Set(values.flatMap(({ placedOrders }) => placedOrders)).size,
    `one order of ${canonicalJson(command)}`,
  ).toBe(1);
  totals['placed'] = (totals['placed'] ?? 0) + 1;
  if (values.length === 2) totals['answered twice'] = (totals['answered twice'] ?? 0) + 1;
}

/**
 * Orders by hand in the log, by the command that placed each: equal ones of one book must lie a
 * second apart.
 */
function countTooClose(dataDir: string): number {
  const db = openDatabase(databasePath(dataDir));
  try {
    const rows = db.$client
      .prepare<[], { at_ms: number; command: string; book: string }>(
        `SELECT c.at_ms, json_extract(c.payload, '$.command') AS command, p.book_id || '/' || (SELECT count(*) FROM event r WHERE r.type = 'BookReset' AND r.book_id = p.book_id AND r.seq < p.seq) AS book
       FROM event c JOIN event p ON p.cause_seq = c.seq AND p.type = 'OrderPlaced' WHERE c.type = 'CommandReceived' AND json_extract(c.payload, '$.command.type') = 'PlaceOrder' ORDER BY c.seq`,
      )
      .all();
    const last = new Map<string, number>();
    return rows.filter(({ at_ms: atMs, command, book }) => {
      const before = last.get(`${book} ${command}`);
      last.set(`${book} ${command}`, atMs);
      return before !== undefined && atMs - before < 1_000;
    }).length;
  } finally {
    closeDatabase(db);
  }
}

/** More than one re-arming with a smaller allowance on one trading day, by the log alone. */
function countRearmedTwice(dataDir: string): number {
  const db = openDatabase(databasePath(dataDir));
  try {
    const rows = db.$client
      .prepare<[], { day: string; epoch: number }>(
        `SELECT (SELECT json_extract(v.payload, '$.day') FROM event v WHERE v.type = 'PortfolioValued' AND v.book_id = r.book_id AND v.seq < r.seq ORDER BY v.seq DESC LIMIT 1) AS day,
         (SELECT count(*) FROM event b WHERE b.type = 'BookReset' AND b.book_id = r.book_id AND b.seq < r.seq) AS epoch
       FROM event r WHERE r.type = 'DrawdownRearmed' AND json_extract(r.payload, '$.allowedMills') IS NOT NULL`,
      )
      .all();
    return rows.length - new Set(rows.map(({ day, epoch }) => `${day} ${epoch}`)).size;
  } finally {
    closeDatabase(db);
  }
}

async function nextPrices({ terminal }: Tabs): Promise<void> {
  const { nowMs } = terminal.state();
  await when(terminal, () => terminal.state().nowMs >= nowMs + 70_000);
}

async function playRun(
  run: number,
  dataDir: string,
  totals: Record<string, number>,
): Promise<void> {
  const roll = diceOfRun(run);
  const steered = steeredFeed(`commands ${SCENARIO_SEED + run}`, MORNING_MS);
  const terminal = openTerminal({
    dataDir,
    source: historySource({ feed: steered.feed, barsPerSecond: BARS_PER_SECOND }),
    timeZone: 'America/New_York',
    auditsBehind: false,
  });
  (globalThis as { [key: symbol]: unknown })[Symbol.for('frontmonth')] = terminal;
  try {
    await when(
      terminal,
      () => terminal.state().markets['simulated']?.instruments['NG']?.quote != null,
    );
    const { id: userId } = createUser(terminal.db, 'two-tabs', 'no password', Date.now());
    await terminal.ensureBook(userId);
    const tab = (): ApiUser =>
      apiUser(userId, `frontmonth=${createSession(terminal.db, userId, Date.now())}`);
    const tabs: Tabs = { terminal, userId, tabs: [tab(), tab()], totals };
    await meetEverything(tabs, steered);
    for (let step = 0; step < STEPS; step += 1) await playStep(tabs, roll, steered);
    steered.setGasLocked(false);
    await nextPrices(tabs);
    for (const type of ['DrawdownTripped', 'DrawdownRearmed', 'BookReset', 'ResetRequested']) {
      const found =
        terminal.db.$client
          .prepare<[string], number>('SELECT count(*) FROM event WHERE type = ?')
          .pluck()
          .get(type) ?? 0;
      totals[type] = (totals[type] ?? 0) + found;
    }
    expect(simulationBook(terminal, userId).isResetPending).toBe(false);
  } finally {
    delete (globalThis as { [key: symbol]: unknown })[Symbol.for('frontmonth')];
    await shutDown();
    await terminal.close();
  }
}

/**
 * What each run meets whatever its dice say: a trip, RUN ALL without and with the confirmation, a
 * reset.
 */
async function meetEverything(tabs: Tabs, steered: ReturnType<typeof steeredFeed>): Promise<void> {
  await fall(tabs, steered, 2.8);
  await pressTwice(tabs, 'auto-trading/start', {});
  await rearmTwice(tabs);
  await pressTwice(tabs, 'reset-trading-account', {});
}

async function playStep(
  tabs: Tabs,
  roll: Dice,
  steered: ReturnType<typeof steeredFeed>,
): Promise<void> {
  const at = roll();
  if (at < 0.3) return orderTwice(tabs, anyOrder(roll));
  if (at < 0.5) return fall(tabs, steered, pick(roll, [2.6, 2.6, 12]));
  if (at < 0.6)
    return void (await pressTwice(
      tabs,
      'auto-trading/start',
      pick(roll, [{}, {}, { commodity: 'natural-gas' }]),
    ));
  if (at < 0.72) return rearmTwice(tabs);
  if (at < 0.8) return void (await pressTwice(tabs, 'reset-trading-account', {}));
  if (at < 0.85) return void (await pressTwice(tabs, 'trading-positions/close-all', {}));
  if (at < 0.93) steered.setGasLocked(roll() < 0.5);
  else steered.setGasFactor(pick(roll, [1, 1, 0.4, 2.6, 2.6, 12]));
  return nextPrices(tabs);
}

/** Gas is sold twice at once, its price rises and falls back. */
async function fall(
  tabs: Tabs,
  steered: ReturnType<typeof steeredFeed>,
  factor: number,
): Promise<void> {
  await orderTwice(tabs, sellGasCommand(100));
  steered.setGasFactor(factor);
  await nextPrices(tabs);
  steered.setGasFactor(1);
  await nextPrices(tabs);
}

/** Both tabs confirm: the breaker is re-armed once at most. */
async function rearmTwice(tabs: Tabs): Promise<void> {
  const count = (): number =>
    tabs.terminal.db.$client
      .prepare<[], number>("SELECT count(*) FROM event WHERE type = 'DrawdownRearmed'")
      .pluck()
      .get() ?? 0;
  const before = count();
  const wasTripped = simulationBook(tabs.terminal, tabs.userId).drawdown !== null;
  await pressTwice(tabs, 'auto-trading/start', { rearm: true });
  if (wasTripped) expect(count() - before).toBeLessThanOrEqual(1);
}

test(`two tabs press at once in ${RUNS} runs: one order of each pair, one re-arming a day, and books that add up`, async () => {
  const totals: Record<string, number> = {};
  for (let run = 0; run < RUNS; run += 1) {
    const dataDir = mkdtempSync(join(tmpdir(), 'frontmonth-commands-'));
    try {
      await playRun(run, dataDir, totals);
      expect([countTooClose(dataDir), countRearmedTwice(dataDir)]).toEqual([0, 0]);
      const db = openDatabase(databasePath(dataDir));
      const audit = auditDatabase(db.$client);
      closeDatabase(db);
      expect(audit.kept).toEqual([]);
      expect(audit.isRight).toBe(true);
    } catch (error) {
      throw new Error(
        `run ${run} failed; repeat it with SCENARIO_SEED=${SCENARIO_SEED + run} SCENARIO_RUNS=1`,
        { cause: error },
      );
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
  process.stdout.write(`commands: ${JSON.stringify(totals)}\n`);
  for (const met of [
    'placed',
    'answered twice',
    'DrawdownTripped',
    'DrawdownRearmed',
    'BookReset',
    'auto-trading/start DRAWDOWN',
  ])
    expect(totals[met] ?? 0, met).toBeGreaterThan(0);
});
