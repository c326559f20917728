/** Where the parts of a drawing stand: its frame, its panels and the words below them. */
import { extent } from 'd3-array';
import { scaleLinear, scaleUtc, type ScaleLinear, type ScaleTime } from 'd3-scale';
import type { Drawing, Panel } from './drawing-model';
import { DAY_MS } from '../../trading/domain/time';

export const WIDTH = 760;
const PANEL_HEIGHT = 190;
export const SHORT_PANEL_HEIGHT = 120;
const GAP = 42;
const MANY_PANELS = 4;
const LONG_SPAN_MS = 100 * DAY_MS;
const SPAN_OF_YEARS_MS = 8 * 366 * DAY_MS;

/**
 * Where the drawing stands: alone in a file, with its title in it, or in a page that has said its
 * title.
 */
interface Frame {
  readonly left: number;
  /** Where the panels end. */
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
/** Room for letters that grow where the page is narrow. */
export const PAGE_FRAME: Frame = {
  left: 130,
  right: WIDTH - 44,
  top: 30,
  bottom: 54,
  isInPage: true,
};

/** The extent of all that is finite, widened a little; 0 to 1 when nothing is. */
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

/** Where everything in a drawing stands. */
export interface Layout {
  readonly frame: Frame;
  readonly x: XScale;
  readonly panels: readonly PlacedPanel[];
  /** Where the last panel ends. */
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

export function listXTicks(
  { xText }: Drawing,
  { x, frame }: Layout,
): { at: number; text: string }[] {
  const format = x.tickFormat(8, getDateFormat(x, frame)) as (value: number | Date) => string;
  return x
    .ticks(8)
    .map((value) => ({ at: Number(value), text: xText ? xText(Number(value)) : format(value) }));
}

/**
 * In a file short names of months over a year, in a page with their year; dates over weeks; numbers
 * as they are.
 */
function getDateFormat(x: XScale, { isInPage }: Frame): string | undefined {
  const [from = 0, to = 0] = x.domain().map(Number);
  if (!(x.domain()[0] instanceof Date)) return undefined;
  if (to - from <= LONG_SPAN_MS) return isInPage && to - from <= 2 * DAY_MS ? '%H:%M' : '%-d %b';
  if (!isInPage) return '%b';
  return to - from > SPAN_OF_YEARS_MS ? '%Y' : '%b %Y';
}
