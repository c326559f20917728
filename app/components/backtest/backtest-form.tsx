// Form that starts a backtest: strategy, length, data and seed.
import { Form } from '@remix-run/react';
import { BACKTEST_YEARS_MAX, type BacktestDataSource } from '../../contracts/backtest';
import type { CommodityKey } from '../../trading/domain/commodity';
import { Button } from '../button';
import { RadioGroup, SelectField } from '../choices';
import { type ErrorLine, ErrorSummary } from '../error-summary';
import { Field } from '../field';
import { FormToken } from '../form-token';
import { RoleNote } from '../role-context';
import { formatYears } from './backtest-texts';
import { getBacktestFormUrl } from './form-url';
import { buildHref } from '../../contracts/base-path';
import styles from './backtest.module.css';

export interface BacktestValues {
  readonly playbook: string;
  readonly years: string;
  readonly world: string;
  readonly seed: string;
}

/** Why a backtest was not started. */
export interface BacktestFailure {
  readonly message: string;
  /** Error texts by field name. */
  readonly fields: { readonly [name: string]: string | undefined };
  readonly values: BacktestValues;
  /** Id of the backtest of this user that is still running. */
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
  /** Whether the server runs a simulated market, so that in-sample history exists. */
  readonly hasInSampleHistory: boolean;
  readonly failure: BacktestFailure | null;
}

const YEARS = Array.from({ length: BACKTEST_YEARS_MAX }, (_, index) => ({
  value: String(index + 1),
  label: formatYears(index + 1),
}));
const DATA_SOURCES: Readonly<
  Record<BacktestDataSource, { readonly label: string; readonly note: string }>
> = {
  unseen: {
    label: 'Out-of-sample simulation',
    note: 'simulated weather and prices from 2013, not used in fitting any strategy',
  },
  desk: {
    label: 'In-sample history',
    note: 'the last years up to midnight UTC. In-sample: results are biased upward',
  },
};

export function BacktestForm({
  mode,
  choices,
  values,
  hasInSampleHistory,
  failure,
}: BacktestFormProps) {
  const getError = (name: string): string | null => failure?.fields[name] ?? null;
  const dataSources = (['unseen', ...(hasInSampleHistory ? (['desk'] as const) : [])] as const).map(
    (value) => ({ value, ...DATA_SOURCES[value] }),
  );
  return (
    <section className={styles['card']} aria-labelledby="ask">
      <h2 id="ask">New backtest</h2>
      {failure ? <FailureSummary failure={failure} /> : null}
      <Form
        key={mode}
        method="post"
        action={getBacktestFormUrl(mode, values.playbook)}
        className={styles['form']}
      >
        <FormToken name="backtest" />
        <input type="hidden" name="mode" value={mode} />
        <SelectField
          id="playbook"
          name="playbook"
          label="Strategy"
          chosen={values.playbook}
          error={getError('playbook')}
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
          error={getError('years')}
          options={YEARS}
        />
        <RadioGroup
          id="world"
          name="world"
          label="Data"
          options={dataSources}
          chosen={values.world}
          error={getError('world')}
        >
          {hasInSampleHistory ? null : (
            <p className={styles['note']}>
              This server has no simulated market, so in-sample history is not available.
            </p>
          )}
        </RadioGroup>
        <Field
          id="seed"
          name="seed"
          label="Seed of the simulation"
          error={getError('seed')}
          defaultValue={values.seed}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint="Leave empty for a new simulation. The same seed repeats the same path."
        />
        <RoleNote needs="trader" />
        <Button name="intent" value="start" look="main" needs="trader">
          Start backtest
        </Button>
      </Form>
    </section>
  );
}

function FailureSummary({ failure: { message, fields, underWay } }: { failure: BacktestFailure }) {
  const errorLines = Object.entries(fields).flatMap(([name, text]): ErrorLine[] =>
    text === undefined ? [] : [{ text, fieldId: name }],
  );
  return (
    <>
      <ErrorSummary
        title="Backtest not started"
        lines={errorLines.length > 0 ? errorLines : [message]}
      />
      {underWay === null ? null : (
        <p>
          <a href={buildHref(`/backtest/${underWay}`)} className={styles['link']}>
            Open the running backtest
          </a>
        </p>
      )}
    </>
  );
}
