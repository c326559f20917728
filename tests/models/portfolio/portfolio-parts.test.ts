// Charts of the portfolio page: their figures sum to the account's, to the cent.
import { describe, expect, it } from 'vitest';
import type { DayCell, PortfolioParts } from '../../../app/contracts/portfolio';
import type { Terminal } from '../../../app/models/desk/terminal';
import { buildAllocation } from '../../../app/models/portfolio/allocation.server';
import { buildDayCalendar } from '../../../app/models/portfolio/day-calendar.server';
import {
  buildDrawdownChart,
  buildMaxDrawdown,
  getDrawdowns,
} from '../../../app/models/portfolio/drawdown-chart.server';
import { getEquityCurve } from '../../../app/models/portfolio/equity-curve.server';
import { getPerformance } from '../../../app/models/portfolio/performance.server';
import { buildProfitTables } from '../../../app/models/portfolio/profit-tables.server';
import { toLots, toMills } from '../../../app/trading/domain/units';
import { computeMaxDrawdown } from '../../../app/trading/portfolio/statistics/drawdown';
import { listLossBreakers } from '../../../app/trading/risk/breaker-status';
import { DAY_MS } from '../../../app/trading/domain/time';
import {
  type Valuation,
  createRequest,
  createTradedAccount,
  roundTrip,
} from '../../support/traded-account';

const BOOK = 'ada:simulation';
const sumCents = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + Math.round(100 * value), 0);

/** Forty days of trades by two strategies and by hand, with an open position at a loss. */
function createAccount(days = 40) {
  const account = createTradedAccount(days);
  const { desk } = account;
  roundTrip(desk, BOOK, 3, 'TREND_FOLLOW');
  roundTrip(desk, BOOK, -1.7, 'STORAGE_DRAW');
  const entry = desk.placeOrder(BOOK, {
    instrumentId: 'NG',
    side: 'BUY',
    purpose: 'ENTRY',
    lots: toLots(20),
    positionId: desk.createId(),
    playbookId: 'TREND_FOLLOW',
  });
  desk.sendOrder(entry);
  desk.fillOrder(entry.id, BOOK, 20, 2900);
  desk.commit();
  const request = createRequest(account.db, desk);
  const terminal = request as unknown as Terminal;
  const view = request.getView('ada')!;
  const book = request.state().books[BOOK]!;
  return { ...account, request, terminal, view, book };
}

const buildParts = ({
  terminal,
  view,
  book,
}: ReturnType<typeof createAccount>): PortfolioParts => ({
  ...buildProfitTables(terminal, view, book),
  calendar: buildDayCalendar(terminal, view, book),
  allocation: buildAllocation(view, book),
});

const listCells = ({ calendar }: PortfolioParts): DayCell[] => [
  ...calendar.earlier,
  ...calendar.weeks.flat().filter((cell) => cell !== null),
];

describe('P&L by commodity and strategy', () => {
  it('sums to the total P&L of the account, realized and unrealized apart', () => {
    const account = createAccount();
    const { byCommodity, byStrategy } = buildParts(account);
    const total = Math.round(account.view.totalPnlMills / 10);
    const unrealized = Math.round(account.view.unrealisedMills / 10);
    expect(unrealized).not.toBe(0);
    for (const table of [byCommodity, byStrategy]) {
      expect(sumCents(table.rows.map((row) => row.total))).toBe(total);
      expect(sumCents(table.rows.map((row) => row.unrealized))).toBe(unrealized);
      expect(sumCents(table.rows.map((row) => row.realized))).toBe(total - unrealized);
      expect(sumCents([table.total])).toBe(total);
      expect(table.rows.reduce((sum, row) => sum + row.closed, 0)).toBe(account.view.tradesClosed);
      expect(table.rows.reduce((sum, row) => sum + row.open, 0)).toBe(1);
      expect([table.closed, table.open]).toEqual([account.view.tradesClosed, 1]);
    }
    expect(byCommodity.rows.map(({ name }) => name)).toEqual(['Natural Gas Futures']);
    expect(byStrategy.rows.map(({ key }) => key).sort()).toEqual([
      'manual',
      'natural-gas:STORAGE_DRAW',
      'natural-gas:TREND_FOLLOW',
    ]);
    expect(byStrategy.rows.find(({ key }) => key === 'manual')?.name).toBe('Manual');
  });

  it('has one row of manual trades in all commodities', () => {
    const { db, desk } = createTradedAccount(1);
    roundTrip(desk, BOOK, 2, null, 'CL');
    desk.commit();
    const request = createRequest(db, desk);
    const { byCommodity, byStrategy } = buildProfitTables(
      request as unknown as Terminal,
      request.getView('ada')!,
      request.state().books[BOOK]!,
    );
    expect(byCommodity.rows).toHaveLength(2);
    expect(byStrategy.rows.map(({ name }) => name)).toEqual(['Manual']);
  });

  it('has bars from zero, as long as the amounts', () => {
    const { chart, rows } = buildParts(createAccount()).byStrategy;
    const [first] = chart.rows;
    const scale = first!.width / Math.abs(rows[0]!.total);
    chart.rows.forEach((bar, index) => {
      const { total } = rows[index]!;
      expect(bar.width).toBeCloseTo(Math.abs(total) * scale, 0);
      expect(total < 0 ? bar.left + bar.width : bar.left).toBeCloseTo(chart.zero, 1);
      expect(bar.tone).toBe(total > 0 ? 'up' : 'down');
    });
  });
});

