// A question of its own page: what will happen, the way back with the focus on it, and the button
// named after the deed.
import { Form, Link } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../button';
import { ErrorSummary } from '../error-summary';
import { FormToken } from '../form-token';
import type { Failure } from './answer';
import styles from './dashboard.module.css';

interface ConfirmProps {
  readonly title: string;
  readonly failure: Failure | null;
  readonly intent: string;
  readonly deed: string;
  /** Why it cannot be done now, or null. */
  readonly blocked?: string | null;
  /** What the form sends beside its intent. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

export function ConfirmPage({
  title,
  failure,
  intent,
  deed,
  blocked = null,
  fields = {},
  children,
}: ConfirmProps) {
  const cancel = useRef<HTMLAnchorElement>(null);
  // The attribute serves a page that was loaded; React gives focus to no link by it.
  useEffect(() => cancel.current?.focus(), []);
  return (
    <div className={styles['confirm']}>
      {failure ? <ErrorSummary title={failure.title} lines={[failure.message]} /> : null}
      <h1>{title}</h1>
      {children}
      {blocked === null ? null : <p className={styles['warn']}>{blocked}</p>}
      <Form method="post" className={styles['buttons']}>
        <FormToken name={intent} />
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Link ref={cancel} to="." autoFocus className={styles['plain']}>
          Cancel
        </Link>
        <Button name="intent" value={intent} look="danger" disabled={blocked !== null}>
          {deed}
        </Button>
      </Form>
    </div>
  );
}
