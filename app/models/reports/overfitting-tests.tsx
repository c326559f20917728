/**
 * How far a result could be luck: each test with its figure, its threshold and what it says, and
 * the verdict of them.
 */
import type { ReactNode } from 'react';
import {
  formatCount,
  decimalNumber,
  formatPercent,
  signedPercent,
} from '../../trading/domain/format';
import { NotAvailable, Sentence, Signed, Unbroken } from './figure-text';
import type { Doubt, OrReason } from './model';
import { ReportTable } from './table';

/** The probability that a deflated Sharpe ratio must reach (Bailey and Lopez de Prado, 2014). */
const DEFLATED_PASSES = 0.95;
const CHANCE_PASSES = 0.05;
const OVERFIT_PASSES = 0.5;

interface OverfittingAssessment {
  readonly hasEdge: boolean;
  readonly sentence: string;
}

/**
 * `no simulated edge` unless the deflated Sharpe ratio passes .95 and the median of unseen worlds
 * is not below zero.
 * Worlds that were not asked do not speak against a run, but the sentence says that they were not
 * asked.
 */
export function assessOverfitting({ deflatedSharpe, worlds }: Doubt): OverfittingAssessment {
  const no = (why: string): OverfittingAssessment => ({
    hasEdge: false,
    sentence: `No simulated edge: ${why}.`,
  });
  if (deflatedSharpe.value === null)
    return no(`the deflated Sharpe ratio is missing (${deflatedSharpe.reason})`);
  const { probability, trials } = deflatedSharpe.value;
  const shown = `the deflated Sharpe ratio is ${decimalNumber(probability, 3)} after ${trialsText(trials)}`;
  if (!(probability >= DEFLATED_PASSES)) return no(`${shown}, below ${DEFLATED_PASSES}`);
  if (worlds.value === null)
    return {
      hasEdge: true,
      sentence: `A simulated edge in this history alone: ${shown}; other worlds were not asked (${worlds.reason}). It is no promise.`,
    };
  const { count: asked, median } = worlds.value;
  if (!(median >= 0))
    return no(`the median of ${worldsText(asked)} is ${signedPercent(median)} a year`);
  return {
    hasEdge: true,
    sentence: `A simulated edge: ${shown}, and the median of ${worldsText(asked)} is ${signedPercent(median)} a year. It is no promise.`,
  };
}

const trialsText = (trials: number): string =>
  `${formatCount(trials)} ${trials === 1 ? 'trial' : 'trials'}`;
const worldsText = (worlds: number): string =>
  `${formatCount(worlds)} unseen ${worlds === 1 ? 'world' : 'worlds'}`;

type Row = readonly [name: string, figure: ReactNode, passes: string, meaning: string];

/**
 * A row of the table from a figure that may be missing. `says` gives the figure and whether it
 * passes; null where there is no threshold.
 */
function buildRow<T extends NonNullable<unknown>>(
  name: string,
  given: OrReason<T>,
  says: (value: T) => readonly [figure: ReactNode, passes: boolean | null],
  meaning: string,
): Row {
  if ('reason' in given)
    return [name, <NotAvailable reason={given.reason} />, 'not known', meaning];
  const [figure, passes] = says(given.value);
  return [
    name,
    <Unbroken>{figure}</Unbroken>,
    passes === null ? 'no threshold' : passes ? 'passes' : 'does not pass',
    meaning,
  ];
}

function buildRows(doubt: Doubt): Row[] {
  const { probabilisticSharpe, deflatedSharpe, bootstrap, randomEntry, overfit, worlds } = doubt;
  return [
    buildRow(
      'Probabilistic Sharpe ratio',
      probabilisticSharpe,
      (value) => [decimalNumber(value, 3), value >= DEFLATED_PASSES],
      `Probability that the true Sharpe ratio is above zero, given length, skewness and tails of the returns; passes from ${DEFLATED_PASSES}.`,
    ),
    buildRow(
      'Deflated Sharpe ratio',
      deflatedSharpe,
      ({ probability, trials }) => [
        `${decimalNumber(probability, 3)} (${trialsText(trials)})`,
        probability >= DEFLATED_PASSES,
      ],
      `The same against the best that so many trials show by luck alone; passes from ${DEFLATED_PASSES}.`,
    ),
    buildRow(
      'Bootstrap interval',
      bootstrap,
      ({ low, high }) => [`${decimalNumber(low, 2)} to ${decimalNumber(high, 2)}`, low > 0],
      bootstrapMeaning(bootstrap),
    ),
    buildRow(
      'Random entries',
      randomEntry,
      ({ p }) => [`p = ${decimalNumber(p, 3)}`, p < CHANCE_PASSES],
      `Share of ${randomEntry.value === null ? 'runs' : `${formatCount(randomEntry.value.draws)} runs`} with random entries and the same holding times that did as well; passes below ${CHANCE_PASSES}.`,
    ),
    buildRow(
      'Probability of overfitting',
      overfit,
      ({ probability }) => [decimalNumber(probability, 3), probability < OVERFIT_PASSES],
      `How often the best ${overfit.value === null ? 'configuration' : `of ${formatCount(overfit.value.configurations)} configurations`} in one half of the data is below the median in the other; ${OVERFIT_PASSES} is pure chance.`,
    ),
    buildRow(
      'Other worlds, a year',
      worlds,
      ({ median }) => [<Signed>{signedPercent(median)}</Signed>, median >= 0],
      worldsMeaning(worlds),
    ),
  ];
}

const bootstrapMeaning = (bootstrap: Doubt['bootstrap']): string =>
  bootstrap.value === null
    ? 'Interval of a figure over the returns drawn again in blocks.'
    : `${formatPercent(bootstrap.value.level, 0)} interval of the ${bootstrap.value.of} over the returns drawn again in blocks; passes when it lies above zero.`;

const worldsMeaning = (worlds: Doubt['worlds']): string =>
  worlds.value === null
    ? 'Median net return over simulated worlds that the playbook had not seen.'
    : `Median net return over ${worldsText(worlds.value.count)}; ${formatPercent(worlds.value.losingShare, 0)} of them lost. Passes from zero.`;

/** The sentence of the verdict, in the color of what it says. */
export function Verdict({ doubt }: { doubt: Doubt }) {
  const { hasEdge, sentence } = assessOverfitting(doubt);
  return (
    <p className={hasEdge ? 'verdict up' : 'verdict down'}>
      <Sentence>{sentence}</Sentence>
    </p>
  );
}

export function DoubtSection({ doubt }: { doubt: Doubt }) {
  const { value: worlds } = doubt.worlds;
  return (
    <>
      <Verdict doubt={doubt} />
      {worlds === null ? null : (
        <p>
          Four of five worlds lie between <Signed>{signedPercent(worlds.low)}</Signed> to{' '}
          <Signed>{signedPercent(worlds.high)}</Signed> a year.
        </p>
      )}
      <ReportTable
        id="doubt-table"
        caption="Tests against luck"
        columns={[
          { name: 'Test', isText: true },
          { name: 'Figure', isNumber: true },
          { name: 'Says' },
          { name: 'What it asks', isText: true },
        ]}
        rows={buildRows(doubt)}
      />
    </>
  );
}
