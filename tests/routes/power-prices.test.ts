// Power spot prices of a public market on the dashboard and in the API, from a source on loopback.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DeskServer, Visitor, startDesk } from '../support/desk-server';
import { respondAsNyiso } from '../support/nyiso-server';
import { type SourceServer, openSourceServer } from '../support/source-server';

/** Bound only: an answer takes seconds at most. */
const WAIT = { timeout: 30_000, interval: 100 };

let sources: SourceServer;
let desk: DeskServer;
let visitor: Visitor;

beforeAll(async () => {
  sources = await openSourceServer(respondAsNyiso);
  desk = await startDesk('server.js', {
    FEED: 'public',
    FEED_SOURCES: 'nyiso',
    FEED_ENDPOINT: sources.endpoint,
  });
  visitor = await new Visitor(desk.origin).signIn();
});
afterAll(async () => {
  await desk?.stop();
  await sources?.close();
});

const readText = async (path: string): Promise<string> =>
  (await (await visitor.request(path)).text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

const listRows = async (): Promise<readonly Record<string, unknown>[]> =>
  (await (await visitor.request('/api/electricity-futures')).json()) as Record<string, unknown>[];

it('the dashboard shows the price of the hub, its source, and what is missing', async () => {
  await expect
    .poll(() => readText('/?commodity=electricity'), WAIT)
    .toMatch(/NYISO \$\d+\.\d\d Day-ahead price of this hour/);
  const page = await readText('/?commodity=electricity');
  expect(page).toContain('Source: New York Independent System Operator (NYISO); about 5 min late.');
  expect(page).toMatch(/PJM N\/A No price has arrived yet\. Data Health shows the reason\./);
  expect(page).toContain('Day-ahead prices by hour');
  // No price comes while the exchanges are closed; while all are open, none opens next.
  expect(page).toMatch(
    / (exchanges closed; \w+ opens|open; [\w ]+ opens|NYMEX, CBOT, ICE US open) /,
  );
  expect(page).not.toContain('24/7');
  // Panels of one second are built once, so the map may be of just before the price.
  await expect
    .poll(() => readText('/?commodity=electricity'), WAIT)
    .toMatch(/Electricity Prices by Region .*SPOT-NYISO, day-ahead price of this hour/);
});

it('the styles of the panel and its charts are part of the page, also without script', async () => {
  const html = await (await visitor.request('/?commodity=electricity')).text();
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)];
  const styles = await Promise.all(
    sheets.map(async ([, path = '']) => (await visitor.request(path)).text()),
  );
  const panel = /<section class="(\S+)" aria-labelledby="power-prices"/.exec(html)?.[1];
  const line = /<path d="[^"]*" class="(\S+)" vector-effect/.exec(
    html.slice(html.indexOf('power-prices')),
  )?.[1];
  for (const name of [panel, line]) expect(styles.join('')).toContain(`.${name ?? 'missing'}`);
});

it('other commodities have no panel of power prices', async () => {
  expect(await readText('/?commodity=corn')).not.toContain('Power Spot Prices');
});

it('the API lists a spot price, and no quote that could be traded', async () => {
  const rows = await listRows();
  expect(rows).toEqual([
    expect.objectContaining({
      kind: 'spot',
      symbol: 'SPOT-NYISO',
      hub: 'NYISO',
      price: expect.stringMatching(/^\d+\.\d\d$/) as string,
      bid: null,
      ask: null,
      source: 'New York ISO',
      isStale: false,
    }),
  ]);
});
