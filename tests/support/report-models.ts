// Report models for tests, from empty to long, with arbitrary texts.

import type {
  BacktestModel,
  CurvePoint,
  OverfittingTests,
  PortfolioModel,
} from '../../app/models/reports/report-model';
import { buildStatisticsGroups } from '../../app/models/reports/statistics-groups';
import type {
  BacktestRun,
  BacktestTrade,
  ExitCause,
} from '../../app/trading/backtest/backtest-run';
import { type Instrument, defineInstrument } from '../../app/trading/domain/instrument';
import { NO_MILLS, addMills, toLots, toMills, toTicks } from '../../app/trading/domain/units';
import { buildReport } from '../../app/trading/portfolio/report';
import { createDice } from './scripted-desk';
import type { PositionDto } from '../../app/contracts/api/book';
import { DAY_MS } from '../../app/trading/domain/time';

const START_MS = Date.UTC(2023, 0, 2);
export const CAPITAL = toMills(25_000_000);
const CAUSES: readonly ExitCause[] = ['rule', 'stop', 'target', 'time', 'roll', 'expiry', 'end'];

export const GAS: Instrument = defineInstrument({
  id: 'NG.Z26',
  commodity: 'natural-gas',
  tick: '0.001',
  lot: '10',
  priceMayBeNegative: false,
  contract: {
    chain: 'NG',
    code: 'NGZ26',
    delivery: '2026-12-01',
    rollMs: START_MS,
    expiresMs: START_MS,
  },
});

export function createTrades(count: number, random: () => number): BacktestTrade[] {
  return Array.from({ length: count }, (_, nth) => {
    const result = Math.round((random() - 0.46) * 400_000);
    return {
      instrumentId: GAS.id,
      direction: nth % 3 === 0 ? 'SHORT' : 'LONG',
      lots: toLots(3 + (nth % 5)),
      entryMs: START_MS + nth * DAY_MS,
      exitMs: START_MS + (nth + 2) * DAY_MS,
      entryTicks: toTicks(2801 + nth),
      exitTicks: toTicks(2795 + nth),
      feesMills: toMills(2400),
      slippageMills: toMills(5100),
      profitMills: toMills(result),
      bars: 2,
      stopTicks: null,
      worstMills: toMills(-90_000),
      bestMills: toMills(120_000),
      riskMills: nth % 4 === 0 ? null : toMills(110_000),
      cause: CAUSES[nth % CAUSES.length] ?? 'rule',
      group: nth,
    };
  });
}

/** A run of daily bars; `drift` in mills per day. */
export function createRun(
  bars: number,
  trades: readonly BacktestTrade[],
  drift = 4000,
): BacktestRun {
  const random = createDice(7);
  const equityMills = new Float64Array(bars);
  let equity: number = CAPITAL;
  for (let bar = 0; bar < bars; bar += 1)
    equityMills[bar] = equity += Math.round(drift + (random() - 0.5) * 300_000);
  return {
    stampsMs: Float64Array.from({ length: bars }, (_, bar) => START_MS + bar * DAY_MS),
    equityMills,
    held: new Uint8Array(bars).map((_, bar) => bar % 2),
    trades,
    capitalMills: CAPITAL,
    feesMills: toMills(trades.length * 2400),
    turnoverMills: toMills(0),
    bars,
    refusals:
      trades.length === 0
        ? new Map()
        : new Map([
            ['the market was locked', 3],
            ['the margin of <one> commodity', 12],
          ]),
  };
}

export const NO_OVERFITTING_TESTS: OverfittingTests = {
  probabilisticSharpe: { value: null, reason: 'fewer than three returns' },
  deflatedSharpe: { value: null, reason: 'fewer than three returns' },
  bootstrap: { value: null, reason: 'fewer than ten returns' },
  randomEntry: { value: null, reason: 'no trade' },
  overfit: { value: null, reason: 'one configuration alone' },
  worlds: { value: null, reason: 'no other world was asked for' },
};
export const ALL_OVERFITTING_TESTS: OverfittingTests = {
  probabilisticSharpe: { value: 0.991 },
  deflatedSharpe: { value: { probability: 0.962, hurdleSharpe: 0.41, trials: 108 } },
  bootstrap: { value: { of: 'Sharpe ratio', low: 0.21, high: 1.4, level: 95 } },
  randomEntry: { value: { p: 0.012, draws: 1000 } },
  overfit: { value: { probability: 0.31, configurations: 24 } },
  worlds: { value: { count: 10, median: 4.2, low: -3.1, high: 11.9, losingShare: 20 } },
};

const createFigures = (text: string): Pick<BacktestModel, 'metrics' | 'risk'> => ({
  metrics: [
    {
      name: 'Return',
      rows: [
        {
          name: 'Annual growth',
          kind: 'signed-percent',
          figure: { value: 5.321 },
          how: 'the constant yearly return that leads to the same end',
        },
        {
          name: `Calmar ${text}`,
          kind: 'ratio',
          figure: { value: null, reason: `shorter than a year ${text}` },
          how: text,
        },
        {
          name: 'Skewness',
          kind: 'ratio',
          figure: { value: NaN },
          how: 'third standardised moment of daily returns',
        },
      ],
    },
  ],
  risk: [
    {
      name: 'Ulcer index',
      kind: 'percent',
      figure: { value: 4.1 },
      how: 'root of the mean squared fall',
    },
    {
      name: 'Longest fall',
      kind: 'duration',
      figure: { value: 40 * DAY_MS },
      how: 'from peak to peak',
    },
  ],
});

