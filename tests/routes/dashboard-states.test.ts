// Dashboard states that a quiet desk does not show, and related content of other screens.
import { describe, expect, it } from 'vitest';

import { COMMODITIES, COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import { formatDateTime, formatNumber } from '../../app/trading/domain/format';
import { type Ticks, toTicks } from '../../app/trading/domain/units';
import { type PageUser, extractText } from '../support/page-desk';
import { setUpPageUsers } from '../support/page-users';
import { createWeatherDesk } from '../support/weather-desk';
import type { PositionDto } from '../../app/contracts/api/book';
import type { CorrelationDto } from '../../app/contracts/api/correlations';
import type { IntelligenceDto } from '../../app/contracts/api/weather-intelligence';

const users = setUpPageUsers('state-user', createWeatherDesk());
let user: PageUser;
const newUser = async (): Promise<PageUser> => (user = await users.next());
const callApi = async <T>(path: string): Promise<T> =>
  JSON.parse((await user.open(`/api/${path}`)).text) as T;
const getButton = (html: string, name: string): string =>
  new RegExp(`<button[^>]*aria-label="${name}"[^>]*>`).exec(html)?.[0] ?? '';

describe('the table of auto-trading', () => {
  it('the auto-trading table has its seven columns in order', async () => {
    await newUser();
    const html = (await user.open('/')).text;
    const [, table = ''] =
      /Commodity Auto-Trading[\s\S]*?<thead>([\s\S]*?)<\/thead>/.exec(html) ?? [];
    expect([...table.matchAll(/<th[^>]*>([^<]*)<\/th>/g)].map(([, name]) => name)).toEqual([
      'Commodity',
      'Status',
      'Positions',
      'Value',
      'P&amp;L',
      'AI Analysis',
      'Actions',
    ]);
  });

  it('CLOSE is disabled for a commodity without a position', async () => {
    await newUser();
    expect(getButton((await user.open('/')).text, 'CLOSE Natural Gas Futures')).toContain(
      'disabled',
    );
    await users.desk.buyGas(user);
    const html = (await user.open('/')).text;
    expect([
      getButton(html, 'CLOSE Natural Gas Futures').includes('disabled'),
      getButton(html, 'CLOSE Corn Futures').includes('disabled'),
    ]).toEqual([false, true]);
  });
});

describe('the first screenful', () => {
  it('has a strip of open positions with P&L and the distance to the stop', async () => {
    await newUser();
    expect(extractText((await user.open('/')).text)).toContain('No open position RUN a commodity');
    const openStrip = async (stopDistanceTicks?: Ticks): Promise<string> => {
      const id = await users.desk.buyGas(user, stopDistanceTicks);
      const html = (await user.open('/')).text;
      const [, strip = ''] =
        /aria-labelledby="open-positions"([\s\S]*?)<\/section>/.exec(html) ?? [];
      expect(strip).toContain(`href="/position/${id}"`);
      return extractText(strip);
    };
    const unprotected = await openStrip();
    expect(unprotected).toMatch(/1 open .* Natural Gas ▲ LONG/);
    expect(unprotected).toContain('no stop');
    await newUser();
    const stopped = await openStrip(toTicks(250));
    expect(stopped).toMatch(/stop \$[\d,]+\.\d\d away/);
    expect(stopped).not.toContain('no stop');
  });

  it('has the ten commodities as one row with move, call and holding', async () => {
    await newUser();
    await users.desk.buyGas(user);
    const html = (await user.open('/')).text;
    const [, row = ''] = /<nav aria-label="Commodity mode"([\s\S]*?)<\/nav>/.exec(html) ?? [];
    const cells = row.split('<li>').slice(1);
    expect(cells).toHaveLength(COMMODITY_KEYS.length);
    const gas = cells[COMMODITY_KEYS.indexOf('natural-gas')] ?? '';
    expect(extractText(gas)).toMatch(/Natural Gas Futures .* LONG [+\u2212]?\$\d/);
    expect(gas).toMatch(/data-heat="[0-4]"/);
    expect(extractText(cells[COMMODITY_KEYS.indexOf('cotton')] ?? '')).toContain('flat');
  });

  it('shows the first steps until they are hidden', async () => {
    await newUser();
    expect((await user.open('/')).text).toContain('<h2 id="first-steps">First steps</h2>');
    const listDone = async (): Promise<string[]> =>
      [...(await user.open('/')).text.matchAll(/<li data-done="true">.*?<a [^>]*>([^<]*)</g)].map(
        ([, label]) => label ?? '',
      );
    // A manual order is no RUN.
    await users.desk.buyGas(user);
    expect(await listDone()).toEqual([]);
    await user.submit('/', { intent: 'run', commodity: 'corn' });
    await user.submit('/', { intent: 'stop', commodity: 'corn' });
    expect(await listDone()).toEqual(['RUN a commodity']);
    const hidden = await user.open('/', { headers: { Cookie: 'frontmonth_guide=hide' } });
    expect(hidden.text).not.toContain('first-steps');
  });

  it('folds the strategies below the first ones', async () => {
    await newUser();
    const html = (await user.open('/')).text;
    expect(html).toMatch(/<details[^>]*><summary>\d+(?:<!-- -->)? more (?:<!-- -->)?strategies/);
  });
});

describe('live mode', () => {
  it('disables RUN with its reason, and the server rejects it', async () => {
    await newUser();
    await user.submit('/', { intent: 'settings', tradingMode: 'live' });
    await user.submit('/?confirm=live', { intent: 'live' });
    const html = (await user.open('/')).text;
    expect(getButton(html, 'RUN Corn Futures')).toMatch(/disabled/);
    expect(extractText(html)).toMatch(/RUN is disabled: \S/);
    const { status, text } = await user.submit('/', { intent: 'run', commodity: 'corn' });
    expect([status >= 400, extractText(text).includes('Trading Start Failed')]).toEqual([
      true,
      true,
    ]);
  });
});

describe('an emergency stop', () => {
  it('leaves a strip on every screen until RUN', async () => {
    await newUser();
    await users.desk.buyGas(user);
    await user.submit('/', { intent: 'run', commodity: 'corn' });
    expect((await user.open('/weather')).text).not.toContain('<strong>EMERGENCY STOP</strong>');
    await user.post('/emergency-stop', {});
    // Corn may have been bought before the stop.
    const open = (await callApi<PositionDto[]>('trading-positions')).filter(
      ({ status }) => status === 'ACTIVE',
    ).length;
    const openText = open === 1 ? '1 position open' : `${open} positions open`;
    for (const path of ['/', '/weather', '/commands']) {
      const html = (await user.open(path)).text;
      expect([path, html.includes('<strong>EMERGENCY STOP</strong>')]).toEqual([path, true]);
      expect(extractText(html)).toMatch(
        new RegExp(
          `EMERGENCY STOP pressed \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d \\w+ by state-user.*SIMULATION: ${openText}`,
        ),
      );
      expect(html).toContain('href="/?confirm=close-all"');
      expect(html).toContain('Resume with RUN ALL');
    }
    await user.submit('/', { intent: 'run', commodity: 'corn' });
    expect((await user.open('/weather')).text).not.toContain('<strong>EMERGENCY STOP</strong>');
  });
});

describe('an emergency stop of an account that cannot run', () => {
  it('offers no RUN ALL, and gives the reason', async () => {
    await newUser();
    await user.submit('/', { intent: 'settings', tradingMode: 'live' });
    await user.submit('/?confirm=live', { intent: 'live' });
    await user.post('/emergency-stop', {});
    const html = (await user.open('/weather')).text;
    expect(extractText(html)).toMatch(
      /No new entries; stops and targets stay\. RUN is rejected: \S/,
    );
    expect(html).not.toContain('Resume with RUN ALL');
  });
});

describe('tiles', () => {
  it('the market tile has the text and color of the hour', async () => {
    await newUser();
    const tile = /<dt>Market<\/dt><dd class="([^"]*)">(\w+)</.exec((await user.open('/')).text);
    const { status, isOpen } = await callApi<{ status: string; isOpen: boolean }>('market-status');
    expect([tile?.[2], tile?.[1]?.includes(isOpen ? 'good' : 'bad')]).toEqual([status, true]);
    expect(extractText((await user.open('/')).text)).toMatch(
      /Market (OPEN|CLOSED) 9:00\u201316:00 E[SD]T simulation trades 24\/7/,
    );
  });
});

