// Secrets in wrong places: password, broker key and cookie are sent everywhere and errors provoked,
// then all files and logs are searched.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeskServer, USERNAME, Visitor, startDesk } from '../support/desk-server';
import { ROOT } from '../support/source-files';

const CANARIES = {
  password: 'canary-password-4f7d0c',
  wrongPassword: 'canary-mistyped-91ab3e',
  brokerKey: 'canary-broker-key-77c1d2',
  badKey: 'canary-shapeless-key-5e',
  cookie: 'canary-cookie-0b8f6a',
  header: 'canary-header-2c9d5b',
  query: 'canary-query-88e1f0',
  masterKey: 'canary-master-key-of-the-settings-aa55',
  metricsToken: 'canary-metrics-token-6d3',
};
const FULL_KEY = `DU4711:${CANARIES.brokerKey}`;
let desk: DeskServer;
const answers: string[] = [];

beforeAll(async () => {
  desk = await startDesk('server.js', {
    LOG_LEVEL: 'trace',
    FRONTMONTH_PASSWORD: CANARIES.password,
    MASTER_KEY: CANARIES.masterKey,
    METRICS_TOKEN: CANARIES.metricsToken,
  });
});
afterAll(() => desk?.stop());

async function recordResponse(response: Promise<Response>): Promise<number> {
  const { status, text, headers } = await response.then(async (answer) => ({
    status: answer.status,
    text: await answer.text(),
    headers: answer.headers,
  }));
  answers.push(text, [...headers].filter(([name]) => name !== 'set-cookie').join('\n'));
  return status;
}

/** Renames a table under the running desk, so that its queries fail. */
async function withoutTable(table: string, action: () => Promise<void>): Promise<void> {
  const db = new Sqlite(join(desk.dataDir, 'frontmonth.db'), { timeout: 5000 });
  db.pragma('foreign_keys = OFF');
  db.pragma('legacy_alter_table = ON');
  db.exec(`ALTER TABLE ${table} RENAME TO taken_away`);
  await action();
  db.exec(`ALTER TABLE taken_away RENAME TO ${table}`);
  db.close();
}

async function sendEverywhere(visitor: Visitor): Promise<void> {
  const { wrongPassword, brokerKey, badKey, cookie, header, query } = CANARIES;
  const odd = {
    Authorization: `Bearer ${header}`,
    'X-Api-Key': header,
    Referer: `${desk.origin}/?token=${query}`,
    'User-Agent': header,
  };
  await recordResponse(
    new Visitor(desk.origin).postJson('/api/auth/login', {
      username: USERNAME,
      password: wrongPassword,
    }),
  );
  await recordResponse(
    new Visitor(desk.origin).postJson('/api/auth/login', {
      username: wrongPassword,
      password: wrongPassword,
    }),
  );
  await recordResponse(
    new Visitor(desk.origin).postForm(
      `/login?password=${query}&redirectTo=/${query}`,
      { username: USERNAME, password: wrongPassword, token: brokerKey },
      { Origin: desk.origin },
    ),
  );
  await recordResponse(visitor.request(`/?password=${query}`, { headers: odd })); // a page contains the requested address: only the log is searched for it
  await recordResponse(
    visitor.request(`/api/settings?brokerApiKey=${brokerKey}&cookie=${cookie}`, { headers: odd }),
  );
  await recordResponse(
    fetch(`${desk.origin}/`, {
      redirect: 'manual',
      headers: { Cookie: `frontmonth=${cookie}; other=${cookie}` },
    }),
  );
  await recordResponse(
    fetch(`${desk.origin}/api/settings`, { headers: { Cookie: `frontmonth=${cookie}` } }),
  );
  expect(
    await recordResponse(visitor.postJson('/api/settings', { brokerApiKey: badKey }, odd)),
  ).toBe(400);
  expect(
    await recordResponse(
      visitor.postJson('/api/settings', { riskLevel: brokerKey, apiKey: brokerKey }, odd),
    ),
  ).toBe(400);
  expect(
    await recordResponse(
      visitor.postJson('/api/settings', { brokerApiKey: { key: brokerKey } }, odd),
    ),
  ).toBe(400);
  await recordResponse(
    visitor.request('/api/settings', {
      method: 'POST',
      body: `{"brokerApiKey": "${brokerKey}`,
      headers: { 'Content-Type': 'application/json' },
    }),
  );
  await recordResponse(
    visitor.request('/api/settings', {
      method: 'POST',
      body: brokerKey,
      headers: { 'Content-Type': 'text/plain' },
    }),
  );
  await recordResponse(
    visitor.postForm('/api/settings', { brokerApiKey: brokerKey }, { Origin: desk.origin }),
  );
  await recordResponse(
    visitor.postForm(
      `/?intent=${query}`,
      { intent: brokerKey, csrf: cookie, password: wrongPassword },
      { Origin: desk.origin },
    ),
  );
  await recordResponse(
    visitor.postForm('/preferences', { theme: brokerKey }, { Origin: 'https://elsewhere.example' }),
  );
  await recordResponse(
    visitor.postJson('/api/trading/mode', {
      mode: 'paper',
      brokerApiKey: brokerKey,
      password: wrongPassword,
    }),
  );
  await recordResponse(
    visitor.postJson('/api/auto-trading/start', {
      brokerApiKey: brokerKey,
      password: wrongPassword,
    }),
  );
  await recordResponse(
    visitor.postJson(`/api/trading-positions/${query}/close`, { password: wrongPassword }),
  );
  await recordResponse(
    visitor.request('/metrics', { headers: { Authorization: `Bearer ${header}` } }),
  );
  await recordResponse(
    visitor.request('/metrics', { headers: { Authorization: `Bearer ${CANARIES.metricsToken}` } }),
  );
}

