// Form controls: radio group, checkbox and select field.
import type { ReactNode } from 'react';
import styles from './form.module.css';

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly note?: string;
}

interface ChoiceProps {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly chosen: string;
  readonly error: string | null;
  readonly children?: ReactNode;
}

/** Radio buttons in a fieldset. The fieldset has the id, so an error link can target it. */
export function RadioGroup({ id, name, label, options, chosen, error, children }: ChoiceProps) {
  const errorId = `${id}-error`;
  return (
    <fieldset id={id} className={styles['group']} aria-describedby={error ? errorId : undefined}>
      <legend>{label}</legend>
      {error ? (
        <p id={errorId} className={styles['error']}>
          {error}
        </p>
      ) : null}
      <div className={styles['choices']}>
        {options.map(({ value, label: text, note }) => (
          <label key={value} className={styles['choice']}>
            <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
            <span>
              {text}
              {note ? <span className={styles['note']}> {note}</span> : null}
            </span>
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  );
}

/** Checkbox. An unchecked box is not part of the form data. */
export function CheckBox({
  name,
  label,
  isOn,
  note,
}: {
  name: string;
  label: string;
  isOn: boolean;
  note?: string;
}) {
  return (
    <label className={styles['choice']}>
      <input type="checkbox" name={name} value="on" defaultChecked={isOn} />
      <span>
        {label}
        {note ? <span className={styles['note']}> {note}</span> : null}
      </span>
    </label>
  );
}

export function SelectField({ id, name, label, options, chosen, error, children }: ChoiceProps) {
  const describedBy = [error ? `${id}-error` : '', children ? `${id}-hint` : '']
    .filter(Boolean)
    .join(' ');
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        defaultValue={chosen}
        className={styles['input']}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy === '' ? undefined : describedBy}
      >
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {children ? (
        <p id={`${id}-hint`} className={styles['note']}>
          {children}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
