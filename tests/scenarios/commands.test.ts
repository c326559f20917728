// Two tabs of one user send the same commands at once while breakers trip, accounts empty and
// markets lock; then the audit runs.
import { expect, test } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditDatabase } from '../../app/audit/audit-database';
import { createSession } from '../../app/models/account/session.server';
import { createUser } from '../../app/models/account/user.server';
import { provideTerminal, shutDown } from '../../app/server/desk/start-up.server';
import type { Terminal } from '../../app/models/desk/terminal';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { createHistorySource } from '../../app/server/feeds/history-source.server';
import type { Command, CommandResult } from '../../app/trading/domain/command';
import { toCanonicalJson } from '../../app/trading/domain/canonical-json';
import { toLots } from '../../app/trading/domain/units';
import { closeDatabase, prepareDatabasePath, openDatabase } from '../../db/client.server';
import { type ApiResponse, type ApiUser, createApiUser, waitUntil } from '../support/api-desk';
import { SCENARIO_SEED, createRunRandom, getScenarioRunCount } from '../support/scenario-runs';
import { MORNING_MS, buildSellGasCommand, getSimulationBook } from '../support/sell-gas';
import { createSteeredFeed } from '../support/steered-feed';

const RUNS = getScenarioRunCount(3);
const STEPS = 24;
const BARS_PER_SECOND = 1_500;
const GRANTED = [200, 202];
/** Allowed refusal codes. */
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
const pickOne = <T>(roll: Dice, of: readonly T[]): T => of[Math.floor(roll() * of.length)] as T;

interface Tabs {
  readonly terminal: Terminal;
  readonly userId: string;
  readonly tabs: readonly [ApiUser, ApiUser];
  readonly totals: Record<string, number>;
}

/** Both tabs send at once; each answer is granted or a known refusal. */
async function pressTwice(
  { tabs, totals }: Tabs,
  path: string,
  body: unknown,
): Promise<readonly ApiResponse[]> {
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
  instrumentId: pickOne(roll, ['NG', 'CL', 'CORN']),
  side: pickOne(roll, ['BUY', 'SELL']),
  orderType: 'MARKET',
  lots: toLots(1 + Math.floor(roll() * 100)),
  priceTicks: null,
  stopDistanceTicks: null,
  targetDistanceTicks: null,
});

/**
 * The same manual order from both tabs with different keys: one order at most, answered to both.
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
    `one order of ${toCanonicalJson(command)}`,
  ).toBe(1);
  totals['placed'] = (totals['placed'] ?? 0) + 1;
  if (values.length === 2) totals['answered twice'] = (totals['answered twice'] ?? 0) + 1;
}

/** Manual orders in the log by command: equal ones of one account are at least one second apart. */
function countTooClose(dataDir: string): number {
  const db = openDatabase(prepareDatabasePath(dataDir));
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

/** Trading days with more than one reduced re-arm, from the log alone. */
function countRearmedTwice(dataDir: string): number {
  const db = openDatabase(prepareDatabasePath(dataDir));
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
  await waitUntil(terminal, () => terminal.state().nowMs >= nowMs + 70_000);
}

async function playRun(
  run: number,
  dataDir: string,
  totals: Record<string, number>,
): Promise<void> {
  const roll = createRunRandom(run);
  const steered = createSteeredFeed(`commands ${SCENARIO_SEED + run}`, MORNING_MS);
  const terminal = openTerminal({
    dataDir,
    source: createHistorySource({ feed: steered.feed, barsPerSecond: BARS_PER_SECOND }),
    timeZone: 'America/New_York',
    auditsInBackground: false,
  });
  provideTerminal(terminal);
  try {
    await waitUntil(
      terminal,
      () => terminal.state().markets['simulated']?.instruments['NG']?.quote != null,
    );
    const { id: userId } = createUser(terminal.db, 'two-tabs', 'no password', Date.now());
    await terminal.ensureBook(userId);
    const openTab = (): ApiUser =>
      createApiUser(userId, `frontmonth=${createSession(terminal.db, userId, Date.now())}`);
    const tabs: Tabs = { terminal, userId, tabs: [openTab(), openTab()], totals };
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
    expect(getSimulationBook(terminal, userId).isResetPending).toBe(false);
  } finally {
    await shutDown();
  }
}

/** Every run includes a trip, RUN ALL with and without confirmation, and a reset. */
async function meetEverything(
  tabs: Tabs,
  steered: ReturnType<typeof createSteeredFeed>,
): Promise<void> {
  await dropPrice(tabs, steered, 2.8);
  await pressTwice(tabs, 'auto-trading/start', {});
  await rearmTwice(tabs);
  await pressTwice(tabs, 'reset-trading-account', {});
}

async function playStep(
  tabs: Tabs,
  roll: Dice,
  steered: ReturnType<typeof createSteeredFeed>,
): Promise<void> {
  const at = roll();
  if (at < 0.3) return orderTwice(tabs, anyOrder(roll));
  if (at < 0.5) return dropPrice(tabs, steered, pickOne(roll, [2.6, 2.6, 12]));
  if (at < 0.6)
    return void (await pressTwice(
      tabs,
      'auto-trading/start',
      pickOne(roll, [{}, {}, { commodity: 'natural-gas' }]),
    ));
  if (at < 0.72) return rearmTwice(tabs);
  if (at < 0.8) return void (await pressTwice(tabs, 'reset-trading-account', {}));
  if (at < 0.85) return void (await pressTwice(tabs, 'trading-positions/close-all', {}));
  if (at < 0.93) steered.setGasLocked(roll() < 0.5);
  else steered.setGasFactor(pickOne(roll, [1, 1, 0.4, 2.6, 2.6, 12]));
  return nextPrices(tabs);
}

/** Gas is sold twice at once; its price rises and falls back. */
async function dropPrice(
  tabs: Tabs,
  steered: ReturnType<typeof createSteeredFeed>,
  factor: number,
): Promise<void> {
  await orderTwice(tabs, buildSellGasCommand(100));
  steered.setGasFactor(factor);
  await nextPrices(tabs);
  steered.setGasFactor(1);
  await nextPrices(tabs);
}

/** Both tabs confirm: the breaker is re-armed at most once. */
async function rearmTwice(tabs: Tabs): Promise<void> {
  const countOrders = (): number =>
    tabs.terminal.db.$client
      .prepare<[], number>("SELECT count(*) FROM event WHERE type = 'DrawdownRearmed'")
      .pluck()
      .get() ?? 0;
  const before = countOrders();
  const wasTripped = getSimulationBook(tabs.terminal, tabs.userId).drawdown !== null;
  await pressTwice(tabs, 'auto-trading/start', { rearm: true });
  if (wasTripped) expect(countOrders() - before).toBeLessThanOrEqual(1);
}

test(`two tabs press at once in ${RUNS} runs: one order of each pair, one re-arming a day, and books that add up`, async () => {
  const totals: Record<string, number> = {};
  for (let run = 0; run < RUNS; run += 1) {
    const dataDir = mkdtempSync(join(tmpdir(), 'frontmonth-commands-'));
    try {
      await playRun(run, dataDir, totals);
      expect([countTooClose(dataDir), countRearmedTwice(dataDir)]).toEqual([0, 0]);
      const db = openDatabase(prepareDatabasePath(dataDir));
      const audit = auditDatabase(db.$client);
      closeDatabase(db);
      expect(audit.firstDifferences).toEqual([]);
      expect(audit.hasPassed).toBe(true);
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
