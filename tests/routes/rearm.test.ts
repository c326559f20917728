// RUN ALL after the drawdown breaker has tripped, and resets that are done or wait: by forms and by
// calls.
import { describe, expect, it } from 'vitest';
import { when } from '../support/api-desk';
import { type PageUser, words } from '../support/page-desk';
import { pageUsers } from '../support/page-users';
import { MORNING_MS, sellGas, simulationBook, tripDrawdown } from '../support/sold-gas';
import { steeredFeed } from '../support/steered-feed';

const steered = steeredFeed('rearm', MORNING_MS);
const users = pageUsers('rearm-user', null, steered.feed);

async function trippedUser(): Promise<PageUser> {
  const user = await users.next();
  await tripDrawdown(users.desk.terminal, user.id, steered);
  return user;
}

const money = (amount: number): string =>
  `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

describe('RUN ALL on an account whose breaker has tripped', () => {
  it('leads to a page with the figures and is done by its own button alone', async () => {
    const user = await trippedUser();
    const dashboard = await user.open('/');
    expect(dashboard.text).toMatch(/<a[^>]*href="\?confirm=rearm"[^>]*>RUN ALL<\/a>/);
    expect(words(dashboard.text)).toContain(
      'TRIPPED. Flattened and halted. RUN ALL re-arms after a confirmation.',
    );
    for (const press of [
      await user.press('/', { intent: 'run-all' }),
      await user.pressByScript('/', { intent: 'run-all' }),
    ]) {
      expect(press.location).toBe('/?confirm=rearm');
    }
    expect(users.view().globalActive).toBe(false);
    const { rearm } = users.view();
    const page = await user.open('/?confirm=rearm');
    expect(/<a[^>]*>Cancel<\/a>/.exec(page.text)?.[0]).toMatch(/autofocus/i);
    expect(page.text).toMatch(/<button[^>]*>RE-ARM AND RUN ALL<\/button>/);
    const { peakMills = 0, equityMills = 0, lostMills = 0, allowedMills = 0 } = rearm ?? {};
    for (const figure of [peakMills, equityMills, lostMills, allowedMills])
      expect(words(page.text)).toContain(money(figure / 1000));
    expect(words(page.text)).toContain('Half the normal limit until the next trading day.');
    const trip = new Date(rearm?.trippedMs ?? 0).toISOString();
    expect(await user.press('/?confirm=rearm', { intent: 'rearm-all', trip })).toMatchObject({
      status: 303,
      location: '/',
      toast: { title: 'Breaker Re-armed, Trading Started' },
    });
    expect([users.view().rearm, users.view().globalActive]).toEqual([null, true]);
    expect(words((await user.open('/')).text)).toContain(
      'Half the normal limit until the next trading day: re-armed today.',
    );
    expect((await user.open('/?confirm=rearm')).status).toBe(303);
  });

  it('does nothing when its page showed another trip', async () => {
    const user = await trippedUser();
    const answer = await user.press('/?confirm=rearm', {
      intent: 'rearm-all',
      trip: '2020-01-01T00:00:00.000Z',
    });
    expect([
      answer.status,
      words(answer.text).includes('The circuit breaker tripped again after this page loaded.'),
    ]).toEqual([409, true]);
    expect(users.view().rearm).not.toBeNull();
  });

  it('is refused by calls until they confirm it', async () => {
    const { id } = await trippedUser();
    const api = users.desk.as(id);
    for (const path of ['auto-trading/start', 'auto-trading/toggle-commodity']) {
      const body = path.endsWith('start') ? {} : { commodity: 'corn', enabled: true };
      expect(await api.post(path, body)).toMatchObject({
        status: 409,
        body: { code: 'DRAWDOWN', error: expect.stringMatching(/^The account fell \$/) as string },
      });
    }
    expect(await api.post('auto-trading/start', { rearm: 'yes' })).toMatchObject({ status: 400 });
    expect(await api.post('auto-trading/start', { commodity: 'corn', rearm: true })).toMatchObject({
      status: 409,
      body: { code: 'DRAWDOWN' },
    });
    expect(await api.post('auto-trading/start', { rearm: true })).toMatchObject({
      status: 200,
      body: { success: true, globalActive: true },
    });
    expect(users.view().rearm).toBeNull();
  });
});

describe('an account that has lost more than it had', () => {
  it('refuses RUN with its equity and what to do', async () => {
    const user = await users.next();
    await tripDrawdown(users.desk.terminal, user.id, steered, 15);
    expect(users.view().totalMills).toBeLessThan(0);
    const refused = await user.press('/', { intent: 'run', commodity: 'corn' });
    expect([refused.status, words(refused.text)]).toEqual([
      409,
      expect.stringMatching(
        /Equity is −\$[\d,.]+, and an account needs more than zero .* reset the account/,
      ) as string,
    ]);
    expect(await users.desk.as(user.id).post('auto-trading/start', { rearm: true })).toMatchObject({
      status: 409,
      body: { code: 'EQUITY' },
    });
  });
});

describe('the reset', () => {
  it('names the simulation account, in forms and calls', async () => {
    const user = await users.next();
    const message = 'Your paper trading account has been reset to $25,000 (simulation account).';
    expect(await user.press('/?confirm=reset', { intent: 'reset' })).toMatchObject({
      status: 303,
      toast: { title: 'Account Reset', description: message },
    });
    expect(await users.desk.as(user.id).post('reset-trading-account')).toMatchObject({
      status: 200,
      body: { success: true, message, isPending: false, balance: 25_000 },
    });
  });

  it('keeps the words of the specification in the paper account', async () => {
    const user = await users.next();
    const api = users.desk.as(user.id);
    await api.post('trading/mode', { mode: 'paper' });
    expect(await api.post('reset-trading-account')).toMatchObject({
      status: 200,
      body: { message: 'Your paper trading account has been reset to $25,000' },
    });
  });

  it('that waits says so and for what, and is done when the position has left', async () => {
    const user = await users.next();
    const { terminal } = users.desk;
    await sellGas(terminal, user.id, 10);
    const asking = words((await user.open('/?confirm=reset')).text);
    expect(asking).toMatch(
      /All trading of the simulation account stops, .* Closed at market: .*Natural Gas/,
    );
    steered.setGasLocked(true);
    await when(
      terminal,
      () => terminal.state().markets['simulated']?.instruments['NG']?.quote?.lock === 'UP',
    );
    const waits =
      /^The simulation account is not reset yet: the reset completes when all positions are closed\. Still open: .*NG.* is limit-locked up.*\. Trading has stopped; the account then restarts with \$25,000\.$/;
    expect(await user.press('/?confirm=reset', { intent: 'reset' })).toMatchObject({
      status: 303,
      toast: {
        title: 'Account Reset Waiting',
        variant: 'default',
        description: expect.stringMatching(waits) as string,
      },
    });
    expect(await users.desk.as(user.id).post('reset-trading-account')).toMatchObject({
      status: 202,
      body: {
        success: true,
        isPending: true,
        epoch: 1,
        message: expect.stringMatching(waits) as string,
      },
    });
    expect(words((await user.open('/')).text)).toContain('RESET WAITING');
    const refused = await user.press('/', { intent: 'run-all' });
    expect([
      refused.status,
      words(refused.text).includes('A reset waits for 1 position to close.'),
    ]).toEqual([409, true]);
    steered.setGasLocked(false);
    await when(terminal, () => simulationBook(terminal, user.id).epoch === 2);
    expect(simulationBook(terminal, user.id).isResetPending).toBe(false);
  });
});
