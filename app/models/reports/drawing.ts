/**
 * Small drawings without script: lines, bands and bars over labelled axes, in colours that follow
 * the reader's light or dark page.
 */
import { scaleLinear, scaleUtc, type ScaleLinear, type ScaleTime } from 'd3-scale';
import { area, line } from 'd3-shape';
import { FILE_STYLE } from './drawing-style';
import { Markup, escapeMarkup } from './markup';

/** A curve over the panel; points with a value that is no number interrupt it. */
export interface Curve {
  /** Its name beside the others; the empty text for none. */
  readonly label: string;
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
  readonly isDashed?: boolean;
  /** Lower edge: with it the space between is filled, and `ys` is the upper one. */
  readonly lows?: ArrayLike<number>;
  /** Place of its colour, 0 to 3; its own place in the panel when absent. */
  readonly colour?: number;
}

/** A column from zero to its height. */
export interface DrawingBar {
  readonly from: number;
  readonly to: number;
  readonly height: number;
  readonly tone: 'up' | 'down' | 'flat';
}

/** One frame with an axis of its own on each side. */
export interface Panel {
  readonly title: string;
  readonly yLabel: string;
  readonly curves: readonly Curve[];
  /** Values at which a thin line runs across, such as a limit. */
  readonly levels?: readonly number[];
  readonly bars?: readonly DrawingBar[];
  /** How a value beside the axis is written; plain numbers when absent. */
  readonly yText?: (value: number) => string;
  /** Lower than the others. */
  readonly isShort?: boolean;
}

export interface Drawing {
  readonly title: string;
  /** What is to be seen, for who cannot see it. */
  readonly text: string;
  readonly xLabel: string;
  /** `date`: values of x are milliseconds UTC. */
  readonly xKind: 'date' | 'number';
  readonly panels: readonly Panel[];
  /** How a value below the axis is written; by its kind when absent. */
  readonly xText?: (value: number) => string;
  /** Words at places of their own below the axis, in the stead of round values. */
  readonly xMarks?: readonly { readonly at: number; readonly text: string }[];
}

const WIDTH = 760;
const PANEL_HEIGHT = 190;
const SHORT_PANEL_HEIGHT = 120;
const GAP = 42;
const MANY_PANELS = 4;
const LONG_SPAN_MS = 100 * 86_400_000;
const SPAN_OF_YEARS_MS = 8 * 366 * 86_400_000;

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
const FILE: Frame = { left: 70, right: WIDTH - 20, top: 54, bottom: 46, isInPage: false };
/** Room for letters that grow where the page is narrow. */
const PAGE: Frame = { left: 130, right: WIDTH - 44, top: 30, bottom: 54, isInPage: true };

const place = (value: number): string => value.toFixed(1);

