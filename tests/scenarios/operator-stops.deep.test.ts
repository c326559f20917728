// An operator stops and disables users from the command line while they trade on a real server,
// which is killed now and then.
// Afterwards nothing of the stopped user trades, nobody else was touched, and the books pass their
// audit.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRequestOutcome } from '../../app/models/account/operator-request.server';
import { createSession } from '../../app/models/account/session.server';
import { createUser } from '../../app/models/account/user.server';
import { requestKey } from '../../app/server/desk/operator-inbox.server';
import { auditFile, findAuditFault } from '../../app/programs/books/audit-file';
import { ensureBuilt } from '../../build.js';
import { type Database, closeDatabase, databasePath, openDatabase } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { MIGRATIONS } from '../support/books';
import { ApiTraders, ServerRun, freePort } from '../support/killer-server';
import { writePacedHistories } from '../support/paced-histories';
import { type ProgramEnding, runBuiltProgram } from '../support/run-program';
import { SCENARIO_SEED, diceOfRun, scenarioRuns } from '../support/scenario-runs';
import { MINUTE_MS } from '../../app/trading/domain/time';

const RUNS = scenarioRuns(3);
/**
 * Users are never removed, and each one trades on: a server serves ten runs, so that a later run
 * does not cost more than an early one.
 */
const RUNS_PER_SERVER = 10;
/** Enough for the runs of one server, a minute each. */
const DAYS = 16;
const BARS_PER_SECOND = 45;
const WAIT_MS_MAX = 30_000;

type Deed = 'stop' | 'stop all' | 'disable';
type Ending = 'goes on' | 'killed before' | 'killed meanwhile' | 'ended meanwhile';

interface Plan {
  readonly deed: Deed;
  readonly closes: boolean;
  readonly ending: Ending;
  /** When the operator acts, and how long after that the signal comes. */
  readonly afterMs: number;
  readonly signalMs: number;
}

