// Contract chart: the bars call, the page of a contract and the chart of a position. Figures are
// read from the drawing and compared with the bars call, the log and the signal.
import { beforeAll, describe, expect, it } from 'vitest';
import type { SignalDto } from '../../app/contracts/api/signals';
import { fill } from '../../db/schema/trade';
import type { ApiUser } from '../support/api-desk';
import { waitUntil } from '../support/api-desk';
import { createForecast, deliverForecasts } from '../support/issued-forecasts';
import { PACED_START_MS } from '../support/paced-feed';
import { type PageUser, extractText } from '../support/page-desk';
import { setUpPageUsers } from '../support/page-users';
import { HOUR_MS } from '../../app/trading/domain/time';

interface Bars {
  readonly contract: string;
  readonly asOf: string;
  readonly bars: readonly {
    readonly start: string;
    readonly open: number;
    readonly high: number;
    readonly low: number;
    readonly close: number;
    readonly volume: null;
    readonly isComplete: boolean;
  }[];
}

const users = setUpPageUsers('chart-user');
let user: PageUser;
let caller: ApiUser;

beforeAll(async () => {
  user = await users.next();
  caller = users.desk.as(user.id);
  await waitUntil(
    users.desk.terminal,
    () => users.desk.terminal.state().nowMs > PACED_START_MS + 2 * HOUR_MS,
  );
}, 30_000);

const readBars = async (query: string): Promise<Bars> =>
  (await caller.get(`bars?${query}`)).body as Bars;

describe('the bars call', () => {
  it('returns bars in order, in time, with the open bar last', async () => {
    const { contract, asOf, bars } = await readBars('contract=NG&interval=15m');
    expect(contract).toBe('NG');
    expect(bars.length).toBeGreaterThan(7);
    bars.forEach((bar, index) => {
      expect(Date.parse(bar.start)).toBe(PACED_START_MS + index * 900_000);
      expect(bar.isComplete).toBe(Date.parse(bar.start) + 900_000 <= Date.parse(asOf));
      expect(bar.low).toBeLessThanOrEqual(Math.min(bar.open, bar.close));
      expect(bar.high).toBeGreaterThanOrEqual(Math.max(bar.open, bar.close));
    });
    const from = bars[2]?.start ?? '';
    const until = bars[4]?.start ?? '';
    const part = await readBars(`contract=natural-gas&interval=15m&from=${from}&until=${until}`);
    expect(part.bars).toEqual(bars.slice(2, 4));
  });

  it.each([
    ['', 400, /^contract: /],
    ['contract=NG&interval=5m', 400, /^interval: /],
    ['contract=NG&from=yesterday', 400, /^from: /],
    [
      'contract=NG&from=2026-01-06T00:00:00Z&until=2026-01-05T00:00:00Z',
      400,
      /^from: must be before until\.$/,
    ],
    ['contract=NG&from=2020-01-01T00:00:00Z', 400, /^from: bars of 1h go back to 2025-1/],
    ['contract=KC', 404, /^The market simulated has no contract KC\. Use a code/],
    ['contract=%3Cscript%3E', 404, /^The market simulated has no contract/],
  ])('answers %s with %i', async (query, status, error) => {
    const answer = await caller.get(`bars?${query}`);
    expect(answer.status).toBe(status);
    expect((answer.body as { error: string }).error).toMatch(error);
  });
});

/** Percent positions and prices of the labels at the price axis, the last price included. */
function readPriceScale(html: string): (y: number) => number {
  const axis = /class="[^"]*prices[^"]*">(.*?)<\/svg><\/svg>/.exec(html)?.[1] ?? '';
  const labels = [
    ...axis.replace(/<svg y=.*$/, '').matchAll(/<text [^>]*y="([\d.]+)%"[^>]*>([^<]+)<\/text>/g),
  ].map(([, at, text]) => ({
    at: Number(at),
    price: Number((text ?? '').replace(/,/g, '').replace('\u2212', '-')),
  }));
  const [first, last] = [labels[0], labels.at(-1)];
  if (!first || !last || first === last) throw new Error('the axis has two labels');
  const perPercent = (last.price - first.price) / (last.at - first.at);
  return (percent) => first.price + perPercent * (percent - first.at);
}

interface Candle {
  readonly top: number;
  readonly bottom: number;
}

/** Bodies of a path, by index of their bar. */
function readBodies(html: string, name: 'rising' | 'falling'): Map<number, Candle> {
  const path = new RegExp(`<path d="([^"]*)" class="[^"]*${name}`).exec(html)?.[1] ?? '';
  return new Map(
    [...path.matchAll(/M(\d+),([\d.-]+)h6V([\d.-]+)h-6z/g)].map(([, x, top, bottom]) => [
      (Number(x) - 2) / 10,
      { top: Number(top), bottom: Number(bottom) },
    ]),
  );
}

