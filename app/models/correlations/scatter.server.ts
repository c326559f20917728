// Scatter of a weather factor and price changes.
import { extent, mean, range } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { CorrelationDto } from '../../contracts/api/correlations';
import type { Tick } from '../../contracts/chart-shape';
import type { ScatterShape } from '../../contracts/correlations-page';
import { COMMODITIES } from '../../trading/domain/commodity';
import { formatCount, formatNumber, formatSignedNumber } from '../../trading/domain/format';
import type { PairedValues } from '../../trading/weather/correlations';
import { roundCoordinate } from '../charts/curve-path';

const WIDTH = 1000;
const HEIGHT = 300;
const X_TICKS = 6;
const Y_TICKS = 5;
const GROUPS = 5;
const POINTS_MIN = 30;

/** Units of the factors; degree days are in °F. */
const FACTOR_UNITS: Readonly<Record<string, string>> = {
  'Forecast revision': 'degree days over 14 days',
  'Degree-day change': 'degree days',
  Rain: 'inches',
  Wind: 'mph',
};

type Scale = ReturnType<typeof scaleLinear<number, number>>;

const listTicks = (scale: Scale, count: number, size: number, isAcross: boolean): Tick[] => {
  const format = scale.tickFormat(count);
  const values = scale.ticks(count);
  return values.map((value) => ({
    at: roundCoordinate((scale(value) / size) * 100),
    text: format(value).replace(/^\u2212?0$/, '0'),
    anchor: isAcross ? 'middle' : 'end',
    isMain: true,
  }));
};

/** Percent of the frame at which zero lies; null outside. */
function findZero(scale: Scale, size: number): number | null {
  const at = (scale(0) / size) * 100;
  return at >= 0 && at <= 100 ? roundCoordinate(at) : null;
}

/** Slope and mean of the least-squares line. */
function fitLine(xs: readonly number[], ys: readonly number[]): (x: number) => number {
  const [meanX = 0, meanY = 0] = [mean(xs), mean(ys)];
  const [both, squares] = xs.reduce(
    ([a, b], x, index) => [
      a + (x - meanX) * ((ys[index] ?? 0) - meanY),
      b + (x - meanX) * (x - meanX),
    ],
    [0, 0] as [number, number],
  );
  const slope = squares === 0 ? 0 : both / squares;
  return (x) => meanY + slope * (x - meanX);
}

/** Groups of equal size by the factor, with the mean change of each. */
function groupQuintiles(
  xs: readonly number[],
  ys: readonly number[],
  formatChange: (value: number) => string,
): ScatterShape['quintiles'] {
  const order = xs.map((x, index) => ({ x, y: ys[index] ?? 0 })).sort((a, b) => a.x - b.x);
  return range(GROUPS).map((group) => {
    const part = order.slice(
      Math.round((group * order.length) / GROUPS),
      Math.round(((group + 1) * order.length) / GROUPS),
    );
    return {
      low: formatNumber(part[0]?.x ?? null, 2),
      high: formatNumber(part.at(-1)?.x ?? null, 2),
      days: part.length,
      meanChange: formatChange(mean(part, ({ y }) => y) ?? 0),
    };
  });
}

/** Null below 30 days. `isPercent`: changes are log returns, else differences of the price. */
export function buildScatter(
  row: CorrelationDto,
  { factor: xs, changes }: PairedValues,
  { isPercent }: { readonly isPercent: boolean },
): ScatterShape | null {
  const ys = isPercent ? changes.map((change) => 100 * change) : changes;
  const [lowX, highX] = extent(xs);
  const [lowY, highY] = extent(ys);
  if (
    xs.length < POINTS_MIN ||
    lowX === undefined ||
    highX === undefined ||
    lowX === highX ||
    lowY === undefined ||
    highY === undefined
  )
    return null;
  const x = scaleLinear([lowX, highX], [0, WIDTH]).nice(X_TICKS);
  const y = scaleLinear([lowY, highY], [HEIGHT, 0]).nice(Y_TICKS);
  const fit = fitLine(xs, ys);
  const unit = isPercent ? '%' : ` ${COMMODITIES[row.commodity].priceUnit}`;
  const formatChange = (value: number): string => `${formatSignedNumber(value, 2)}${unit}`;
  const quintiles = groupQuintiles(xs, ys, formatChange);
  const [first, last] = [quintiles[0], quintiles.at(-1)];
  return {
    width: WIDTH,
    height: HEIGHT,
    count: xs.length,
    dots: xs
      .map((value, index) => `M${Math.round(x(value))} ${Math.round(y(ys[index] ?? 0))}h0`)
      .join(''),
    trend: `M${Math.round(x(lowX))} ${roundCoordinate(y(fit(lowX)))}L${Math.round(x(highX))} ${roundCoordinate(y(fit(highX)))}`,
    xTicks: listTicks(x, X_TICKS, WIDTH, true),
    yTicks: listTicks(y, Y_TICKS, HEIGHT, false),
    zeroX: findZero(x, WIDTH),
    zeroY: findZero(y, HEIGHT),
    xLabel: `${row.weatherFactor}, ${FACTOR_UNITS[row.weatherFactor] ?? ''}`,
    yLabel: `Price change, ${unit.trim()}`,
    summary: `${formatCount(xs.length)} days. In the lowest quintile of ${row.weatherFactor.toLowerCase()} the price changed by ${first?.meanChange ?? ''} on average, in the highest by ${last?.meanChange ?? ''}.`,
    quintiles,
  };
}