function buildPlan(roll: () => number): Plan {
  const [deed, ending] = [roll(), roll()];
  return {
    deed: deed < 0.4 ? 'disable' : deed < 0.8 ? 'stop' : 'stop all',
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

/** Ends the server of the runs before and starts one with a data directory of its own. */
async function replaceServer(name: string): Promise<void> {
  await closeServer();
  dataDir = join(root, name);
  db = openDatabase(databasePath(dataDir));
  migrateDatabase(db, MIGRATIONS);
  port = await freePort();
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

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks again until it holds; only the bound is a time. */
async function until(what: string, holds: () => boolean): Promise<void> {
  for (const started = Date.now(); Date.now() - started < WAIT_MS_MAX; await pause(50))
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
  // A kept connection may be one that the server has closed while an audit held this thread.
  const headers = { 'Content-Type': 'application/json', Cookie: cookie, Connection: 'close' };
  return (await fetch(`${origin}/api/auto-trading/start`, { method: 'POST', headers, body: '{}' }))
    .status;
}

/**
 * Keeps a trader below the limit of 20 changes a second, so that the RUN and STOP of the test are
 * never limited.
 */
const TRADE_PAUSE_MS = 60;

/** Trades until it is told to stop, across restarts of the server. */
function keepTrading(traders: ApiTraders, user: Trader): { stop(): Promise<void> } {
  let isOver = false;
  const loop = async (): Promise<void> => {
    while (!isOver) {
      await traders.trade(user);
      await pause(TRADE_PAUSE_MS);
    }
  };
  const done = loop();
  return {
    stop() {
      isOver = true;
      return done;
    },
  };
}

function operate({ deed, closes }: Plan, victim: Trader): Promise<ProgramEnding> {
  const more = ['--json', '--wait', '20', ...(closes ? ['--close'] : [])];
  if (deed === 'disable')
    return runBuiltProgram('user', dataDir, ['disable', victim.name, ...more]);
  return runBuiltProgram('stop', dataDir, [
    ...(deed === 'stop all' ? ['--all'] : [victim.name]),
    ...more,
  ]);
}

/**
 * Lets the operator act while the server goes on, or is killed or ended around it; the server runs
 * afterwards.
 */
async function actAround(plan: Plan, victim: Trader): Promise<ProgramEnding> {
  if (plan.ending === 'killed before') {
    await endServer('SIGKILL');
    const ending = await operate(plan, victim);
    await startServer();
    return ending;
  }
  const acting = operate(plan, victim);
  if (plan.ending !== 'goes on') {
    await pause(plan.signalMs);
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
    .all(requestKey(id));
}

/** What would mean that the user still trades after a record. */
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

/** Positions that neither left nor have an exit on its way. */
const keptPositions = ({ id }: Trader): string[] =>
  db.$client
    .prepare<[string], string>(
      `SELECT position.id FROM position WHERE user_id = ? AND status = 'ACTIVE'
     AND NOT EXISTS (SELECT 1 FROM trade_order WHERE trade_order.position_id = position.id AND purpose = 'EXIT' AND trade_order.state IN ('SENT', 'ACKNOWLEDGED', 'INTENT'))`,
    )
    .pluck()
    .all(id);

/** Users other than the stopped one to whom the command did something. */
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
    const roll = diceOfRun(run);
    const plan = buildPlan(roll);
    const where = `SCENARIO_SEED ${SCENARIO_SEED}, run ${run}, ${JSON.stringify(plan)}`;
    const [victim, other] = [makeTrader(`victim-${run}`), makeTrader(`other-${run}`)];
    expect([await pressRun(victim), await pressRun(other)], where).toEqual([200, 200]);
    const traders = new ApiTraders(origin, [victim, other], roll);
    const loops = { victim: keepTrading(traders, victim), other: keepTrading(traders, other) };
    await pause(plan.afterMs);
    // Whoever is only stopped may press RUN again; to see that nothing else starts trading, they
    // press nothing from here on.
    if (plan.deed !== 'disable') await loops.victim.stop();
    if (plan.deed === 'stop all') await loops.other.stop();
    const { code, stdout, stderr } = await actAround(plan, victim);
    const { request } = JSON.parse(stdout || '{}') as { request?: number };
    expect(request, `${where}: ${stdout}${stderr}`).toBeGreaterThan(0);
    const id = request ?? 0;
    await until(`${where}: the answer to request ${id}`, () => findRequestOutcome(db, id) !== null);
    if (plan.ending === 'goes on') expect(code, where).toBe(0);
    const [carried, ...more] = carriedOut(id);
    expect([carried !== undefined, more], where).toEqual([true, []]);
    const atMs = headMs();
    await until(`${where}: five minutes of prices`, () => headMs() >= atMs + 5 * MINUTE_MS);
    await Promise.all([loops.victim.stop(), loops.other.stop()]);
    if (!carried) return;
    const stopped = plan.deed === 'stop all' ? [victim, other] : [victim];
    expect(tradesAfter(carried.seq, stopped), where).toEqual([]);
    if (plan.closes) expect(stopped.flatMap(keptPositions), where).toEqual([]);
    if (plan.deed !== 'stop all') expect(touchedOthers(carried, victim), where).toEqual([]);
    // A disabled user is signed out: their calls answer 401 from then on.
    expect(
      traders.faults.filter((fault) => plan.deed !== 'disable' || !fault.includes('answered 401')),
      where,
    ).toEqual([]);
    expect(await pressRun(other), where).toBe(200);
    expect(await pressRun(victim), where).toBe(plan.deed === 'disable' ? 401 : 200);
    if (plan.deed === 'disable' && roll() < 0.5) await enableAgain(victim, where);
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

test('the runs had something to stop', async () => {
  await closeServer();
  console.info(
    `SCENARIO_SEED ${SCENARIO_SEED}: ${totals.stops} stops, ${totals.kills} around an end of the server, ${totals.entries} entries`,
  );
  expect([totals.stops, totals.entries > 0]).toEqual([RUNS, true]);
});
