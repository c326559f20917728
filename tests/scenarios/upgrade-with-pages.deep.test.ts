// An upgrade between two builds, on a database that is one migration behind: two users hold positions, and
// their pages stay open. Nothing is lost, and old pages work on or say what to do.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { ensureBuilt } from '../../build.js';
import { auditDatabase } from '../../app/audit/audit-database';
import {
  type Database,
  closeDatabase,
  openDatabase,
  prepareDatabasePath,
} from '../../db/client.server';
import { Visitor } from '../support/desk-server';
import { createFormerVersion, reduceSchema } from '../support/former-version';
import { findFreePort } from '../support/free-port';
import { ServerRun } from '../support/killer-server';
import { createSignedInUsers } from '../support/signed-in-users';
import { SocketClient } from '../support/socket-client';
import { chooseCrudeTrend, waitUntilStatic } from '../support/static-desk';
import { writeStaticMarket } from '../support/static-market';

const NEW_VERSION = 'A new version was installed. Reload the page.';
const PROBE_EVERY_MS = 20;

let folder: string;
const getFolder = (name: string): string => join(folder, name);
beforeAll(async () => {
  await ensureBuilt();
  folder = mkdtempSync(join(tmpdir(), 'frontmonth-upgrade-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pauseFor = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A page as the browser has it: the fields of its forms, its script and its version. */
interface OpenPage {
  readonly fields: Record<string, string>;
  readonly script: string;
  readonly version: string;
}

async function openPage(visitor: Visitor): Promise<OpenPage> {
  const html = await (await visitor.request('/')).text();
  const findText = (pattern: RegExp): string => pattern.exec(html)?.[1] ?? '';
  return {
    fields: {
      csrf: findText(/name="csrf" value="([^"]+)"/),
      key: findText(/name="key" value="([^"]+)"/),
      book: findText(/name="book" value="([^"]+)"/),
    },
    script: findText(/(\/assets\/entry\.client-[\w-]+\.js)/),
    version: findText(/data-version="([^"]+)"/),
  };
}

/** Positions and cash, without times, and without the note that the static market brings no new prices. */
async function readAccount(visitor: Visitor): Promise<unknown> {
  const positions = (await (await visitor.request('/api/trading-positions')).json()) as object[];
  const performance = (await (
    await visitor.request('/api/portfolio-performance?timeframe=1d')
  ).json()) as { current: object };
  return JSON.parse(
    JSON.stringify({ positions, current: performance.current }, (name, value: unknown) =>
      ['asOfSeq', 'asOf', 'pending'].includes(name) ? undefined : value,
    ),
  );
}

