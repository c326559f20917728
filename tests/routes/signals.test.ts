// Signals in API and pages: each match string finds one, actions follow the risk level, and only
// recorded signals are shown.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { COMMODITIES, COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import { formatCommodityPrice } from '../../app/trading/domain/format';
import { FORECAST_MODELS } from '../../app/trading/signals/forecast-models';
import { type ApiDesk, type ApiUser, openApiDesk } from '../support/api-desk';
import { createForecast, deliverForecasts } from '../support/issued-forecasts';
import { type PageUser, createPageUser, extractText } from '../support/page-desk';
import type { SignalTrackRecordDto, SignalDto } from '../../app/contracts/api/signals';

const LISTS = ['ai-trading-signals', 'trading-signals'] as const;
const NONE = 'No AI signals for replayed data.';
let desk: ApiDesk;
let user: ApiUser;
let reader: PageUser;

beforeAll(async () => {
  desk = await openApiDesk();
  user = await desk.user('caller');
  reader = await createPageUser(desk.terminal, 'reader');
});
afterAll(() => desk?.close());

const createRows = async (path: string): Promise<SignalDto[]> =>
  (await user.get(path)).body as SignalDto[];
const getLedger = async (): Promise<SignalTrackRecordDto> =>
  (await user.get('signal-ledger')).body as SignalTrackRecordDto;

/** Submits one forecast for every chain with a price. */
function submitAllForecasts(): void {
  deliverForecasts(desk.terminal, 'simulated', (atMs) =>
    FORECAST_MODELS.map(({ spec, chain }) =>
      createForecast(atMs, { network: spec.id, chain, instrumentId: chain }),
    ),
  );
}

describe('before the first network run', () => {
  it('lists are empty with a reason, cells wait, and the page shows only the reason', async () => {
    for (const path of LISTS) {
      const { body, headers } = await user.get(path);
      expect([body, headers.get('X-Empty-Reason')]).toEqual([[], NONE]);
    }
    expect(extractText((await reader.open('/signals')).text)).toContain(
      `No active signals. ${NONE} Track record: none scored yet, 0 awaiting expiry`,
    );
    const dashboard = extractText((await reader.open('/')).text);
    expect(dashboard.match(/Analyzing market conditions\.\.\./g)).toHaveLength(10);
    expect(dashboard).toContain('Auto Signals N/A no AI signal yet');
  });
});

