// The first rows of a list; the others are folded, so that a panel has no scroll box.
import type { ReactNode } from 'react';
import { SharedMarkup } from '../shared-markup';
import styles from './panels.module.css';

const FIRST_SHOWN = 2;

interface FoldedListProps<R> {
  readonly rows: readonly R[];
  /** List items of some rows, from their data alone. */
  readonly of: (props: { readonly rows: readonly R[]; readonly timeZone: string }) => ReactNode;
  readonly timeZone: string;
  /** Singular noun of the folded rows; its plural ends in s. */
  readonly noun: string;
}

export function FoldedList<R>({ rows, of, timeZone, noun }: FoldedListProps<R>) {
  const rest = rows.slice(FIRST_SHOWN);
  const renderList = (shown: readonly R[]) => (
    <SharedMarkup
      as="ol"
      attributes={{ className: styles['list'] }}
      of={of}
      props={{ rows: shown, timeZone }}
    />
  );
  return (
    <>
      {renderList(rows.slice(0, FIRST_SHOWN))}
      {rest.length === 0 ? null : (
        <details className={styles['more']}>
          <summary>
            {rest.length} more {rest.length === 1 ? noun : `${noun}s`}
          </summary>
          {renderList(rest)}
        </details>
      )}
    </>
  );
}
