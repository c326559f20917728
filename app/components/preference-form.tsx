// Form for one preference: up to six choices as buttons, more as a select. Works without script.
import { type PreferenceName, type Preferences, getPreference } from '../contracts/preferences';
import { Button } from './button';
import styles from './preference-form.module.css';
import { FormToken } from './form-token';
import { buildHref } from '../contracts/base-path';

interface PreferenceFormProps<N extends PreferenceName> {
  readonly name: N;
  readonly chosen: Preferences[N];
  /** Path to return to. */
  readonly from: string;
  readonly isLabelled?: boolean;
}

const BUTTONS_MAX = 6;

export function PreferenceForm<N extends PreferenceName>({
  name,
  chosen,
  from,
  isLabelled = false,
}: PreferenceFormProps<N>) {
  const isList = getPreference(name).choices.length > BUTTONS_MAX;
  return (
    <form method="post" action={buildHref('/preferences')} className={styles['form']}>
      <FormToken name={name} />
      <input type="hidden" name="from" value={from} />
      {isList ? (
        <ChoiceList name={name} chosen={chosen} />
      ) : (
        <ChoiceButtons name={name} chosen={chosen} isLabelled={isLabelled} />
      )}
    </form>
  );
}

function ChoiceButtons({
  name,
  chosen,
  isLabelled,
}: {
  name: PreferenceName;
  chosen: string;
  isLabelled: boolean;
}) {
  const { label, choices } = getPreference(name);
  return (
    <>
      {isLabelled ? (
        <span className={styles['label']} aria-hidden="true">
          {label}
        </span>
      ) : null}
      <fieldset className={styles['set']}>
        <legend className="visually-hidden">{label}</legend>
        {choices.map((choice) => (
          <button
            key={choice.value}
            type="submit"
            name={name}
            value={choice.value}
            aria-pressed={choice.value === chosen}
            className={styles['choice']}
          >
            {choice.label}
          </button>
        ))}
      </fieldset>
    </>
  );
}

function ChoiceList({ name, chosen }: { name: PreferenceName; chosen: string }) {
  const { label, choices } = getPreference(name);
  const id = `preference-${name}`;
  return (
    <>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <span className={styles['list']}>
        <select id={id} name={name} defaultValue={chosen} className={styles['select']}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <Button aria-label={`Set ${label.toLowerCase()}`}>Set</Button>
      </span>
    </>
  );
}
