// Saving settings by API: completely or not at all, once per key, and a write-only broker key.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, saveSettings } from '../../app/server/account/account.server';
import { unsealKey } from '../../app/server/account/broker-key.server';
import type { Terminal } from '../../app/models/desk/terminal';
import { createRefusal, rejectWith } from '../../app/trading/domain/outcome';
import { type ApiResponse, type ApiDesk, type ApiUser, openApiDesk } from '../support/api-desk';

const SECRET = 'canary-0123456789-WXYZ';
const KEY = `DU12345:${SECRET}`;
const MASK = '\u2022\u2022\u2022\u2022\u2022\u2022\u2022\u2022WXYZ';
type Row = Readonly<Record<string, unknown>>;
let desk: ApiDesk;
let user: ApiUser;
let count = 0;

beforeAll(async () => {
  desk = await openApiDesk();
});
afterAll(() => desk?.close());
beforeEach(async () => {
  user = await desk.user(`saver-${(count += 1)}`);
});

const getSettings = async (): Promise<Row> => (await user.get('settings')).body as Row;
const postSettings = (body: object, key?: string): Promise<ApiResponse> =>
  user.post('settings', body, key === undefined ? {} : { 'Idempotency-Key': key });
const readStoredKey = (): unknown => unsealKey(desk.terminal.db, user.id);

describe('a broker key', () => {
  it('is stored, shown masked, kept when absent and removed when empty', async () => {
    const saved = await postSettings({ brokerApiKey: KEY });
    expect(saved).toMatchObject({
      status: 200,
      body: {
        success: true,
        settings: { brokerApiKey: MASK, brokerApiKeySet: true, brokerApiKeyError: null },
      },
    });
    for (const body of [
      {},
      { brokerApiKey: null },
      { brokerApiKey: MASK },
      { riskLevel: 'aggressive' },
    ]) {
      expect([JSON.stringify(body), (await postSettings(body)).status, readStoredKey()]).toEqual([
        JSON.stringify(body),
        200,
        { ok: true, value: KEY },
      ]);
    }
    expect(JSON.stringify([saved.body, await getSettings()])).not.toContain('canary');
    expect(await postSettings({ brokerApiKey: '' })).toMatchObject({
      status: 200,
      body: { settings: { brokerApiKey: null, brokerApiKeySet: false } },
    });
    expect(readStoredKey()).toMatchObject({ ok: false });
  });

  it('with an invalid format is rejected, and nothing else is saved', async () => {
    await postSettings({ brokerApiKey: KEY });
    const before = await getSettings();
    for (const brokerApiKey of ['canary', 'ACCOUNT:', 'A:canary:canary', 'x'.repeat(513), 17, {}]) {
      const answer = await postSettings({
        brokerApiKey,
        riskLevel: 'aggressive',
        tradingMode: 'paper',
      });
      expect([answer.status, typeof (answer.body as Row)['error']]).toEqual([400, 'string']);
      expect(JSON.stringify(answer.body)).not.toContain('canary');
    }
    expect(await getSettings()).toEqual(before);
    expect(readStoredKey()).toEqual({ ok: true, value: KEY });
  });

  it('is accepted in every mode, and is not part of the accounts', async () => {
    for (const mode of ['simulation', 'paper', 'live'])
      expect((await postSettings({ tradingMode: mode, brokerApiKey: KEY })).status).toBe(200);
    const { db } = desk.terminal;
    const tables = db.$client
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .pluck()
      .all();
    const rows = tables.flatMap((table) =>
      db.$client
        .prepare<[], object>(`SELECT * FROM "${table}"`)
        .all()
        .map((row) => `${table} ${JSON.stringify(row)}`),
    );
    expect(rows.filter((row) => row.includes('SettingsSaved')).length).toBeGreaterThan(0);
    expect(rows.filter((row) => row.includes('canary'))).toEqual([]);
    expect(rows.filter((row) => /brokerApiKey/.test(row))).toEqual([]);
  });

  it('is restored when the rest cannot be saved, and unchanged when it cannot be stored', async () => {
    await postSettings({ brokerApiKey: KEY });
    const busy = Object.create(desk.terminal, {
      execute: {
        value: () => Promise.resolve({ outcome: rejectWith(createRefusal('BUSY', 'busy')) }),
      },
    }) as Terminal;
    const caller: Caller = { desk: busy, userId: user.id, idempotencyKey: null };
    expect(await saveSettings(caller, { brokerApiKey: 'OTHER:0123456789' })).toMatchObject({
      code: 'BUSY',
    });
    expect(readStoredKey()).toEqual({ ok: true, value: KEY });
    desk.terminal.db.$client.pragma('query_only = ON');
    const answer = await postSettings({
      brokerApiKey: 'OTHER:0123456789',
      riskLevel: 'aggressive',
    });
    desk.terminal.db.$client.pragma('query_only = OFF');
    expect(answer).toMatchObject({ status: 503, body: { code: 'STORAGE' } });
    expect([readStoredKey(), (await getSettings())['riskLevel']]).toEqual([
      { ok: true, value: KEY },
      'moderate',
    ]);
  });
});

