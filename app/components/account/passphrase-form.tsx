// Form that changes the passphrase. Passphrases are never shown again.
import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import {
  PASSPHRASE_FIELDS,
  PASSPHRASE_LENGTH,
  type PassphraseFailure,
  type PassphraseField,
} from '../../contracts/account-page';
import { Button } from '../button';
import { type ErrorLine, ErrorSummary } from '../error-summary';
import { Field } from '../field';
import { FormToken } from '../form-token';
import styles from './account-view.module.css';

const LABELS: Readonly<Record<PassphraseField, string>> = {
  current: 'Current passphrase',
  next: 'New passphrase',
  repeat: 'Repeat the new passphrase',
};

function listErrorLines({ error, fields }: PassphraseFailure): ErrorLine[] {
  const fieldErrors = PASSPHRASE_FIELDS.flatMap((field) => {
    const text = fields[field];
    return text === undefined ? [] : [{ text, fieldId: `passphrase-${field}` }];
  });
  return error === null ? fieldErrors : [error, ...fieldErrors];
}

interface PassphraseFormProps {
  readonly username: string;
  readonly failure: PassphraseFailure | null;
}

export function PassphraseForm({ username, failure }: PassphraseFormProps) {
  const navigation = useNavigation();
  const isSubmitting = navigation.formData?.get('intent') === 'passphrase';
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (navigation.state === 'idle') form.current?.reset();
  }, [navigation.state]);
  const getFieldProps = (field: PassphraseField) => ({
    id: `passphrase-${field}`,
    name: field,
    type: 'password',
    label: LABELS[field],
    autoComplete: field === 'current' ? 'current-password' : 'new-password',
    maxLength: PASSPHRASE_LENGTH.max,
    required: true,
    error: failure?.fields[field] ?? null,
  });
  return (
    <section className={styles['card']} aria-labelledby="passphrase">
      <h2 id="passphrase">Change the passphrase</h2>
      {failure ? <ErrorSummary title={failure.title} lines={listErrorLines(failure)} /> : null}
      <Form ref={form} method="post" action="/account" className={styles['form']}>
        <FormToken name="passphrase" />
        <input type="hidden" name="intent" value="passphrase" />
        {/* Password managers store the new passphrase under this name. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={username}
          readOnly
          hidden
        />
        <Field {...getFieldProps('current')} />
        <Field
          {...getFieldProps('next')}
          hint={`At least ${PASSPHRASE_LENGTH.min} characters, such as several words that do not belong together.`}
        />
        <Field {...getFieldProps('repeat')} />
        <p className="muted">Your other sessions end when the passphrase changes.</p>
        <Button look="main" disabled={isSubmitting}>
          {isSubmitting ? 'Changing...' : 'Change passphrase'}
        </Button>
      </Form>
    </section>
  );
}
