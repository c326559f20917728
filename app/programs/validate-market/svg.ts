// Small drawings without script: lines, bands and bars over labelled axes, in colours that follow the reader's light or dark page.
import { scaleLinear, scaleUtc, type ScaleLinear, type ScaleTime } from 'd3-scale';
import { area, line } from 'd3-shape';

/** A curve over the panel; points with a value that is no number interrupt it. */
export interface Curve {
  readonly label: string;
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
  readonly isDashed?: boolean;
  /** Lower edge: with it the space between is filled, and `ys` is the upper one. */
  readonly lows?: ArrayLike<number>;
}

/** One frame with an axis of its own on each side. */
export interface Panel {
  readonly title: string;
  readonly yLabel: string;
  readonly curves: readonly Curve[];
  /** Values at which a thin line runs across, such as a limit. */
  readonly levels?: readonly number[];
}

export interface Drawing {
  readonly title: string;
  /** What is to be seen, for who cannot see it. */
  readonly text: string;
  readonly xLabel: string;
  /** `date`: values of x are milliseconds UTC. */
  readonly xKind: 'date' | 'number';
  readonly panels: readonly Panel[];
}

const WIDTH = 760;
const PANEL_HEIGHT = 190;
const SHORT_PANEL_HEIGHT = 120;
const GAP = 42;
const LEFT = 70;
const RIGHT = 20;
const TOP = 54;
const BOTTOM = 46;
const MANY_PANELS = 4;
const LONG_SPAN_MS = 100 * 86_400_000;

const STYLE = `text{font:12px system-ui,sans-serif;fill:#2b3038}.t{font-weight:600;font-size:14px}.g{stroke:#d5dae1;stroke-width:1}.c{fill:none;stroke-width:1.5}
.s0{stroke:#0b62a8}.s1{stroke:#b3470b}.s2{stroke:#3f7d1f}.s3{stroke:#8a3aa0}.f0{fill:#0b62a8}.f1{fill:#b3470b}.f2{fill:#3f7d1f}.f3{fill:#8a3aa0}.b{opacity:.18;stroke:none}.d{stroke-dasharray:5 4}.l{stroke:#7a828d;stroke-dasharray:2 3}.p{fill:#ffffff}
@media(prefers-color-scheme:dark){text{fill:#dfe4ea}.p{fill:#14181d}.g{stroke:#363d47}.s0{stroke:#67b2f0}.s1{stroke:#f0965a}.s2{stroke:#8ccb66}.s3{stroke:#d394e6}.f0{fill:#67b2f0}.f1{fill:#f0965a}.f2{fill:#8ccb66}.f3{fill:#d394e6}}`;

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
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
  const height = drawing.panels.length > MANY_PANELS ? SHORT_PANEL_HEIGHT : PANEL_HEIGHT;
  const all = TOP + drawing.panels.length * height + (drawing.panels.length - 1) * GAP + BOTTOM;
  const [from, to] = extentOf(drawing.panels.flatMap(({ curves }) => curves.map(({ xs }) => xs)), 0);
  const range: [number, number] = [LEFT, WIDTH - RIGHT];
  const x = drawing.xKind === 'date' ? scaleUtc([from, to], range) : scaleLinear([from, to], range);
  const panels = drawing.panels.map((panel, index) => drawPanel(panel, x, TOP + index * (height + GAP), height, index === drawing.panels.length - 1));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${all}" width="${WIDTH}" height="${all}" role="img" aria-labelledby="t d">
<title id="t">${escaped(drawing.title)}</title><desc id="d">${escaped(drawing.text)}</desc>
<style>${STYLE}</style>
<rect class="p" width="${WIDTH}" height="${all}"/>
<text class="t" x="${LEFT}" y="20">${escaped(drawing.title)}</text>
${panels.join('\n')}
<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${all - 8}" text-anchor="middle">${escaped(drawing.xLabel)}</text>
</svg>
`;
}

type XScale = ScaleLinear<number, number> | ScaleTime<number, number>;

function drawPanel(panel: Panel, x: XScale, top: number, height: number, isLast: boolean): string {
  const values = [...panel.curves.flatMap(({ ys, lows }) => (lows ? [ys, lows] : [ys])), panel.levels ?? []];
  const y = scaleLinear(extentOf(values, 0.06), [top + height, top]);
  const rows = y.ticks(height > SHORT_PANEL_HEIGHT ? 5 : 4).map((value) => `<path class="g" d="M${LEFT} ${place(y(value))}H${WIDTH - RIGHT}"/><text x="${LEFT - 8}" y="${place(y(value) + 4)}" text-anchor="end">${y.tickFormat(5)(value)}</text>`);
  const columns = isLast ? columnTexts(x, top + height + 18) : [];
  const levels = (panel.levels ?? []).map((value) => `<path class="l" d="M${LEFT} ${place(y(value))}H${WIDTH - RIGHT}"/>`);
  const curves = panel.curves.map((curve, index) => drawCurve(curve, index % 4, x, y));
  return `<g>${rows.join('')}${columns.join('')}${levels.join('')}${curves.join('')}
<text x="${LEFT}" y="${top - 8}">${escaped(panel.title)}${panel.yLabel === '' ? '' : `, ${escaped(panel.yLabel)}`}</text>${legend(panel.curves, top - 8)}</g>`;
}

function columnTexts(x: XScale, y: number): string[] {
  const [from = 0, to = 0] = x.domain().map(Number);
  // Short names of months over a year, dates over weeks; numbers as they are.
  const words = to - from > LONG_SPAN_MS ? '%b' : '%-d %b';
  const format = x.tickFormat(8, x.domain()[0] instanceof Date ? words : undefined) as (value: number | Date) => string;
  return x.ticks(8).map((value) => `<text x="${place(x(value))}" y="${y}" text-anchor="middle">${escaped(format(value))}</text>`);
}

/** Names of the curves at the right above the frame; one curve needs none. */
function legend(curves: readonly Curve[], y: number): string {
  if (curves.length < 2) return '';
  const words = curves.map(({ label, isDashed }, index) => `<tspan class="f${index % 4}">${isDashed ? '╌' : '━'} </tspan><tspan>${escaped(label)}${index < curves.length - 1 ? '   ' : ''}</tspan>`);
  return `<text x="${WIDTH - RIGHT}" y="${y}" text-anchor="end" xml:space="preserve">${words.join('')}</text>`;
}

function drawCurve({ xs, ys, lows, isDashed }: Curve, colour: number, x: XScale, y: ScaleLinear<number, number>): string {
  const indices = Array.from({ length: ys.length }, (_, index) => index);
  const across = (index: number): number => Number(place(x(xs[index] ?? NaN)));
  const up = (list: ArrayLike<number>) => (index: number): number => Number(place(y(list[index] ?? NaN)));
  const isThere = (index: number): boolean => Number.isFinite(ys[index] ?? NaN);
  if (lows) return `<path class="b f${colour}" d="${area<number>(across, up(lows), up(ys)).defined(isThere)(indices) ?? ''}"/>`;
  return `<path class="c s${colour}${isDashed ? ' d' : ''}" d="${line<number>(across, up(ys)).defined(isThere)(indices) ?? ''}"/>`;
}
