// Table with wrapped cells that scrolls inside its frame, with a hint where it does.
import type { ReactNode } from 'react';
import styles from './wide-table.module.css';

interface WideTableProps {
  readonly caption: string;
  /** Text next to the caption. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

export const WideTable = ({ caption, note, children }: WideTableProps) => (
  <div className={styles['wide']}>
    <section className={styles['frame']} aria-label={caption} tabIndex={0}>
      <table className={styles['table']}>
        <caption>
          <div className={styles['caption']}>
            <strong>{caption}</strong>
            {note === undefined ? null : <p className="muted">{note}</p>}
          </div>
        </caption>
        {children}
      </table>
    </section>
    <p className={styles['hint']}>Scroll the table sideways for more columns.</p>
  </div>
);
