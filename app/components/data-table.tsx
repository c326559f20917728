// Table with a caption; scrolls horizontally inside its frame on narrow screens.
import type { ReactNode } from 'react';
import styles from './data-table.module.css';

interface DataTableProps {
  readonly id: string;
  readonly caption: string;
  /** Text next to the caption. */
  readonly note?: ReactNode;
  /** Heading level: 2 where the page has no section headings above its tables. */
  readonly level?: 2 | 3;
  /** On phones each row is a card; cells name their column in `data-label`. */
  readonly isCards?: boolean;
  readonly children: ReactNode;
}

export function DataTable({
  id,
  caption,
  note,
  level = 2,
  isCards = false,
  children,
}: DataTableProps) {
  const Heading = `h${level}` as const;
  return (
    <section
      className={styles['frame']}
      aria-labelledby={id}
      tabIndex={0}
      data-cards={isCards ? '' : undefined}
    >
      <table className={styles['table']}>
        <caption>
          <div className={styles['caption']}>
            <Heading id={id}>{caption}</Heading>
            {note === undefined ? null : <p className={styles['note']}>{note}</p>}
          </div>
        </caption>
        {children}
      </table>
    </section>
  );
}
