// Widgets of the radar, all present without script.
import { expect, it } from 'vitest';
import { extractText } from '../support/page-desk';
import { setUpPageUsers } from '../support/page-users';
import { createWeatherDesk } from '../support/weather-desk';

const users = setUpPageUsers('radar-reader', createWeatherDesk());

it('the radar widgets have titles in the server-rendered page', async () => {
  const { text } = await (await users.next()).open('/radar');
  const titles = [...text.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, title]) => title);
  expect(titles).toEqual([
    '1 current warning; no open position is exposed to it.',
    'Weather radar map',
    'Weather by state',
    'AI Weather Analysis',
    'Commodity impacts',
    'Weather correlations',
    'Almanac',
  ]);
  for (const market of ['NYISO', 'PJM', 'ERCOT', 'CAISO', 'MISO', 'SERC', 'WECC'])
    expect(text).toMatch(new RegExp(`<tspan[^>]*>${market}</tspan>`));
  expect(extractText(text)).not.toContain('Loading map data...');
});
