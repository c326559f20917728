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
          <span id={id}>{caption}</span>
          {note === undefined ? null : <span className={styles['note']}>{note}</span>}
        </caption>
        {children}
      </table>
    </section>
  );
}
