/** Static SVG charts: lines, bands and bars, in light and dark. */
import { scaleLinear } from 'd3-scale';
import { Fragment, type ReactNode } from 'react';
import { buildBandPath, buildLinePath } from '../charts/curve-path';
import {
  FILE_FRAME,
  type Layout,
  PAGE_FRAME,
  type PlacedPanel,
  SHORT_PANEL_HEIGHT,
  WIDTH,
  type XScale,
  type YScale,
  computeDomain,
  computeLayout,
  listXTicks,
  listYTicks,
} from './drawing-layout';
import type { Curve, Drawing, DrawingBar } from './drawing-model';
import { FILE_STYLE } from './drawing-style';
import { renderMarkup } from './render-markup';

const formatCoordinate = (value: number): string => value.toFixed(1);

/** The drawing as a standalone SVG document. */
export const renderDrawing = (drawing: Drawing): string =>
  `${renderMarkup(<DrawingFile drawing={drawing} />)}\n`;

function DrawingFile({ drawing }: { drawing: Drawing }) {
  const layout = computeLayout(drawing, FILE_FRAME);
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${WIDTH} ${layout.height}`}
      width={WIDTH}
      height={layout.height}
      role="img"
      aria-labelledby="t d"
    >
      <title id="t">{drawing.title}</title>
      <desc id="d">{drawing.text}</desc>
      <style dangerouslySetInnerHTML={{ __html: FILE_STYLE }} />
      <rect className="p" width={WIDTH} height={layout.height} />
      <text className="t" x={FILE_FRAME.left} y="20">
        {drawing.title}
      </text>
      <Shapes drawing={drawing} layout={layout} />
    </svg>
  );
}

/** The drawing inside a page that includes `PAGE_STYLE`. `id` must be unique in the page. */
export function DrawingInPage({ id, drawing }: { id: string; drawing: Drawing }) {
  const layout = computeLayout(drawing, PAGE_FRAME);
  return (
    <svg
      className="drawing"
      viewBox={`0 0 ${WIDTH} ${layout.height}`}
      role="img"
      aria-labelledby={`${id}-title ${id}-desc`}
    >
      <title id={`${id}-title`}>{drawing.title}</title>
      <desc id={`${id}-desc`}>{drawing.text}</desc>
      <Shapes drawing={drawing} layout={layout} />
    </svg>
  );
}

function Shapes({ drawing, layout }: { drawing: Drawing; layout: Layout }) {
  const { frame, panels, height } = layout;
  return (
    <>
      {panels.map((placed, index) => (
        <PanelShapes key={index} placed={placed} layout={layout}>
          {index === panels.length - 1 ? <XAxisTexts drawing={drawing} layout={layout} /> : null}
        </PanelShapes>
      ))}
      <text x={(frame.left + frame.right) / 2} y={height - 8} textAnchor="middle">
        {drawing.xLabel}
      </text>
    </>
  );
}

interface PanelProps {
  readonly placed: PlacedPanel;
  readonly layout: Layout;
  /** Content below the panel. */
  readonly children: ReactNode;
}

function PanelShapes({ placed: { panel, top, height }, layout, children }: PanelProps) {
  const { title, yLabel, curves, levels = [], bars = [] } = panel;
  const { x, frame } = layout;
  const { left, right } = frame;
  const values = [
    ...curves.flatMap(({ ys, lows }) => (lows ? [ys, lows] : [ys])),
    levels,
    ...bars.map((bar) => [0, bar.height]),
  ];
  const y = scaleLinear(computeDomain(values, 0.06), [top + height, top]);
  const buildLevelPath = (value: number): string =>
    `M${left} ${formatCoordinate(y(value))}H${right}`;
  const yText = panel.yText ?? y.tickFormat(5);
  return (
    <g>
      {listYTicks(y, height > SHORT_PANEL_HEIGHT ? 5 : 4, yText).map(({ value, text }) => (
        <Fragment key={value}>
          <path className="g" d={buildLevelPath(value)} />
          <text x={left - 8} y={formatCoordinate(y(value) + 4)} textAnchor="end">
            {text}
          </text>
        </Fragment>
      ))}
      {children}
      {levels.map((value, index) => (
        <path key={index} className="l" d={buildLevelPath(value)} />
      ))}
      {bars.map((bar, index) => (
        <BarShape key={index} bar={bar} x={x} y={y} />
      ))}
      {curves.map((curve, index) => (
        <CurveShape key={index} curve={curve} color={getColor(curve, index)} x={x} y={y} />
      ))}
      <text x={left} y={top - 8}>
        {yLabel === '' ? title : `${title}, ${yLabel}`}
      </text>
      <Legend curves={curves} x={right} y={top - 8} />
    </g>
  );
}

const getColor = ({ color }: Curve, index: number): number => color ?? index % 4;

function BarShape({ bar, x, y }: { bar: DrawingBar; x: XScale; y: YScale }) {
  const [left, right] = [x(bar.from) + 1, x(bar.to) - 1];
  const [top, foot] = [y(Math.max(0, bar.height)), y(Math.min(0, bar.height))];
  return (
    <rect
      className={bar.tone}
      x={formatCoordinate(left)}
      y={formatCoordinate(top)}
      width={formatCoordinate(Math.max(1, right - left))}
      height={formatCoordinate(foot - top)}
    />
  );
}

function CurveShape({
  curve: { xs, ys, lows, isDashed },
  color,
  x,
  y,
}: {
  curve: Curve;
  color: number;
  x: XScale;
  y: YScale;
}) {
  if (lows) return <path className={`b f${color}`} d={buildBandPath(xs, lows, ys, { x, y })} />;
  const look = isDashed ? `c s${color} d` : `c s${color}`;
  return <path className={look} d={buildLinePath(xs, ys, { x, y })} />;
}

function XAxisTexts({ drawing, layout }: { drawing: Drawing; layout: Layout }) {
  const { xMarks } = drawing;
  const { x, foot, frame } = layout;
  // On narrow pages every other label is hidden, except explicit ones.
  const isMinor = (index: number): boolean => frame.isInPage && !xMarks && index % 2 === 1;
  return (
    <>
      {(xMarks ?? listXTicks(drawing, layout)).map(({ at, text }, index) => (
        <text
          key={index}
          className={isMinor(index) ? 'minor' : undefined}
          x={formatCoordinate(x(at))}
          y={foot + 18}
          textAnchor="middle"
        >
          {text}
        </text>
      ))}
    </>
  );
}

/** Legend at the top right; none for a single curve. */
function Legend({ curves, x, y }: { curves: readonly Curve[]; x: number; y: number }) {
  const named = curves
    .map((curve, index) => ({ ...curve, color: getColor(curve, index) }))
    .filter(({ label }) => label !== '');
  if (named.length < 2) return null;
  return (
    <text x={x} y={y} textAnchor="end" xmlSpace="preserve">
      {named.map(({ label, isDashed, color }, index) => (
        <Fragment key={index}>
          <tspan className={`f${color}`}>{isDashed ? '╌ ' : '━ '}</tspan>
          <tspan>{index < named.length - 1 ? `${label}   ` : label}</tspan>
        </Fragment>
      ))}
    </text>
  );
}
