import type { ReactNode } from 'react';
import type { Tone } from '../figures';
import styles from './institutional.module.css';

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly note?: string | undefined;
  readonly tone?: Tone;
}

export function Figure({ name, value, note, tone = 'flat' }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={`${styles['figure']} ${tone}`}>{value}</dd>
      {note === undefined ? null : <dd className="muted">{note}</dd>}
    </div>
  );
}

export const Figures = ({ children }: { children: ReactNode }) => (
  <dl className={styles['figures']}>{children}</dl>
);

/** Placeholder with the reason why there is no figure. */
export const NoData = ({ why }: { why: string }) => (
  <p className={styles['none']}>
    <strong>No data.</strong> {why}
  </p>
);
