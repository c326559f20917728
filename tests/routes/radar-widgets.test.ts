// The parts of the radar, all there before any script runs.
import { expect, it } from 'vitest';
import { words } from '../support/page-desk';
import { pageUsers } from '../support/page-users';
import { weatherDesk } from '../support/weather-desk';

const users = pageUsers('radar-reader', weatherDesk());

it('are titled, all on the page that the server sends', async () => {
  const { text } = await (await users.next()).open('/radar');
  const titles = [...text.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, title]) => title);
  expect(titles).toEqual([
    'Weather radar map',
    'Weather by state',
    'AI Weather Analysis',
    'Commodity impacts',
    'Weather correlations',
    'Almanac',
  ]);
  for (const market of ['NYISO', 'PJM', 'ERCOT', 'CAISO', 'MISO', 'SERC', 'WECC'])
    expect(text).toMatch(new RegExp(`<tspan[^>]*>${market}</tspan>`));
  expect(words(text)).not.toContain('Loading map data...');
});
