// Parts of a screen as JSON: each equals the part that the page loads, and needs a session.
import { describe, expect, it } from 'vitest';
import type { SectionName } from '../../app/contracts/sections';
import { COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import { setUpPageUsers } from '../support/page-users';
import { buildDataPath } from '../support/request-paths';
import { createSteeredFeed, endPrices } from '../support/steered-feed';
import { createWeatherDesk } from '../support/weather-desk';

const steered = createSteeredFeed('refresh');
const users = setUpPageUsers('refresh-user', createWeatherDesk(), steered.feed);
const NAMES: readonly SectionName[] = [
  'shell',
  'desk',
  'ticker',
  'quotes',
  'signals',
  'chart',
  'events',
  'feed',
  'map',
  'strategies',
  'decisions',
];

/** Sections of one panel, and the name of that panel in the page's data. */
const PANELS_BY_SECTION = [
  ['chart', 'chart'],
  ['events', 'events'],
  ['feed', 'feed'],
  ['map', 'priceMap'],
  ['decisions', 'decisions'],
] as const;

interface DashboardData {
  readonly strategies: unknown;
  readonly signals: unknown;
  readonly panels: Readonly<Record<string, unknown>>;
}

/** Data without the moments of its reading, which differ between two requests. */
const omitMoments = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data, (key, value: unknown) => (/Ms$|^asOf/.test(key) ? null : value)));

describe('a section', () => {
  it('is the part of the dashboard of the commodity', async () => {
    const user = await users.next();
    await users.desk.buyGas(user);
    // Requests of one moment need prices that stay.
    await endPrices(steered, users.desk.terminal);
    const read = async (name: string): Promise<Record<string, unknown>> => {
      const { status, text } = await user.open(`/refresh/${name}?commodity=natural-gas`);
      expect([name, status]).toEqual([name, 200]);
      return JSON.parse(text) as Record<string, unknown>;
    };
    const answers = Object.fromEntries(
      await Promise.all(NAMES.map(async (name) => [name, await read(name)] as const)),
    );
    expect(answers['desk']).toMatchObject({
      mode: 'simulation',
      positions: [{ commodity: 'natural-gas', status: 'ACTIVE' }],
    });
    expect(answers['ticker']?.['heat']).toHaveLength(COMMODITY_KEYS.length);
    expect(answers['quotes']?.['quotes']).toMatchObject([{ commodity: 'natural-gas' }]);
    const page = JSON.parse(
      (await user.open(buildDataPath('/?commodity=natural-gas', 'routes/_terminal.(dashboard)')))
        .text,
    ) as DashboardData;
    for (const [name, part] of [
      ['strategies', page.strategies] as const,
      ['signals', page.signals] as const,
      ...PANELS_BY_SECTION.map(([section, panel]) => [section, page.panels[panel]] as const),
    ])
      expect([name, omitMoments(answers[name])]).toEqual([name, omitMoments(part)]);
    expect(answers['shell']).toMatchObject({ alerts: [], dataAge: { word: 'SIM' } });
    expect(answers['feed']).toMatchObject({ dataAge: { word: 'SIM' } });
  });

  it('is 404 for an unknown name and rejects writes', async () => {
    const user = await users.next();
    expect((await user.open('/refresh/constructor')).status).toBe(404);
    expect((await user.open('/refresh/nothing')).status).toBe(404);
    const write = await user.open('/refresh/signals', { method: 'POST' });
    expect([write.status, JSON.parse(write.text)]).toEqual([
      405,
      { error: 'A section is read-only.', requestId: expect.any(String) as string },
    ]);
  });
});