/** Every file of the data directory, with write-ahead log and backups. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test('no secret is in the log, the database, its write-ahead log, a backup or a response', async () => {
  const visitor = await new Visitor(desk.origin).signIn(USERNAME, CANARIES.password);
  const sessionId = visitor.cookie('frontmonth') ?? expect.fail('there is a session');
  const { csrf } = await visitor.formFields('/');
  expect(
    await recordResponse(
      visitor.postJson(
        '/api/settings',
        { brokerApiKey: FULL_KEY, riskLevel: 'aggressive' },
        { 'Idempotency-Key': 'first' },
      ),
    ),
  ).toBe(200);
  await sendEverywhere(visitor);
  await withoutTable('broker_key', async () =>
    expect(
      await recordResponse(visitor.postJson('/api/settings', { brokerApiKey: FULL_KEY })),
    ).toBe(500),
  );
  await withoutTable('session', async () => {
    expect(await recordResponse(visitor.request(`/?password=${CANARIES.query}`))).toBe(500);
    expect(await recordResponse(visitor.request('/api/trading-positions'))).toBe(500);
  });
  expect(existsSync(join(desk.dataDir, 'frontmonth.db-wal'))).toBe(true);
  execFileSync(
    process.execPath,
    [join(ROOT, 'build', 'programs', 'backup.js'), '--data-dir', desk.dataDir],
    { encoding: 'utf8' },
  );
  const files = listFiles(desk.dataDir);
  expect(files.filter((file) => /backups.frontmonth-.*\.db$/.test(file))).toHaveLength(1);

  const log = desk.output();
  for (const wanted of [
    '"route":"/api/settings"',
    '"status":500',
    'no such table',
    'a broker key was changed',
    'a sign-in failed',
  ])
    expect(log).toContain(wanted);
  const contents = files.map(
    (file) => [file.slice(desk.dataDir.length), readFileSync(file).toString('latin1')] as const,
  );
  const listHits = (
    secrets: Readonly<Record<string, string>>,
    among: readonly (readonly [string, string])[],
  ): string[] =>
    among.flatMap(([place, text]) =>
      Object.entries(secrets)
        .filter(([, secret]) => text.includes(secret))
        .map(([name]) => `${name} in ${place}`),
    );
  expect(listHits({ ...CANARIES, sessionId }, [['the log', log], ...contents])).toEqual([]);
  expect(listHits({ csrf }, [['the log', log]])).toEqual([]);
  const { password, brokerKey, masterKey, metricsToken, cookie } = CANARIES;
  expect(
    listHits(
      { password, brokerKey, masterKey, metricsToken, cookie, sessionId },
      answers.map((text, at) => [`answer ${at}: ${text.slice(0, 80)}`, text]),
    ),
  ).toEqual([]);
  expect(
    log
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .every((line) => typeof (JSON.parse(line) as { level: unknown }).level === 'number'),
  ).toBe(true);
});
