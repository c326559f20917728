// Signals on the wire and on pages: every match string finds one, the words are those of the user's
// risk level, and nothing is told that was not frozen.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { COMMODITIES, COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import { FORECAST_MODELS } from '../../app/trading/signals/forecast-models';
import { type ApiDesk, type ApiUser, openApiDesk } from '../support/api-desk';
import { spokenAt, tellDesk } from '../support/opinions';
import { type PageUser, pageUser, words } from '../support/page-desk';
import type { SignalLedgerDto, SignalDto } from '../../app/contracts/api/signals';

const LISTS = ['ai-trading-signals', 'trading-signals'] as const;
const NONE = 'No AI signals for replayed data.';
let desk: ApiDesk;
let user: ApiUser;
let reader: PageUser;

beforeAll(async () => {
  desk = await openApiDesk();
  user = await desk.user('caller');
  reader = await pageUser(desk.terminal, 'reader');
});
afterAll(() => desk?.close());

const createRows = async (path: string): Promise<SignalDto[]> =>
  (await user.get(path)).body as SignalDto[];
const ledger = async (): Promise<SignalLedgerDto> =>
  (await user.get('signal-ledger')).body as SignalLedgerDto;

/** Tells the desk one opinion of every chain that it has prices of. */
function tellAll(): void {
  tellDesk(desk.terminal, 'simulated', (atMs) =>
    FORECAST_MODELS.map(({ spec, chain }) =>
      spokenAt(atMs, { network: spec.id, chain, instrumentId: chain }),
    ),
  );
}

describe('before a network has spoken', () => {
  it('lists are empty and say why, cells wait, and the page has nothing but the reason', async () => {
    for (const path of LISTS) {
      const { body, headers } = await user.get(path);
      expect([body, headers.get('X-Empty-Reason')]).toEqual([[], NONE]);
    }
    expect(words((await reader.open('/signals')).text)).toContain(
      `No active signals. ${NONE} No signal scored yet`,
    );
    const dashboard = words((await reader.open('/')).text);
    expect(dashboard.match(/Analyzing market conditions\.\.\./g)).toHaveLength(10);
    expect(dashboard).toContain('Auto Signals N/A no AI signal yet');
  });
});

describe('signals in force', () => {
  beforeAll(tellAll);

  it('stand under both names, and each of the fourteen match strings finds its own', async () => {
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

  it('are on the dashboard with words and reasons, and counted', async () => {
    const rows = await createRows('ai-trading-signals');
    const said = rows.filter(({ signal }) => signal !== 'HOLD').length;
    const dashboard = words((await reader.open('/')).text);
    expect(dashboard).not.toContain('Analyzing market conditions...');
    expect(dashboard).toContain(`Auto Signals ${said} active BUY or SELL signals`);
    expect(dashboard).toContain('8 neural networks, 14 active signals');
    expect(dashboard).toMatch(/Natural Gas Futures .*?(HOLD|BUY|SELL) target [\d.]+, \d\d%/);
    for (const { symbol } of rows) expect(dashboard).toContain(symbol);
  });

  it('are on the ledger, with the rule by which networks are demoted', async () => {
    const { waiting, scored, byMarket, rule } = await ledger();
    expect([waiting, scored, byMarket]).toEqual([14, [], []]);
    expect(rule).toMatchObject({ level: 0.05, days: 20, evidence: 120 });
    const page = words((await reader.open('/signals')).text);
    expect(page).toContain('14 signals awaiting expiry');
    expect(page).toContain('ZC-CORN');
  });
});
