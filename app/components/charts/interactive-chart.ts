// The line drawn by lightweight-charts, over the place of the server's drawing. Loaded only where a
// chart is and script runs.
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
import { calendarWord, timeOfDay, formatDollars } from '../../trading/domain/format';
import { type ChartColors, chartColors } from './chart-colors';
import type { ChartShape } from '../../contracts/chart-shape';
import { type Slots, buildSlots } from './line-slots';

/** Dollars above the highest and below the lowest value, as in the server's drawing. */
const MARGIN = 500;
const ZOOM = 0.7;
const SPAN_MIN = 8;

export interface InteractiveChart {
  /** Draws other figures; who looks at a part of them keeps looking at it. */
  show(chart: ChartShape): void;
  /** Puts the cross on a point. */
  point(index: number): void;
  /** Nearer around a point, or further. */
  zoom(index: number, isNearer: boolean): void;
  remove(): void;
}

const listTimes = ({ times }: Slots): UTCTimestamp[] => times as UTCTimestamp[];
/** Times are local already. */
const tickWord = (time: unknown, type: TickMarkType): string =>
  type === TickMarkType.Time || type === TickMarkType.TimeWithSeconds
    ? timeOfDay(Number(time) * 1000, 'UTC').slice(0, 5)
    : calendarWord('day', Number(time) * 1000, 'UTC');

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
      tickMarkFormatter: tickWord,
    },
    crosshair: {
      vertLine: { color: control, labelVisible: false, labelBackgroundColor: control },
      horzLine: { color: control, labelBackgroundColor: control },
    },
    localization: { priceFormatter: (value: number) => formatDollars(value) },
    // A page is scrolled over a chart, not caught by it.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
  };
}

const buildCurve = ({ curve, panel }: ChartColors): AreaSeriesPartialOptions => ({
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
      ? { priceRange: { minValue: range.minValue - MARGIN, maxValue: range.maxValue + MARGIN } }
      : null;
  },
});

const listMarkers = (
  { fillMarks }: ChartShape,
  slots: Slots,
  color: string,
): SeriesMarker<UTCTimestamp>[] =>
  fillMarks.map(({ point, side, fills }) => ({
    time: listTimes(slots)[slots.places[point] ?? 0] as UTCTimestamp,
    position: side === 'BUY' ? 'belowBar' : 'aboveBar',
    shape: side === 'BUY' ? 'arrowUp' : 'arrowDown',
    color: color,
    text: fills.length > 1 ? String(fills.length) : '',
  }));

/**
 * Draws into a box of fixed size; `onPoint` hears which point the pointer is nearest to, null when
 * it leaves. Throws where there is no canvas.
 */
export function drawChart(
  box: HTMLElement,
  first: ChartShape,
  onPoint: (index: number | null) => void,
): InteractiveChart {
  const colors = chartColors(first.tone);
  const chart = createChart(box, buildOptions(colors));
  const series = chart.addSeries(AreaSeries, buildCurve(colors));
  const markers = createSeriesMarkers<UTCTimestamp | unknown>(series as never, []);
  let [shown, slots] = [first, buildSlots(first.points, first.timeZone)];
  const show = (next: ChartShape): void => {
    const isWhole = seesAll(chart, slots);
    [shown, slots] = [next, buildSlots(next.points, next.timeZone)];
    const values = new Map(
      slots.places.map((place, index) => [place, next.points[index]?.[1] ?? 0]),
    );
    series.applyOptions(buildCurve(chartColors(next.tone)));
    series.setData(
      listTimes(slots).map((time, slot) =>
        values.has(slot) ? { time, value: values.get(slot) ?? 0 } : { time },
      ),
    );
    markers.setMarkers(listMarkers(next, slots, colors.mark));
    if (isWhole) chart.timeScale().fitContent();
  };
  chart.subscribeCrosshairMove(({ logical }) =>
    onPoint(logical === undefined ? null : findNearest(slots, logical)),
  );
  show(first);
  chart.timeScale().fitContent();
  return {
    show,
    point: (index) =>
      chart.setCrosshairPosition(
        shown.points[index]?.[1] ?? 0,
        listTimes(slots)[slots.places[index] ?? 0] as UTCTimestamp,
        series,
      ),
    zoom: (index, isNearer) =>
      zoomChart(chart, slots.places[index] ?? 0, isNearer ? ZOOM : 1 / ZOOM),
    remove: () => chart.remove(),
  };
}

function seesAll(chart: IChartApi, { times }: Slots): boolean {
  const range = chart.timeScale().getVisibleLogicalRange();
  return range === null || (range.from <= 1 && range.to >= times.length - 2);
}

const findNearest = ({ places }: Slots, slot: number): number =>
  places.reduce(
    (best, place, index) =>
      Math.abs(place - slot) < Math.abs((places[best] ?? 0) - slot) ? index : best,
    0,
  );

function zoomChart(chart: IChartApi, slot: number, factor: number): void {
  const range = chart.timeScale().getVisibleLogicalRange();
  if (!range || (factor < 1 && range.to - range.from < SPAN_MIN)) return;
  chart
    .timeScale()
    .setVisibleLogicalRange({
      from: slot - (slot - range.from) * factor,
      to: slot + (range.to - slot) * factor,
    });
}
