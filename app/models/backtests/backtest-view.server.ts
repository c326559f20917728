// Charts of a finished backtest: equity, drawdown and the fan of measured simulations.
import { extent } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { BacktestDto } from '../../contracts/api/backtest';
import type { BacktestDetails, BacktestViewDto, FanShape } from '../../contracts/backtest-view';
import type { Tick } from '../../contracts/chart-shape';
import {
  formatDate,
  formatDollars,
  formatNumber,
  formatPercent,
} from '../../trading/domain/format';
import { MS_PER_YEAR } from '../../trading/portfolio/statistics/input';
import { findPlaybookRow } from '../../trading/strategies/playbooks/catalog';
import { formatAxisDollars, getTickStep } from '../charts/axis-dollars';
import { buildLinePath, roundCoordinate } from '../charts/curve-path';
import { buildSeriesChart } from '../charts/series-chart.server';
import type { Terminal } from '../desk/terminal';
import { computeEndDollars, formatWorldsSentence } from '../reports/world-returns';
import { findBacktestDetails } from './backtests.server';
import { buildMonthRows } from './month-rows';
import { type MeasuredReturns, findMeasuredReturns } from './measured-returns';

const formatDay = (ms: number): string => formatDate(ms, 'UTC');

function buildEquityChart({ equity }: BacktestDetails, capital: number) {
  const [first, last] = [equity[0], equity.at(-1)];
  if (!first || !last) return null;
  const [low = 0, high = 0] = extent(equity, ([, dollars]) => dollars);
  return buildSeriesChart({
    xs: equity.map(([atMs]) => atMs),
    lines: [
      { name: 'Equity', look: 'main', values: equity.map(([, dollars]) => dollars) },
      { name: 'Capital', look: 'norm', values: equity.map(() => capital) },
    ],
    xText: formatDay,
    yText: formatAxisDollars,
    summary: `Equity from ${formatDollars(capital)} to ${formatDollars(last[1])}, lowest ${formatDollars(low)}, highest ${formatDollars(high)}. Times in UTC.`,
  });
}

function buildDrawdownChart({ drawdown }: BacktestDetails) {
  const deepest = drawdown.reduce((low, point) => (point[1] < low[1] ? point : low), [0, 0]);
  const decimals = deepest[1] > -1 ? 2 : deepest[1] > -4 ? 1 : 0;
  return buildSeriesChart({
    xs: drawdown.map(([atMs]) => atMs),
    lines: [],
    band: {
      name: 'Below the last peak, %',
      low: drawdown.map(([, percent]) => percent),
      high: drawdown.map(() => 0),
    },
    fromZero: true,
    xText: formatDay,
    yText: (value) => formatPercent(value, decimals),
    summary:
      deepest[1] === 0
        ? 'No drawdown.'
        : `Deepest ${formatPercent(deepest[1])} of the peak on ${formatDay(deepest[0])}.`,
  });
}

const FAN_WIDTH = 1000;
const FAN_HEIGHT = 220;
const Y_TICKS = 5;

/** Straight lines from the capital to the end of each simulation; the run itself as a curve. */
function buildFan(
  record: MeasuredReturns,
  capital: number,
  details: Pick<BacktestDetails, 'equity'> | null,
): FanShape {
  const { percents, years } = record;
  const rows = percents.map((percent) => ({
    percent,
    endDollars: computeEndDollars(capital, percent, years),
  }));
  const own = details?.equity ?? [];
  const [fromMs] = own[0] ?? [0];
  const [low = capital, high = capital] = extent([
    capital,
    ...rows.map(({ endDollars }) => endDollars),
    ...own.map(([, dollars]) => dollars),
  ]);
  const ownYears = own.map(([atMs]) => (atMs - fromMs) / MS_PER_YEAR);
  const x = scaleLinear([0, Math.max(years, ownYears.at(-1) ?? 0)], [0, FAN_WIDTH]);
  const y = scaleLinear([low, high], [FAN_HEIGHT, 0]).nice(Y_TICKS);
  const yTicks = y.ticks(Y_TICKS);
  const toTick = (at: number, text: string, anchor: Tick['anchor'], isMain = true): Tick => ({
    at: roundCoordinate(at),
    text,
    anchor,
    isMain,
  });
  return {
    width: FAN_WIDTH,
    height: FAN_HEIGHT,
    lines: rows.map(
      ({ endDollars }) =>
        `M0 ${roundCoordinate(y(capital))}L${roundCoordinate(x(years))} ${roundCoordinate(y(endDollars))}`,
    ),
    own:
      own.length < 2
        ? null
        : buildLinePath(
            ownYears,
            own.map(([, dollars]) => dollars),
            { x, y },
          ),
    xTicks: x
      .ticks(5)
      .map((value) =>
        toTick(
          (x(value) / FAN_WIDTH) * 100,
          value === 0 ? 'start' : `${formatNumber(value, 0)} years`,
          value === 0 ? 'start' : value === x.domain()[1] ? 'end' : 'middle',
        ),
      ),
    yTicks: yTicks.map((value) =>
      toTick((y(value) / FAN_HEIGHT) * 100, formatAxisDollars(value, getTickStep(yTicks)), 'end'),
    ),
    summary: formatWorldsSentence(record),
    rows,
    years,
  };
}

/** Null until the backtest is done. */
export function buildBacktestView(
  desk: Terminal,
  userId: string,
  { id, mode, playbook, result }: BacktestDto,
): BacktestViewDto | null {
  if (result === null) return null;
  const details = findBacktestDetails(desk, userId, id);
  const row = findPlaybookRow(mode, playbook);
  const record = row
    ? findMeasuredReturns(row)
    : ({ value: null, reason: 'the strategy is no longer listed' } as const);
  return {
    details: details && {
      months: buildMonthRows(details.years),
      trades: details.trades,
      equity: buildEquityChart(details, result.capital),
      drawdown: buildDrawdownChart(details),
    },
    fan: record.value === null ? null : buildFan(record.value, result.capital, details),
    fanReason: record.value === null ? record.reason : null,
  };
}