describe('the page of a contract', () => {
  it('draws the candles of the bars call', async () => {
    const { text } = await user.open('/chart/NG?range=1D');
    const { bars } = await readBars('contract=NG&interval=15m');
    const toPrice = readPriceScale(text);
    const [rising, falling] = [readBodies(text, 'rising'), readBodies(text, 'falling')];
    const drawn = rising.size + falling.size;
    expect(drawn).toBeGreaterThan(7);
    let compared = 0;
    // The last drawn bar was still open.
    for (let index = 0; index < drawn - 1; index += 1) {
      const bar = bars[index];
      if (!bar) throw new Error('the call has at least the drawn bars');
      const body = (bar.close >= bar.open ? rising : falling).get(index);
      if (!body) throw new Error(`bar ${index} is drawn with its direction`);
      expect(toPrice(body.top / 3)).toBeCloseTo(Math.max(bar.open, bar.close), 2);
      expect(toPrice(body.bottom / 3)).toBeCloseTo(Math.min(bar.open, bar.close), 2);
      compared += 1;
    }
    expect(compared).toBe(drawn - 1);
  });

  it('has ranges in its address, a sentence, a table and links', async () => {
    const { text } = await user.open('/chart/NG?range=1M');
    expect(text).toMatch(/href="\/chart\/NG\?range=1M"[^>]*aria-current="true"/);
    for (const range of ['1D', '1W', '1Y'])
      expect(text).toContain(`href="/chart/NG?range=${range}"`);
    const said = extractText(text);
    for (const part of [
      'Natural Gas Futures NG',
      '$/MMBtu, daily bars',
      'Last',
      'AI signal N/A none for this contract',
      'Position none',
      'Show as a table',
      'No own fills in this time and no open position.',
      'No report, roll or last trade in this time.',
    ])
      expect(said).toContain(part);
    // The market has no bar before its start.
    expect(said).toMatch(/ since 2026-01-05 \(\d h\); low /);
    for (const chain of ['CL', 'CORN']) expect(text).toContain(`href="/chart/${chain}"`);
  });

  it('shows times in the zone of the user', async () => {
    const { text } = await user.open('/chart/NG?range=1D', {
      headers: { Cookie: 'frontmonth_zone=Asia/Tokyo' },
    });
    // The market starts at 00:00 UTC.
    expect(extractText(text)).toContain('15-minute bars, GMT+9');
    expect(text).toContain('<th scope="row">2026-01-05 09:00 GMT+9</th>');
  });

  it('is not found for an unknown contract', async () => {
    for (const name of ['KC', 'NOTHING', '%3Cb%3E']) {
      const { status, text } = await user.open(`/chart/${name}`);
      expect([name, status]).toEqual([name, 404]);
      expect(text).toContain('To the dashboard');
    }
  });
});

describe('own fills and the signal', () => {
  let id = '';
  beforeAll(async () => {
    deliverForecasts(users.desk.terminal, 'simulated', (atMs) => [
      createForecast(atMs, { network: 'GasNet', chain: 'NG', instrumentId: 'NG' }),
    ]);
    id = await users.desk.buyGas(user);
  });

  it('are drawn where the log says', async () => {
    const [row] = users.desk.terminal.db
      .select()
      .from(fill)
      .all()
      .filter(({ positionId }) => positionId === id);
    if (!row) throw new Error('the order was filled');
    for (const path of ['/chart/NG?range=1D', `/position/${id}?range=1D`]) {
      const { text } = await user.open(path);
      const mark = /<svg x="([\d.]+)%" y="([\d.]+)%"[^>]*data-side="BUY"><title>([^<]+)</.exec(
        text,
      );
      const [, x, y, title] = mark ?? [];
      expect(readPriceScale(text)(Number(y))).toBeCloseTo(row.priceTicks / 1000, 2);
      expect(title).toContain(`BUY 100 MMBtu at ${(row.priceTicks / 1000).toFixed(3)} (entry)`);
      const width = Number(/viewBox="0 0 (\d+) 300"/.exec(text)?.[1]);
      const bar = Math.floor((row.atMs - PACED_START_MS) / 900_000);
      expect((Number(x) / 100) * width).toBeCloseTo(bar * 10 + 5, 0);
      expect(extractText(text)).toContain('Own fills and levels');
    }
  });

  it('have no chart at the id of their position, which names no contract', async () => {
    expect((await user.open(`/chart/${id}`)).status).toBe(404);
  });

  it('the fan ends at the interval of the signal', async () => {
    const signals = (await caller.get('ai-trading-signals')).body as SignalDto[];
    const signal = signals.find(({ contract }) => contract === 'NG');
    if (!signal) throw new Error('gas has a signal');
    const { text } = await user.open('/chart/NG?range=1D');
    const [, from, high, low] =
      /<path d="M[\d.]+,([\d.]+)L\d+,([\d.]+)V([\d.]+)Z" class="[^"]*fan/.exec(text) ?? [];
    const toPrice = readPriceScale(text);
    expect(toPrice(Number(high) / 3)).toBeCloseTo(signal.high, 2);
    expect(toPrice(Number(low) / 3)).toBeCloseTo(signal.low, 2);
    expect(Number(high)).toBeLessThan(Number(low));
    expect(Number(from)).toBeGreaterThan(0);
    expect(extractText(text)).toMatch(/ AI signal: 80% range until 2026-01-\d\d \d\d:\d\d EST: /);
    expect(extractText(text)).toContain(
      `: ${signal.low.toFixed(3)}\u2013${signal.high.toFixed(3)}.`,
    );
  });

  it('the position has its size, share of a contract, levels and CLOSE', async () => {
    const { text } = await user.open(`/position/${id}`);
    const said = extractText(text);
    for (const part of [
      'LONG 100 MMBtu',
      '1.0% of a contract',
      'Since entry',
      'no working stop order',
      'Entry',
    ])
      expect(said).toContain(part);
    const page = await user.submit('/', { intent: 'close-position', position: id });
    expect(page.status).toBe(303);
    const closed = await user.open(`/position/${id}`);
    expect(extractText(closed.text)).toContain('around the holding time');
    expect(closed.text).toContain('data-side="SELL"');
    expect(closed.text).not.toContain('value="close-position"');
  });
});
