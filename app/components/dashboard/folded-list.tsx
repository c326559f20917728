// The first rows of a list; the others are folded, so that a panel has no scroll box.
import type { ReactElement } from 'react';
import styles from './panels.module.css';

const FIRST_SHOWN = 2;

interface FoldedListProps {
  readonly rows: readonly ReactElement[];
  /** Plural noun for the folded rows. */
  readonly noun: string;
}

export function FoldedList({ rows, noun }: FoldedListProps) {
  const rest = rows.slice(FIRST_SHOWN);
  return (
    <>
      <ol className={styles['list']}>{rows.slice(0, FIRST_SHOWN)}</ol>
      {rest.length === 0 ? null : (
        <details className={styles['more']}>
          <summary>
            {rest.length} more {noun}
          </summary>
          <ol className={styles['list']}>{rest}</ol>
        </details>
      )}
    </>
  );
}
