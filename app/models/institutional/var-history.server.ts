// Chart of the VaR backtest: the newest days with their VaR and the losses beyond it.
import { scaleLinear } from 'd3-scale';
import type { Tick } from '../../contracts/chart-shape';
import type { VarExceedance, VarHistory } from '../../contracts/var-history';
import { formatCount } from '../../trading/domain/format';
import { roundDollars } from '../../trading/domain/units';
import type { BacktestedVar } from '../../trading/risk/var-backtest';
import { formatAxisDollars, getTickStep } from '../charts/axis-dollars';
import { buildLinePath, roundCoordinate } from '../charts/curve-path';

const WIDTH = 1000;
const HEIGHT = 180;
/** One trading year. */
const DAYS_SHOWN = 250;
const Y_TICKS = 5;
const X_STEP_DAYS = 50;

/** Newest `DAYS_SHOWN` days of the backtests at 95% and 99% of these daily profits, oldest first. */
export function buildVarHistory(
  profits: Float64Array,
  at95: BacktestedVar,
  at99: BacktestedVar,
): VarHistory {
  const days = Math.min(DAYS_SHOWN, at95.days);
  const [limits95, limits99] = [at95.limits.slice(-days), at99.limits.slice(-days)];
  const [beyond95, beyond99] = [at95.isExceeded.slice(-days), at99.isExceeded.slice(-days)];
  const shown = profits.slice(-days);
  const x = scaleLinear([0, Math.max(1, days - 1)], [0, WIDTH]);
  const losses = [...limits99].map((limit) => -limit);
  const y = scaleLinear(
    [Math.min(0, ...shown, ...losses), Math.max(0, ...shown)],
    [HEIGHT, 0],
  ).nice(Y_TICKS);
  const zero = y(0);
  const indices = Array.from({ length: days }, (_, index) => index);
  const exceedances = indices.flatMap((index): VarExceedance[] => {
    if (beyond95[index] !== 1) return [];
    const profit = shown[index] ?? 0;
    return [
      {
        x: roundCoordinate((100 * x(index)) / WIDTH),
        y: roundCoordinate((100 * y(profit)) / HEIGHT),
        percent: beyond99[index] === 1 ? 99 : 95,
        daysAgo: days - 1 - index,
        profit: roundDollars(profit),
        var95: roundDollars(limits95[index] ?? 0),
        var99: roundDollars(limits99[index] ?? 0),
      },
    ];
  });
  const ticks = y.ticks(Y_TICKS);
  return {
    width: WIDTH,
    height: HEIGHT,
    days,
    profits: indices
      .map(
        (index) =>
          `M${Math.round(x(index))},${Math.round(zero)}V${Math.round(y(shown[index] ?? 0))}`,
      )
      .join(''),
    var95: buildLinePath(
      indices,
      [...limits95].map((limit) => -limit),
      { x, y },
    ),
    var99: buildLinePath(indices, losses, { x, y }),
    yTicks: ticks.map(
      (value): Tick => ({
        at: roundCoordinate((100 * y(value)) / HEIGHT),
        text: formatAxisDollars(value, getTickStep(ticks)),
        anchor: 'end',
        isMain: true,
      }),
    ),
    xTicks: buildDayTicks(days, x),
    zero: roundCoordinate((100 * zero) / HEIGHT),
    exceedances,
    summary: formatSummary(exceedances, days),
  };
}

/** Labels every 50 trading days, counted back from the newest. */
function buildDayTicks(days: number, x: (index: number) => number): Tick[] {
  const steps = Array.from(
    { length: Math.floor((days - 1) / X_STEP_DAYS) + 1 },
    (_, step) => step * X_STEP_DAYS,
  ).reverse();
  return steps.map((daysAgo, index) => {
    const at = roundCoordinate((100 * x(days - 1 - daysAgo)) / WIDTH);
    return {
      at,
      text: daysAgo === 0 ? 'last day' : `${daysAgo} days ago`,
      anchor: daysAgo === 0 ? 'end' : at < 6 ? 'start' : 'middle',
      isMain: index === 0 || daysAgo === 0,
    };
  });
}

function formatSummary(exceedances: readonly VarExceedance[], days: number): string {
  const beyond99 = exceedances.filter(({ percent }) => percent === 99).length;
  const formatExpected = (rate: number): string => (days * rate).toFixed(1);
  return `Current positions over the last ${formatCount(days)} trading days: ${formatCount(exceedances.length)} losses beyond VaR 95% (${formatExpected(0.05)} expected), ${formatCount(beyond99)} beyond VaR 99% (${formatExpected(0.01)} expected).`;
}
