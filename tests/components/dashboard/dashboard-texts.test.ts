// The dashboard's figures as texts.
import { describe, expect, test } from 'vitest';
import { formatCommodityPrice } from '../../../app/trading/domain/format';
import {
  bookTiles,
  commodityTexts,
  decimalText,
  positionTexts,
  profitSum,
  riskTile,
  tradingTiles,
} from '../../../app/components/dashboard/texts';
import type { DeskDto } from '../../../app/contracts/messages';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import type { CommodityDto, PositionDto } from '../../../app/contracts/api/book';

const row = (
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
  commodities: COMMODITY_KEYS.map((key) => row(key)),
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
  test('say what the book is worth and since when', () => {
    expect(bookTiles(DESK).map(({ value, note, tone }) => [value, note, tone])).toEqual([
      ['$24,980.25', '\u2212$19.75 (\u22120.08%) since $25,000.00', 'flat'],
      ['$20,000.00', 'of a balance of $24,990.50', 'flat'],
      ['\u2212$10.25', 'unrealized, at last price', 'down'],
      ['2', '1 in profit', 'flat'],
    ]);
  });

  test('show no percentage of nothing', () => {
    expect(bookTiles({ ...DESK, initialBalance: 0 })[0]?.note).toBe(
      '\u2212$19.75 (N/A) since $0.00',
    );
  });

  test('name the risk, an unknown one as moderate', () => {
    expect(
      ['conservative', 'moderate', 'aggressive', 'reckless'].map((level) => [
        riskTile(level).value,
        riskTile(level).tone,
      ]),
    ).toEqual([
      ['MIN', 'good'],
      ['MED', 'warn'],
      ['MAX', 'bad'],
      ['MED', 'warn'],
    ]);
  });

  test('are AUTO when all or one is on', () => {
    const mode = (more: Partial<DeskDto>) => tradingTiles({ ...DESK, ...more })[0]?.value;
    expect([mode({}), mode({ isActive: true }), mode({ globalActive: true })]).toEqual([
      'STANDBY',
      'AUTO',
      'AUTO',
    ]);
  });

  test('count what is on, and give no signal that no network gave', () => {
    const commodities = [
      row('corn', { isActive: true }),
      ...COMMODITY_KEYS.slice(1).map((key) => row(key)),
    ];
    expect(
      tradingTiles({ ...DESK, commodities })
        .slice(1)
        .map(({ value }) => value),
    ).toEqual(['1 of 10', 'N/A']);
  });
});

describe('a commodity', () => {
  test('shows thousands and what its playbook does', () => {
    expect(
      commodityTexts(row('corn', { isActive: true, positions: 1, value: 1234.5, pnl: -86 })),
    ).toEqual({
      name: 'Corn Futures',
      value: '$1.2K',
      pnl: '\u2212$0.1K',
      plan: 'Momentum: position open',
    });
    expect(commodityTexts(row('corn', { positions: 1 })).plan).toBe(
      'Momentum: off, position still open',
    );
    expect(commodityTexts(row('corn')).plan).toBe('Momentum: off');
  });

  test('says what it waits for, with true minus signs and whole hyphens', () => {
    const waitingFor = '40-bar move of -0.75 is -0.48 sigma; waits for 1.00 either way';
    expect(commodityTexts(row('corn', { isActive: true, waitingFor })).plan).toBe(
      'Momentum: 40-bar move of \u22120.75 is \u22120.48 sigma; waits for 1.00 either way',
    );
  });
});

describe('a position', () => {
  test('shows size with unit, prices on their ticks and its sign', () => {
    expect(positionTexts(POSITION)).toMatchObject({
      name: 'Corn Futures',
      side: '\u25bc SHORT',
      size: '2.5 \u00d7 100 bu',
      entry: '449.50',
      current: '450.75',
      pnl: '\u2212$3.13',
      percent: '\u22120.28%',
      closeName: 'CLOSE Corn Futures SHORT 2.5 \u00d7 100 bu',
      line: 'Corn Futures, SHORT, 2.5 \u00d7 100 bu: \u2212$3.13',
    });
  });

  test('has no price where there is none, and more decimals between two ticks', () => {
    expect([
      formatCommodityPrice('natural-gas', null),
      formatCommodityPrice('natural-gas', 2.8),
      formatCommodityPrice('natural-gas', 2.80125),
      formatCommodityPrice('crude-oil', -37.63),
    ]).toEqual(['N/A', '2.800', '2.8013', '\u221237.63']);
    expect(positionTexts({ ...POSITION, pnlPercent: null }).percent).toBe('N/A');
  });

  test('sums are of what the rows show', () => {
    expect(profitSum([POSITION, { ...POSITION, pnl: 0.1 }, { ...POSITION, pnl: 0.2 }])).toBe(-2830);
    expect(profitSum([])).toBe(0);
  });
});

test('a decimal text keeps its decimals', () => {
  expect([decimalText('1304.75'), decimalText('-36.980'), decimalText('91')]).toEqual([
    '1,304.75',
    '\u221236.980',
    '91',
  ]);
});
