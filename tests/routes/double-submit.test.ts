// Concurrent repeats of a request, as from double clicks, reloads, second tabs and retries: one
// effect, one response.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, SERVER_KINDS, USERNAME, Visitor } from '../support/desk-server';
import { normalizeCookies } from '../support/normalized-cookies';
import { chooseSize } from '../support/run-size';
import { type StaticDesk, startStaticDesk } from '../support/static-desk';
import { WRITES, type Write, type Writer, sendWrite, createWriter } from '../support/writes';

const TIMES = chooseSize(20, 50);
const COMMAND_WRITES = WRITES.filter(({ effect }) => effect !== null);

/** Contents of a response without values that change during the request. */
async function summarizeResponse(response: Response): Promise<string> {
  const text = (await response.text())
    .replace(/"asOfSeq":\d+/g, '"asOfSeq"')
    .replace(/"requestId":"[^"]*"/g, '"requestId"')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'moment');
  return `${response.status} ${response.headers.get('Location') ?? ''} ${normalizeCookies(response).join()} ${text}`;
}

const sendMany = (work: () => Promise<Response>): Promise<string[]> =>
  Promise.all(Array.from({ length: TIMES }, async () => summarizeResponse(await work())));

describe.each(SERVER_KINDS)('under %s', (kind) => {
  let desk: StaticDesk;
  beforeAll(async () => {
    desk = await startStaticDesk(kind);
  });
  afterAll(() => desk?.stop());

  /** Sends a write as a new user. Returns its record types and the number of requests. */
  async function countEffects(write: Write, work: (writer: Writer) => Promise<readonly string[]>) {
    const writer = await createWriter(desk, write);
    const from = desk.head();
    const answers = await work(writer);
    const records = desk.listRecords(writer.id, from).map(({ type }) => type);
    const { body } = {
      body: (await (await writer.visitor.request('/api/trading-positions')).json()) as {
        commodity: string;
        status: string;
        size: number;
        pnl: number;
      }[],
    };
    return {
      answers,
      commands: records.filter((type) => type === 'CommandReceived').length,
      effects: records.filter((type) => type !== 'CommandReceived' && type !== 'CommandRefused'),
      positions: body.map(({ commodity, status, size, pnl }) => ({ commodity, status, size, pnl })),
    };
  }
  const sendOnce = (write: Write) =>
    countEffects(write, async (writer) => [
      await summarizeResponse(await sendWrite(write, writer)),
    ]);

  it.each(COMMAND_WRITES)(
    '$name: with one key it runs once, and repeats get the same response',
    async (write) => {
      const single = await sendOnce(write);
      const repeated = await countEffects(write, (writer) =>
        sendMany(() =>
          write.isCall
            ? sendWrite(write, writer, { 'Idempotency-Key': 'the-same' })
            : sendWrite(write, writer, {}, { key: 'the-same' }),
        ),
      );
      // Risk-reducing actions run each time and may find nothing left: then only the text differs.
      const answers = write.effect?.ignoresKey
        ? repeated.answers.map((answer) => answer.split(' ').slice(0, 2).join(' '))
        : repeated.answers;
      expect(new Set(answers).size).toBe(1);
      expect(repeated.answers[0]).toMatch(/^(200|202|303) /);
      expect({ effects: repeated.effects, positions: repeated.positions }).toEqual({
        effects: single.effects,
        positions: single.positions,
      });
      if (write.effect?.commands !== 0) expect(single.effects.length).toBeGreaterThan(0);
      expect(single.commands).toBe(write.effect?.commands);
      if (!write.effect?.ignoresKey) expect(repeated.commands).toBe(write.effect?.commands);
    },
  );

  it.each(COMMAND_WRITES.filter(({ effect }) => effect?.isIdempotent))(
    '$name: without a key it runs once',
    async (write) => {
      const single = await sendOnce(write);
      const repeated = await countEffects(write, (writer) =>
        sendMany(() => sendWrite(write, writer)),
      );
      expect({ effects: repeated.effects, positions: repeated.positions }).toEqual({
        effects: single.effects,
        positions: single.positions,
      });
      expect(repeated.answers.filter((answer) => !/^(200|202|303|404|409) /.test(answer))).toEqual(
        [],
      );
      expect(
        repeated.answers.filter((answer) => /^(200|202|303) /.test(answer)).length,
      ).toBeGreaterThan(0);
    },
  );

  it('another command with the same key does not get the stored response', async () => {
    const { visitor } = await createWriter(desk, { effect: null });
    const key = { 'Idempotency-Key': 'start-corn-1' };
    expect(
      (await visitor.postJson('/api/auto-trading/start', { commodity: 'corn' }, key)).status,
    ).toBe(200);
    const reused = await visitor.postJson('/api/auto-trading/start', { commodity: 'wheat' }, key);
    expect([reused.status, ((await reused.json()) as { code: string }).code]).toEqual([
      409,
      'KEY_REUSED',
    ]);
    for (const bad of ['x'.repeat(201), 'two words'])
      expect(
        (await visitor.postJson('/api/auto-trading/stop', {}, { 'Idempotency-Key': bad })).status,
      ).toBe(400);
  });

  it('another user with the same key does not get the stored response', async () => {
    const [first, second] = [
      await createWriter(desk, { effect: null }),
      await createWriter(desk, { effect: null }),
    ];
    for (const { visitor } of [first, second])
      await visitor.postJson(
        '/api/auto-trading/start',
        { commodity: 'corn' },
        { 'Idempotency-Key': 'shared' },
      );
    for (const { id } of [first, second])
      expect(desk.listRecords(id).map(({ type }) => type)).toContain('CommodityStarted');
  });

  it('an old page stops, whatever its key was used for', async () => {
    const { visitor, csrf, id } = await createWriter(desk, { effect: null });
    const pressButton = (intent: string, more: Record<string, string> = {}) =>
      visitor.postForm('/', { intent, csrf, key: 'of-the-old-page', ...more });
    const isOn = async (): Promise<boolean> =>
      ((await (await visitor.request('/api/auto-trading/status')).json()) as { isActive: boolean })
        .isActive;
    for (const [intent, more] of [
      ['stop-all', {}],
      ['stop', { commodity: 'corn' }],
      ['close-all', {}],
      ['close', { commodity: 'corn' }],
    ] as const) {
      for (let time = 0; time < 2; time += 1) {
        await visitor.postJson('/api/auto-trading/start', { commodity: 'corn' });
        expect([intent, time, (await pressButton(intent, more)).status]).toEqual([
          intent,
          time,
          303,
        ]);
        expect([intent, time, await isOn()]).toEqual([intent, time, false]);
      }
    }
    // Other buttons of one form are other commands, not repeats. The same button is a repeat and
    // starts nothing again.
    expect((await pressButton('run', { commodity: 'corn' })).status).toBe(303);
    expect((await pressButton('run', { commodity: 'cotton' })).status).toBe(303);
    await visitor.postJson('/api/auto-trading/stop', {});
    const before = desk.listRecords(id).length;
    await pressButton('run', { commodity: 'corn' });
    expect([desk.listRecords(id).length, await isOn()]).toEqual([before, false]);
  });

  it('simultaneous sign-ins create separate live sessions, or are rejected', async () => {
    const count = desk.db.$client
      .prepare<[], number>('SELECT count(*) FROM session WHERE ended_ms IS NULL')
      .pluck();
    const before = count.get() ?? 0;
    const visitors = Array.from({ length: TIMES }, () => new Visitor(desk.origin));
    const statuses = await Promise.all(
      visitors.map(
        async (visitor) =>
          (await visitor.postJson('/api/auth/login', { username: USERNAME, password: PASSWORD }))
            .status,
      ),
    );
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const signedIn = visitors.filter((_visitor, index) => statuses[index] === 200);
    // One of the two hashing slots is reserved for browsers with an earlier sign-in.
    expect(signedIn.length).toBeGreaterThanOrEqual(17);
    expect(new Set(signedIn.map((visitor) => visitor.cookie('frontmonth'))).size).toBe(
      signedIn.length,
    );
    const checks = await Promise.all(
      signedIn.map(async (visitor) => (await visitor.request('/api/auth/check')).status),
    );
    expect(checks.filter((status) => status !== 200)).toEqual([]);
    expect((count.get() ?? 0) - before).toBe(signedIn.length);
  });
});
