// Parts of a screen as JSON: each equals the part that the page loads, and needs a session.
import { describe, expect, it } from 'vitest';
import type { SectionName } from '../../app/contracts/sections';
import { COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import { setUpPageUsers } from '../support/page-users';
import { createWeatherDesk } from '../support/weather-desk';

const users = setUpPageUsers('refresh-user', createWeatherDesk());
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

describe('a section', () => {
  it('is the part of the dashboard of the commodity', async () => {
    const user = await users.next();
    await users.desk.buyGas(user);
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
    expect(answers['strategies']).toMatchObject({ commodity: 'natural-gas' });
    expect(answers['shell']).toMatchObject({ alerts: [], dataAge: { word: 'SIM' } });
  });

  it('is 404 for an unknown name and rejects writes', async () => {
    const user = await users.next();
    expect((await user.open('/refresh/constructor')).status).toBe(404);
    expect((await user.open('/refresh/nothing')).status).toBe(404);
    const write = await user.open('/refresh/signals', { method: 'POST' });
    expect([write.status, write.text]).toEqual([405, '{"error":"A section is read-only."}']);
  });
});
