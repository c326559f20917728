/** Overfitting tests of a backtest, and their verdict. */
import type { ReactNode } from 'react';
import {
  formatCount,
  formatNumber,
  formatPercent,
  formatSignedPercent,
} from '../../trading/domain/format';
import { DEFLATED_SHARPE_MIN } from '../../trading/strategies/grade';
import { NotAvailable, Sentence, Signed, Unbroken } from './figure-text';
import type { OverfittingTests, OrReason } from './report-model';
import { ReportTable } from './report-table';

const P_MAX = 0.05;
const OVERFIT_PROBABILITY_MAX = 0.5;

interface OverfittingAssessment {
  readonly hasEdge: boolean;
  readonly sentence: string;
}

/**
 * Significant if the deflated Sharpe probability reaches 0.95 and the median of the out-of-sample
 * paths is >= 0. Missing paths do not fail the test, but the sentence says so.
 */
export function assessOverfitting({
  deflatedSharpe,
  worlds,
}: OverfittingTests): OverfittingAssessment {
  const buildNoEdge = (why: string): OverfittingAssessment => ({
    hasEdge: false,
    sentence: `No simulated edge: ${why}.`,
  });
  if (deflatedSharpe.value === null)
    return buildNoEdge(`the deflated Sharpe ratio is not available (${deflatedSharpe.reason})`);
  const { probability, trials, hurdleSharpe } = deflatedSharpe.value;
  const sharpeText = `deflated Sharpe ratio ${formatNumber(probability, 3)} after ${formatTrials(trials)}, hurdle ${formatNumber(hurdleSharpe, 2)}`;
  if (!(probability >= DEFLATED_SHARPE_MIN))
    return buildNoEdge(`${sharpeText} (needs ${DEFLATED_SHARPE_MIN})`);
  if (worlds.value === null)
    return {
      hasEdge: true,
      sentence: `Simulated edge in sample only: ${sharpeText}; no out-of-sample paths (${worlds.reason}). Past results do not predict future results.`,
    };
  const { count, median } = worlds.value;
  if (!(median >= 0))
    return buildNoEdge(
      `median of ${formatPaths(count)} ${formatSignedPercent(median)} a year (needs 0%)`,
    );
  return {
    hasEdge: true,
    sentence: `Simulated edge: ${sharpeText}, median of ${formatPaths(count)} ${formatSignedPercent(median)} a year. Past results do not predict future results.`,
  };
}

const formatTrials = (trials: number): string =>
  `${formatCount(trials)} ${trials === 1 ? 'trial' : 'trials'}`;
const formatPaths = (worlds: number): string =>
  `${formatCount(worlds)} out-of-sample ${worlds === 1 ? 'path' : 'paths'}`;

type Row = readonly [name: string, figure: ReactNode, passes: string, meaning: string];

/**
 * A table row from a result that may be missing. `evaluate` returns figure and pass; null without a
 * threshold.
 */
function buildRow<T extends NonNullable<unknown>>(
  name: string,
  value: OrReason<T>,
  evaluate: (value: T) => readonly [figure: ReactNode, passes: boolean | null],
  meaning: string,
): Row {
  if ('reason' in value) return [name, <NotAvailable reason={value.reason} />, 'N/A', meaning];
  const [figure, passes] = evaluate(value.value);
  return [
    name,
    <Unbroken>{figure}</Unbroken>,
    passes === null ? 'no threshold' : passes ? 'passes' : 'does not pass',
    meaning,
  ];
}

function buildRows(tests: OverfittingTests): Row[] {
  const { probabilisticSharpe, deflatedSharpe, bootstrap, randomEntry, overfit, worlds } = tests;
  return [
    buildRow(
      'Probabilistic Sharpe ratio',
      probabilisticSharpe,
      (value) => [formatNumber(value, 3), value >= DEFLATED_SHARPE_MIN],
      `Probability that the true Sharpe ratio is above zero, given length, skewness and tails of the returns; passes from ${DEFLATED_SHARPE_MIN}.`,
    ),
    buildRow(
      'Deflated Sharpe ratio',
      deflatedSharpe,
      ({ probability, trials, hurdleSharpe }) => [
        `${formatNumber(probability, 3)} (${formatTrials(trials)}, hurdle ${formatNumber(hurdleSharpe, 2)})`,
        probability >= DEFLATED_SHARPE_MIN,
      ],
      `Probability that the Sharpe ratio exceeds the hurdle, the best annual ratio expected of as many trials of the same family without skill; passes from ${DEFLATED_SHARPE_MIN}.`,
    ),
    buildRow(
      'Bootstrap interval',
      bootstrap,
      ({ low, high }) => [`${formatNumber(low, 2)} to ${formatNumber(high, 2)}`, low > 0],
      explainBootstrap(bootstrap),
    ),
    buildRow(
      'Random entries',
      randomEntry,
      ({ p }) => [`p = ${formatNumber(p, 3)}`, p < P_MAX],
      `Share of ${randomEntry.value === null ? 'runs' : `${formatCount(randomEntry.value.draws)} runs`} with random entries and equal holding times that did at least as well; passes below ${P_MAX}.`,
    ),
    buildRow(
      'Probability of overfitting',
      overfit,
      ({ probability }) => [formatNumber(probability, 3), probability < OVERFIT_PROBABILITY_MAX],
      `How often the best ${overfit.value === null ? 'configuration' : `of ${formatCount(overfit.value.configurations)} configurations`} in one half of the data is below the median in the other; ${OVERFIT_PROBABILITY_MAX} means chance.`,
    ),
    buildRow(
      'Out-of-sample return, annual',
      worlds,
      ({ median }) => [<Signed>{formatSignedPercent(median)}</Signed>, median >= 0],
      explainPaths(worlds),
    ),
  ];
}

const explainBootstrap = (bootstrap: OverfittingTests['bootstrap']): string =>
  bootstrap.value === null
    ? 'Block-bootstrap interval of a statistic.'
    : `${formatPercent(bootstrap.value.level, 0)} block-bootstrap interval of the ${bootstrap.value.of}; passes if above zero.`;

const explainPaths = (worlds: OverfittingTests['worlds']): string =>
  worlds.value === null
    ? 'Median net return over out-of-sample simulations.'
    : `Median net return over ${formatPaths(worlds.value.count)}; ${formatPercent(worlds.value.losingShare, 0)} of them lost. Passes from zero.`;

/** Verdict sentence, colored by result. */
export function Verdict({ tests }: { tests: OverfittingTests }) {
  const { hasEdge, sentence } = assessOverfitting(tests);
  return (
    <p className={hasEdge ? 'verdict up' : 'verdict down'}>
      <Sentence>{sentence}</Sentence>
    </p>
  );
}

export function OverfittingSection({ tests }: { tests: OverfittingTests }) {
  const { value: worlds } = tests.worlds;
  return (
    <>
      <Verdict tests={tests} />
      {worlds === null ? null : (
        <p>
          80% of out-of-sample paths: <Signed>{formatSignedPercent(worlds.low)}</Signed> to{' '}
          <Signed>{formatSignedPercent(worlds.high)}</Signed> a year.
        </p>
      )}
      <ReportTable
        id="doubt-table"
        caption="Overfitting tests"
        columns={[
          { name: 'Test', isText: true },
          { name: 'Value', isNumber: true },
          { name: 'Result' },
          { name: 'Meaning', isText: true },
        ]}
        rows={buildRows(tests)}
      />
    </>
  );
}