/** The extent of all that is finite, widened a little; 0 to 1 when nothing is. */
function extentOf(lists: readonly ArrayLike<number>[], margin: number): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const list of lists) {
    for (let i = 0; i < list.length; i += 1) {
      const value = list[i] ?? NaN;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (low > high) return [0, 1];
  const room = (high - low || Math.abs(high) || 1) * margin;
  return [low - room, high + room];
}

/** The drawing as a document of its own. */
export function drawSvg(drawing: Drawing): string {
  const { height, shapes } = drawAll(drawing, FILE);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="t d">
<title id="t">${escapeMarkup(drawing.title)}</title><desc id="d">${escapeMarkup(drawing.text)}</desc>
<style>${FILE_STYLE}</style>
<rect class="p" width="${WIDTH}" height="${height}"/>
<text class="t" x="${FILE.left}" y="20">${escapeMarkup(drawing.title)}</text>
${shapes}
</svg>
`;
}

/**
 * The drawing as a part of a page, which holds its style (`PAGE_STYLE`). `id` is a word that no
 * other drawing of the page has.
 */
export function drawInPage(drawing: Drawing, id: string): Markup {
  const { height, shapes } = drawAll(drawing, PAGE);
  return new Markup(`<svg class="drawing" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="${escapeMarkup(id)}-title ${escapeMarkup(id)}-desc">
<title id="${escapeMarkup(id)}-title">${escapeMarkup(drawing.title)}</title><desc id="${escapeMarkup(id)}-desc">${escapeMarkup(drawing.text)}</desc>
${shapes}
</svg>`);
}

type XScale = ScaleLinear<number, number> | ScaleTime<number, number>;

function drawAll(
  drawing: Drawing,
  frame: Frame,
): { readonly height: number; readonly shapes: string } {
  const heights = drawing.panels.map(({ isShort }) =>
    isShort === true || drawing.panels.length > MANY_PANELS ? SHORT_PANEL_HEIGHT : PANEL_HEIGHT,
  );
  const tops = heights.map(
    (_, index) => frame.top + heights.slice(0, index).reduce((sum, one) => sum + one + GAP, 0),
  );
  const foot = (tops.at(-1) ?? frame.top) + (heights.at(-1) ?? 0);
  const height = foot + frame.bottom;
  const ends = drawing.panels.flatMap(({ curves, bars = [] }) => [
    ...curves.map(({ xs }) => xs),
    bars.flatMap((bar) => [bar.from, bar.to]),
  ]);
  const [from, to] = extentOf(ends, 0);
  const range: [number, number] = [frame.left, frame.right];
  const x = drawing.xKind === 'date' ? scaleUtc([from, to], range) : scaleLinear([from, to], range);
  const panels = drawing.panels.map((panel, index) => {
    const columns =
      index === drawing.panels.length - 1 ? columnTexts(drawing, x, foot + 18, frame) : [];
    return drawPanel(panel, {
      x,
      top: tops[index] ?? 0,
      height: heights[index] ?? 0,
      columns,
      frame,
    });
  });
  const label = `<text x="${(frame.left + frame.right) / 2}" y="${height - 8}" text-anchor="middle">${escapeMarkup(drawing.xLabel)}</text>`;
  return { height, shapes: [...panels, label].join('\n') };
}

interface Place {
  readonly x: XScale;
  readonly top: number;
  readonly height: number;
  readonly columns: readonly string[];
  readonly frame: Frame;
}

function drawPanel(
  panel: Panel,
  { x, top, height, columns, frame: { left, right } }: Place,
): string {
  const bars = panel.bars ?? [];
  const values = [
    ...panel.curves.flatMap(({ ys, lows }) => (lows ? [ys, lows] : [ys])),
    panel.levels ?? [],
    ...bars.map((bar) => [0, bar.height]),
  ];
  const y = scaleLinear(extentOf(values, 0.06), [top + height, top]);
  const yText = panel.yText ?? y.tickFormat(5);
  const rows = y
    .ticks(height > SHORT_PANEL_HEIGHT ? 5 : 4)
    .map(
      (value) =>
        `<path class="g" d="M${left} ${place(y(value))}H${right}"/><text x="${left - 8}" y="${place(y(value) + 4)}" text-anchor="end">${escapeMarkup(yText(value))}</text>`,
    );
  const levels = (panel.levels ?? []).map(
    (value) => `<path class="l" d="M${left} ${place(y(value))}H${right}"/>`,
  );
  const curves = panel.curves.map((curve, index) =>
    drawCurve(curve, curve.colour ?? index % 4, x, y),
  );
  return `<g>${rows.join('')}${columns.join('')}${levels.join('')}${bars.map((bar) => drawBar(bar, x, y)).join('')}${curves.join('')}
<text x="${left}" y="${top - 8}">${escapeMarkup(panel.title)}${panel.yLabel === '' ? '' : `, ${escapeMarkup(panel.yLabel)}`}</text>${legend(panel.curves, right, top - 8)}</g>`;
}

function drawBar(
  { from, to, height, tone }: DrawingBar,
  x: XScale,
  y: ScaleLinear<number, number>,
): string {
  const [left, right] = [x(from) + 1, x(to) - 1];
  const [top, foot] = [y(Math.max(0, height)), y(Math.min(0, height))];
  return `<rect class="${tone}" x="${place(left)}" y="${place(top)}" width="${place(Math.max(1, right - left))}" height="${place(foot - top)}"/>`;
}

function columnTexts({ xMarks, xText }: Drawing, x: XScale, y: number, frame: Frame): string[] {
  const format = x.tickFormat(8, dateWords(x, frame)) as (value: number | Date) => string;
  const marks =
    xMarks ??
    x
      .ticks(8)
      .map((value) => ({ at: Number(value), text: xText ? xText(Number(value)) : format(value) }));
  // In a page that is narrow every other word goes; the few that were asked for by name stay.
  const minor = (index: number): string =>
    frame.isInPage && !xMarks && index % 2 === 1 ? ' class="minor"' : '';
  return marks.map(
    ({ at, text }, index) =>
      `<text${minor(index)} x="${place(x(at))}" y="${y}" text-anchor="middle">${escapeMarkup(text)}</text>`,
  );
}

/**
 * In a file short names of months over a year, in a page with their year; dates over weeks; numbers
 * as they are.
 */
function dateWords(x: XScale, { isInPage }: Frame): string | undefined {
  const [from = 0, to = 0] = x.domain().map(Number);
  if (!(x.domain()[0] instanceof Date)) return undefined;
  if (to - from <= LONG_SPAN_MS)
    return isInPage && to - from <= 2 * 86_400_000 ? '%H:%M' : '%-d %b';
  if (!isInPage) return '%b';
  return to - from > SPAN_OF_YEARS_MS ? '%Y' : '%b %Y';
}

/** Names of the curves at the right above the frame; one curve needs none. */
function legend(curves: readonly Curve[], x: number, y: number): string {
  const named = curves.flatMap(({ label, isDashed, colour }, index) =>
    label === '' ? [] : [{ label, isDashed, colour: colour ?? index % 4 }],
  );
  if (named.length < 2) return '';
  const words = named.map(
    ({ label, isDashed, colour }, index) =>
      `<tspan class="f${colour}">${isDashed ? '╌' : '━'} </tspan><tspan>${escapeMarkup(label)}${index < named.length - 1 ? '   ' : ''}</tspan>`,
  );
  return `<text x="${x}" y="${y}" text-anchor="end" xml:space="preserve">${words.join('')}</text>`;
}

function drawCurve(
  { xs, ys, lows, isDashed }: Curve,
  colour: number,
  x: XScale,
  y: ScaleLinear<number, number>,
): string {
  const indices = Array.from({ length: ys.length }, (_, index) => index);
  const across = (index: number): number => Number(place(x(xs[index] ?? NaN)));
  const up =
    (list: ArrayLike<number>) =>
    (index: number): number =>
      Number(place(y(list[index] ?? NaN)));
  const isThere = (index: number): boolean => Number.isFinite(ys[index] ?? NaN);
  if (lows)
    return `<path class="b f${colour}" d="${area<number>(across, up(lows), up(ys)).defined(isThere)(indices) ?? ''}"/>`;
  return `<path class="c s${colour}${isDashed ? ' d' : ''}" d="${line<number>(across, up(ys)).defined(isThere)(indices) ?? ''}"/>`;
}
