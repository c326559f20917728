// RUN ALL after the drawdown breaker tripped, and completed and pending resets, by forms and API.
import { describe, expect, it } from 'vitest';
import { waitUntil } from '../support/api-desk';
import { type PageUser, extractText } from '../support/page-desk';
import { setUpPageUsers } from '../support/page-users';
import { MORNING_MS, sellGas, getSimulationBook, tripDrawdown } from '../support/sell-gas';
import { createSteeredFeed } from '../support/steered-feed';

const steered = createSteeredFeed('rearm', MORNING_MS);
const users = setUpPageUsers('rearm-user', null, steered.feed);

async function trippedUser(): Promise<PageUser> {
  const user = await users.next();
  await tripDrawdown(users.desk.terminal, user.id, steered);
  return user;
}

const formatMoney = (amount: number): string =>
  `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

describe('RUN ALL after the drawdown breaker tripped', () => {
  it('shows a page with the figures, and runs only by its button', async () => {
    const user = await trippedUser();
    const dashboard = await user.open('/');
    expect(dashboard.text).toMatch(/<a[^>]*href="\?confirm=rearm"[^>]*>RUN ALL<\/a>/);
    expect(extractText(dashboard.text)).toContain(
      'TRIPPED. Flattened and halted. RUN ALL re-arms after a confirmation.',
    );
    // RUN of one commodity re-arms nothing, so its button is disabled with the reason of the engine.
    expect(/<button[^>]*aria-label="RUN Corn Futures"[^>]*>/.exec(dashboard.text)?.[0]).toMatch(
      /disabled.*RUN of one commodity does not\.|RUN of one commodity does not\..*disabled/,
    );
    await user.post('/emergency-stop', {});
    expect(extractText((await user.open('/weather')).text)).toContain(
      'RUN ALL resumes the simulation account after a confirmation.',
    );
    for (const press of [
      await user.submit('/', { intent: 'run-all' }),
      await user.submitByScript('/', { intent: 'run-all' }),
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
      expect(extractText(page.text)).toContain(formatMoney(figure / 1000));
    expect(extractText(page.text)).toContain('Half the normal limit until the next trading day.');
    const trip = new Date(rearm?.trippedMs ?? 0).toISOString();
    expect(await user.submit('/?confirm=rearm', { intent: 'rearm-all', trip })).toMatchObject({
      status: 303,
      location: '/',
      toast: { title: 'Breaker Re-armed, Trading Started' },
    });
    expect([users.view().rearm, users.view().globalActive]).toEqual([null, true]);
    expect(extractText((await user.open('/')).text)).toContain(
      'Half the normal limit until the next trading day: re-armed today.',
    );
    expect((await user.open('/?confirm=rearm')).status).toBe(303);
  });

  it('does nothing if its page showed an earlier trip', async () => {
    const user = await trippedUser();
    const answer = await user.submit('/?confirm=rearm', {
      intent: 'rearm-all',
      trip: '2020-01-01T00:00:00.000Z',
    });
    expect([
      answer.status,
      extractText(answer.text).includes(
        'The circuit breaker tripped again after this page loaded.',
      ),
    ]).toEqual([409, true]);
    expect(users.view().rearm).not.toBeNull();
  });

  it('is rejected in the API until confirmed', async () => {
    const { id } = await trippedUser();
    const api = users.desk.as(id);
    for (const path of ['auto-trading/start', 'auto-trading/toggle-commodity']) {
      const body = path.endsWith('start') ? {} : { commodity: 'corn', enabled: true };
      expect(await api.post(path, body)).toMatchObject({
        status: 409,
        body: { code: 'DRAWDOWN', error: expect.stringMatching(/^Drawdown \$/) as string },
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

describe('an account with equity below zero', () => {
  it('rejects RUN with its equity and the remedy', async () => {
    const user = await users.next();
    await tripDrawdown(users.desk.terminal, user.id, steered, 15);
    expect(users.view().totalMills).toBeLessThan(0);
    const dashboard = (await user.open('/')).text;
    expect(extractText(dashboard)).toMatch(/RUN is disabled: Equity is −\$/);
    // The strip of the tripped breaker offers no re-arm that would be rejected.
    expect(extractText(dashboard)).toMatch(
      /DRAWDOWN LIMIT HIT .* RUN ALL is rejected: Equity is −\$/,
    );
    expect(dashboard).not.toContain('confirm=rearm');
    const refused = await user.submit('/', { intent: 'run', commodity: 'corn' });
    expect([refused.status, extractText(refused.text)]).toEqual([
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
  it('names the simulation account in forms and API', async () => {
    const user = await users.next();
    const message = 'Your simulation trading account has been reset to $25,000';
    expect(await user.submit('/?confirm=reset', { intent: 'reset' })).toMatchObject({
      status: 303,
      toast: { title: 'Account Reset', description: message },
    });
    expect(await users.desk.as(user.id).post('reset-trading-account')).toMatchObject({
      status: 200,
      body: { success: true, message, isPending: false, balance: 25_000 },
    });
  });

  it('uses the text of the specification in the paper account', async () => {
    const user = await users.next();
    const api = users.desk.as(user.id);
    await api.post('trading/mode', { mode: 'paper' });
    expect(await api.post('reset-trading-account')).toMatchObject({
      status: 200,
      body: { message: 'Your paper trading account has been reset to $25,000' },
    });
  });

  it('lists what a pending reset waits for, and completes after the last close', async () => {
    const user = await users.next();
    const { terminal } = users.desk;
    await sellGas(terminal, user.id, 10);
    const asking = extractText((await user.open('/?confirm=reset')).text);
    expect(asking).toMatch(
      /All trading of the simulation account stops, .* Closed at market: .*Natural Gas/,
    );
    steered.setGasLocked(true);
    await waitUntil(
      terminal,
      () => terminal.state().markets['simulated']?.instruments['NG']?.quote?.lock === 'UP',
    );
    const waits =
      /^The simulation account is not reset yet: the reset completes when all positions are closed\. Still open: .*NG.* is limit-locked up.*\. Trading has stopped; the account then restarts with \$25,000\.$/;
    expect(await user.submit('/?confirm=reset', { intent: 'reset' })).toMatchObject({
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
    const waiting = extractText((await user.open('/')).text);
    expect(waiting).toContain('RESET WAITING');
    expect(waiting).toContain('RUN is disabled: A reset waits for 1 position to close.');
    const refused = await user.submit('/', { intent: 'run-all' });
    expect([
      refused.status,
      extractText(refused.text).includes('A reset waits for 1 position to close.'),
    ]).toEqual([409, true]);
    steered.setGasLocked(false);
    await waitUntil(terminal, () => getSimulationBook(terminal, user.id).epoch === 2);
    expect(getSimulationBook(terminal, user.id).isResetPending).toBe(false);
  });
});
