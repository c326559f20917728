// The form that asks for a backtest: which playbook, how long, on which world.
import { Form } from '@remix-run/react';
import { BACKTEST_YEARS_MAX, type BacktestWorld } from '../../contracts/backtest';
import type { CommodityKey } from '../../trading/domain/commodity';
import { Button } from '../button';
import { RadioGroup, SelectField } from '../choices';
import { type ErrorLine, ErrorSummary } from '../error-summary';
import { Field } from '../field';
import { FormToken } from '../form-token';
import { backtestForm, yearsText } from './backtest-texts';
import styles from './backtest.module.css';

export interface BacktestValues {
  readonly playbook: string;
  readonly years: string;
  readonly world: string;
  readonly seed: string;
}

/** Why a backtest was not begun. */
export interface BacktestFailure {
  readonly message: string;
  /** What is wrong with a field, by its name. */
  readonly fields: { readonly [name: string]: string | undefined };
  readonly values: BacktestValues;
  /** The one that is under way instead. */
  readonly underWay: string | null;
}

interface BacktestFormProps {
  readonly mode: CommodityKey;
  readonly choices: readonly {
    readonly id: string;
    readonly name: string;
    readonly bar: string;
    readonly timeframe: string;
  }[];
  readonly values: BacktestValues;
  /** Whether the desk has a simulated world of its own. */
  readonly hasDeskWorld: boolean;
  readonly failure: BacktestFailure | null;
}

const YEARS = Array.from({ length: BACKTEST_YEARS_MAX }, (_, place) => ({
  value: String(place + 1),
  label: yearsText(place + 1),
}));
const WORLDS: Readonly<Record<BacktestWorld, { readonly label: string; readonly note: string }>> = {
  unseen: {
    label: 'Out-of-sample simulation',
    note: 'simulated weather and prices from 2013, not used in fitting any strategy',
  },
  desk: {
    label: 'In-sample history',
    note: 'the years up to the last midnight UTC. In-sample: results are biased upward',
  },
};

export function BacktestForm({ mode, choices, values, hasDeskWorld, failure }: BacktestFormProps) {
  const error = (name: string): string | null => failure?.fields[name] ?? null;
  const worlds = (['unseen', ...(hasDeskWorld ? (['desk'] as const) : [])] as const).map(
    (value) => ({ value, ...WORLDS[value] }),
  );
  return (
    <section className={styles['card']} aria-labelledby="ask">
      <h2 id="ask">New backtest</h2>
      {failure ? <Failed failure={failure} /> : null}
      <Form
        key={mode}
        method="post"
        action={backtestForm(mode, values.playbook)}
        className={styles['form']}
      >
        <FormToken name="backtest" />
        <input type="hidden" name="mode" value={mode} />
        <SelectField
          id="playbook"
          name="playbook"
          label="Strategy"
          chosen={values.playbook}
          error={error('playbook')}
          options={choices.map(({ id, name, timeframe }) => ({
            value: id,
            label: `${name} (${id}), ${timeframe}`,
          }))}
        >
          Ten years take minutes with 15-minute or hourly bars, seconds with daily bars.
        </SelectField>
        <SelectField
          id="years"
          name="years"
          label="Length"
          chosen={values.years}
          error={error('years')}
          options={YEARS}
        />
        <RadioGroup
          id="world"
          name="world"
          label="World"
          options={worlds}
          chosen={values.world}
          error={error('world')}
        >
          {hasDeskWorld ? null : (
            <p className={styles['note']}>
              This server has no simulated market, so in-sample history is not available.
            </p>
          )}
        </RadioGroup>
        <Field
          id="seed"
          name="seed"
          label="Seed of the simulation"
          error={error('seed')}
          defaultValue={values.seed}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint="Leave empty for a new simulation. The same seed repeats the same path."
        />
        <Button name="intent" value="start" look="main">
          Start backtest
        </Button>
      </Form>
    </section>
  );
}

function Failed({ failure: { message, fields, underWay } }: { failure: BacktestFailure }) {
  const faults = Object.entries(fields).flatMap(([name, text]): ErrorLine[] =>
    text === undefined ? [] : [{ text, fieldId: name }],
  );
  return (
    <>
      <ErrorSummary title="Backtest not started" lines={faults.length > 0 ? faults : [message]} />
      {underWay === null ? null : (
        <p>
          <a href={`/backtest/${underWay}`} className={styles['link']}>
            Open the running backtest
          </a>
        </p>
      )}
    </>
  );
}
