// One of a few, chosen by plain buttons of a plain form: theme, live updates.
import styles from './choice-form.module.css';
import { FormToken } from './form-token';

export interface ChoiceFormProps {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: string;
  /** Where the choice leads back to. */
  readonly from: string;
  readonly isLabelled?: boolean;
}

export function ChoiceForm({ name, label, choices, chosen, from, isLabelled = false }: ChoiceFormProps) {
  return (
    <form method="post" action="/preferences" className={styles['form']}>
      <FormToken name={name} />
      <input type="hidden" name="from" value={from} />
      {isLabelled ? (
        <span className={styles['label']} aria-hidden="true">
          {label}
        </span>
      ) : null}
      <fieldset className={styles['set']}>
        <legend className="visually-hidden">{label}</legend>
        {choices.map((choice) => (
          <button key={choice.value} type="submit" name={name} value={choice.value} aria-pressed={choice.value === chosen} className={styles['choice']}>
            {choice.label}
          </button>
        ))}
      </fieldset>
    </form>
  );
}
