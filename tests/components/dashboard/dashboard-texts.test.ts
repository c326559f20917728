// Dashboard texts.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { formatCommodityPrice } from '../../../app/trading/domain/format';
import {
  buildAccountTiles,
  formatCommodityRow,
  formatDecimalText,
  formatPositionRow,
  formatSide,
  formatStopDistance,
  sumProfit,
  buildRiskTile,
  buildTradingTiles,
} from '../../../app/components/dashboard/dashboard-texts';
import { CircuitBreakers } from '../../../app/components/dashboard/circuit-breakers';
import { HeatRow, computeHeatLevel } from '../../../app/components/dashboard/heat-row';
import { buildSteps } from '../../../app/components/dashboard/first-steps';
import { formatStatusTrigger } from '../../../app/components/shell/shell';
import { formatStatus } from '../../../app/components/shell/desk-status';
import {
  DataBadge,
  PriceAgeContext,
  PriceBadge,
  formatBadge,
} from '../../../app/components/live-badge';
import type { DeskDto } from '../../../app/contracts/messages';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import type { CommodityDto, PositionDto } from '../../../app/contracts/api/book';

const createRow = (
  commodity: CommodityDto['commodity'],
  more: Partial<CommodityDto> = {},
): CommodityDto => ({
  commodity,
  isActive: false,
  positions: 0,
  value: 0,
  pnl: 0,
  playbookId: null,
  playbook: 'Momentum',
  waitingFor: null,
  runBlock: null,
  signal: null,
  ...more,
});

const DESK: DeskDto = {
  asOfSeq: 7,
  asOf: '2026-11-21T15:00:00.000Z',
  mode: 'simulation',
  market: 'simulated',
  epoch: 1,
  isHalted: false,
  globalActive: false,
  isActive: false,
  runBlock: null,
  runAllBlock: null,
  autoSignals: null,
  initialBalance: 25_000,
  portfolio: {
    accountBalance: 24_990.5,
    availableCash: 20_000,
    totalValue: 24_980.25,
    totalPnL: -19.75,
    activePnL: -10.25,
    unrealizedPnL: -10.25,
    totalPositions: 2,
    profitablePositions: 1,
  },
  commodities: COMMODITY_KEYS.map((key) => createRow(key)),
  lossBreakers: [],
  margin: { equity: 25_000, maintenance: 0, initial: 0, excess: 25_000, calledAt: null },
  rearm: null,
  losingStreaks: [],
  lossesInARowMax: 4,
  positions: [],
};

const POSITION: PositionDto = {
  id: 'p',
  status: 'ACTIVE',
  commodity: 'corn',
  symbol: 'CORN',
  region: null,
  contract: 'CORN',
  pending: null,
  type: 'SELL',
  positionType: 'SHORT',
  size: 2.5,
  entryPrice: 449.5,
  currentPrice: 450.75,
  exitPrice: null,
  stopPrice: null,
  stopDistance: null,
  pnl: -3.13,
  pnlPercent: -0.278,
  realizedPnl: null,
  fees: 0,
  playbookId: null,
  groupId: null,
  timestamp: DESK.asOf,
  entryDate: DESK.asOf,
  closedDate: null,
  asOfSeq: 7,
};

describe('the tiles', () => {
  test('show equity, and its change since the start', () => {
    expect(buildAccountTiles(DESK).map(({ value, note, tone }) => [value, note, tone])).toEqual([
      ['$24,980.25', '\u2212$19.75 (\u22120.08%) since $25,000.00', 'flat'],
      ['$20,000.00', 'of $24,990.50 balance', 'flat'],
      ['\u2212$10.25', 'unrealized', 'down'],
      ['2', '1 in profit', 'flat'],
    ]);
  });

  test('show N/A as percentage of a zero balance', () => {
    expect(buildAccountTiles({ ...DESK, initialBalance: 0 })[0]?.note).toBe(
      '\u2212$19.75 (N/A) since $0.00',
    );
  });

  test('map the risk level, with moderate for an unknown one', () => {
    expect(
      ['conservative', 'moderate', 'aggressive', 'reckless'].map((level) => [
        buildRiskTile(level).value,
        buildRiskTile(level).tone,
      ]),
    ).toEqual([
      ['MIN', 'good'],
      ['MED', 'warn'],
      ['MAX', 'bad'],
      ['MED', 'warn'],
    ]);
  });

  test('show AUTO when all or one commodity is on', () => {
    const getTradingMode = (more: Partial<DeskDto>) =>
      buildTradingTiles({ ...DESK, ...more })[0]?.value;
    expect([
      getTradingMode({}),
      getTradingMode({ isActive: true }),
      getTradingMode({ globalActive: true }),
    ]).toEqual(['STANDBY', 'AUTO', 'AUTO']);
  });

  test('count active commodities, and show N/A before the first signal', () => {
    const commodities = [
      createRow('corn', { isActive: true }),
      ...COMMODITY_KEYS.slice(1).map((key) => createRow(key)),
    ];
    expect(
      buildTradingTiles({ ...DESK, commodities })
        .slice(1)
        .map(({ value }) => value),
    ).toEqual(['1 of 10', 'N/A']);
  });
});

