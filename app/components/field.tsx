// A labelled input with its error: wired once for every form.
import type { InputHTMLAttributes } from 'react';
import styles from './form.module.css';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly id: string;
  readonly label: string;
  readonly error: string | null;
}

export function Field({ id, label, error, type = 'text', ...input }: FieldProps) {
  const errorId = `${id}-error`;
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <input id={id} type={type} className={styles['input']} aria-invalid={error ? true : undefined} aria-describedby={error ? errorId : undefined} {...input} />
      {error ? (
        <p id={errorId} className={styles['error']}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
