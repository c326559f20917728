// Section of a weather screen, with its error and empty states.
import type { ReactNode } from 'react';
import styles from './weather.module.css';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  /** Description. */
  readonly text?: string | undefined;
  readonly source?: ReactNode;
  /** Heading level; 3 inside a folded part. */
  readonly level?: 2 | 3;
  readonly children: ReactNode;
}

export function Section({ id, title, text, source, level = 2, children }: SectionProps) {
  const Heading = `h${level}` as const;
  return (
    <section className={styles['part']} aria-labelledby={id}>
      <div className={styles['head']}>
        <Heading id={id}>{title}</Heading>
        {text === undefined ? null : <p className="muted">{text}</p>}
        {source === undefined ? null : <p>{source}</p>}
      </div>
      {children}
    </section>
  );
}

export const WEATHER_FAILED = 'Failed to fetch weather data';
export const CORRELATIONS_FAILED = 'Failed to fetch correlation data';

/** Error text of a section. */
export const LoadError = ({ text }: { text: string }) => (
  <p className={styles['failed']}>
    <strong>{text}</strong> The error was logged; the other panels are not affected.
  </p>
);

/** Empty state with its reason. */
export const EmptyState = ({ reason }: { reason: string | null }) => (
  <p className={styles['empty']}>{reason ?? 'Nothing has been published yet.'}</p>
);