describe('the calendar of days', () => {
  it('sums to realized and unrealized P&L; today is the change of the day', () => {
    const account = createAccount();
    const parts = buildParts(account);
    const cells = listCells(parts);
    expect(sumCents(cells.map(({ profit }) => profit ?? 0))).toBe(
      Math.round(account.view.totalPnlMills / 10),
    );
    expect(parts.calendar.total).toBe(account.view.totalPnlMills / 1000);
    const { changes } = getPerformance(account.request, 'ada', '1d', 'UTC');
    expect(cells.find(({ isToday }) => isToday)?.profit).toBe(changes.day.value);
    expect(parts.calendar.weeks).toHaveLength(5);
    expect(new Set(cells.map(({ day }) => day)).size).toBe(cells.length);
  });

  it('has each finished day with the change of its equity', () => {
    const account = createAccount(9);
    const closes = new Map<string, Valuation>();
    for (const valuation of account.valuations)
      closes.set(new Date(valuation.atMs).toISOString().slice(0, 10), valuation);
    const cells = listCells(buildParts(account)).sort((a, b) => a.day.localeCompare(b.day));
    let before = 25_000;
    for (const { day, profit, isToday } of cells) {
      if (isToday) continue;
      const close = closes.get(day)!.dollars;
      expect([day, profit]).toEqual([day, Math.round(100 * (close - before)) / 100]);
      before = close;
    }
    expect(cells).toHaveLength(10);
  });

  it('puts weekdays in their columns, and nothing outside the account period', () => {
    const account = createAccount(9);
    const { weeks } = buildParts(account).calendar;
    weeks.forEach((week) =>
      week.forEach((cell, weekday) => {
        if (cell) expect((new Date(`${cell.day}T12:00:00Z`).getUTCDay() + 6) % 7).toBe(weekday);
      }),
    );
    expect(weeks[0]?.[0]?.day).toBe('2026-11-02');
  });
});

