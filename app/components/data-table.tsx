// Every table of the house: captioned, and scrolled inside itself when the screen is too narrow.
import type { ReactNode } from 'react';
import styles from './data-table.module.css';

export function DataTable({ id, caption, children }: { id: string; caption: string; children: ReactNode }) {
  return (
    <section className={styles['frame']} aria-labelledby={id} tabIndex={0}>
      <table className={styles['table']}>
        <caption id={id}>{caption}</caption>
        {children}
      </table>
    </section>
  );
}
