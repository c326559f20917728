// Model card sections on the whole evaluation: verdicts, attainable skill, placebo tests, real
// data, limits.
import type { CardSection, CardTable } from '../../contracts/model-card';
import { formatCount, formatNumber } from '../../trading/domain/format';
import {
  type CheckRow,
  type Evaluation,
  type EvaluationRow,
  P_VALUE_MAX,
  T_STATISTIC_MIN,
} from '../../trading/networks/evaluation';
import { listBenchmarkTables } from './benchmark-tables';
import { formatRowName, columns, formatFigure, buildRowsTable } from './evaluation-table';

type SectionBuilder = (evaluation: Evaluation) => CardSection;
const NO_CHART = { reliability: [] } as const;

const filterMainRows = (rows: readonly EvaluationRow[]): readonly EvaluationRow[] =>
  rows.filter(
    (row, index) =>
      row.isMain &&
      rows.findIndex(({ network, target }) => network === row.network && target === row.target) ===
        index,
  );

export const describeVerdicts: SectionBuilder = ({ rows, seeds, years, powerYears }) => ({
  id: 'verdicts',
  title: 'Networks and the best benchmark',
  ...NO_CHART,
  paragraphs: [
    `Evaluated once on out-of-sample simulations ${seeds.join(', ')}, ${formatCount(years)} years each (power prices: ${formatNumber(powerYears, 1)}). A row shows skill if its loss is significantly below that of the best benchmark (Diebold-Mariano test over days, p up to ${formatNumber(P_VALUE_MAX, 2)} after Benjamini-Yekutieli correction for all ${formatCount(rows.length)} rows: at most 5% expected false positives) and its correlation with outcomes is at least ${formatCount(T_STATISTIC_MIN)} standard errors above zero. Otherwise there is no evidence of skill. This table describes all eight networks; it does not decide which model issues the signals.`,
    'The best benchmark is selected per row after the evaluation, which makes it harder to beat. The linear model is the same network without hidden units on the same inputs; if it does as well, the skill is in the inputs. The calibration error is shown next to its expected value for perfectly calibrated probabilities with the same number of cases.',
  ],
  tables: [
    buildRowsTable(
      'verdict-table',
      'Each network, all subjects pooled',
      'Lower loss is better',
      filterMainRows(rows),
      { head: 'Network', of: formatRowName },
    ),
  ],
});

export const describeAttainableSkill: SectionBuilder = ({ budget }) => ({
  id: 'attainable',
  title: 'Maximum attainable skill',
  ...NO_CHART,
  paragraphs: [
    'An efficient market is not predictable. The simulated market prices a public consensus with stated biases and premia, so that there is a known amount of skill to find; each price network is compared with it. IC attainable is the correlation of the daily move with its part that is predictable from public data: news and reports not yet absorbed, the bias of the consensus, and premia. The slow drift and transient noise are not part of it.',
    'Profits in the simulated market do not carry over to a real one.',
  ],
  tables: [
    {
      id: 'budget',
      caption: 'Predictable variance in the simulated market',
      note: 'Zero in efficient simulations',
      columns: [columns.text('Part'), columns.text('Budget'), columns.text('Source')],
      rows: budget.map(({ what, leaves, source = '' }) => [what, leaves, source]),
    },
  ],
});

export const describeTraining: SectionBuilder = ({ inside: { seed, splits, rows } }) => ({
  id: 'inside',
  title: 'Training within one simulation',
  ...NO_CHART,
  paragraphs: [
    `The same networks trained only within simulation ${seed}: ${formatCount(splits)} walk-forward splits, with a gap as long as the label horizon and a five-day embargo. One simulation has far less data than the full training set, so less skill is found.`,
  ],
  tables: [
    buildRowsTable('inside-table', `Simulation ${seed}`, 'All subjects pooled', rows, {
      head: 'Network',
      of: formatRowName,
    }),
  ],
});

const buildCheckTable = (id: string, caption: string, rows: readonly CheckRow[]): CardTable => ({
  id,
  caption,
  note: 'A correlation within two standard errors of zero is not significant',
  columns: [
    columns.text('Network'),
    columns.number('Cases'),
    columns.number('IC'),
    columns.number('t'),
  ],
  rows: rows.map(({ network, count: cases, ic, icT }) => [
    network,
    formatCount(cases),
    formatFigure(ic, 4),
    formatFigure(icT, 2),
  ]),
});

export const describePlacebos: SectionBuilder = ({ efficient, shuffled }) => ({
  id: 'nothing',
  title: 'Placebo tests',
  ...NO_CHART,
  paragraphs: [
    'Two placebo tests must find no skill: the same networks in efficient simulations, and networks trained on shuffled labels and tested on true ones. Without skill, one row in twenty still exceeds two standard errors by chance. A network of shuffled labels is a random function of inputs of which some predict, so the row shows the mean of five such networks and its error by their spread; with five, |t| exceeds 2.8 by chance once in twenty.',
  ],
  tables: [
    buildCheckTable('efficient', 'Efficient simulations', efficient),
    buildCheckTable('shuffled', 'Trained on shuffled labels', shuffled),
  ],
});

export const describeRealHistories: SectionBuilder = ({ real: study }) => ({
  id: 'real',
  title: 'Real prices',
  ...NO_CHART,
  paragraphs:
    study === null
      ? ['No data: real price histories were not available.']
      : [
          `Front-month futures from ${study.from} to ${study.until}. Only prices are available: weather, report and curve inputs are missing, replaced by the median and flagged. Some series contain roll jumps. No directional skill is expected here.`,
        ],
  tables:
    study === null
      ? []
      : [
          buildRowsTable(
            'real-as-trained',
            'Weights trained on simulated markets',
            'Evaluated on the last 60% of days',
            study.asTrained,
            { head: 'Network', of: formatRowName },
          ),
          buildRowsTable(
            'real-retrained',
            'Retrained on real prices before each test period',
            'The same days',
            study.retrained,
            { head: 'Network', of: formatRowName },
          ),
        ],
});

export const describeBenchmarks: SectionBuilder = () => ({
  id: 'benchmarks',
  title: 'Benchmarks on real data',
  ...NO_CHART,
  paragraphs: [
    'Forecasts on two real data sets against published or simple ones, and the value at risk of real futures. The networks are trained by the code of the eight, on other inputs. Forecasts of LEAR and DNN: J. Lago, G. Marcjasz, B. De Schutter and R. Weron, 2021, Applied Energy 293.',
  ],
  tables: listBenchmarkTables(),
});

export const describeLimits: SectionBuilder = () => ({
  id: 'limits',
  title: 'Limits',
  tables: [],
  ...NO_CHART,
  paragraphs: [
    'All verdicts except those on real prices apply to the simulated market only, whose weather, plants and traders are models. Skill there shows that a network finds existing structure, not that real markets have it.',
    'Days of one simulation are correlated, and out-of-sample simulations are few. Tests correct for correlation in time and across rows of a day, not for errors common to all simulations.',
    'Confidence is the probability of being right, calibrated on separate simulations and limited to 50–98%. On an average day it is a few points above 50%.',
    'Weights, simulations and rows are reproducible from code and seeds. The table contains the digest of each weight file; a test fails if it does not match the weights.',
  ],
});
