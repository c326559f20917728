// Line chart drawn by lightweight-charts in place of the server's SVG. Imported on demand, only on
// pages with a chart.
import {
  AreaSeries,
  type AreaSeriesPartialOptions,
  type AutoscaleInfo,
  LineStyle,
  type SeriesMarker,
  type UTCTimestamp,
  createChart,
  createSeriesMarkers,
} from 'lightweight-charts';
import { formatDollars } from '../../trading/domain/format';
import { type ChartColors, getChartColors } from './chart-colors';
import { buildChartOptions, showsFullRange, zoomChart } from './chart-options';
import type { ChartShape } from '../../contracts/chart-shape';
import { type Slots, buildSlots } from './line-slots';
import type { InteractiveChart } from './use-interactive-chart';

/** Dollars added above the maximum and below the minimum, as in the server's drawing. */
const AXIS_MARGIN_DOLLARS = 500;

const listTimes = ({ times }: Slots): UTCTimestamp[] => times as UTCTimestamp[];
const buildAreaOptions = ({ curve, panel }: ChartColors): AreaSeriesPartialOptions => ({
  priceScaleId: 'left',
  lineColor: curve,
  topColor: `${curve}38`,
  bottomColor: `${curve}05`,
  lineWidth: 2,
  lastValueVisible: false,
  crosshairMarkerBorderColor: panel,
  priceLineStyle: LineStyle.Dotted,
  priceFormat: { type: 'price', precision: 2, minMove: 0.01 },
  autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => {
    const range = original()?.priceRange;
    return range
      ? {
          priceRange: {
            minValue: range.minValue - AXIS_MARGIN_DOLLARS,
            maxValue: range.maxValue + AXIS_MARGIN_DOLLARS,
          },
        }
      : null;
  },
});

const listMarkers = (
  { fillMarks }: ChartShape,
  slots: Slots,
  color: string,
): SeriesMarker<UTCTimestamp>[] =>
  fillMarks.map(({ point, side, fills }) => ({
    time: listTimes(slots)[slots.slotIndexes[point] ?? 0] as UTCTimestamp,
    position: side === 'BUY' ? 'belowBar' : 'aboveBar',
    shape: side === 'BUY' ? 'arrowUp' : 'arrowDown',
    color,
    text: fills.length > 1 ? String(fills.length) : '',
  }));

/**
 * Draws into a box of fixed size. `onPoint` gets the index of the point nearest to the pointer, or
 * null when it leaves. Throws if there is no canvas.
 */
export function drawChart(
  box: HTMLElement,
  first: ChartShape,
  onPoint: (index: number | null) => void,
): InteractiveChart<ChartShape> {
  const colors = getChartColors(first.tone);
  const chart = createChart(box, {
    ...buildChartOptions(colors),
    leftPriceScale: { visible: true, borderVisible: false },
    rightPriceScale: { visible: false },
    localization: { priceFormatter: (value: number) => formatDollars(value) },
  });
  const series = chart.addSeries(AreaSeries, buildAreaOptions(colors));
  const markers = createSeriesMarkers<UTCTimestamp | unknown>(series as never, []);
  let [currentChart, slots] = [first, buildSlots(first.points, first.timeZone)];
  const setChartData = (next: ChartShape): void => {
    const isFullRange = showsFullRange(chart, slots.times.length);
    [currentChart, slots] = [next, buildSlots(next.points, next.timeZone)];
    const values = new Map(
      slots.slotIndexes.map((place, index) => [place, next.points[index]?.[1] ?? 0]),
    );
    series.applyOptions(buildAreaOptions(getChartColors(next.tone)));
    series.setData(
      listTimes(slots).map((time, slot) =>
        values.has(slot) ? { time, value: values.get(slot) ?? 0 } : { time },
      ),
    );
    markers.setMarkers(listMarkers(next, slots, colors.mark));
    if (isFullRange) chart.timeScale().fitContent();
  };
  chart.subscribeCrosshairMove(({ logical }) =>
    onPoint(logical === undefined ? null : findNearest(slots, logical)),
  );
  setChartData(first);
  chart.timeScale().fitContent();
  return {
    setData: setChartData,
    point: (index) =>
      chart.setCrosshairPosition(
        currentChart.points[index]?.[1] ?? 0,
        listTimes(slots)[slots.slotIndexes[index] ?? 0] as UTCTimestamp,
        series,
      ),
    zoom: (index, isNearer) => zoomChart(chart, slots.slotIndexes[index] ?? 0, isNearer),
    remove: () => chart.remove(),
  };
}

const findNearest = ({ slotIndexes }: Slots, slot: number): number =>
  slotIndexes.reduce(
    (best, slotIndex, index) =>
      Math.abs(slotIndex - slot) < Math.abs((slotIndexes[best] ?? 0) - slot) ? index : best,
    0,
  );
