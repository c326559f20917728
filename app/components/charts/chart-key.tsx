import type { ReactNode } from 'react';
import styles from './chart-frame.module.css';

/** Key of a chart. Hidden from screen readers: the summary names the lines. */
export const ChartKey = ({ children }: { readonly children: ReactNode }) => (
  <ul className={styles['key']} aria-hidden="true">
    {children}
  </ul>
);

/** A line of the chart by its stroke. */
export const LineKey = ({
  className,
  name,
}: {
  readonly className: string | undefined;
  readonly name: ReactNode;
}) => (
  <li>
    <svg width="26" height="8" viewBox="0 0 26 8">
      <path d="M0 4H26" className={className} />
    </svg>
    {name}
  </li>
);