describe('a commodity', () => {
  test('shows exact dollars, the short form in thousands, and the strategy state', () => {
    expect(
      formatCommodityRow(
        createRow('corn', { isActive: true, positions: 1, value: 1234.5, pnl: -86 }),
      ),
    ).toEqual({
      name: 'Corn Futures',
      value: '$1,234.50',
      valueShort: '$1.2K',
      pnl: '\u2212$86.00',
      pnlShort: '\u2212$0.1K',
      plan: 'Momentum: position open',
    });
    expect(formatCommodityRow(createRow('corn', { positions: 1 })).plan).toBe(
      'Momentum: off, position still open',
    );
    expect(formatCommodityRow(createRow('corn')).plan).toBe('Momentum: off');
    expect(formatCommodityRow(createRow('corn', { playbook: null })).plan).toBe('no strategy: off');
    const unpriced = createRow('electricity', { playbook: null, runBlock: 'No source has it.' });
    expect(formatCommodityRow(unpriced).plan).toBe('No source has it.');
  });

  test('names the side of an open position, so that none stands beside a bare HOLD', () => {
    const row = createRow('corn', { isActive: true, positions: 1 });
    const long = { ...POSITION, positionType: 'LONG' as const };
    expect(formatCommodityRow(row, [POSITION]).plan).toBe('Momentum: SHORT open');
    expect(formatCommodityRow({ ...row, isActive: false }, [POSITION]).plan).toBe(
      'Momentum: off, SHORT still open',
    );
    expect([formatSide([]), formatSide([long]), formatSide([long, POSITION])]).toEqual([
      null,
      'LONG',
      'SPREAD',
    ]);
  });

  test('has a stronger tint for a larger move, whatever its direction', () => {
    expect([null, 0, 0.49, -0.5, 1, -2.4, 9].map(computeHeatLevel)).toEqual([0, 0, 0, 1, 2, 3, 4]);
  });

  test('shows the idle reason with U+2212 minus signs and unchanged hyphens', () => {
    const waitingFor = '40-bar move of -0.75 is -0.48 sigma; entry at ±1.00';
    expect(formatCommodityRow(createRow('corn', { isActive: true, waitingFor })).plan).toBe(
      'Momentum: 40-bar move of \u22120.75 is \u22120.48 sigma; entry at ±1.00',
    );
  });
});

describe('a position', () => {
  test('shows size with unit, tick-rounded prices and signed P&L', () => {
    expect(formatPositionRow(POSITION)).toMatchObject({
      name: 'Corn Futures',
      side: '\u25bc SHORT',
      size: '2.5 \u00d7 100 bu',
      entry: '449.50',
      current: '450.75',
      pnl: '\u2212$3.13',
      percent: '\u22120.28%',
      closeName: 'CLOSE Corn Futures SHORT 2.5 \u00d7 100 bu',
      summary: 'Corn Futures, SHORT, 2.5 \u00d7 100 bu: \u2212$3.13',
    });
  });

  test('shows N/A for a missing price, and extra decimals between ticks', () => {
    expect([
      formatCommodityPrice('natural-gas', null),
      formatCommodityPrice('natural-gas', 2.8),
      formatCommodityPrice('natural-gas', 2.80125),
      formatCommodityPrice('crude-oil', -37.63),
    ]).toEqual(['N/A', '2.800', '2.8013', '\u221237.63']);
    expect(formatPositionRow({ ...POSITION, pnlPercent: null }).percent).toBe('N/A');
  });

  test('shows the money between the last price and the stop', () => {
    const stopped = { ...POSITION, stopPrice: 455.75 };
    expect([
      formatStopDistance({ ...stopped, stopDistance: 12.5 }),
      formatStopDistance({ ...stopped, stopDistance: 0 }),
      formatStopDistance({ ...stopped, stopDistance: -0.01 }),
      formatStopDistance(POSITION),
      formatStopDistance(stopped),
    ]).toEqual(['stop $12.50 away', 'stop $0.00 away', 'stop passed', 'no stop', 'no price']);
  });

  test('sums the amounts that the rows show', () => {
    expect(sumProfit([POSITION, { ...POSITION, pnl: 0.1 }, { ...POSITION, pnl: 0.2 }])).toBe(-2830);
    expect(sumProfit([])).toBe(0);
  });
});

