// Dashboard states that a quiet desk does not show, and related content of other screens.
import { describe, expect, it } from 'vitest';

import { COMMODITIES } from '../../app/trading/domain/commodity';
import { formatDateTime, formatNumber } from '../../app/trading/domain/format';
import { type PageUser, extractText } from '../support/page-desk';
import { setUpPageUsers } from '../support/page-users';
import { createWeatherDesk } from '../support/weather-desk';
import type { CorrelationDto, IntelligenceDto } from '../../app/contracts/api/weather';

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

describe('tiles', () => {
  it('the market tile has the text and color of the hour', async () => {
    await newUser();
    const tile = /<dt>Market<\/dt><dd class="([^"]*)">(\w+)</.exec((await user.open('/')).text);
    const { status, isOpen } = await callApi<{ status: string; isOpen: boolean }>('market-status');
    expect([tile?.[2], tile?.[1]?.includes(isOpen ? 'good' : 'bad')]).toEqual([status, true]);
  });
});

describe('the weather feed', () => {
  it('the weather feed has its title, and LIVE while it has messages', async () => {
    await newUser();
    const html = (await user.open('/')).text;
    expect(extractText(html)).toMatch(/AI Weather Intelligence Feed\s+LIVE/);
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
    const cards = html.split('<h3>').slice(1);
    expect(cards).toHaveLength(rows.length);
    const known = rows.filter(({ correlationStrength }) => correlationStrength !== null).length;
    expect(known).toBeGreaterThan(5);
    expect(
      cards.filter((card) => /<svg[\s\S]*?<rect|<svg[\s\S]*?<path|<svg[\s\S]*?<line/.test(card))
        .length,
    ).toBeGreaterThanOrEqual(known);
  });
});
