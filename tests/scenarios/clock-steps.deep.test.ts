// Steps the wall clock of a running server while a user trades through the API; the monotonic clock
// is unchanged.
import Sqlite from 'better-sqlite3';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ensureBuilt } from '../../build.js';
import { auditFile, findAuditFault } from '../../app/programs/books/audit-file';
import { type DeskServer, Visitor, startDesk } from '../support/desk-server';
import { CLOCK_ADVICE, findClockLibrary } from '../support/find-clock-library.js';
import { SCENARIO_SEED, createRunRandom, getScenarioRunCount } from '../support/scenario-runs';

const RUNS = getScenarioRunCount(1);
const SECOND_S = 1;
const HOUR_S = 3600;
const DAY_S = 86_400;
const LIMIT_MS = 5000;
/** A quote every 5 s, and a busy machine. */
const QUOTE_AGE_MS_MAX = 20_000;

beforeAll(() => ensureBuilt());

function findLibrary(): string {
  const library = findClockLibrary();
  if (library === null) throw new Error(CLOCK_ADVICE);
  return library;
}

/** A server whose wall clock offset, in seconds, is in a file. */
async function startStepped(): Promise<{
  readonly desk: DeskServer;
  setClock(bySeconds: number): void;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'frontmonth-steps-'));
  const file = join(folder, 'offset');
  // Renamed into place, so that no partial file is read.
  const setClock = (bySeconds: number): void => {
    writeFileSync(`${file}.new`, `${bySeconds < 0 ? '-' : '+'}${Math.abs(bySeconds)}\n`);
    renameSync(`${file}.new`, file);
  };
  setClock(0);
  const desk = await startDesk('server.js', {
    LD_PRELOAD: findLibrary(),
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_NO_CACHE: '1',
    FAKETIME_TIMESTAMP_FILE: file,
    // Sessions use the wall clock and must outlast the steps.
    SESSION_IDLE_MINUTES: '10080',
    SESSION_MINUTES_MAX: '43200',
  });
  onTestFinished(async ({ task }) => {
    const code = await desk.stop();
    if (task.result?.state === 'fail')
      console.error(`the server ended with ${code}:\n${desk.output().slice(-4000)}`);
    rmSync(folder, { recursive: true, force: true });
  });
  return { desk, setClock };
}

interface Quote {
  readonly symbol: string;
  readonly price: string;
  readonly asOf: string;
}

interface Position {
  readonly id: string;
  readonly status: string;
}

/** Polls until the answer matches; only the bound is a time. */
async function waitUntil<T>(
  what: string,
  ask: () => Promise<T>,
  isWanted: (answer: T) => boolean,
  boundMs = 60_000,
): Promise<T> {
  let last: T | null = null;
  for (
    const startedMs = performance.now();
    performance.now() - startedMs < boundMs;
    await new Promise((resolve) => setTimeout(resolve, 100))
  ) {
    last = await ask();
    if (isWanted(last)) return last;
  }
  throw new Error(
    `${what} did not come about; the last answer was ${JSON.stringify(last)?.slice(0, 2000)}`,
  );
}

const TRIES = 3;

class Trader {
  constructor(private readonly visitor: Visitor) {}

  /** Retries on a closed keep-alive connection; every request here may be repeated. */
  private async retryRequest(send: () => Promise<Response>): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof TypeError) || tries === TRIES) throw error;
      }
    }
  }

  /** Text of the dashboard, without markup. */
  readonly page = async (): Promise<string> =>
    (await (await this.retryRequest(() => this.visitor.request('/'))).text())
      .replace(/<script[\s\S]*?<\/script>/g, '')
      .replace(/<[^>]+>/g, ' ');

  private async getJson<T>(path: string): Promise<T> {
    const response = await this.retryRequest(() => this.visitor.request(`/api/${path}`));
    if (!response.ok)
      throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Time of the newest quote, in ms. */
  readonly quotedMs = async (): Promise<number> =>
    Math.max(
      ...(await this.getJson<Quote[]>('natural-gas-futures')).map(({ asOf }) => Date.parse(asOf)),
    );
  readonly open = async (): Promise<Position[]> =>
    (await this.getJson<Position[]>('trading-positions')).filter(
      ({ status }) => status === 'ACTIVE',
    );

  async postForm(path: string, body: object = {}): Promise<number> {
    return (await this.retryRequest(() => this.visitor.postJson(`/api/${path}`, body))).status;
  }
}

interface LoggedRow {
  readonly seq: number;
  readonly type: string;
  readonly atMs: number;
  readonly payload: string;
}

function read<T>(dataDir: string, ask: (db: Sqlite.Database) => T): T {
  const db = new Sqlite(join(dataDir, 'frontmonth.db'), { readonly: true });
  try {
    return ask(db);
  } finally {
    db.close();
  }
}

