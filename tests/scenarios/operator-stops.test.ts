// An operator stops and disables users of a real server, which is killed at times. Afterwards no
// stopped user trades, other users are unaffected, and the audit passes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRequestOutcome } from '../../app/models/account/operator-request.server';
import { createSession } from '../../app/models/account/session.server';
import { createUser } from '../../app/models/account/user.server';
import { getRequestKey } from '../../app/server/desk/operator-inbox.server';
import { auditFile, findAuditFault } from '../../app/programs/books/audit-file';
import { ensureBuilt } from '../../build.js';
import {
  type Database,
  closeDatabase,
  prepareDatabasePath,
  openDatabase,
} from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { MIGRATIONS } from '../support/test-database';
import { findFreePort } from '../support/free-port';
import { ApiTraders, ServerRun } from '../support/killer-server';
import { writePacedHistories } from '../support/paced-histories';
import { type ProgramEnding, runBuiltProgram } from '../support/run-program';
import { SCENARIO_SEED, createRunRandom, getScenarioRunCount } from '../support/scenario-runs';
import { MINUTE_MS } from '../../app/trading/domain/time';

const RUNS = getScenarioRunCount(3);
/** Users accumulate and keep trading, so a server serves 10 runs only. */
const RUNS_PER_SERVER = 10;
/** Time for the runs of one server, one minute each. */
const DAYS = 16;
const BARS_PER_SECOND = 45;
const WAIT_MS_MAX = 30_000;

type OperatorAction = 'stop' | 'stop all' | 'disable';
type Ending = 'goes on' | 'killed before' | 'killed meanwhile' | 'ended meanwhile';

interface Plan {
  readonly action: OperatorAction;
  readonly closes: boolean;
  readonly ending: Ending;
  /** Time of the operator's action, and delay of the signal after it. */
  readonly afterMs: number;
  readonly signalMs: number;
}

function buildPlan(roll: () => number): Plan {
  const [action, ending] = [roll(), roll()];
  return {
    action: action < 0.4 ? 'disable' : action < 0.8 ? 'stop' : 'stop all',
    ending:
      ending < 0.6
        ? 'goes on'
        : ending < 0.7
          ? 'killed before'
          : ending < 0.9
            ? 'killed meanwhile'
            : 'ended meanwhile',
    closes: roll() < 0.5,
    afterMs: roll() * 400,
    signalMs: roll() * 1200,
  };
}

interface Trader {
  readonly id: string;
  readonly name: string;
  cookie: string;
  positions: readonly string[];
}

const root = mkdtempSync(join(tmpdir(), 'frontmonth-operator-'));
const historyDir = join(root, 'history');
let dataDir = '';
let db: Database;
let origin = '';
let port = 0;
let server: ServerRun;

