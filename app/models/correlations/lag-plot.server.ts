// Correlation by lag: bars from the zero line, and the range of chance.
import { greatest } from 'd3-array';
import type { Tick } from '../../contracts/chart-shape';
import type { LagShape } from '../../contracts/correlations-page';
import { formatCount, formatNumber, formatSignedNumber } from '../../trading/domain/format';
import { roundCoordinate } from '../charts/curve-path';

const HEIGHT = 96;
const STEP = 100;
const BAR_WIDTH = 40;
/** The scale ends at a multiple of this. */
const SCALE_STEP = 0.25;
/** Standard normal quantile of a two-sided 5% test. */
const NORMAL_95 = 1.959964;

/** Bound of |r| at 5% by the Fisher transformation of `n` pairs. */
const computeChanceBound = (n: number): number =>
  n > 3 ? Math.tanh(NORMAL_95 / Math.sqrt(n - 3)) : 1;

type Lags = LagShape['lags'];

function formatSummary(lags: Lags, chance: number): string {
  const measured = lags.flatMap(({ lagDays, strength }) =>
    strength === null ? [] : [{ lagDays, strength }],
  );
  const strongest = greatest(measured, ({ strength }) => Math.abs(strength));
  if (!strongest) return '';
  const { lagDays, strength } = strongest;
  const beyond = measured.filter((lag) => Math.abs(lag.strength) > chance).length;
  return `Strongest at ${lagDays === 0 ? 'the same day' : `${lagDays} d lead`}: ${formatSignedNumber(strength, 3)}. ${formatCount(beyond)} of ${formatCount(measured.length)} lags exceed ±${formatNumber(chance, 2)}, the range of chance for one test.`;
}

/** Null without a measured lag. */
export function buildLagPlot(lags: Lags): LagShape | null {
  const first = lags.find(({ strength }) => strength !== null);
  if (!first) return null;
  const chance = computeChanceBound(first.n);
  const bound = Math.max(
    chance,
    SCALE_STEP,
    ...lags.map(({ strength }) => Math.ceil(Math.abs(strength ?? 0) / SCALE_STEP) * SCALE_STEP),
  );
  const middle = HEIGHT / 2;
  const toY = (value: number): number => roundCoordinate(middle - (value / bound) * middle);
  return {
    width: lags.length * STEP,
    height: HEIGHT,
    bars: lags.flatMap(({ strength }, index) =>
      strength === null
        ? []
        : [
            {
              x: index * STEP + (STEP - BAR_WIDTH) / 2,
              y: Math.min(middle, toY(strength)),
              width: BAR_WIDTH,
              height: roundCoordinate(Math.abs(toY(strength) - middle)),
              isNegative: strength < 0,
            },
          ],
    ),
    band: { y: toY(chance), height: roundCoordinate(toY(-chance) - toY(chance)) },
    xTicks: lags.map(
      ({ lagDays, strength }, index): Tick => ({
        at: ((index + 0.5) / lags.length) * 100,
        text: `${lagDays} d: ${formatSignedNumber(strength, 2)}`,
        anchor: 'middle',
        isMain: true,
      }),
    ),
    yTicks: [bound, 0, -bound].map(
      (value): Tick => ({
        at: roundCoordinate((toY(value) / HEIGHT) * 100),
        text: formatSignedNumber(value, value === 0 ? 0 : 2),
        anchor: 'end',
        isMain: true,
      }),
    ),
    zeroAt: 50,
    lags,
    summary: formatSummary(lags, chance),
  };
}
