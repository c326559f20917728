// Saving settings by calls: whole or not at all, once however often it is sent, and a broker key
// that only ever goes in.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, saveSettings } from '../../app/server/account/account.server';
import { openKey } from '../../app/server/account/broker-key.server';
import type { Terminal } from '../../app/models/desk/terminal';
import { createRefusal, rejectWith } from '../../app/trading/domain/outcome';
import { type Answer, type ApiDesk, type ApiUser, openApiDesk } from '../support/api-desk';

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

const settings = async (): Promise<Row> => (await user.get('settings')).body as Row;
const save = (body: object, key?: string): Promise<Answer> =>
  user.post('settings', body, key === undefined ? {} : { 'Idempotency-Key': key });
const stored = (): unknown => openKey(desk.terminal.db, user.id);

describe('a broker key', () => {
  it('goes in, is told by its end, stays when it is not named, and leaves when it is emptied', async () => {
    const saved = await save({ brokerApiKey: KEY });
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
      expect([JSON.stringify(body), (await save(body)).status, stored()]).toEqual([
        JSON.stringify(body),
        200,
        { ok: true, value: KEY },
      ]);
    }
    expect(JSON.stringify([saved.body, await settings()])).not.toContain('canary');
    expect(await save({ brokerApiKey: '' })).toMatchObject({
      status: 200,
      body: { settings: { brokerApiKey: null, brokerApiKeySet: false } },
    });
    expect(stored()).toMatchObject({ ok: false });
  });

  it('without the shape of one is a fault of the request, and nothing else of it is saved', async () => {
    await save({ brokerApiKey: KEY });
    const before = await settings();
    for (const brokerApiKey of ['canary', 'ACCOUNT:', 'A:canary:canary', 'x'.repeat(513), 17, {}]) {
      const answer = await save({ brokerApiKey, riskLevel: 'aggressive', tradingMode: 'paper' });
      expect([answer.status, typeof (answer.body as Row)['error']]).toEqual([400, 'string']);
      expect(JSON.stringify(answer.body)).not.toContain('canary');
    }
    expect(await settings()).toEqual(before);
    expect(stored()).toEqual({ ok: true, value: KEY });
  });

  it('is taken in every mode, and is no part of the books', async () => {
    for (const mode of ['simulation', 'paper', 'live'])
      expect((await save({ tradingMode: mode, brokerApiKey: KEY })).status).toBe(200);
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

  it('goes back to what it was when the rest cannot be saved, and is not touched when it cannot be stored', async () => {
    await save({ brokerApiKey: KEY });
    const busy = Object.create(desk.terminal, {
      execute: {
        value: () => Promise.resolve({ outcome: rejectWith(createRefusal('BUSY', 'busy')) }),
      },
    }) as Terminal;
    const caller: Caller = { desk: busy, userId: user.id, idempotencyKey: null };
    expect(await saveSettings(caller, { brokerApiKey: 'OTHER:0123456789' })).toMatchObject({
      code: 'BUSY',
    });
    expect(stored()).toEqual({ ok: true, value: KEY });
    desk.terminal.db.$client.pragma('query_only = ON');
    const answer = await save({ brokerApiKey: 'OTHER:0123456789', riskLevel: 'aggressive' });
    desk.terminal.db.$client.pragma('query_only = OFF');
    expect(answer).toMatchObject({ status: 503, body: { code: 'STORAGE' } });
    expect([stored(), (await settings())['riskLevel']]).toEqual([
      { ok: true, value: KEY },
      'moderate',
    ]);
  });
});

describe('a repeat', () => {
  it('answers the same and does nothing again, whatever was saved in between', async () => {
    const body = { riskLevel: 'aggressive', brokerApiKey: KEY, tradingMode: 'paper' };
    const first = await save(body, 'one');
    expect(await save(body, 'one')).toMatchObject({ status: 200, body: first.body as object });
    await save({ positionSize: 'small' }, 'two');
    const again = await save(body, 'one');
    expect(again).toMatchObject({
      status: 200,
      body: {
        success: true,
        settings: { riskLevel: 'aggressive', positionSize: 'small', brokerApiKey: MASK },
      },
    });
  });

  it('brings back neither a mode nor a level that was changed since', async () => {
    const body = { riskLevel: 'aggressive', tradingMode: 'paper' };
    await save(body, 'one');
    await save({ riskLevel: 'conservative', tradingMode: 'simulation' }, 'two');
    expect((await save(body, 'one')).status).toBe(200);
    expect(await settings()).toMatchObject({
      riskLevel: 'conservative',
      tradingMode: 'simulation',
    });
  });

  it('of a save that named the mode of then does not go back to it', async () => {
    await save({ tradingMode: 'simulation' }, 'one');
    await save({ tradingMode: 'paper' }, 'two');
    await save({ tradingMode: 'simulation' }, 'one');
    expect(await settings()).toMatchObject({ tradingMode: 'paper' });
  });

  it('writes no record', async () => {
    await save({ riskLevel: 'aggressive', tradingMode: 'paper' }, 'one');
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
    await save({ riskLevel: 'aggressive', tradingMode: 'paper' }, 'one');
    expect(ofUser()).toBe(before);
  });

  it('with other settings or another broker key is another request, and is refused', async () => {
    await save({ riskLevel: 'aggressive', brokerApiKey: KEY }, 'one');
    for (const body of [
      { riskLevel: 'moderate', brokerApiKey: KEY },
      { riskLevel: 'aggressive', brokerApiKey: 'OTHER:0123456789' },
      { riskLevel: 'aggressive', brokerApiKey: '' },
    ]) {
      expect(await save(body, 'one')).toMatchObject({ status: 409, body: { code: 'KEY_REUSED' } });
    }
    expect([stored(), (await settings())['riskLevel']]).toEqual([
      { ok: true, value: KEY },
      'aggressive',
    ]);
  });
});

describe('settings', () => {
  it('saved at the same moment do not undo each other', async () => {
    const bodies = [
      { riskLevel: 'aggressive' },
      { positionSize: 'small' },
      { refreshInterval: '5s' },
      { weatherUpdatesEnabled: false },
      { priceAlertsEnabled: false },
    ];
    expect(
      (await Promise.all(bodies.map((body) => save(body)))).map(({ status }) => status),
    ).toEqual(bodies.map(() => 200));
    expect(await settings()).toMatchObject(Object.assign({}, ...bodies) as object);
  });

  it('take no interval as the usual one', async () => {
    expect((await settings())['refreshInterval']).toBeNull();
    for (const refreshInterval of ['15s', null])
      expect(await save({ refreshInterval })).toMatchObject({
        status: 200,
        body: { settings: { refreshInterval } },
      });
    await save({ refreshInterval: '1m' });
    expect(await save({})).toMatchObject({ body: { settings: { refreshInterval: '1m' } } });
    expect((await save({ refreshInterval: '45s' })).status).toBe(400);
  });

  it('hold the mode to its limits: the rest is saved, the answer says when', async () => {
    for (const mode of ['paper', 'live', 'simulation', 'paper', 'live', 'simulation'])
      expect((await save({ tradingMode: mode })).status).toBe(200);
    const late = await save({ tradingMode: 'paper', riskLevel: 'aggressive' });
    expect(late).toMatchObject({
      status: 429,
      body: {
        code: 'MODE_SWITCH_RATE',
        error: expect.any(String) as string,
        resetTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      },
    });
    expect(Number(late.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await settings()).toMatchObject({ tradingMode: 'simulation', riskLevel: 'aggressive' });
  });
});
