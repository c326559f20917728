// Small drawings of a signal's figures. The text beside each gives the same figure.
import styles from './signal-dials.module.css';

/** Ends of the dial. One-day forecasts lie close to 50%. */
const DIAL_LOW = 0.35;
const DIAL_HIGH = 0.65;
const RADIUS = 15;
const CENTER = { x: 18, y: 18 };

const roundTenths = (value: number): number => Number(value.toFixed(1));

/** Point of the half circle: 0 at the left end, 1 at the right end. */
function toDialPoint(fraction: number, radius: number): string {
  const angle = Math.PI * (1 - fraction);
  return `${roundTenths(CENTER.x + radius * Math.cos(angle))} ${roundTenths(CENTER.y - radius * Math.sin(angle))}`;
}

const toDialFraction = (probability: number): number =>
  Math.min(1, Math.max(0, (probability - DIAL_LOW) / (DIAL_HIGH - DIAL_LOW)));

/** Arc from 50% to the probability of a rise; probabilities beyond the ends stop there. */
export function ProbabilityDial({
  probability,
  isHold,
}: {
  readonly probability: number;
  readonly isHold: boolean;
}) {
  const fraction = toDialFraction(probability);
  const isUp = fraction >= 0.5;
  const tone = isHold ? styles['hold'] : isUp ? styles['rise'] : styles['fall'];
  return (
    <svg className={styles['dial']} viewBox="0 0 36 21" aria-hidden="true">
      <path
        className={styles['track']}
        d={`M${toDialPoint(0, RADIUS)}A${RADIUS} ${RADIUS} 0 0 1 ${toDialPoint(1, RADIUS)}`}
      />
      <path
        className={tone}
        d={`M${toDialPoint(0.5, RADIUS)}A${RADIUS} ${RADIUS} 0 0 ${isUp ? 1 : 0} ${toDialPoint(fraction, RADIUS)}`}
      />
      <path className={styles['even']} d={`M${toDialPoint(0.5, 11)}L${toDialPoint(0.5, 18)}`} />
      <path
        className={styles['needle']}
        d={`M${CENTER.x} ${CENTER.y}L${toDialPoint(fraction, 12)}`}
      />
    </svg>
  );
}

const BAR_WIDTH = 72;
/** The bar ends at this multiple of the hurdle. */
const HURDLES_MAX = 3;

/** Expected gain as a bar, with a mark at the cost hurdle. */
export function GainBar({ gain, hurdle }: { readonly gain: number; readonly hurdle: number }) {
  const ratio = hurdle > 0 ? Math.min(HURDLES_MAX, gain / hurdle) : 0;
  const mark = BAR_WIDTH / HURDLES_MAX;
  return (
    <svg className={styles['bar']} viewBox={`0 0 ${BAR_WIDTH} 14`} aria-hidden="true">
      <rect className={styles['ground']} y="4" width={BAR_WIDTH} height="6" rx="1" />
      <rect
        className={ratio > 1 ? styles['pays'] : styles['short']}
        y="4"
        width={roundTenths((BAR_WIDTH * ratio) / HURDLES_MAX)}
        height="6"
        rx="1"
      />
      <path className={styles['hurdle']} d={`M${mark} 0V14`} />
    </svg>
  );
}

const RANGE_WIDTH = 110;

/** The 80% range as a line, with a mark at the price of issue. */
export function RangeBar({
  low,
  price,
  high,
}: {
  readonly low: number;
  readonly price: number;
  readonly high: number;
}) {
  const fraction = high > low ? Math.min(1, Math.max(0, (price - low) / (high - low))) : 0.5;
  return (
    <svg className={styles['spread']} viewBox={`0 0 ${RANGE_WIDTH} 8`} aria-hidden="true">
      <path className={styles['line']} d={`M1 1V7M1 4H${RANGE_WIDTH - 1}M${RANGE_WIDTH - 1} 1V7`} />
      <path className={styles['middle']} d={`M${RANGE_WIDTH / 2} 2.5V5.5`} />
      <circle
        className={styles['price']}
        cx={roundTenths(1 + (RANGE_WIDTH - 2) * fraction)}
        cy="4"
        r="2.5"
      />
    </svg>
  );
}