describe('the drawdown', () => {
  it('is the decline from the highest equity so far', () => {
    const account = createAccount();
    const points = getDrawdowns(account.terminal, account.book, account.view);
    let [peak, deepest] = [25_000, 0];
    for (const { dollars } of account.valuations) {
      peak = Math.max(peak, dollars);
      deepest = Math.min(deepest, dollars / peak - 1);
    }
    const total = account.view.totalMills / 1000;
    deepest = Math.min(deepest, total / Math.max(peak, total) - 1);
    const found = buildMaxDrawdown(points);
    expect(found.percent).toBeCloseTo(100 * deepest, 6);
    expect(found.percent).toBeLessThan(0);
    expect(points.at(-1)).toMatchObject({ atMs: account.view.asOfMs });
  });

  it('is that of the breaker, though the valuation of the peak was thinned', () => {
    const { db, terminal, book, view } = createAccount();
    const whole = createAccount();
    const exact = new Map(
      getDrawdowns(whole.terminal, whole.book, whole.view).map((point) => [point.atMs, point]),
    );
    db.$client.prepare('DELETE FROM snapshot WHERE resolution_minutes < 1440').run();
    const [left] = db.$client
      .prepare<[], number>('SELECT max(equity_mills) FROM snapshot')
      .pluck()
      .all();
    expect(left).toBeLessThan(book.peakMills);
    const breaker = listLossBreakers(book, { riskLevel: 'moderate' }, view.totalMills).find(
      ({ name }) => name === 'DRAWDOWN',
    );
    const points = getDrawdowns(terminal, book, view);
    expect(points.at(-1)).toMatchObject({ mills: -breaker!.lostMills, peakMs: book.peakMs });
    // No point before the peak of the account is measured from it.
    expect(points.some(({ atMs }) => atMs < book.peakMs)).toBe(true);
    const past = points.filter(({ atMs }) => atMs < view.asOfMs);
    for (const { atMs, mills } of past)
      expect(mills).toBeGreaterThanOrEqual(exact.get(atMs)?.mills ?? NaN);
    for (const { atMs, mills } of past.filter((point) => point.atMs >= book.peakMs))
      expect(mills).toBe(exact.get(atMs)?.mills);
    const report = computeMaxDrawdown(getEquityCurve(terminal, book, view))!;
    expect(buildMaxDrawdown(points).percent).toBe(-report.percent!);
    expect(report.mills).toBeGreaterThanOrEqual(breaker!.lostMills);
  });

  it('contains the loss that tripped the breaker', () => {
    const { terminal, book, view, valuations } = createAccount();
    const drawdown = {
      atMs: valuations[Math.floor(valuations.length / 2)]!.atMs + 7,
      peakMills: book.peakMills,
      equityMills: toMills(book.peakMills - 3_000_000),
      allowedMills: toMills(2_500_000),
      day: book.day,
    };
    const points = getDrawdowns(terminal, { ...book, drawdown }, view);
    expect(points.map(({ atMs }) => atMs)).toEqual(
      points.map(({ atMs }) => atMs).sort((a, b) => a - b),
    );
    expect(buildMaxDrawdown(points).at).toBe(new Date(drawdown.atMs).toISOString());
  });

  it('is drawn over the time of the equity chart, with distinct axis labels', () => {
    const account = createAccount();
    const fromMs = account.view.asOfMs - 7 * DAY_MS;
    const points = getDrawdowns(account.terminal, account.book, account.view);
    const chart = buildDrawdownChart(points, fromMs, 'UTC');
    expect(chart.area).toMatch(/^M[\d.]+,0L/);
    expect(chart.area.endsWith('V0Z')).toBe(true);
    expect(chart.marks.every(({ iso }) => Date.parse(iso) >= fromMs)).toBe(true);
    const labels = chart.yTicks.map(({ text }) => text);
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels.at(-1)).toBe('0%');
    const lowest = Math.min(
      ...points.filter(({ atMs }) => atMs >= fromMs).map(({ percent }) => percent!),
    );
    expect(chart.summary).toContain(`${Math.abs(lowest).toFixed(2)}%`);
  });

  it('of an account without a loss says so', () => {
    const account = createAccount(1);
    const chart = buildDrawdownChart([], account.view.asOfMs, 'UTC');
    expect([chart.area, chart.summary]).toEqual(['', 'Drawdown: equity is at its peak.']);
    expect(buildMaxDrawdown([])).toEqual({ value: 0, percent: 0, at: null });
  });
});

describe('the allocation', () => {
  it('sums to the account balance, cash included', () => {
    const account = createAccount();
    const { rows, balance } = buildParts(account).allocation;
    expect(sumCents(rows.map(({ value }) => value))).toBe(sumCents([balance]));
    expect(sumCents([balance])).toBe(account.view.balanceMills / 10);
    expect(rows.find(({ key }) => key === 'cash')?.value).toBe(account.view.availableMills / 1000);
    expect(rows.find(({ key }) => key === 'natural-gas')?.value ?? 0).toBeGreaterThan(0);
    expect(rows.reduce((sum, { percent }) => sum + (percent ?? 0), 0)).toBeCloseTo(100, 6);
  });
});