describe('a repeat', () => {
  it('gets the same response and does nothing, whatever was saved in between', async () => {
    const body = { riskLevel: 'aggressive', brokerApiKey: KEY, tradingMode: 'paper' };
    const first = await postSettings(body, 'one');
    expect(await postSettings(body, 'one')).toMatchObject({
      status: 200,
      body: first.body as object,
    });
    await postSettings({ positionSize: 'small' }, 'two');
    const again = await postSettings(body, 'one');
    expect(again).toMatchObject({
      status: 200,
      body: {
        success: true,
        settings: { riskLevel: 'aggressive', positionSize: 'small', brokerApiKey: MASK },
      },
    });
  });

  it('reverts neither the mode nor the risk level changed since', async () => {
    const body = { riskLevel: 'aggressive', tradingMode: 'paper' };
    await postSettings(body, 'one');
    await postSettings({ riskLevel: 'conservative', tradingMode: 'simulation' }, 'two');
    expect((await postSettings(body, 'one')).status).toBe(200);
    expect(await getSettings()).toMatchObject({
      riskLevel: 'conservative',
      tradingMode: 'simulation',
    });
  });

  it('of a save with a mode does not switch back to that mode', async () => {
    await postSettings({ tradingMode: 'simulation' }, 'one');
    await postSettings({ tradingMode: 'paper' }, 'two');
    await postSettings({ tradingMode: 'simulation' }, 'one');
    expect(await getSettings()).toMatchObject({ tradingMode: 'paper' });
  });

  it('writes no record', async () => {
    await postSettings({ riskLevel: 'aggressive', tradingMode: 'paper' }, 'one');
    const ofUser = (): number =>
      desk.terminal.db.$client
        .prepare<
          [string],
          number
        >("SELECT count(*) FROM event WHERE user_id = ? AND type IN ('CommandReceived', 'SettingsSaved', 'ModeSelected')")
        .pluck()
        .get(user.id) ?? 0;
    const before = ofUser();
    expect(before).toBeGreaterThan(2);
    await postSettings({ riskLevel: 'aggressive', tradingMode: 'paper' }, 'one');
    expect(ofUser()).toBe(before);
  });

  it('with other settings or another broker key is rejected as another request', async () => {
    await postSettings({ riskLevel: 'aggressive', brokerApiKey: KEY }, 'one');
    for (const body of [
      { riskLevel: 'moderate', brokerApiKey: KEY },
      { riskLevel: 'aggressive', brokerApiKey: 'OTHER:0123456789' },
      { riskLevel: 'aggressive', brokerApiKey: '' },
    ]) {
      expect(await postSettings(body, 'one')).toMatchObject({
        status: 409,
        body: { code: 'KEY_REUSED' },
      });
    }
    expect([readStoredKey(), (await getSettings())['riskLevel']]).toEqual([
      { ok: true, value: KEY },
      'aggressive',
    ]);
  });
});

describe('settings', () => {
  it('saved at the same moment do not overwrite each other', async () => {
    const bodies = [
      { riskLevel: 'aggressive' },
      { positionSize: 'small' },
      { refreshInterval: '5s' },
      { weatherUpdatesEnabled: false },
      { priceAlertsEnabled: false },
    ];
    expect(
      (await Promise.all(bodies.map((body) => postSettings(body)))).map(({ status }) => status),
    ).toEqual(bodies.map(() => 200));
    expect(await getSettings()).toMatchObject(Object.assign({}, ...bodies) as object);
  });

  it('treat no refresh interval as the default', async () => {
    expect((await getSettings())['refreshInterval']).toBeNull();
    for (const refreshInterval of ['15s', null])
      expect(await postSettings({ refreshInterval })).toMatchObject({
        status: 200,
        body: { settings: { refreshInterval } },
      });
    await postSettings({ refreshInterval: '1m' });
    expect(await postSettings({})).toMatchObject({ body: { settings: { refreshInterval: '1m' } } });
    expect((await postSettings({ refreshInterval: '45s' })).status).toBe(400);
  });

  it('apply the mode switch limit: the rest is saved, and the response has the next time', async () => {
    for (const mode of ['paper', 'live', 'simulation', 'paper', 'live', 'simulation'])
      expect((await postSettings({ tradingMode: mode })).status).toBe(200);
    const late = await postSettings({ tradingMode: 'paper', riskLevel: 'aggressive' });
    expect(late).toMatchObject({
      status: 429,
      body: {
        code: 'MODE_SWITCH_RATE',
        error: expect.any(String) as string,
        resetTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      },
    });
    expect(Number(late.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await getSettings()).toMatchObject({
      tradingMode: 'simulation',
      riskLevel: 'aggressive',
    });
  });
});
