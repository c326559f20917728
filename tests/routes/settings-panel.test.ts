// Settings & Preferences, switch to live and reset, by plain forms.
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../app/trading/domain/settings';
import { type PageUser, extractText } from '../support/page-desk';
import { setUpPageUsers } from '../support/page-users';

const users = setUpPageUsers('settings-user');
let user: PageUser;
const newUser = async (): Promise<PageUser> => (user = await users.next());
const { view } = users;
const ON = {
  tradingSignalsEnabled: 'on',
  priceAlertsEnabled: 'on',
  weatherUpdatesEnabled: 'on',
  realTimeDataEnabled: 'on',
};
const FORM = {
  intent: 'settings',
  ...ON,
  tradingMode: 'simulation',
  riskLevel: 'moderate',
  positionSize: 'medium',
  refreshInterval: '',
  brokerApiKey: '',
};

describe('the panel', () => {
  it('is a disclosure with every field, open on request', async () => {
    await newUser();
    const closed = (await user.open('/')).text;
    expect(/<details id="settings"[^>]*>/.exec(closed)?.[0]).not.toContain('open');
    const html = (await user.open('/?settings=open')).text;
    expect(/<details id="settings"[^>]*>/.exec(html)?.[0]).toContain('open');
    const names = new Set([...Object.keys(FORM), ...Object.keys(DEFAULT_SETTINGS), 'book', 'csrf']);
    for (const name of names) expect(html).toContain(`name="${name}"`);
    const said = extractText(html);
    for (const text of [
      'Settings & Preferences',
      'Simulation',
      'Paper Trading',
      'Live Trading',
      'Live trading uses real money',
      'Trading Signals',
      'Price Alerts',
      'Weather Updates',
      'Conservative',
      'Moderate',
      'Maximum',
      'Small 1-3%',
      'Medium 3-7%',
      'Large 7-15%',
      'Real-time Data Feed',
      'Broker API Key',
      'Connect to your broker',
      'Reset Balance to $25K',
      'Changes are saved locally until you click Save',
    ])
      expect(said).toContain(text);
  });

  it('saves what was sent; an unchecked box is off', async () => {
    await newUser();
    const saved = await user.submit('/?commodity=corn', {
      intent: 'settings',
      tradingMode: 'simulation',
      riskLevel: 'aggressive',
      positionSize: 'large',
      refreshInterval: '15s',
      priceAlertsEnabled: 'on',
    });
    expect(saved).toMatchObject({
      status: 303,
      location: '/?commodity=corn&settings=open#settings',
      toast: { title: 'Settings saved', description: 'Your preferences have been updated.' },
    });
    expect(view().settings).toEqual({
      tradingSignalsEnabled: false,
      priceAlertsEnabled: true,
      weatherUpdatesEnabled: false,
      realTimeDataEnabled: false,
      riskLevel: 'aggressive',
      positionSize: 'large',
      refreshInterval: '15s',
    });
    const html = (await user.open('/?settings=open')).text;
    expect(extractText(html)).toContain('Risk Level MAX Maximum');
    expect(html).toMatch(/<option value="15s" selected="">/);
    expect(/<input[^>]*name="priceAlertsEnabled"[^>]*>/.exec(html)?.[0]).toContain('checked');
    expect(/<input[^>]*name="weatherUpdatesEnabled"[^>]*>/.exec(html)?.[0]).not.toContain(
      'checked',
    );
    await user.submit('/', FORM);
    expect(view().settings).toMatchObject({
      weatherUpdatesEnabled: true,
      refreshInterval: null,
      riskLevel: 'moderate',
    });
    const { priceAlertsEnabled: _off, ...others } = FORM;
    await user.submit('/', others);
    expect(view().settings).toMatchObject({
      tradingSignalsEnabled: true,
      priceAlertsEnabled: false,
      weatherUpdatesEnabled: true,
      realTimeDataEnabled: true,
    });
  });

  it('shows errors at their field, and keeps the rest', async () => {
    await newUser();
    const answer = await user.submit('/', {
      ...FORM,
      riskLevel: 'reckless',
      positionSize: 'small',
    });
    expect(answer.status).toBe(400);
    expect(extractText(answer.text)).toContain(
      'Error Failed to save settings. Risk Level must be one of conservative, moderate, aggressive',
    );
    expect(answer.text).toContain('href="#setting-riskLevel"');
    expect(/<select id="setting-riskLevel"[^>]*>/.exec(answer.text)?.[0]).toContain(
      'aria-invalid="true"',
    );
    expect(/<details id="settings"[^>]*>/.exec(answer.text)?.[0]).toContain('open');
    expect(answer.text).toMatch(/<option value="small" selected="">/);
    expect(view().settings.positionSize).toBe('medium');
  });

  it('never sends a broker key back', async () => {
    await newUser();
    const answer = await user.submit('/', {
      ...FORM,
      brokerApiKey: 'ACCOUNT:a-secret-of-mine',
      riskLevel: 'reckless',
    });
    expect(answer.status).toBe(400);
    const pages = [
      answer,
      await user.submit('/', { ...FORM, brokerApiKey: 'no shape:a-secret-of-mine' }),
      await user.open('/?settings=open'),
    ];
    for (const { text } of pages) expect(text).not.toContain('a-secret-of-mine');
    const field = /<input[^>]*id="setting-brokerApiKey"[^>]*>/.exec(answer.text)?.[0] ?? '';
    expect([
      field.includes('type="password"'),
      /autocomplete="new-password"/i.test(field),
      field.includes('value='),
    ]).toEqual([true, true, false]);
  });
});