describe('the weather feed', () => {
  it('the weather feed has its title, and the origin of its data while it has messages', async () => {
    await newUser();
    const html = (await user.open('/')).text;
    expect(extractText(html)).toMatch(/AI Weather Intelligence Feed\s+Weather data:\s+SIM/);
    const said = extractText(html);
    for (const { region, impact, temperature, time, commodities } of await callApi<
      IntelligenceDto[]
    >('weather-intelligence')) {
      const degrees = temperature === null ? '' : `${formatNumber(temperature, 1)} °F `;
      expect(said).toContain(
        `${region} ${impact} ${degrees}${formatDateTime(Date.parse(time), 'America/New_York')}`,
      );
      if (commodities.length > 0)
        expect(said).toContain(
          `Affects ${commodities.map((key) => COMMODITIES[key].displayName).join(', ')}`,
        );
    }
  });

  it('the weather feed shows loading while history loads', async () => {
    await newUser();
    const { terminal } = users.desk;
    const status = terminal.status.bind(terminal);
    const buildLoadingStatus = () => ({
      ...status(),
      feed: { ...status().feed, isReadingWeather: true },
    });
    Object.defineProperty(terminal, 'status', { configurable: true, value: buildLoadingStatus });
    const said = extractText((await user.open('/')).text);
    Object.defineProperty(terminal, 'status', { configurable: true, value: status });
    expect(said).toMatch(/LOADING .*Loading real-time weather data\.\.\./);
    expect(extractText((await user.open('/')).text)).not.toContain(
      'Loading real-time weather data...',
    );
  });
});