/** Looks again and again whether the server answers, until the returned function is called. */
function watchServer(origin: string): () => Promise<number> {
  const answeredMs: number[] = [];
  let isOver = false;
  const probeServer = async (): Promise<void> => {
    while (!isOver) {
      const isAnswered = await fetch(`${origin}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isAnswered) answeredMs.push(performance.now());
      await pauseFor(PROBE_EVERY_MS);
    }
  };
  const watching = probeServer();
  return async () => {
    isOver = true;
    await watching;
    return Math.max(...answeredMs.slice(1).map((ms, index) => ms - (answeredMs[index] ?? ms)));
  };
}

interface SentChange {
  readonly key: string;
  readonly body: object;
  /** Null where no answer came. */
  readonly status: number | null;
}

const sendChange = async (visitor: Visitor, key: string, body: object): Promise<SentChange> => ({
  key,
  body,
  status: await visitor
    .postJson('/api/auto-trading/toggle-commodity', body, { 'Idempotency-Key': key })
    .then(
      ({ status }) => status,
      () => null,
    ),
});

/** Sends one change after the other, until the returned function is called. */
function keepChanging(visitor: Visitor): () => Promise<readonly SentChange[]> {
  const sent: SentChange[] = [];
  let isOver = false;
  const sendChanges = async (): Promise<void> => {
    for (let count = 0; !isOver; count += 1) {
      const body = { commodity: 'corn', enabled: count % 2 === 0 };
      sent.push(await sendChange(visitor, `change-${count}`, body));
      await pauseFor(PROBE_EVERY_MS);
    }
  };
  const changing = sendChanges();
  return async () => {
    isOver = true;
    await changing;
    return sent;
  };
}

function useDatabase<T>(dataDir: string, work: (db: Database) => T): T {
  const db = openDatabase(prepareDatabasePath(dataDir));
  try {
    return work(db);
  } finally {
    closeDatabase(db);
  }
}

const countCommands = (db: Database, userId: string, key: string): unknown =>
  db.$client
    .prepare(
      "SELECT count(*) FROM event WHERE type = 'CommandReceived' AND user_id = ? AND json_extract(payload, '$.idempotencyKey') = ?",
    )
    .pluck()
    .get(userId, key);

it('keeps positions, cash, sessions and open pages', async () => {
  const [dataDir, historyDir, former] = ['data', 'histories', 'former'].map(getFolder) as [
    string,
    string,
    string,
  ];
  createFormerVersion(former);
  mkdirSync(historyDir);
  writeStaticMarket(historyDir);
  const users = createSignedInUsers(dataDir, 2);
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const options = { port, dataDir, historyDir, barsPerSecond: 100_000 };
  const visitors = users.map(({ cookie }) =>
    new Visitor(origin).setCookie('frontmonth', cookie.split('=')[1] ?? ''),
  );
  const [ann, bob] = visitors as [Visitor, Visitor];
  const [annUser, bobUser] = users as [(typeof users)[0], (typeof users)[0]];

  const old = new ServerRun({ ...options, root: former });
  onTestFinished(() => old.signal('SIGKILL'));
  await old.ready(origin);
  await waitUntilStatic(ann, () => 'the former version');
  for (const visitor of visitors) {
    await chooseCrudeTrend(visitor);
    await visitor.postJson('/api/auto-trading/start', { commodity: 'crude-oil' });
  }
  const before = await Promise.all(visitors.map(readAccount));
  expect(before).toMatchObject([
    { positions: [{ commodity: 'crude-oil', status: 'ACTIVE' }] },
    { positions: [{ commodity: 'crude-oil', status: 'ACTIVE' }] },
  ]);
  const page = await openPage(ann);
  expect((await ann.request(page.script)).status).toBe(200);
  const socket = await SocketClient.open(origin, { Cookie: annUser.cookie });
  await socket.signIn(annUser.id);
  const welcome = await socket.waitForType('authenticated');
  expect(welcome.body['version']).toBe(page.version);

  const endWatch = watchServer(origin);
  const endChanges = keepChanging(bob);
  await pauseFor(5 * PROBE_EVERY_MS);
  old.signal('SIGTERM');
  expect(await old.ended).toMatchObject({ code: 0 });
  expect((await socket.closed).code).toBe(1001);
  useDatabase(dataDir, reduceSchema);
  const server = new ServerRun(options);
  onTestFinished(() => server.signal('SIGKILL'));
  await server.ready(origin);
  await pauseFor(5 * PROBE_EVERY_MS);
  const changes = await endChanges();
  console.log(`upgrade: ${Math.round(await endWatch())} ms without an answer`);

  // Each change was acknowledged, or got no answer: then it is sent again with its key.
  const unanswered = changes.filter(({ status }) => status === null);
  expect(changes.filter(({ status }) => status !== null && status !== 200)).toEqual([]);
  expect([changes.length > unanswered.length, unanswered.length > 0]).toEqual([true, true]);
  for (const { key, body } of unanswered)
    expect((await sendChange(bob, key, body)).status).toBe(200);

  // The old page: its figures, its form, its scripts and its socket.
  expect(await readAccount(ann)).toEqual(before[0]);
  const form = { ...page.fields, intent: 'run', commodity: 'corn' };
  for (let count = 0; count < 2; count += 1)
    expect((await ann.postForm('/', form)).status).toBe(303);
  const script = await ann.request(page.script);
  expect([script.status, (await script.text()).trim()]).toEqual([404, NEW_VERSION]);
  expect(script.headers.get('Content-Type')).toMatch(/^text\/plain/);
  const reconnected = await SocketClient.open(origin, { Cookie: annUser.cookie });
  await reconnected.signIn(annUser.id);
  const { version } = (await reconnected.waitForType('authenticated')).body;
  expect(version).not.toBe(page.version);
  const renewed = await openPage(ann);
  expect([renewed.version, (await ann.request(renewed.script)).status]).toEqual([version, 200]);

  server.signal('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0 });
  useDatabase(dataDir, (db) => {
    expect(auditDatabase(db.$client).firstDifferences).toEqual([]);
    expect(changes.map(({ key }) => countCommands(db, bobUser.id, key))).toEqual(
      changes.map(() => 1),
    );
    const formKeys = db.$client
      .prepare('SELECT idempotency_key FROM command WHERE user_id = ? AND idempotency_key LIKE ?')
      .all(annUser.id, `${page.fields['key']}:%`);
    expect(formKeys).toHaveLength(1);
  });
});
