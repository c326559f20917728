// State of the live account in one word, with its broker.
import { Form } from '@remix-run/react';
import type { LiveAccountDto } from '../../contracts/live-page';
import { Button } from '../button';
import { FormToken } from '../form-token';
import styles from './live-view.module.css';

export function StatusBand({ account }: { readonly account: LiveAccountDto }) {
  const { status, broker, isConnected } = account;
  return (
    <section className={styles['band']} data-tone={status.tone} aria-label="State of the account">
      <p className={styles['word']}>{status.word}</p>
      <p>{status.text}</p>
      <Form method="post" action="/live" className={styles['line']}>
        <FormToken name="compare" />
        <p className="muted">{broker}</p>
        <Button name="intent" value="compare" disabled={!isConnected} needs="trader">
          Compare now
        </Button>
      </Form>
    </section>
  );
}
