// A figure against its limit as a bar: filled to the value, with a line at the limit.
import { formatDollars, formatPercent } from '../../trading/domain/format';
import styles from './gauge.module.css';

interface GaugeProps {
  readonly name: string;
  /** Dollars. */
  readonly value: number;
  readonly limit: number;
  readonly limitName: string;
  /** Value before a change, drawn as a second bar above. */
  readonly before?: number;
  /** Another figure on the same scale, drawn as a thin line. */
  readonly marker?: { readonly name: string; readonly value: number };
}

/** Share of the limit from which a gauge warns. */
const WARN_SHARE = 0.75;
/** Room to the right of the limit, as a multiple of it. */
const SCALE = 1.15;
const DECIMALS = 100;

const getTone = (value: number, limit: number): 'good' | 'warn' | 'bad' =>
  value > limit ? 'bad' : value > WARN_SHARE * limit ? 'warn' : 'good';

const formatShare = (value: number, limit: number): string =>
  limit > 0 ? `${formatPercent((100 * value) / limit, 0)} of the limit` : 'limit is zero';

export function Gauge({ name, value, limit, limitName, before, marker }: GaugeProps) {
  const most = Math.max(limit * SCALE, value, before ?? 0, marker?.value ?? 0, 1);
  const toPercent = (amount: number): number =>
    Math.round((DECIMALS * 100 * Math.max(0, amount)) / most) / DECIMALS;
  const [tone, limitAt] = [getTone(value, limit), toPercent(limit)];
  const change = before === undefined ? '' : `from ${formatDollars(before)} to `;
  const text = `${name}: ${change}${formatDollars(value)}; ${limitName} ${formatDollars(limit)}, ${formatShare(value, limit)}.${marker ? ` ${marker.name} ${formatDollars(marker.value)}.` : ''}`;
  return (
    <div className={styles['gauge']}>
      <p className={styles['head']} aria-hidden="true">
        <span>{name}</span>
        <span className={styles['value']}>
          {before === undefined ? null : (
            <span className={styles['before']}>
              {formatDollars(before)} {'\u2192'}{' '}
            </span>
          )}
          <strong>{formatDollars(value)}</strong>
        </span>
      </p>
      <svg className={styles['track']} role="img" aria-label={text}>
        <title>{text}</title>
        <rect className={styles['room']} width={`${limitAt}%`} y="4" height="16" />
        <rect
          className={styles['beyond']}
          x={`${limitAt}%`}
          width={`${100 - limitAt}%`}
          y="4"
          height="16"
        />
        {before === undefined ? null : (
          <rect className={styles['old']} width={`${toPercent(before)}%`} y="4" height="6" />
        )}
        <rect
          className={styles[tone]}
          width={`${toPercent(value)}%`}
          y={before === undefined ? 4 : 11}
          height={before === undefined ? 16 : 9}
        />
        {marker ? (
          <line
            className={styles['marker']}
            x1={`${toPercent(marker.value)}%`}
            x2={`${toPercent(marker.value)}%`}
            y1="2"
            y2="22"
          />
        ) : null}
        <line className={styles['limit']} x1={`${limitAt}%`} x2={`${limitAt}%`} y1="0" y2="24" />
      </svg>
      <p className={styles['foot']} aria-hidden="true">
        <span className={tone}>{formatShare(value, limit)}</span>
        <span>
          {marker ? `line: ${marker.name} ${formatDollars(marker.value)}; ` : ''}
          {limitName} {formatDollars(limit)}
        </span>
      </p>
    </div>
  );
}
