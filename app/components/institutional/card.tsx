// Cards of the institutional page, with source and method.
import type { ReactNode } from 'react';
import styles from './institutional.module.css';

interface CardProps {
  readonly id: string;
  readonly title: string;
  /** Data source and time. */
  readonly source: ReactNode;
  /** How the figures are computed. */
  readonly how: readonly string[];
  readonly children: ReactNode;
}

export function Card({ id, title, source, how, children }: CardProps) {
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
      <p className={styles['source']}>{source}</p>
      <details className={styles['how']}>
        <summary>
          How computed<span className="visually-hidden">: {title}</span>
        </summary>
        {how.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </details>
    </section>
  );
}

/** Card that shows its title and one line; its figures open on request. */
export function FoldedCard({
  id,
  title,
  source,
  how,
  lead,
  children,
}: CardProps & { readonly lead: string }) {
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <details className={styles['fold']}>
        <summary>
          <h2 id={id}>{title}</h2>
          <span className="muted">{lead}</span>
        </summary>
        <div className={styles['folded']}>
          {children}
          <p className={styles['source']}>{source}</p>
          {how.map((text) => (
            <p key={text} className={styles['source']}>
              {text}
            </p>
          ))}
        </div>
      </details>
    </section>
  );
}

/** Table header: one text column, then number columns. */
export const Head = ({ first, columns }: { first: string; columns: readonly string[] }) => (
  <thead>
    <tr>
      <th scope="col">{first}</th>
      {columns.map((name) => (
        <th key={name} scope="col" data-number>
          {name}
        </th>
      ))}
    </tr>
  </thead>
);