describe('active signals', () => {
  beforeAll(submitAllForecasts);

  it('are in both calls, and each of the 14 match strings finds its signal', async () => {
    const rows = await createRows('ai-trading-signals');
    expect(await createRows('trading-signals')).toEqual(rows);
    for (const key of COMMODITY_KEYS) {
      for (const text of COMMODITIES[key].signalMatches) {
        const found = rows.filter(
          ({ region, symbol }) => region.includes(text) || symbol.includes(text),
        );
        expect([text, found.map(({ commodity }) => commodity)]).toEqual([text, [key]]);
      }
    }
    const gas = rows.find(({ commodity }) => commodity === 'natural-gas');
    expect(gas).toMatchObject({
      region: 'Henry Hub',
      symbol: 'NG-HENRY HUB',
      network: 'GasNet',
      chanceUp: 0.6,
      market: 'simulated',
    });
    for (const row of rows) {
      expect(['BUY', 'SELL', 'HOLD']).toContain(row.signal);
      expect(row.confidence).toBeGreaterThanOrEqual(0.5);
      expect(row.confidence).toBeLessThanOrEqual(0.98);
      expect(Date.parse(row.expiresAt) - Date.parse(row.asOf)).toBe(86_400_000);
      if (!row.hasSkill)
        expect([row.signal, row.confidence, row.targetPrice]).toEqual(['HOLD', 0.5, row.price]);
    }
  });

  it('are on the dashboard with action, reasons and count', async () => {
    const rows = await createRows('ai-trading-signals');
    const said = rows.filter(({ signal }) => signal !== 'HOLD').length;
    const dashboard = extractText((await reader.open('/')).text);
    expect(dashboard).not.toContain('Analyzing market conditions...');
    expect(dashboard).toContain(`Auto Signals ${said} BUY or SELL`);
    expect(dashboard).toContain('8 neural networks, 14 active signals');
    expect(dashboard).toMatch(/Natural Gas Futures .*?(HOLD|BUY|SELL) target [\d.]+, \d\d%/);
    for (const { symbol } of rows) expect(dashboard).toContain(symbol);
  });

  it('are on the ledger page, with the demotion rule', async () => {
    const { waiting, scored, byMarket, rule } = await getLedger();
    expect([waiting, scored, byMarket]).toEqual([14, [], []]);
    expect(rule).toMatchObject({ level: 0.05, days: 20, evidence: 120 });
    const page = extractText((await reader.open('/signals')).text);
    expect(page).toContain('14 awaiting expiry');
    expect(page).toContain('ZC-CORN');
  });

  it('are one row each on the page, calls first, with the figures of the API', async () => {
    const rows = await createRows('ai-trading-signals');
    const { text: html } = await reader.open('/signals');
    expect(extractText(html)).toContain(
      '80% range 10th to 90th percentile of the price at expiry. The dot is the price at issue.',
    );
    const shown = [
      ...html.matchAll(/<tr id="signal-[\w-]+" data-call="(\w+)">([\s\S]*?)<\/tr>/g),
    ].map(([, call, row = '']) => ({ call, text: extractText(row) }));
    expect(shown).toHaveLength(14);
    const firstHold = shown.findIndex(({ call }) => call === 'HOLD');
    expect(
      shown.slice(firstHold === -1 ? 14 : firstHold).every(({ call }) => call === 'HOLD'),
    ).toBe(true);
    for (const signal of rows) {
      const own = shown.filter(({ text }) => text.includes(` ${signal.symbol} `));
      expect([signal.symbol, own.map(({ call }) => call)]).toEqual([
        signal.symbol,
        [signal.signal],
      ]);
      const text = own[0]?.text ?? '';
      const side = signal.chanceUp >= 0.5 ? 'up' : 'down';
      const percent = (100 * Math.max(signal.chanceUp, 1 - signal.chanceUp)).toFixed(0);
      expect(text).toContain(`${percent}% ${side}`);
      for (const value of [signal.expectedMove, signal.costHurdle, signal.low, signal.high])
        expect(text).toContain(formatCommodityPrice(signal.commodity, value));
      expect(text).toContain(` ${signal.grade ?? 'none'} `);
      expect(text).toContain(
        signal.driver ? `${signal.driver.name}: ${signal.driver.value}` : 'No strong driver',
      );
    }
  });

  it('draw the expected gain against the cost hurdle to scale', async () => {
    const rows = await createRows('ai-trading-signals');
    const { text: html } = await reader.open('/signals');
    for (const { symbol, expectedMove, costHurdle } of rows) {
      const row = html.split('<tr ').find((part) => part.includes(`>${symbol}<!-- -->`)) ?? '';
      const [, width] = /<rect class="[^"]*" y="4" width="([\d.]+)" height="6" rx="1"/.exec(
        row.slice(row.indexOf('viewBox="0 0 72 14"')).replace(/<rect[^>]*width="72"[^>]*>/, ''),
      ) ?? ['', ''];
      const expected = Math.min(72, (expectedMove / costHurdle) * 24);
      expect(Math.abs(Number(width) - expected)).toBeLessThan(0.06);
    }
  });

  it('are summed up in a headline that names each BUY and SELL', async () => {
    const rows = await createRows('ai-trading-signals');
    const calls = rows.filter(({ signal }) => signal !== 'HOLD');
    const text = extractText((await reader.open('/signals')).text);
    expect(text).toContain(`${calls.length} of 14 tradable: `);
    const headline = /\d+ of 14 tradable: (.*?) As of/.exec(text)?.[1] ?? '';
    for (const { signal, commodity, region } of calls)
      expect(headline).toContain(
        `${signal} ${commodity === 'electricity' ? `${region} Power` : COMMODITIES[commodity].displayName.replace(' Futures', '')}`,
      );
    expect(headline.match(/BUY|SELL/g) ?? []).toHaveLength(calls.length);
  });
});
