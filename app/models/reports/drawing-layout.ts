/** Layout of a drawing: frame, panels and axis labels. */
import { extent } from 'd3-array';
import { scaleLinear, scaleUtc, type ScaleLinear, type ScaleTime } from 'd3-scale';
import type { Drawing, Panel } from './drawing-model';
import { getZoneOffsetMs } from '../../trading/domain/format';
import { DAY_MS } from '../../trading/domain/time';

export const WIDTH = 760;
const PANEL_HEIGHT = 190;
export const SHORT_PANEL_HEIGHT = 120;
const GAP = 42;
const MANY_PANELS = 4;
const LONG_SPAN_MS = 100 * DAY_MS;
const SPAN_OF_YEARS_MS = 8 * 366 * DAY_MS;

/** Frame of a drawing: standalone file with title, or part of a page. */
interface Frame {
  readonly left: number;
  /** Right edge of the panels. */
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly isInPage: boolean;
}
export const FILE_FRAME: Frame = {
  left: 70,
  right: WIDTH - 20,
  top: 54,
  bottom: 46,
  isInPage: false,
};
/** Wider margins for the larger font on narrow pages. */
export const PAGE_FRAME: Frame = {
  left: 130,
  right: WIDTH - 44,
  top: 30,
  bottom: 54,
  isInPage: true,
};

/** Range of all finite values plus a margin; 0 to 1 without values. */
export function computeDomain(
  lists: readonly ArrayLike<number>[],
  margin: number,
): [number, number] {
  const [low, high] = extent(lists.flatMap((list) => Array.from(list)));
  if (low === undefined || high === undefined) return [0, 1];
  const room = (high - low || Math.abs(high) || 1) * margin;
  return [low - room, high + room];
}

export type XScale = ScaleLinear<number, number> | ScaleTime<number, number>;
export type YScale = ScaleLinear<number, number>;

export interface PlacedPanel {
  readonly panel: Panel;
  readonly top: number;
  readonly height: number;
}

export interface Layout {
  readonly frame: Frame;
  readonly x: XScale;
  readonly panels: readonly PlacedPanel[];
  /** Bottom edge of the last panel. */
  readonly foot: number;
  readonly height: number;
}

export function computeLayout({ panels, xKind }: Drawing, frame: Frame): Layout {
  const placed: PlacedPanel[] = [];
  let foot = frame.top;
  for (const panel of panels) {
    const top = placed.length === 0 ? frame.top : foot + GAP;
    const isLow = panel.isShort === true || panels.length > MANY_PANELS;
    const height = isLow ? SHORT_PANEL_HEIGHT : PANEL_HEIGHT;
    placed.push({ panel, top, height });
    foot = top + height;
  }
  const ends = panels.flatMap(({ curves, bars = [] }) => [
    ...curves.map(({ xs }) => xs),
    bars.flatMap((bar) => [bar.from, bar.to]),
  ]);
  const domain = computeDomain(ends, 0);
  const range: [number, number] = [frame.left, frame.right];
  const x = xKind === 'date' ? scaleUtc(domain, range) : scaleLinear(domain, range);
  return { frame, x, panels: placed, foot, height: foot + frame.bottom };
}

/** Round values of x, in the zone of the drawing, with their labels. */
export function listXTicks(
  { xText, timeZone = 'UTC' }: Drawing,
  { x, frame }: Layout,
): { at: number; text: string }[] {
  const format = getDateFormat(x, frame);
  const toLocal = (ms: number): number =>
    isTimeScale(x) ? ms + getZoneOffsetMs(ms, timeZone) : ms;
  const [from = 0, until = 0] = x.domain().map(Number);
  const local = isTimeScale(x) ? scaleUtc([toLocal(from), toLocal(until)], [0, 1]) : x;
  const formatTick = local.tickFormat(8, format) as (value: number | Date) => string;
  return local.ticks(8).map((value) => {
    const at = Number(value);
    return { at: at - (toLocal(from) - from), text: xText ? xText(at) : formatTick(value) };
  });
}

const isTimeScale = (x: XScale): x is ScaleTime<number, number> => x.domain()[0] instanceof Date;

/**
 * Labels of y values, without repeats: several values that round to the same label would read as
 * one.
 */
export function listYTicks(
  y: YScale,
  count: number,
  format: (value: number) => string,
): { value: number; text: string }[] {
  const seen = new Set<string>();
  return y.ticks(count).flatMap((value) => {
    const text = format(value);
    if (seen.has(text)) return [];
    seen.add(text);
    return [{ value, text }];
  });
}

/** Date format by span: months in a file, months with year in a page, days for weeks. */
function getDateFormat(x: XScale, { isInPage }: Frame): string | undefined {
  const [from = 0, to = 0] = x.domain().map(Number);
  if (!isTimeScale(x)) return undefined;
  if (to - from <= LONG_SPAN_MS) return isInPage && to - from <= 2 * DAY_MS ? '%H:%M' : '%-d %b';
  if (!isInPage) return '%b';
  return to - from > SPAN_OF_YEARS_MS ? '%Y' : '%b %Y';
}