const computeHead = (dataDir: string): number =>
  read(
    dataDir,
    (db) => db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM event').pluck().get() ?? 0,
  );
const rowsAfter = (dataDir: string, seq: number): LoggedRow[] =>
  read(dataDir, (db) =>
    db
      .prepare<
        [number],
        LoggedRow
      >('SELECT seq, type, at_ms AS atMs, payload FROM event WHERE seq > ? ORDER BY seq')
      .all(seq),
  );

const isEntry = ({ type, payload }: LoggedRow): boolean =>
  type === 'OrderPlaced' &&
  (JSON.parse(payload) as { order: { purpose: string } }).order.purpose === 'ENTRY';
const clockRefusals = (rows: readonly LoggedRow[]): number =>
  rows.filter(
    ({ type, payload }) =>
      type === 'OrderRefused' &&
      (JSON.parse(payload) as { refusal: { code: string } }).refusal.code === 'CLOCK',
  ).length;

/** Positions whose close is on record. */
const listCloseRequests = (rows: readonly LoggedRow[]): ReadonlySet<string> =>
  new Set(
    rows
      .filter(({ type }) => type === 'CloseRequested')
      .flatMap(({ payload }) =>
        (JSON.parse(payload) as { positions: readonly { positionId: string }[] }).positions.map(
          ({ positionId }) => positionId,
        ),
      ),
  );

/** Step in seconds: back or ahead, seconds to days. */
function rollStep(roll: () => number): number {
  const [least, most] =
    roll() < 0.3
      ? [8 * SECOND_S, 120]
      : roll() < 0.5
        ? [HOUR_S / 2, 3 * HOUR_S]
        : [DAY_S, 6 * DAY_S];
  return Math.round(least + roll() * (most - least)) * (roll() < 0.5 ? -1 : 1);
}

test(`${RUNS} steps of the wall clock hold up entries alone`, { timeout: 3_600_000 }, async () => {
  const { desk, setClock } = await startStepped();
  const trader = new Trader(await new Visitor(desk.origin).signIn());
  await waitUntil('Online', trader.page, (page) => page.includes('Online'));
  const totals = { refused: 0, closed: 0 };
  await trader.postForm('auto-trading/start');
  await waitUntil('an open position', trader.open, (rows) => rows.length > 0, 120_000);
  for (let run = 0; run < RUNS; run += 1) {
    const roll = createRunRandom(run);
    const bySeconds = rollStep(roll);
    const where = `seed ${SCENARIO_SEED}, run ${run}, step of ${bySeconds} s`;
    await trader.postForm('auto-trading/start');
    const held = await trader.open();
    const before = await trader.quotedMs();
    setClock(bySeconds);
    const head = computeHead(desk.dataDir);
    const page = await trader.page();
    expect(page, where).toContain('Degraded');
    expect(page, where).toMatch(
      bySeconds < 0
        ? /The system clock jumped [^.]+ back at/
        : /The system clock jumped [^.]+ ahead at/,
    );
    await waitUntil(`${where}: a newer price`, trader.quotedMs, (atMs) => atMs > before, 30_000);
    expect(Math.abs((await trader.quotedMs()) - Date.now()), where).toBeLessThan(QUOTE_AGE_MS_MAX);
    // 409: no position.
    expect([200, 409], where).toContain(await trader.postForm('trading-positions/close-all'));
    // After CLOSE all is off: RUN would enter every current target but for the clock.
    await trader.postForm('auto-trading/start');
    await trader.postForm('auto-trading/stop');
    const rows = rowsAfter(desk.dataDir, head);
    expect([where, rows.filter(isEntry).length]).toEqual([where, 0]);
    const requested = listCloseRequests(rowsAfter(desk.dataDir, 0));
    const unrequested = (await trader.open()).filter(({ id }) => !requested.has(id));
    expect([where, unrequested]).toEqual([where, []]);
    // The exit fills at the next fresh price, which a busy machine delivers later.
    await waitUntil(`${where}: no open position`, trader.open, (open) => open.length === 0);
    totals.refused += clockRefusals(rows);
    totals.closed += held.length;
    setClock(0);
    await waitUntil(
      `${where}: Online again`,
      trader.page,
      (text) => text.includes('Online') && !text.includes('Degraded'),
      20_000,
    );
    const aheadMs = Math.max(...rowsAfter(desk.dataDir, 0).map(({ atMs }) => atMs)) - Date.now();
    expect(aheadMs, where).toBeLessThanOrEqual(LIMIT_MS);
  }
  expect(await desk.end()).toBe(0);
  expect(findAuditFault(auditFile(join(desk.dataDir, 'frontmonth.db')))).toBeNull();
  console.info(
    `seed ${SCENARIO_SEED}: ${RUNS} steps, ${totals.refused} entries refused, ${totals.closed} positions closed meanwhile`,
  );
  expect(Math.min(totals.refused, totals.closed)).toBeGreaterThan(0);
});
