// Candle chart as SVG from the server. The type size is the same at any width.
import type { ContractChartData } from '../../contracts/contract-chart-data';
import { AxisLabels, GridLines } from '../charts/chart-axes';
import { type CandlePlot, type FillPoint, PLOT_HEIGHT, buildCandlePlot } from './candle-plot';
import styles from './candle-drawing.module.css';

const FILL_PATHS = { BUY: 'M0 0l5.5 9H-5.5z', SELL: 'M0 0l5.5 -9H-5.5z' } as const;

/** `label` and the summary with id `describedBy` name the drawing. */
export function CandleDrawing({
  data,
  label,
  describedBy,
}: {
  data: ContractChartData;
  label: string;
  describedBy: string;
}) {
  const plot = buildCandlePlot(data);
  return (
    <div
      className={styles['chart']}
      role="img"
      aria-label={`${label}, candle chart`}
      aria-describedby={describedBy}
    >
      <svg className={styles['plot']}>
        <GridLines ticks={plot.yTicks} />
        <Candles plot={plot} />
        <Levels plot={plot} />
        <line className={styles['last']} x2="100%" y1={`${plot.last.y}%`} y2={`${plot.last.y}%`} />
        {plot.fills.map((point) => (
          <FillMarker key={`${point.side} ${point.x} ${point.y}`} point={point} />
        ))}
      </svg>
      <PriceAxis plot={plot} />
      <svg className={styles['events']}>
        {plot.events.map(({ x, kind, letter, text }) => (
          <svg key={text} x={`${x}%`} className={styles['event']} data-kind={kind}>
            <title>{text}</title>
            <path d="M0 0V4" />
            <text y="14" textAnchor="middle">
              {letter}
            </text>
          </svg>
        ))}
      </svg>
      <svg className={styles['times']}>
        <AxisLabels ticks={plot.xTicks} />
      </svg>
    </div>
  );
}

function Candles({ plot: { width, rising, falling, fan } }: { plot: CandlePlot }) {
  return (
    <svg
      viewBox={`0 0 ${width} ${PLOT_HEIGHT}`}
      preserveAspectRatio="none"
      width="100%"
      height="100%"
    >
      {fan === null ? null : (
        <path d={fan.path} className={styles['fan']} vectorEffect="non-scaling-stroke" />
      )}
      <path d={rising} className={styles['rising']} vectorEffect="non-scaling-stroke" />
      <path d={falling} className={styles['falling']} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

const Levels = ({ plot: { levels } }: { plot: CandlePlot }) =>
  levels.map(({ kind, y, text, price, isBelow }) =>
    y === null ? null : (
      <g key={`${kind} ${price}`} className={styles[kind]}>
        <line x2="100%" y1={`${y}%`} y2={`${y}%`} />
        <text x="4" y={`${y}%`} dy={isBelow ? '1.1em' : '-0.35em'}>
          {text}
        </text>
      </g>
    ),
  );

function PriceAxis({ plot: { yTicks, fan, last } }: { plot: CandlePlot }) {
  const isFree = (at: number): boolean => Math.abs(at - last.y) > 5;
  return (
    <svg className={styles['prices']}>
      {yTicks
        .filter(({ at }) => isFree(at))
        .map(({ at, text }) => (
          <text key={text} x="6" y={`${at}%`} dy="0.35em">
            {text}
          </text>
        ))}
      {fan === null
        ? null
        : [fan.high, fan.low].map(({ at, text }) => (
            <line key={text} className={styles['fanEnd']} x2="4" y1={`${at}%`} y2={`${at}%`} />
          ))}
      <svg y={`${last.y}%`} className={styles['lastPrice']}>
        <rect x="0" y="-9" width="100%" height="18" rx="2" />
        <text x="6" dy="0.35em">
          {last.text}
        </text>
      </svg>
    </svg>
  );
}

/** A buy is a triangle that points up to its price from below, a sell one that points down. */
const FillMarker = ({ point: { x, y, side, texts } }: { point: FillPoint }) => (
  <svg x={`${x}%`} y={`${y}%`} className={styles['fill']} data-side={side}>
    <title>{texts.join('; ')}</title>
    <path d={FILL_PATHS[side]} />
  </svg>
);
