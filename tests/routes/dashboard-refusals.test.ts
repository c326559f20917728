// Refusals of the dashboard, and its behavior on errors.
import { describe, expect, it } from 'vitest';
import { SYSTEM_USER } from '../../app/trading/engine/config';
import { type PageUser, extractText } from '../support/page-desk';
import { setUpPageUsers } from '../support/page-users';

const users = setUpPageUsers('refused-user');
let user: PageUser;
const newUser = async (): Promise<PageUser> => (user = await users.next());
const { view } = users;

describe('a page of another account', () => {
  it('rejects start, reset and save, but stops and closes', async () => {
    await newUser();
    const book = `${view().mode}:${view().epoch}`;
    await user.submit('/', { intent: 'settings', tradingMode: 'paper' });
    const refusal =
      'This page showed the simulation account; the selected account is now paper. No action taken.';
    for (const fields of [
      { intent: 'run', commodity: 'corn' },
      { intent: 'run-all' },
      { intent: 'reset' },
      { intent: 'live' },
      { intent: 'settings', riskLevel: 'aggressive' },
    ]) {
      const answer = await user.submit('/', { ...fields, book } as Record<string, string>);
      expect([fields.intent, answer.status, extractText(answer.text).includes(refusal)]).toEqual([
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
    await user.submit('/', { intent: 'run-all' });
    for (const fields of [{ intent: 'stop', commodity: 'corn' }, { intent: 'stop-all' }]) {
      const answer = await user.submit('/', { ...fields, book } as Record<string, string>);
      expect([answer.status, answer.toast?.description]).toEqual([
        303,
        expect.stringContaining('this action used the paper account'),
      ]);
    }
    expect(view().isActive).toBe(false);
  });

  it('detects a page from before a reset', async () => {
    await newUser();
    await users.desk.buyGas(user);
    await user.submit('/?confirm=reset', { intent: 'reset' });
    const answer = await user.submit('/', {
      intent: 'run',
      commodity: 'corn',
      book: 'simulation:1',
    });
    expect([
      answer.status,
      extractText(answer.text).includes(
        'the simulation (epoch 1) account; the selected account is now simulation (epoch 2)',
      ),
    ]).toEqual([409, true]);
  });
});

describe('on errors', () => {
  it('shows a trading halt and its reason at the top', async () => {
    await newUser();
    const setHalt = (type: 'HaltTrading' | 'ResumeTrading') =>
      users.desk.terminal.execute({
        userId: SYSTEM_USER,
        command: { type, reason: 'the books differ' },
        idempotencyKey: null,
      });
    await setHalt('HaltTrading');
    const halted = extractText((await user.open('/')).text);
    await setHalt('ResumeTrading');
    expect(halted).toMatch(
      /TRADING HALTED: the books differ, since [-\d]{10} \d\d:\d\d E[DS]T\. Entries are blocked; stops, CLOSE and STOP work\./,
    );
    expect(extractText((await user.open('/')).text)).not.toContain('TRADING HALTED');
  });

  it('keeps the layout around a screen that failed to render', async () => {
    await newUser();
    const answer = await user.submit('/', { intent: 'run-all', csrf: 'a-guess' });
    expect(answer.status).toBe(403);
    expect(extractText(answer.text)).toContain(
      'This screen could not be shown This form is out of date. Go back, reload the page and try again.',
    );
    expect(extractText(answer.text)).toMatch(/Sign Out .*Trading Dashboard/);
    expect(view().isActive).toBe(false);
  });

  it('closes no position of another user, and leaves nothing about it in the log', async () => {
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
      const answer = await user.submit('/', { intent: 'close-position', position });
      expect([
        answer.status,
        extractText(answer.text).includes('Error Closing Position Open position not found.'),
      ]).toEqual([404, true]);
      expect((await user.submitByScript('/', { intent: 'close-position', position })).status).toBe(
        404,
      );
      expect([position, head.get(position)]).toEqual([position, 0]);
    }
    expect((await user.submit('/', { intent: 'close-position', position: id })).status).toBe(404);
    expect(
      users.desk.terminal.getView(other.id)?.positions.map(({ position }) => position.id),
    ).toEqual([id]);
    const own = await other.submit('/', { intent: 'close-position', position: id });
    expect([own.status, own.toast?.title]).toEqual([303, 'Position Closed']);
  });

  it('rejects unknown buttons', async () => {
    await newUser();
    const answer = await user.submit('/', { intent: 'shutdown' });
    expect([
      answer.status,
      extractText(answer.text).includes('Nothing was done Unknown button.'),
    ]).toEqual([400, true]);
  });
});