describe('notifications', () => {
  it('start with current alerts, unless the settings turn them off', async () => {
    await newUser();
    expect(extractText((await user.open('/notifications')).text)).toMatch(
      /Now .*HIGH weather impact: Northeast/,
    );
    await user.submit('/', {
      intent: 'settings',
      tradingMode: 'simulation',
      riskLevel: 'moderate',
      positionSize: 'medium',
    });
    expect(extractText((await user.open('/notifications')).text)).not.toContain(
      'Weather of HIGH impact',
    );
  });
});

describe('the account', () => {
  it('shows why a reset was rejected', async () => {
    await newUser();
    await user.submit('/', { intent: 'settings', tradingMode: 'live' });
    await user.submit('/?confirm=live', { intent: 'live' });
    const { status, text } = await user.submit('/', { intent: 'reset' });
    expect([status, extractText(text).includes('Error Failed to reset trading account. ')]).toEqual(
      [409, true],
    );
  });
});

describe('correlations', () => {
  it('shows a bar for each known correlation', async () => {
    await newUser();
    const html = (await user.open('/correlations')).text;
    const rows = await callApi<CorrelationDto[]>('correlation-analysis');
    // One card per pair, after the scatter of the selected cell.
    const cards = html.split('<h3>').slice(2);
    expect(cards).toHaveLength(rows.length);
    const known = rows.filter(({ correlationStrength }) => correlationStrength !== null).length;
    expect(known).toBeGreaterThan(5);
    expect(
      cards.filter((card) => /<svg[\s\S]*?<rect|<svg[\s\S]*?<path|<svg[\s\S]*?<line/.test(card))
        .length,
    ).toBeGreaterThanOrEqual(known);
  });
});
