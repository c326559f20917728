// Returns as dots on a line with a mark at zero, and a text alternative.
import styles from './return-dots.module.css';

const WIDTH = 260;
const HEIGHT = 20;
/** Room for a whole dot at both ends. */
const MARGIN = 6;

/** The line spans the values and zero. */
export function ReturnDots({ values, text }: { values: readonly number[]; text: string }) {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const scale = high > low ? (WIDTH - 2 * MARGIN) / (high - low) : 0;
  const toX = (value: number): number =>
    scale === 0 ? WIDTH / 2 : Number((MARGIN + scale * (value - low)).toFixed(1));
  const middle = HEIGHT / 2;
  return (
    <svg
      className={styles['dots']}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={text}
    >
      <title>{text}</title>
      <line className={styles['axis']} x1={0} x2={WIDTH} y1={middle} y2={middle} />
      <line className={styles['zero']} x1={toX(0)} x2={toX(0)} y1={1} y2={HEIGHT - 1} />
      {values.map((value, index) => (
        <circle key={index} className={styles['dot']} cx={toX(value)} cy={middle} r={4} />
      ))}
    </svg>
  );
}
