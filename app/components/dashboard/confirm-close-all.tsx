// The question before everything is closed: a page of its own, which needs no script.
import { Form, Link } from '@remix-run/react';
import { Button } from '../button';
import { ErrorSummary } from '../error-summary';
import { FormToken } from '../form-token';
import type { Failure, PositionFigures } from './dashboard-figures';
import styles from './dashboard.module.css';

interface ConfirmProps {
  readonly mode: string;
  readonly positions: readonly PositionFigures[];
  readonly failure: Failure | null;
}

export function ConfirmCloseAll({ mode, positions, failure }: ConfirmProps) {
  return (
    <div className={styles['confirm']}>
      {failure ? <ErrorSummary title={failure.title} lines={[failure.message]} /> : null}
      <h1>CLOSE ALL positions</h1>
      <p>Are you sure you want to CLOSE ALL positions and stop all trading? This action cannot be undone.</p>
      <ul className={styles['list']}>
        {positions.map((row) => (
          <li key={row.id}>
            {row.name}, {row.direction}, {row.size}: {row.pnl}
          </li>
        ))}
      </ul>
      <Form method="post" className={styles['buttons']}>
        <FormToken name="close-all" />
        <Link to="." autoFocus className={styles['plain']}>
          Cancel
        </Link>
        <Button name="intent" value="close-all" look="danger" disabled={positions.length === 0}>
          CLOSE ALL in {mode}
        </Button>
      </Form>
    </div>
  );
}
