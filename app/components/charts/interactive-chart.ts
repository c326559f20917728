// Line chart drawn by lightweight-charts in place of the server's SVG. Imported on demand, only on
// pages with a chart.
import {
  AreaSeries,
  type AreaSeriesPartialOptions,
  type AutoscaleInfo,
  ColorType,
  type DeepPartial,
  type IChartApi,
  LineStyle,
  type SeriesMarker,
  TickMarkType,
  type TimeChartOptions,
  type UTCTimestamp,
  createChart,
  createSeriesMarkers,
} from 'lightweight-charts';
import { formatCalendarLabel, formatTimeOfDay, formatDollars } from '../../trading/domain/format';
import { type ChartColors, getChartColors } from './chart-colors';
import type { ChartShape } from '../../contracts/chart-shape';
import { type Slots, buildSlots } from './line-slots';

/** Dollars added above the maximum and below the minimum, as in the server's drawing. */
const AXIS_MARGIN_DOLLARS = 500;
const ZOOM_STEP = 0.7;
const VISIBLE_SLOTS_MIN = 8;

export interface InteractiveChart {
  /** Replaces the data. A zoomed view keeps its range. */
  setData(chart: ChartShape): void;
  /** Moves the crosshair to a point. */
  point(index: number): void;
  /** Zooms in or out around a point. */
  zoom(index: number, isNearer: boolean): void;
  remove(): void;
}

const listTimes = ({ times }: Slots): UTCTimestamp[] => times as UTCTimestamp[];
/** Times are local time stored as UTC, so they are formatted in UTC. */
const formatTick = (time: unknown, type: TickMarkType): string =>
  type === TickMarkType.Time || type === TickMarkType.TimeWithSeconds
    ? formatTimeOfDay(Number(time) * 1000, 'UTC').slice(0, 5)
    : formatCalendarLabel('day', Number(time) * 1000, 'UTC');

function buildOptions({
  panel,
  muted,
  line,
  control,
  font,
}: ChartColors): DeepPartial<TimeChartOptions> {
  return {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: panel },
      textColor: muted,
      fontFamily: font,
      fontSize: 12,
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: line } },
    leftPriceScale: { visible: true, borderVisible: false },
    rightPriceScale: { visible: false },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      fixLeftEdge: true,
      fixRightEdge: true,
      tickMarkFormatter: formatTick,
    },
    crosshair: {
      vertLine: { color: control, labelVisible: false, labelBackgroundColor: control },
      horzLine: { color: control, labelBackgroundColor: control },
    },
    localization: { priceFormatter: (value: number) => formatDollars(value) },
    // The mouse wheel and vertical touch scroll the page, not the chart.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
  };
}

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
): InteractiveChart {
  const colors = getChartColors(first.tone);
  const chart = createChart(box, buildOptions(colors));
  const series = chart.addSeries(AreaSeries, buildAreaOptions(colors));
  const markers = createSeriesMarkers<UTCTimestamp | unknown>(series as never, []);
  let [currentChart, slots] = [first, buildSlots(first.points, first.timeZone)];
  const setChartData = (next: ChartShape): void => {
    const isFullRange = showsFullRange(chart, slots);
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
    zoom: (index, isNearer) =>
      zoomChart(chart, slots.slotIndexes[index] ?? 0, isNearer ? ZOOM_STEP : 1 / ZOOM_STEP),
    remove: () => chart.remove(),
  };
}

function showsFullRange(chart: IChartApi, { times }: Slots): boolean {
  const range = chart.timeScale().getVisibleLogicalRange();
  return range === null || (range.from <= 1 && range.to >= times.length - 2);
}

const findNearest = ({ slotIndexes }: Slots, slot: number): number =>
  slotIndexes.reduce(
    (best, slotIndex, index) =>
      Math.abs(slotIndex - slot) < Math.abs((slotIndexes[best] ?? 0) - slot) ? index : best,
    0,
  );

function zoomChart(chart: IChartApi, slot: number, factor: number): void {
  const range = chart.timeScale().getVisibleLogicalRange();
  if (!range || (factor < 1 && range.to - range.from < VISIBLE_SLOTS_MIN)) return;
  chart
    .timeScale()
    .setVisibleLogicalRange({
      from: slot - (slot - range.from) * factor,
      to: slot + (range.to - slot) * factor,
    });
}
