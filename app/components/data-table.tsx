// Every table of the house: captioned, and scrolled inside itself when the screen is too narrow.
import type { ReactNode } from 'react';
import styles from './data-table.module.css';

export interface DataTableProps {
  readonly id: string;
  readonly caption: string;
  /** More about the table, beside its caption. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

export function DataTable({ id, caption, note, children }: DataTableProps) {
  return (
    <section className={styles['frame']} aria-labelledby={id} tabIndex={0}>
      <table className={styles['table']}>
        <caption>
          <div className={styles['caption']}>
            <h2 id={id}>{caption}</h2>
            {note === undefined ? null : <p className={styles['note']}>{note}</p>}
          </div>
        </caption>
        {children}
      </table>
    </section>
  );
}
