// Guided start in three steps. Plain links and a form, so it needs no script.
import type { FirstStepsDto } from '../../contracts/dashboard';
import { FormToken } from '../form-token';
import { buildHref } from '../../contracts/base-path';
import styles from './first-steps.module.css';

/** The steps, with what is already done. */
export const buildSteps = ({ hasRun, hasChosen, hasSaved }: FirstStepsDto) => [
  { to: '#auto-trading', label: 'RUN a commodity', isDone: hasRun },
  { to: '#strategies', label: 'Choose a strategy', isDone: hasChosen },
  { to: '/?settings=open#settings', label: 'Set risk and size', isDone: hasSaved },
];

interface FirstStepsProps {
  readonly from: string;
  readonly done: FirstStepsDto;
}

export function FirstSteps({ from, done }: FirstStepsProps) {
  return (
    <section className={styles['steps']} aria-labelledby="first-steps">
      <h2 id="first-steps">First steps</h2>
      <ol className={styles['list']}>
        {buildSteps(done).map(({ to, label, isDone }) => (
          <li key={to} data-done={isDone ? true : undefined}>
            {isDone ? <span aria-hidden="true">{'\u2713'} </span> : null}
            <a href={buildHref(to)}>{label}</a>
            {isDone ? <span className="visually-hidden"> Done.</span> : null}
          </li>
        ))}
      </ol>
      <form method="post" action={buildHref('/preferences')}>
        <FormToken name="guide" />
        <input type="hidden" name="from" value={from} />
        <button type="submit" name="guide" value="hide" className="link-button">
          Hide<span className="visually-hidden"> first steps</span>
        </button>
      </form>
    </section>
  );
}
