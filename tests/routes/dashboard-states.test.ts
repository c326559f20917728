// The dashboard in states that a quiet desk does not show by itself, and what neighboring screens
// print of theirs.
import { describe, expect, it } from 'vitest';

import { COMMODITIES } from '../../app/trading/domain/commodity';
import { dateTime, decimalNumber } from '../../app/trading/domain/format';
import { type PageUser, words } from '../support/page-desk';
import { pageUsers } from '../support/page-users';
import { weatherDesk } from '../support/weather-desk';
import type { CorrelationDto, IntelligenceDto } from '../../app/contracts/api/weather';

const users = pageUsers('state-user', weatherDesk());
let user: PageUser;
const newUser = async (): Promise<PageUser> => (user = await users.next());
const call = async <T>(path: string): Promise<T> =>
  JSON.parse((await user.open(`/api/${path}`)).text) as T;
const getButton = (html: string, name: string): string =>
  new RegExp(`<button[^>]*aria-label="${name}"[^>]*>`).exec(html)?.[0] ?? '';

describe('the table of auto-trading', () => {
  it('the table of auto-trading has its seven columns in their order', async () => {
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

  it('CLOSE is off while a commodity holds nothing', async () => {
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
  it('the market tile has the word and the color of the hour', async () => {
    await newUser();
    const tile = /<dt>Market<\/dt><dd class="([^"]*)">(\w+)</.exec((await user.open('/')).text);
    const { status, isOpen } = await call<{ status: string; isOpen: boolean }>('market-status');
    expect([tile?.[2], tile?.[1]?.includes(isOpen ? 'good' : 'bad')]).toEqual([status, true]);
  });
});

describe('the weather feed', () => {
  it('the weather feed is titled and LIVE while it has something to tell', async () => {
    await newUser();
    const html = (await user.open('/')).text;
    expect(words(html)).toMatch(/AI Weather Intelligence Feed\s+LIVE/);
    const said = words(html);
    for (const { region, impact, temperature, time, commodities } of await call<IntelligenceDto[]>(
      'weather-intelligence',
    )) {
      const degrees = temperature === null ? '' : `${decimalNumber(temperature, 1)} °F `;
      expect(said).toContain(
        `${region} ${impact} ${degrees}${dateTime(Date.parse(time), 'America/New_York')}`,
      );
      if (commodities.length > 0)
        expect(said).toContain(
          `Affects ${commodities.map((key) => COMMODITIES[key].displayName).join(', ')}`,
        );
    }
  });

  it('the weather feed says that it is loading while the past is read', async () => {
    await newUser();
    const { terminal } = users.desk;
    const status = terminal.status.bind(terminal);
    const reading = () => ({ ...status(), feed: { ...status().feed, isReadingWeather: true } });
    Object.defineProperty(terminal, 'status', { configurable: true, value: reading });
    const said = words((await user.open('/')).text);
    Object.defineProperty(terminal, 'status', { configurable: true, value: status });
    expect(said).toMatch(/LOADING .*Loading real-time weather data\.\.\./);
    expect(words((await user.open('/')).text)).not.toContain('Loading real-time weather data...');
  });
});

describe('notifications', () => {
  it('begin with what is so now, as long as the settings want it', async () => {
    await newUser();
    expect(words((await user.open('/notifications')).text)).toMatch(
      /Now .*Weather of HIGH impact: Northeast/,
    );
    await user.press('/', {
      intent: 'settings',
      tradingMode: 'simulation',
      riskLevel: 'moderate',
      positionSize: 'medium',
    });
    expect(words((await user.open('/notifications')).text)).not.toContain('Weather of HIGH impact');
  });
});

describe('the account', () => {
  it('a reset that was refused says so', async () => {
    await newUser();
    await user.press('/', { intent: 'settings', tradingMode: 'live' });
    await user.press('/?confirm=live', { intent: 'live' });
    const { status, text } = await user.press('/', { intent: 'reset' });
    expect([status, words(text).includes('Error Failed to reset trading account. ')]).toEqual([
      409,
      true,
    ]);
  });
});

describe('correlations', () => {
  it('every correlation that is known has a bar', async () => {
    await newUser();
    const html = (await user.open('/correlations')).text;
    const rows = await call<CorrelationDto[]>('correlation-analysis');
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
