// Options and zoom that all charts drawn by lightweight-charts share. Imported on demand only.
import {
  ColorType,
  type DeepPartial,
  type IChartApi,
  TickMarkType,
  type TimeChartOptions,
} from 'lightweight-charts';
import {
  formatCalendarLabel,
  formatHourMinute,
  formatTimeOfDay,
} from '../../trading/domain/format';
import type { ChartColors } from './chart-colors';

const ZOOM_STEP = 0.7;
const VISIBLE_SLOTS_MIN = 8;

/** Times are local time stored as UTC, so they are formatted in UTC. */
const formatTick = (time: unknown, type: TickMarkType): string =>
  type === TickMarkType.Time
    ? formatHourMinute(Number(time) * 1000, 'UTC')
    : type === TickMarkType.TimeWithSeconds
      ? formatTimeOfDay(Number(time) * 1000, 'UTC')
      : formatCalendarLabel('day', Number(time) * 1000, 'UTC');

/** Colors, time axis and pointer behavior; price scales are left to the chart. */
export const buildChartOptions = ({
  panel,
  muted,
  line,
  control,
  font,
}: ChartColors): DeepPartial<TimeChartOptions> => ({
  autoSize: true,
  layout: {
    background: { type: ColorType.Solid, color: panel },
    textColor: muted,
    fontFamily: font,
    fontSize: 12,
    attributionLogo: false,
  },
  grid: { vertLines: { visible: false }, horzLines: { color: line } },
  timeScale: {
    borderVisible: false,
    timeVisible: true,
    secondsVisible: true,
    fixLeftEdge: true,
    fixRightEdge: true,
    tickMarkFormatter: formatTick,
  },
  crosshair: {
    vertLine: { color: control, labelVisible: false, labelBackgroundColor: control },
    horzLine: { color: control, labelBackgroundColor: control },
  },
  // The mouse wheel and vertical touch scroll the page, not the chart.
  handleScroll: { mouseWheel: false, vertTouchDrag: false },
  handleScale: { mouseWheel: false },
});

/** True unless the user has zoomed or scrolled. */
export function showsFullRange(chart: IChartApi, slots: number): boolean {
  const range = chart.timeScale().getVisibleLogicalRange();
  return range === null || (range.from <= 1 && range.to >= slots - 2);
}

/** Zooms in or out around a slot. */
export function zoomChart(chart: IChartApi, slot: number, isNearer: boolean): void {
  const range = chart.timeScale().getVisibleLogicalRange();
  const factor = isNearer ? ZOOM_STEP : 1 / ZOOM_STEP;
  if (!range || (isNearer && range.to - range.from < VISIBLE_SLOTS_MIN)) return;
  chart
    .timeScale()
    .setVisibleLogicalRange({
      from: slot - (slot - range.from) * factor,
      to: slot + (range.to - slot) * factor,
    });
}
