// Delayed quotes of a vendor on loopback: a price with its delay, a chart, a paper order that rests
// until a quote of after it, and forecasts of networks on late prices.
import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeskServer, Visitor, startDesk } from '../support/desk-server';
import { makePriceFile } from '../support/storm-markets';
import {
  type ReceivedRequest,
  openSourceServer,
  type SourceServer,
} from '../support/source-server';

const DAY_MS = 86_400_000;
/** A Tuesday inside the session of natural gas. */
const START_MS = Date.parse('2026-11-10T15:00:00Z');
/** Five replayed minutes, the pace of the source, are five seconds. */
const SPEED = 60;
/** The source states the time of each price. */
const DELAY_MS = 2 * 60_000;
const SYMBOL = 'NGZ26.NYM';
const WAIT = { timeout: 60_000, interval: 200 };

const startedMs = performance.now();
const readNowMs = (): number => Math.floor(START_MS + SPEED * (performance.now() - startedMs));

/** A rising market of days before the first one, with small moves against it. */
const DAYS = Array.from({ length: 180 }, (_, index) => START_MS - (180 - index) * DAY_MS).filter(
  (atMs) => ![0, 6].includes(new Date(atMs).getUTCDay()),
);
const roundPrice = (price: number): number => Math.round(price * 1000) / 1000;
const CLOSES = DAYS.map((_, index) => roundPrice(2.5 + index * 0.012 + (index % 3) * 0.01));
const LAST = CLOSES.at(-1) ?? 0;

function buildChart(): string {
  const atMs = readNowMs() - DELAY_MS;
  const meta = {
    symbol: SYMBOL,
    currency: 'USD',
    exchangeTimezoneName: 'America/New_York',
    regularMarketTime: Math.floor(atMs / 1000),
    regularMarketPrice: roundPrice(LAST + (Math.floor(atMs / 60_000) % 5) / 1000),
  };
  const shiftPrices = (by: number): number[] => CLOSES.map((close) => roundPrice(close + by));
  const quote = { open: CLOSES, high: shiftPrices(0.03), low: shiftPrices(-0.03), close: CLOSES };
  const timestamp = DAYS.map((dayMs) => Math.floor(dayMs / 1000));
  return JSON.stringify({
    chart: { result: [{ meta, timestamp, indicators: { quote: [quote] } }], error: null },
  });
}

function respondAsVendor({ path }: ReceivedRequest, response: ServerResponse): void {
  if (path.includes(`/${SYMBOL}?`)) response.end(buildChart());
  else response.writeHead(404).end();
}

let sources: SourceServer;
let desk: DeskServer;
let visitor: Visitor;

beforeAll(async () => {
  sources = await openSourceServer(respondAsVendor, () => ({ nowMs: readNowMs(), speed: SPEED }));
  desk = await startDesk('server.js', {
    FEED: 'public',
    FEED_SOURCES: 'yahoo',
    FEED_ENDPOINT: sources.endpoint,
    ANALYTICS: 'on',
  });
  visitor = await new Visitor(desk.origin).signIn();
});
afterAll(async () => {
  await desk?.stop();
  await sources?.close();
});

const readText = async (path: string): Promise<string> => (await visitor.request(path)).text();
const readRows = async (path: string): Promise<readonly Record<string, unknown>[]> =>
  (await (await visitor.request(path)).json()) as Record<string, unknown>[];
const readQuote = async () => (await readRows('/api/natural-gas-futures'))[0];
const removeMarkup = (markup: string): string =>
  markup.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

