// The same request many times at once, as double presses, reloads, second tabs and nervous programs
// send it: one effect, one answer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type ServerKind, USERNAME, Visitor } from '../support/desk-server';
import { plainCookies } from '../support/plain-cookies';
import { type StandingDesk, startStandingDesk } from '../support/standing-desk';
import { WRITES, type Write, type Writer, send, writerFor } from '../support/writes';

const TIMES = 50;
const DEEDS = WRITES.filter(({ deed }) => deed !== null);

/** What an answer says, without what counts on while it is made. */
async function said(response: Response): Promise<string> {
  const text = (await response.text())
    .replace(/"asOfSeq":\d+/g, '"asOfSeq"')
    .replace(/"requestId":"[^"]*"/g, '"requestId"')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'moment');
  return `${response.status} ${response.headers.get('Location') ?? ''} ${plainCookies(response).join()} ${text}`;
}

const many = (work: () => Promise<Response>): Promise<string[]> =>
  Promise.all(Array.from({ length: TIMES }, async () => said(await work())));

describe.each<ServerKind>(['server.js', 'remix-serve'])('under %s', (kind) => {
  let desk: StandingDesk;
  beforeAll(async () => {
    desk = await startStandingDesk(kind);
  });
  afterAll(() => desk?.stop());

  /**
   * Sends a write as a new user; what it did, by types of records, and how often it was asked for.
   */
  async function done(write: Write, work: (writer: Writer) => Promise<readonly string[]>) {
    const writer = await writerFor(desk, write);
    const from = desk.head();
    const answers = await work(writer);
    const records = desk.recordsOf(writer.id, from).map(({ type }) => type);
    const { body } = {
      body: (await (await writer.visitor.ask('/api/trading-positions')).json()) as {
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
  const once = (write: Write) =>
    done(write, async (writer) => [await said(await send(write, writer))]);

  it.each(DEEDS)('$name: with one key it is done once, and answered alike', async (write) => {
    const single = await once(write);
    const repeated = await done(write, (writer) =>
      many(() =>
        write.isCall
          ? send(write, writer, { 'Idempotency-Key': 'the-same' })
          : send(write, writer, {}, { key: 'the-same' }),
      ),
    );
    // What takes risk away is done each time, and may find nothing left to do: then its words
    // differ and nothing else.
    const answers = write.deed?.ignoresKey
      ? repeated.answers.map((answer) => answer.split(' ').slice(0, 2).join(' '))
      : repeated.answers;
    expect(new Set(answers).size).toBe(1);
    expect(repeated.answers[0]).toMatch(/^(200|202|303) /);
    expect({ effects: repeated.effects, positions: repeated.positions }).toEqual({
      effects: single.effects,
      positions: single.positions,
    });
    if (write.deed?.commands !== 0) expect(single.effects.length).toBeGreaterThan(0);
    expect(single.commands).toBe(write.deed?.commands);
    if (!write.deed?.ignoresKey) expect(repeated.commands).toBe(write.deed?.commands);
  });

  it.each(DEEDS.filter(({ deed }) => deed?.isNatural))(
    '$name: without a key it is still done once',
    async (write) => {
      const single = await once(write);
      const repeated = await done(write, (writer) => many(() => send(write, writer)));
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

  it('one key is one command: another command does not get its answer', async () => {
    const { visitor } = await writerFor(desk, { deed: null });
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

  it('one key is one user: another user has his own', async () => {
    const [first, second] = [
      await writerFor(desk, { deed: null }),
      await writerFor(desk, { deed: null }),
    ];
    for (const { visitor } of [first, second])
      await visitor.postJson(
        '/api/auto-trading/start',
        { commodity: 'corn' },
        { 'Idempotency-Key': 'shared' },
      );
    for (const { id } of [first, second])
      expect(desk.recordsOf(id).map(({ type }) => type)).toContain('CommodityStarted');
  });

  it('an old page stops, whatever its key was used for', async () => {
    const { visitor, csrf, id } = await writerFor(desk, { deed: null });
    const press = (intent: string, more: Record<string, string> = {}) =>
      visitor.postForm('/', { intent, csrf, key: 'of-the-old-page', ...more });
    const isOn = async (): Promise<boolean> =>
      ((await (await visitor.ask('/api/auto-trading/status')).json()) as { isActive: boolean })
        .isActive;
    for (const [intent, more] of [
      ['stop-all', {}],
      ['stop', { commodity: 'corn' }],
      ['close-all', {}],
      ['close', { commodity: 'corn' }],
    ] as const) {
      for (let time = 0; time < 2; time += 1) {
        await visitor.postJson('/api/auto-trading/start', { commodity: 'corn' });
        expect([intent, time, (await press(intent, more)).status]).toEqual([intent, time, 303]);
        expect([intent, time, await isOn()]).toEqual([intent, time, false]);
      }
    }
    // The other buttons of one form are other commands, not repeats; the same button is a repeat
    // and starts nothing again.
    expect((await press('run', { commodity: 'corn' })).status).toBe(303);
    expect((await press('run', { commodity: 'cotton' })).status).toBe(303);
    await visitor.postJson('/api/auto-trading/stop', {});
    const before = desk.recordsOf(id).length;
    await press('run', { commodity: 'corn' });
    expect([desk.recordsOf(id).length, await isOn()]).toEqual([before, false]);
  });

  it('signing in many times at once makes as many sessions, all alive, or is sent away', async () => {
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
    // One of the two places for hashes is for browsers that have signed in before.
    expect(signedIn.length).toBeGreaterThanOrEqual(17);
    expect(new Set(signedIn.map((visitor) => visitor.cookie('frontmonth'))).size).toBe(
      signedIn.length,
    );
    const checks = await Promise.all(
      signedIn.map(async (visitor) => (await visitor.ask('/api/auth/check')).status),
    );
    expect(checks.filter((status) => status !== 200)).toEqual([]);
    expect((count.get() ?? 0) - before).toBe(signedIn.length);
  });
});
