// What the dashboard refuses, and what it says when something is wrong.
import { describe, expect, it } from 'vitest';
import { SYSTEM_USER } from '../../app/trading/engine/config';
import { type PageUser, words } from '../support/page-desk';
import { pageUsers } from '../support/page-users';

const users = pageUsers('refused-user');
let user: PageUser;
const newUser = async (): Promise<PageUser> => (user = await users.next());
const { view } = users;

describe('a page of another book', () => {
  it('starts nothing, resets nothing and saves nothing, but stops and closes', async () => {
    await newUser();
    const book = `${view().mode}:${view().epoch}`;
    await user.press('/', { intent: 'settings', tradingMode: 'paper' });
    const refusal =
      'This page showed the simulation account; the selected account is now paper. No action taken.';
    for (const fields of [
      { intent: 'run', commodity: 'corn' },
      { intent: 'run-all' },
      { intent: 'reset' },
      { intent: 'live' },
      { intent: 'settings', riskLevel: 'aggressive' },
    ]) {
      const answer = await user.press('/', { ...fields, book } as Record<string, string>);
      expect([fields.intent, answer.status, words(answer.text).includes(refusal)]).toEqual([
        fields.intent,
        409,
        true,
      ]);
    }
    expect(view()).toMatchObject({
      mode: 'paper',
      epoch: 1,
      isActive: false,
      settings: { riskLevel: 'moderate' },
    });
    await user.press('/', { intent: 'run-all' });
    for (const fields of [{ intent: 'stop', commodity: 'corn' }, { intent: 'stop-all' }]) {
      const answer = await user.press('/', { ...fields, book } as Record<string, string>);
      expect([answer.status, answer.toast?.description]).toEqual([
        303,
        expect.stringContaining('this action used the paper account'),
      ]);
    }
    expect(view().isActive).toBe(false);
  });

  it('knows a reset from before', async () => {
    await newUser();
    await users.desk.buyGas(user);
    await user.press('/?confirm=reset', { intent: 'reset' });
    const answer = await user.press('/', {
      intent: 'run',
      commodity: 'corn',
      book: 'simulation:1',
    });
    expect([
      answer.status,
      words(answer.text).includes(
        'the simulation (epoch 1) account; the selected account is now simulation (epoch 2)',
      ),
    ]).toEqual([409, true]);
  });
});

describe('when something is wrong', () => {
  it('says above everything that trading is halted, and why', async () => {
    await newUser();
    const halt = (type: 'HaltTrading' | 'ResumeTrading') =>
      users.desk.terminal.execute({
        userId: SYSTEM_USER,
        command: { type, reason: 'the books differ' },
        idempotencyKey: null,
      });
    await halt('HaltTrading');
    const halted = words((await user.open('/')).text);
    await halt('ResumeTrading');
    expect(halted).toContain(
      'TRADING HALTED: the books differ. Entries wait; stops, CLOSE and STOP work.',
    );
    expect(words((await user.open('/')).text)).not.toContain('TRADING HALTED');
  });

  it('keeps the frame around a screen that could not be shown', async () => {
    await newUser();
    const answer = await user.press('/', { intent: 'run-all', csrf: 'a-guess' });
    expect(answer.status).toBe(403);
    expect(words(answer.text)).toContain(
      'This screen could not be shown This form is out of date. Go back, reload the page and try again.',
    );
    expect(words(answer.text)).toMatch(/Sign Out .*Trading Dashboard/);
    expect(view().isActive).toBe(false);
  });

  it("closes no position that is not this user's, and leaves no word of it in the log", async () => {
    await newUser();
    const other = user;
    const id = await users.desk.buyGas(other);
    await newUser();
    const head = users.desk.terminal.db.$client
      .prepare<
        [string],
        number
      >("SELECT count(*) FROM event WHERE payload LIKE '%ClosePosition%' OR instr(payload, ?) > 0")
      .pluck();
    for (const position of ['made-up-by-somebody', 'x'.repeat(64), "' OR 1=1 --"]) {
      const answer = await user.press('/', { intent: 'close-position', position });
      expect([
        answer.status,
        words(answer.text).includes('Error Closing Position There is no such open position.'),
      ]).toEqual([404, true]);
      expect((await user.pressByScript('/', { intent: 'close-position', position })).status).toBe(
        404,
      );
      expect([position, head.get(position)]).toEqual([position, 0]);
    }
    expect((await user.press('/', { intent: 'close-position', position: id })).status).toBe(404);
    expect(
      users.desk.terminal.view(other.id)?.positions.map(({ position }) => position.id),
    ).toEqual([id]);
    const own = await other.press('/', { intent: 'close-position', position: id });
    expect([own.status, own.toast?.title]).toEqual([303, 'Position Closed']);
  });

  it('knows no other button', async () => {
    await newUser();
    const answer = await user.press('/', { intent: 'shutdown' });
    expect([
      answer.status,
      words(answer.text).includes('Nothing was done Unknown button.'),
    ]).toEqual([400, true]);
  });
});
