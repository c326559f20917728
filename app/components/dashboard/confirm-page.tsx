// Confirmation page: consequences, a Cancel link with the focus, and a button named after the
// action.
import { Form, Link } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../button';
import { ErrorSummary } from '../error-summary';
import { FormToken } from '../form-token';
import type { Failure } from './action-answer';
import { useFailureToast } from './use-failure-toast';
import styles from './dashboard.module.css';

interface ConfirmProps {
  readonly title: string;
  readonly failure: Failure | null;
  readonly intent: string;
  readonly buttonLabel: string;
  /** Why the action is not possible now, or null. */
  readonly blocked?: string | null;
  /** Hidden fields sent with the intent. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

export function ConfirmPage({
  title,
  failure,
  intent,
  buttonLabel,
  blocked = null,
  fields = {},
  children,
}: ConfirmProps) {
  const cancel = useRef<HTMLAnchorElement>(null);
  useFailureToast(failure);
  // `autoFocus` works only on a document load; React does not focus links.
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
          {buttonLabel}
        </Button>
      </Form>
    </div>
  );
}