test('keeps the decimals of a decimal string', () => {
  expect([
    formatDecimalText('1304.75'),
    formatDecimalText('-36.980'),
    formatDecimalText('91'),
  ]).toEqual(['1,304.75', '\u221236.980', '91']);
});

test('the first steps are marked as done one by one', () => {
  const NONE = { hasRun: false, hasChosen: false, hasSaved: false };
  const listDone = (done: Partial<typeof NONE>) =>
    buildSteps({ ...NONE, ...done }).map(({ isDone }) => isDone);
  expect([{}, { hasRun: true }, { hasChosen: true }, { hasSaved: true }].map(listDone)).toEqual([
    [false, false, false],
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ]);
});

test('the status is requested again after a fill, also before an alert is shown', () => {
  const before = formatStatusTrigger(DESK);
  expect([
    formatStatusTrigger(null),
    formatStatusTrigger({ ...DESK }) === before,
    formatStatusTrigger({ ...DESK, portfolio: { ...DESK.portfolio, totalPositions: 3 } }) ===
      before,
    formatStatusTrigger({ ...DESK, isHalted: true }) === before,
    formatStatusTrigger({ ...DESK, runAllBlock: 'live trading is disarmed' }) === before,
  ]).toEqual(['', true, false, false, false]);
});

test('the drawdown breaker shows the present decline and its limit', () => {
  const html = renderToStaticMarkup(
    createElement(CircuitBreakers, {
      desk: {
        ...DESK,
        lossBreakers: [
          { name: 'DRAWDOWN', lost: 120.5, allowed: 2500, isTripped: false, isReduced: false },
        ],
      },
    }),
  );
  expect(html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).toContain(
    'Drawdown limit now $120.50 of limit $2,500.00',
  );
});

test('the heat row marks a move from an old price', () => {
  const renderRow = (isStale: boolean): string =>
    renderToStaticMarkup(
      createElement(HeatRow, {
        desk: DESK,
        heat: [{ commodity: 'corn', changePercent: 1.5, quoteCount: 1, isStale }],
        shown: 'corn',
      }),
    ).replace(/<[^>]+>/g, '');
  expect([
    renderRow(false).includes('+1.50% stale'),
    renderRow(true).includes('+1.50% stale'),
  ]).toEqual([false, true]);
});

test('only current prices on a page that updates itself are called LIVE', () => {
  const [live, delayed] = [
    { word: 'LIVE', isLive: true },
    { word: 'DELAYED 10 MIN', isLive: false },
  ];
  expect([
    formatBadge(live, true),
    formatBadge(live, false),
    formatBadge(delayed, true),
    formatBadge(delayed, false),
  ]).toEqual(['LIVE', 'AT LOAD', 'DELAYED 10 MIN', 'DELAYED 10 MIN']);
});

test('a badge names its own subject, and is green only while it says LIVE', () => {
  const panel = { isShown: true, otherwise: 'STALE' };
  const renderPrices = (word: string, isLive = false) =>
    renderToStaticMarkup(
      createElement(
        PriceAgeContext.Provider,
        { value: { word, isLive } },
        createElement(PriceBadge, panel),
      ),
    );
  const weather = renderToStaticMarkup(
    createElement(DataBadge, {
      ...panel,
      subject: 'Weather data',
      age: { word: 'REPLAY', isLive: false },
    }),
  );
  const read = (html: string): string => html.replace(/<[^>]+>/g, '');
  expect([renderPrices('DELAYED 3 MIN'), renderPrices('LIVE', true), weather].map(read)).toEqual([
    'Prices: DELAYED 3 MIN',
    'Prices: AT LOAD',
    'Weather data: REPLAY',
  ]);
  expect(renderPrices('DELAYED 3 MIN')).not.toMatch(/class="[^"]*live[^"]*"/);
});

test('the status names a disconnected channel', () => {
  expect([
    formatStatus('Online', 'live', 45_000),
    formatStatus('Degraded', 'polling', 45_000),
    formatStatus('Online', 'polling', null),
    formatStatus('Online', 'offline', 45_000),
  ]).toEqual([
    'Online',
    'Degraded, channel disconnected, figures requested every 45 s',
    'Online, channel disconnected',
    'Offline',
  ]);
});