beforeAll(async () => {
  await ensureBuilt();
  writePacedHistories(historyDir, String(SCENARIO_SEED), DAYS);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Stops the previous server and starts one with its own data directory. */
async function replaceServer(name: string): Promise<void> {
  await closeServer();
  dataDir = join(root, name);
  db = openDatabase(prepareDatabasePath(dataDir));
  migrateDatabase(db, MIGRATIONS);
  port = await findFreePort();
  origin = `http://127.0.0.1:${port}`;
  await startServer();
}

async function closeServer(): Promise<void> {
  if (!dataDir) return;
  await endServer('SIGTERM');
  totals.entries += countEntries();
  closeDatabase(db);
}

async function startServer(): Promise<void> {
  server = new ServerRun({ port, dataDir, historyDir, barsPerSecond: BARS_PER_SECOND });
  await server.ready(origin);
}

async function endServer(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  server.signal(signal);
  await server.ended;
}

const waitMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Polls until true; only the bound is a time. */
async function waitUntil(what: string, holds: () => boolean): Promise<void> {
  for (const started = Date.now(); Date.now() - started < WAIT_MS_MAX; await waitMs(50))
    if (holds()) return;
  throw new Error(`${what} did not come`);
}

const headMs = (): number =>
  db.$client.prepare<[], number>('SELECT coalesce(max(at_ms), 0) FROM event').pluck().get() ?? 0;

function makeTrader(name: string): Trader {
  const { id } = createUser(db, name, 'no password', Date.now());
  return { id, name, cookie: `frontmonth=${createSession(db, id, Date.now())}`, positions: [] };
}

async function pressRun({ cookie }: Trader): Promise<number> {
  // A keep-alive connection may have been closed during an audit.
  const headers = { 'Content-Type': 'application/json', Cookie: cookie, Connection: 'close' };
  return (await fetch(`${origin}/api/auto-trading/start`, { method: 'POST', headers, body: '{}' }))
    .status;
}

/** Stays below 20 changes a second, so that RUN and STOP of the test are not rate limited. */
const TRADE_PAUSE_MS = 60;

/** Trades until stopped, across server restarts. */
function keepTrading(traders: ApiTraders, user: Trader): { stop(): Promise<void> } {
  let isOver = false;
  const runLoop = async (): Promise<void> => {
    while (!isOver) {
      await traders.trade(user);
      await waitMs(TRADE_PAUSE_MS);
    }
  };
  const done = runLoop();
  return {
    stop() {
      isOver = true;
      return done;
    },
  };
}

function runOperatorProgram({ action, closes }: Plan, victim: Trader): Promise<ProgramEnding> {
  const more = ['--json', '--wait', '20', ...(closes ? ['--close'] : [])];
  if (action === 'disable')
    return runBuiltProgram('user', dataDir, ['disable', victim.name, ...more]);
  return runBuiltProgram('stop', dataDir, [
    ...(action === 'stop all' ? ['--all'] : [victim.name]),
    ...more,
  ]);
}

/**
 * Runs the operator's action while the server continues, is killed or is stopped; it runs
 * afterwards.
 */
async function actAround(plan: Plan, victim: Trader): Promise<ProgramEnding> {
  if (plan.ending === 'killed before') {
    await endServer('SIGKILL');
    const ending = await runOperatorProgram(plan, victim);
    await startServer();
    return ending;
  }
  const acting = runOperatorProgram(plan, victim);
  if (plan.ending !== 'goes on') {
    await waitMs(plan.signalMs);
    await endServer(plan.ending === 'killed meanwhile' ? 'SIGKILL' : 'SIGTERM');
    await startServer();
  }
  return acting;
}

interface CarriedOut {
  readonly seq: number;
  readonly lastSeq: number;
}

function carriedOut(id: number): CarriedOut[] {
  return db.$client
    .prepare<[string], CarriedOut>(
      `SELECT event.seq, command.last_seq AS lastSeq FROM event JOIN command ON command.seq = event.seq
     WHERE event.user_id = 'system' AND json_extract(event.payload, '$.idempotencyKey') = ?`,
    )
    .all(getRequestKey(id));
}

/** Records that would prove trading by the user. */
function tradesAfter(seq: number, users: readonly Trader[]): string[] {
  const find = db.$client.prepare<[number, string], { seq: number; type: string }>(
    `SELECT seq, type FROM event WHERE seq > ? AND user_id = ? AND (type IN ('AllStarted', 'CommodityStarted')
     OR (type = 'OrderPlaced' AND json_extract(payload, '$.order.purpose') = 'ENTRY' AND json_extract(payload, '$.order.rollOf') IS NULL))`,
  );
  const on = db.$client
    .prepare<[string, string], string>(
      `SELECT book.id FROM book WHERE user_id = ? AND global_active = 1
     UNION ALL SELECT book_id FROM book_commodity JOIN book ON book.id = book_id WHERE user_id = ? AND active = 1`,
    )
    .pluck();
  return users.flatMap(({ id, name }) => [
    ...find.all(seq, id).map((row) => `${name}: ${row.type} at ${row.seq} after ${seq}`),
    ...on.all(id, id).map((book) => `${book} is still on`),
  ]);
}

/** Positions that are open without a working exit. */
const listOpenPositions = ({ id }: Trader): string[] =>
  db.$client
    .prepare<[string], string>(
      `SELECT position.id FROM position WHERE user_id = ? AND status = 'ACTIVE'
     AND NOT EXISTS (SELECT 1 FROM trade_order WHERE trade_order.position_id = position.id AND purpose = 'EXIT' AND trade_order.state IN ('SENT', 'ACKNOWLEDGED', 'INTENT'))`,
    )
    .pluck()
    .all(id);

/** Other users affected by the command. */
const touchedOthers = ({ seq, lastSeq }: CarriedOut, { id }: Trader): (string | null)[] =>
  db.$client
    .prepare<
      [number, number, string],
      string | null
    >("SELECT DISTINCT user_id FROM event WHERE seq BETWEEN ? AND ? AND user_id NOT IN ('system', ?)")
    .pluck()
    .all(seq, lastSeq, id);

async function enableAgain(victim: Trader, where: string): Promise<void> {
  const { code, stderr } = await runBuiltProgram('user', dataDir, [
    'enable',
    victim.name,
    '--wait',
    '20',
  ]);
  expect([code, stderr], where).toEqual([0, '']);
  victim.cookie = `frontmonth=${createSession(db, victim.id, Date.now())}`;
  expect(await pressRun(victim), where).toBe(200);
}

const totals = { stops: 0, kills: 0, entries: 0 };

test.each(Array.from({ length: RUNS }, (_, run) => run))(
  'run %i: a stopped user does not trade',
  { timeout: 180_000 },
  async (run) => {
    if (run % RUNS_PER_SERVER === 0) await replaceServer(`data-${run}`);
    const roll = createRunRandom(run);
    const plan = buildPlan(roll);
    const where = `SCENARIO_SEED ${SCENARIO_SEED}, run ${run}, ${JSON.stringify(plan)}`;
    const [victim, other] = [makeTrader(`victim-${run}`), makeTrader(`other-${run}`)];
    expect([await pressRun(victim), await pressRun(other)], where).toEqual([200, 200]);
    const traders = new ApiTraders(origin, [victim, other], roll);
    const loops = { victim: keepTrading(traders, victim), other: keepTrading(traders, other) };
    await waitMs(plan.afterMs);
    // A stopped user may RUN again; here they do not, to detect any other start.
    if (plan.action !== 'disable') await loops.victim.stop();
    if (plan.action === 'stop all') await loops.other.stop();
    const { code, stdout, stderr } = await actAround(plan, victim);
    const { request } = JSON.parse(stdout || '{}') as { request?: number };
    expect(request, `${where}: ${stdout}${stderr}`).toBeGreaterThan(0);
    const id = request ?? 0;
    await waitUntil(
      `${where}: the answer to request ${id}`,
      () => findRequestOutcome(db, id) !== null,
    );
    if (plan.ending === 'goes on') expect(code, where).toBe(0);
    const [carried, ...more] = carriedOut(id);
    expect([carried !== undefined, more], where).toEqual([true, []]);
    const atMs = headMs();
    await waitUntil(`${where}: five minutes of prices`, () => headMs() >= atMs + 5 * MINUTE_MS);
    await Promise.all([loops.victim.stop(), loops.other.stop()]);
    if (!carried) return;
    const stopped = plan.action === 'stop all' ? [victim, other] : [victim];
    expect(tradesAfter(carried.seq, stopped), where).toEqual([]);
    if (plan.closes) expect(stopped.flatMap(listOpenPositions), where).toEqual([]);
    if (plan.action !== 'stop all') expect(touchedOthers(carried, victim), where).toEqual([]);
    // A disabled user is signed out: requests return 401.
    expect(
      traders.faults.filter(
        (fault) => plan.action !== 'disable' || !fault.includes('answered 401'),
      ),
      where,
    ).toEqual([]);
    expect(await pressRun(other), where).toBe(200);
    expect(await pressRun(victim), where).toBe(plan.action === 'disable' ? 401 : 200);
    if (plan.action === 'disable' && roll() < 0.5) await enableAgain(victim, where);
    expect(findAuditFault(auditFile(join(dataDir, 'frontmonth.db'))), where).toBeNull();
    totals.stops += 1;
    totals.kills += plan.ending === 'goes on' ? 0 : 1;
  },
);

const countEntries = (): number =>
  db.$client
    .prepare<[], number>(
      `SELECT count(*) FROM event
     WHERE type = 'OrderPlaced' AND json_extract(payload, '$.order.purpose') = 'ENTRY'`,
    )
    .pluck()
    .get() ?? 0;

test('the runs stopped at least one account', async () => {
  await closeServer();
  console.info(
    `SCENARIO_SEED ${SCENARIO_SEED}: ${totals.stops} stops, ${totals.kills} around an end of the server, ${totals.entries} entries`,
  );
  expect([totals.stops, totals.entries > 0]).toEqual([RUNS, true]);
});
