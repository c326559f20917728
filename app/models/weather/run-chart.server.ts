// Geometry of the chart of model runs: totals as a line, changes to the run before as bars.
import { extent } from 'd3-array';
import { type ScaleLinear, scaleLinear } from 'd3-scale';
import type { Tick } from '../../contracts/chart-shape';
import type { RunBar, RunChartShape, RunTone } from '../../contracts/weather-page';
import type { DegreeDayChangeDto, RecentRunsDto } from '../../contracts/api/almanac';
import { formatCalendarLabel, formatNumber, formatSignedNumber } from '../../trading/domain/format';
import { HOUR_MS } from '../../trading/domain/time';
import { buildLinePath, roundCoordinate } from '../charts/curve-path';

const WIDTH = 1000;
const HEIGHT = 100;
const Y_TICKS = 3;
const DAY_HOURS = 24;
const DATES_NARROW_MAX = 4;
/** Smallest range of the totals and of the changes, degree days. */
const RANGE_MIN = 2;

/** Hour of issue as weather services name it: `06Z`. */
export const formatRunHour = (issuedMs: number): string =>
  `${String(Math.floor(issuedMs / HOUR_MS) % DAY_HOURS).padStart(2, '0')}Z`;
export const formatRunDay = (issuedMs: number): string =>
  formatCalendarLabel('day', issuedMs, 'UTC');

/**
 * More heating degree days are colder; more cooling ones are warmer. The larger change decides.
 */
export function getRunTone({
  heating,
  cooling,
  total,
}: Pick<DegreeDayChangeDto, 'heating' | 'cooling' | 'total'>): RunTone {
  if (total === 0) return 'flat';
  const isWarmer = Math.abs(cooling) > Math.abs(heating) ? cooling > 0 : heating < 0;
  return isWarmer ? 'warmer' : 'colder';
}

function buildScale(values: readonly number[]): ScaleLinear<number, number> {
  const [low = 0, high = 0] = extent(values);
  const room = Math.max(0, (RANGE_MIN - (high - low)) / 2);
  return scaleLinear([low - room, high + room], [HEIGHT, 0]).nice(Y_TICKS);
}

const buildTicks = (
  scale: ScaleLinear<number, number>,
  formatValue: (value: number) => string,
): Tick[] =>
  scale
    .ticks(Y_TICKS)
    .map((value) => ({
      at: roundCoordinate(scale(value)),
      text: formatValue(value),
      anchor: 'end',
      isMain: true,
    }));

/** Decimals that keep the labels of neighboring ticks apart. */
function countDecimals(scale: ScaleLinear<number, number>): number {
  const [first = 0, second = 1] = scale.ticks(Y_TICKS);
  return Number.isInteger(second - first) ? 0 : 1;
}

/** The first run of each day; narrow screens show every other one of many. */
function buildDates(days: readonly string[], centerAt: (index: number) => number): Tick[] {
  const firsts = days.flatMap((text, index) => (text === days[index - 1] ? [] : [index]));
  return firsts.map((index, place) => ({
    at: centerAt(index),
    text: days[index] ?? '',
    anchor: 'middle',
    isMain: firsts.length <= DATES_NARROW_MAX || (firsts.length - 1 - place) % 2 === 0,
  }));
}

/** Null for fewer than two runs. `normal` is that of the same days. */
export function buildRunChart(
  { runs }: Pick<RecentRunsDto, 'runs'>,
  normal: number | null,
  summary: string,
): RunChartShape | null {
  if (runs.length < 2) return null;
  const centerAt = (index: number): number => roundCoordinate((100 * (index + 0.5)) / runs.length);
  const totals = runs.map(({ total }) => total);
  const y = buildScale(totals);
  const changes = runs.map(({ change }) => change ?? 0);
  const change = buildScale([...changes, 0]);
  const zeroAt = roundCoordinate(change(0));
  const [low = 0, high = 0] = y.domain();
  const isNormalShown = normal !== null && normal >= low && normal <= high;
  const times = runs.map(({ issuedAt }) => Date.parse(issuedAt));
  const [decimals, changeDecimals] = [countDecimals(y), countDecimals(change)];
  return {
    width: WIDTH,
    height: HEIGHT,
    path: buildLinePath(
      runs.map((_, index) => centerAt(index)),
      totals,
      { x: (at) => (at * WIDTH) / 100, y },
    ),
    points: runs.map(({ total }, index) => ({
      at: centerAt(index),
      y: roundCoordinate(y(total)),
      value: formatNumber(total, 1),
    })),
    normalAt: isNormalShown ? roundCoordinate(y(normal)) : null,
    normal: normal === null ? null : formatNumber(normal, 1),
    yTicks: buildTicks(y, (value) => formatNumber(value, decimals)),
    bars: runs.flatMap((run, index): RunBar[] => {
      const before = runs[index - 1];
      if (run.change === null || !before) return [];
      const at = change(run.change);
      return [
        {
          at: centerAt(index),
          top: roundCoordinate(Math.min(at, zeroAt)),
          height: roundCoordinate(Math.abs(at - zeroAt)),
          value: formatSignedNumber(run.change, 1),
          tone: getRunTone({
            heating: run.heating - before.heating,
            cooling: run.cooling - before.cooling,
            total: run.change,
          }),
        },
      ];
    }),
    barTicks: buildTicks(change, (value) => formatSignedNumber(value, changeDecimals)),
    zeroAt,
    hours: times.map((ms, index) => ({
      at: centerAt(index),
      text: formatRunHour(ms),
      anchor: 'middle',
      isMain: true,
    })),
    dates: buildDates(times.map(formatRunDay), centerAt),
    summary,
  };
}