/** A backtest model with all free texts set to `text`. */
export function createBacktestModel(
  run: BacktestRun,
  doubt: OverfittingTests = ALL_OVERFITTING_TESTS,
  text = 'Fills at the next open, worsened by half the spread.',
): BacktestModel {
  return {
    title: `Backtest ${text}`,
    origin: {
      createdMs: Date.UTC(2026, 10, 22, 9, 5, 7),
      codeVersion: '0.1.0',
      timeZone: 'America/New_York',
    },
    playbook: {
      id: 'WEATHER_CROP',
      name: `Weather crop ${text}`,
      description: text,
      riskLevel: 'MEDIUM',
      timeframe: '3-15 days',
      bar: '1d',
      commodity: 'corn',
      text: { what: text, when: text, how: text, why: text },
    },
    data: {
      market: `simulated ${text}`,
      source: { kind: 'files', names: [text, 'gas.csv'] },
      hash: { value: `3f2a${text}` },
    },
    method: [
      { name: `Fills ${text}`, text },
      { name: 'Costs', text },
      { name: 'Rolls', text },
    ],
    omissions: [text, 'queues in the book'],
    run,
    instruments: [GAS],
    ...createFigures(text),
    years:
      run.bars === 0
        ? []
        : [2023, 2024].map((year) => ({
            year,
            months: [
              null,
              1.2,
              -0.4,
              0.04,
              7.9,
              -8.1,
              2.2,
              -2.6,
              0,
              3.1,
              -1.7,
              year === 2024 ? null : 0.9,
            ],
            totalPercent: year === 2023 ? 4.4 : null,
          })),
    overfitting: doubt,
    record: { value: { percents: [1.5, -0.5, 0.25], years: 10 } },
  };
}

export const createPosition = (nth: number, over: Partial<PositionDto> = {}): PositionDto => ({
  id: `p${nth}`,
  status: 'CLOSED',
  commodity: 'natural-gas',
  symbol: 'NG',
  region: null,
  contract: 'NGZ26',
  pending: null,
  type: nth % 2 === 0 ? 'BUY' : 'SELL',
  positionType: nth % 2 === 0 ? 'LONG' : 'SHORT',
  size: 30,
  entryPrice: 2.801,
  currentPrice: 2.95,
  exitPrice: 2.95,
  stopPrice: null,
  stopDistance: null,
  pnl: nth % 3 === 0 ? -4.47 : 4.47,
  pnlPercent: nth % 3 === 0 ? -5.32 : 5.32,
  realizedPnl: 4.47,
  fees: 0.6,
  playbookId: null,
  groupId: null,
  timestamp: '2026-11-20T15:00:00.000Z',
  entryDate: '2026-11-18T14:30:00.000Z',
  closedDate: '2026-11-20T15:00:00.000Z',
  asOfSeq: 812,
  ...over,
});

/** An account with `closed` closed positions and `days` of equity. */
export function createPortfolioModel(
  closed: number,
  days: number,
  over: Partial<PortfolioModel> = {},
): PortfolioModel {
  const random = createDice(3);
  const curve: CurvePoint[] = [];
  for (let day = 0, equity: number = CAPITAL; day < days; day += 1)
    curve.push({
      atMs: START_MS + day * DAY_MS,
      equityMills: toMills((equity += Math.round((random() - 0.48) * 200_000))),
    });
  const totalMills = toMills(Math.round((curve.at(-1)?.equityMills ?? CAPITAL) / 10) * 10);
  const netMills = toMills(totalMills - CAPITAL);
  const [feesMills, frictionMills] = [toMills(closed * 600), toMills(closed * 1100)];
  const trades = Array.from({ length: closed }, (_, nth) => ({
    openedMs: START_MS + nth * 1000,
    closedMs: START_MS + nth * 5000,
    realisedMills: toMills((nth % 5) * 1000 - 1500),
    feesMills: toMills(600),
  }));
  const report = buildReport({
    curve: curve.map((point) => ({ ...point, notionalMills: NO_MILLS })),
    trades,
    netMills,
    feesMills,
    frictionMills,
    tradedMills: toMills(closed * 84_000),
  });
  return {
    origin: {
      createdMs: Date.UTC(2026, 10, 22, 19, 5, 7),
      codeVersion: '0.1.0',
      timeZone: 'America/New_York',
    },
    owner: 'ada',
    mode: 'paper',
    market: 'simulated',
    since: 'since the account began',
    asOfMs: Date.UTC(2026, 10, 22, 19, 5, 0),
    asOfSeq: 812,
    initialMills: CAPITAL,
    totalMills,
    balanceMills: totalMills,
    availableMills: totalMills,
    unrealisedMills: NO_MILLS,
    open:
      closed === 0
        ? []
        : [createPosition(1, { status: 'ACTIVE', exitPrice: null, closedDate: null })],
    closed: Array.from({ length: Math.min(closed, 20) }, (_, nth) => createPosition(nth)),
    closedCount: closed,
    statistics: buildStatisticsGroups(report, false),
    curve,
    costs: {
      grossMills: addMills(netMills, feesMills, frictionMills),
      feesMills,
      frictionMills,
      netMills,
    },
    resultsMills: trades.map(({ realisedMills, feesMills: fees }) => toMills(realisedMills - fees)),
    ...over,
  };
}