describe('the trading mode', () => {
  it('switches to paper and back at once', async () => {
    await newUser();
    expect(await user.submit('/', { ...FORM, tradingMode: 'paper' })).toMatchObject({
      status: 303,
      toast: { title: 'Trading Mode Changed', description: 'Switched to paper mode' },
    });
    expect(view().mode).toBe('paper');
    expect((await user.open('/?confirm=reset')).status).toBe(303);
    expect(await user.submit('/', FORM)).toMatchObject({
      toast: { description: 'Switched to simulation mode' },
    });
  });

  it('asks for confirmation before live, after saving everything else', async () => {
    await newUser();
    expect(
      await user.submit('/?commodity=corn', {
        ...FORM,
        tradingMode: 'live',
        riskLevel: 'conservative',
      }),
    ).toMatchObject({
      status: 303,
      location: '/?commodity=corn&confirm=live',
      toast: { title: 'Settings saved' },
    });
    expect(view()).toMatchObject({ mode: 'simulation', settings: { riskLevel: 'conservative' } });
    const { text } = await user.open('/?confirm=live');
    for (const said of [
      'Switch to Live Trading Mode',
      'use real money',
      'execute trades on real markets',
      'result in actual financial gains or losses',
      'Are you absolutely sure you want to proceed?',
      'Yes, Switch to Live Trading',
    ])
      expect(extractText(text)).toContain(said);
    expect(/<a[^>]*>Cancel<\/a>/.exec(text)?.[0]).toMatch(/autofocus/i);
    expect(await user.submit('/?confirm=live', { intent: 'live' })).toMatchObject({
      status: 303,
      location: '/',
      toast: {
        title: 'Trading Mode Changed',
        description: 'Switched to live mode - Trade carefully!',
      },
    });
    expect(view().mode).toBe('live');
    expect((await user.open('/?confirm=live')).status).toBe(303);
    expect(extractText((await user.open('/')).text)).toContain('LIVE TRADING IS OFF');
    const refused = await user.submit('/', { intent: 'run', commodity: 'corn' });
    expect([
      refused.status,
      extractText(refused.text).includes(
        'Trading Start Failed Failed to start auto-trading for Corn Futures: ',
      ),
    ]).toEqual([409, true]);
  });

  it('shows how long to wait after too many switches', async () => {
    await newUser();
    for (const tradingMode of ['paper', 'simulation', 'paper', 'simulation', 'paper', 'simulation'])
      await user.submit('/', { ...FORM, tradingMode });
    const answer = await user.submit('/', { ...FORM, tradingMode: 'paper', positionSize: 'large' });
    expect([answer.status, view().mode, view().settings.positionSize]).toEqual([
      429,
      'simulation',
      'large',
    ]);
    expect(extractText(answer.text)).toMatch(
      /Trading Mode Error .*\((10|[1-9]) minutes remaining\)/,
    );
  });
});

describe('the reset', () => {
  it('asks for confirmation, starts an account period at $25,000, and reports it', async () => {
    await newUser();
    await users.desk.buyGas(user);
    const page = extractText((await user.open('/?confirm=reset')).text);
    expect(page).toContain('Closed at market:');
    expect(page).toContain('Reset Balance in SIMULATION');
    expect(await user.submit('/?confirm=reset', { intent: 'reset' })).toMatchObject({
      status: 303,
      location: '/',
      toast: {
        title: 'Account Reset',
        description: 'Your simulation trading account has been reset to $25,000',
      },
    });
    expect(view()).toMatchObject({ epoch: 2, totalMills: 25_000_000, positions: [] });
  });
});