describe('delayed quotes', () => {
  it('offer the strategies whose inputs have a source, and state why the others are missing', async () => {
    const html = await readText('/?commodity=corn');
    expect(html).toContain('id="strategy-POLLINATION_HEAT"');
    expect(html).not.toContain('id="strategy-CURRENCY_HEDGE"');
    expect(html).toContain('Not offered with these data');
    expect(html).toContain('>no source of currencies and of the world economy</span>');
  });

  it('are asked for only when the terms are accepted', async () => {
    expect(await readQuote()).toBeUndefined();
    expect(sources.received).toEqual([]);
    const fields = await visitor.formFields('/data-health');
    await visitor.postForm('/data-health', { ...fields, intent: 'accept-terms', source: 'yahoo' });
    await expect
      .poll(readQuote, WAIT)
      .toMatchObject({ contract: 'NGZ26', source: 'Yahoo, 10 min late', isStale: false });
  });

  it('are on the dashboard and the chart with their delay', async () => {
    const dashboard = removeMarkup(await readText('/?commodity=natural-gas'));
    expect(dashboard).toMatch(/NG NGZ26 .* YAHOO, 10 MIN LATE/);
    expect(dashboard).toContain('Public data, no real orders');
    expect(dashboard).toContain('use weather or reports trade only when you choose them');
    const chart = removeMarkup(await readText('/chart/NGZ26?range=1Y'));
    expect(chart).toMatch(/Yahoo, 10 min late, \d+ (s|min) old/);
    const { bars } = (await (
      await visitor.request('/api/bars?contract=NGZ26&interval=1d')
    ).json()) as { bars: unknown[] };
    expect(bars.length).toBeGreaterThan(100);
  });

  it('fill a paper order at the first price that is not before it', async () => {
    await visitor.postJson('/api/trading/mode', { mode: 'paper' });
    await expect.poll(readQuote, WAIT).toMatchObject({ isStale: false });
    const placedMs = readNowMs();
    const run = await visitor.postJson('/api/auto-trading/start', { commodity: 'natural-gas' });
    expect(run.status).toBe(200);
    // The newest quote is of before the order.
    expect(await readRows('/api/trading-positions')).toEqual([]);
    await expect
      .poll(() => readRows('/api/trading-positions'), WAIT)
      .toMatchObject([{ positionType: 'LONG' }]);
    const [position] = await readRows('/api/trading-positions');
    expect(Date.parse(String(position?.['entryDate']))).toBeGreaterThanOrEqual(placedMs - 5000);
  });

  it('give no value at risk before they are of 13 months, with the reason', async () => {
    expect(removeMarkup(await readText('/institutional'))).toContain(
      'Price history too short: risk needs 250 scenarios.',
    );
  });
});

describe('RUN of a commodity that no source has prices of', () => {
  it('is rejected with the reason, which the row shows; RUN ALL starts the others', async () => {
    const run = await visitor.postJson('/api/auto-trading/start', { commodity: 'electricity' });
    expect(run.status).toBe(409);
    expect(await run.json()).toMatchObject({
      code: 'NO_PRICES',
      error: expect.stringMatching(/^No free source has futures prices of electricity/) as string,
    });
    expect((await visitor.postJson('/api/auto-trading/start', {})).status).toBe(200);
    const status = await (await visitor.request('/api/auto-trading/status')).json();
    expect(status).toMatchObject({
      globalActive: true,
      commodities: { electricity: false, corn: true },
    });
    const row = /<tr id="row-electricity".*?<\/tr>/s.exec(await readText('/'))?.[0] ?? '';
    expect(removeMarkup(row)).toContain('No free source has futures prices of electricity');
    expect(row).toMatch(/<button(?=[^>]*value="run")[^>]*disabled=""/);
    await visitor.postJson('/api/auto-trading/stop', {});
  });
});

describe('forecasts on late prices', () => {
  const readSignals = () => readRows('/api/ai-trading-signals');

  it('are made where a network has its inputs, and are no calls', async () => {
    const file = makePriceFile('CLZ26.NYM', START_MS - (START_MS % DAY_MS), 365);
    writeFileSync(join(desk.dataDir, 'inbox', 'CLZ26.csv'), file);
    await expect.poll(async () => (await readSignals()).length, WAIT).toBe(1);
    const [signal] = await readSignals();
    expect(signal).toMatchObject({
      symbol: 'CL-CRUDE OIL',
      contract: 'CLZ26',
      signal: 'HOLD',
      holdReason: 'UNPROVEN',
      confidence: 0.5,
      grade: null,
      hasSkill: false,
      market: 'public',
    });
    expect(signal?.['missing']).toContain('last petroleum report surprise');
    // Just before the settlement of the day, at 14:30 in New York.
    expect(signal?.['expiresAt']).toMatch(/^2026-11-10T19:1\d/);
  });

  it('are shown as not proven, beside the markets without one and their reasons', async () => {
    const page = removeMarkup(await readText('/signals'));
    expect(page).toContain('0 of 1 tradable: 1 not proven');
    expect(page).toContain('Not proven on real data: forecasts are shown and scored here');
    expect(page).toMatch(/Missing inputs, [^:]*: [^.]*last petroleum report surprise/);
    expect(page).toMatch(/Natural Gas 9 of 9 inputs of [^ ]+revisions of demand[^ ]+ are missing/);
    expect(page).toContain('No free prices of power futures');
    expect(page).toContain('No prices of its contracts: see Data Health');
  });
});
