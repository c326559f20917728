import type { Tick } from '../../contracts/chart-shape';
import styles from './chart-frame.module.css';

export const ValueLabels = ({ ticks }: { readonly ticks: readonly Tick[] }) => (
  <svg className={styles['values']}>
    {ticks.map(({ at, text }) => (
      <text key={at} x="100%" y={`${at}%`} dy="0.35em" textAnchor="end">
        {text}
      </text>
    ))}
  </svg>
);

export const GridLines = ({ ticks }: { readonly ticks: readonly Tick[] }) =>
  ticks.map(({ at }) => (
    <line key={at} className={styles['grid']} x1="0" x2="100%" y1={`${at}%`} y2={`${at}%`} />
  ));

/** Labels below a plot; narrow screens show the main ones only. */
export const AxisLabels = ({ ticks }: { readonly ticks: readonly Tick[] }) =>
  ticks.map(({ at, text, anchor, isMain }) => (
    <text
      key={at}
      x={`${at}%`}
      y="15"
      textAnchor={anchor}
      className={isMain ? undefined : styles['spare']}
    >
      {text}
    </text>
  ));

export const ZeroLine = ({ at }: { readonly at: number }) => (
  <line className={styles['zero']} x1="0" x2="100%" y1={`${at}%`} y2={`${at}%`} />
);
