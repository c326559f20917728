// Signals in API and pages: each match string finds one, actions follow the risk level, and only
// recorded signals are shown.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { COMMODITIES, COMMODITY_KEYS } from '../../app/trading/domain/commodity';
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
      `No active signals. ${NONE} No signal scored yet`,
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
    expect(dashboard).toContain(`Auto Signals ${said} active BUY or SELL signals`);
    expect(dashboard).toContain('8 neural networks, 14 active signals');
    expect(dashboard).toMatch(/Natural Gas Futures .*?(HOLD|BUY|SELL) target [\d.]+, \d\d%/);
    for (const { symbol } of rows) expect(dashboard).toContain(symbol);
  });

  it('are on the ledger page, with the demotion rule', async () => {
    const { waiting, scored, byMarket, rule } = await getLedger();
    expect([waiting, scored, byMarket]).toEqual([14, [], []]);
    expect(rule).toMatchObject({ level: 0.05, days: 20, evidence: 120 });
    const page = extractText((await reader.open('/signals')).text);
    expect(page).toContain('14 signals awaiting expiry');
    expect(page).toContain('ZC-CORN');
  });
});
