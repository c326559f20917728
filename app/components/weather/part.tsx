// A part of a weather screen: its heading, its source, and what stands there when nothing can be
// told.
import type { ReactNode } from 'react';
import styles from './weather.module.css';

interface PartProps {
  readonly id: string;
  readonly title: string;
  /** What it is, in a sentence. */
  readonly text?: string | undefined;
  readonly source?: ReactNode;
  readonly children: ReactNode;
}

export function Part({ id, title, text, source, children }: PartProps) {
  return (
    <section className={styles['part']} aria-labelledby={id}>
      <div className={styles['head']}>
        <h2 id={id}>{title}</h2>
        {text === undefined ? null : <p className="muted">{text}</p>}
        {source === undefined ? null : <p>{source}</p>}
      </div>
      {children}
    </section>
  );
}

export const WEATHER_FAILED = 'Failed to fetch weather data';
export const CORRELATIONS_FAILED = 'Failed to fetch correlation data';

/** What could not be made, in the words of the house. */
export const Failed = ({ text }: { text: string }) => (
  <p className={styles['failed']}>
    <strong>{text}</strong> The error was logged; the other panels are not affected.
  </p>
);

/** What there is nothing of, and why. */
export const Empty = ({ reason }: { reason: string | null }) => (
  <p className={styles['empty']}>{reason ?? 'Nothing has been published yet.'}</p>
);
