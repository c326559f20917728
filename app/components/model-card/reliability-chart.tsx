// Calibration chart: forecast probability vs observed frequency. The table above has the same data.
import { formatCount, formatPercent } from '../../trading/domain/format';
import type { CardReliability } from '../../contracts/model-card';
import styles from './model-card.module.css';

const SIDE = 240;
const TICKS = [0, 25, 50, 75, 100];
const RADIUS_MIN = 2.5;
const RADIUS_MAX = 9;

export function ReliabilityChart({ caption, points }: CardReliability) {
  const countMax = Math.max(1, ...points.map((point) => point.count));
  const computeRadius = (cases: number): number =>
    RADIUS_MIN + (RADIUS_MAX - RADIUS_MIN) * Math.sqrt(cases / countMax);
  return (
    <figure className={styles['chart']}>
      <svg
        viewBox={`-38 -8 ${SIDE + 64} ${SIDE + 52}`}
        role="img"
        aria-label={`${caption}, forecast vs observed frequency; same data as the table above`}
      >
        {TICKS.map((tick) => (
          <g key={tick} className={styles['axis']}>
            <line
              x1={0}
              x2={SIDE}
              y1={SIDE - (SIDE * tick) / 100}
              y2={SIDE - (SIDE * tick) / 100}
            />
            <text x={-6} y={SIDE - (SIDE * tick) / 100} textAnchor="end" dy="0.35em">
              {formatPercent(tick, 0)}
            </text>
            <text x={(SIDE * tick) / 100} y={SIDE + 16} textAnchor="middle">
              {formatPercent(tick, 0)}
            </text>
          </g>
        ))}
        <text x={SIDE / 2} y={SIDE + 36} textAnchor="middle" className={styles['axis']}>
          forecast vs observed frequency
        </text>
        <line x1={0} y1={SIDE} x2={SIDE} y2={0} className={styles['met']} />
        {points.map(({ chance, came, count: cases }) => (
          <circle
            key={chance}
            cx={SIDE * chance}
            cy={SIDE * (1 - came)}
            r={computeRadius(cases)}
            className={styles['point']}
          >
            <title>{`forecast ${formatPercent(100 * chance, 1)}, observed ${formatPercent(100 * came, 1)}, ${formatCount(cases)} cases`}</title>
          </circle>
        ))}
      </svg>
      <figcaption className="muted">
        {caption}: larger dots have more cases; dots on the line are calibrated
      </figcaption>
    </figure>
  );
}
