// The parts of the model card about the whole: verdicts at a glance, what could be attained, what
// must find nothing, real prices, benchmarks, limits.
import comed from '../../../docs/benchmarks/comed.json';
import storage from '../../../docs/benchmarks/storage.json';
import type { CardSection, CardTable } from '../../contracts/model-card';
import { formatCount, decimalNumber, formatPValue } from '../../trading/domain/format';
import {
  type CheckRow,
  type Evaluation,
  type EvaluationRow,
  P_MAX,
  T_MIN,
} from '../../trading/networks/evaluation';
import { aboutRow, columns, formatFigure, rowsTable } from './figures';

type Part = (evaluation: Evaluation) => CardSection;
const NO_PICTURE = { reliability: [] } as const;

const buildFirst = (rows: readonly EvaluationRow[]): readonly EvaluationRow[] =>
  rows.filter(
    (row, place) =>
      row.isMain &&
      rows.findIndex(({ network, target }) => network === row.network && target === row.target) ===
        place,
  );

export const describeVerdicts: Part = ({ rows, seeds, years, powerYears }) => ({
  id: 'verdicts',
  title: 'Verdicts at a glance',
  ...NO_PICTURE,
  paragraphs: [
    `Judged once on simulated worlds ${seeds.join(', ')}, ${formatCount(years)} years each (prices of power: ${decimalNumber(powerYears, 1)}), of which no network has seen a day. A row shows skill when its loss is below that of the best simple rival by more than chance (Diebold and Mariano over days, p up to ${decimalNumber(P_MAX, 2)} after Benjamini's and Yekutieli's correction for all ${formatCount(rows.length)} rows that were looked at, so that of the rows that say skill no more than one in twenty is expected to be chance) and its correlation with what came is at least ${formatCount(T_MIN)} standard errors above nothing. Everything else is no evidence of skill, and there the desk says HOLD.`,
    'The best rival is picked after the fact, row by row, which makes it harder to beat. The line is the same network without its hidden units, on the same inputs: where it does as well, the skill lies in the inputs. Beside the calibration error stands what right chances would show of it on as many days, by the luck of outcomes alone.',
  ],
  tables: [
    rowsTable(
      'verdict-table',
      'Each network, all subjects together',
      'A smaller loss is better',
      buildFirst(rows),
      { head: 'Network', of: aboutRow },
    ),
  ],
});

export const describeAttainableSkill: Part = ({ budget }) => ({
  id: 'attainable',
  title: 'Maximum attainable skill',
  ...NO_PICTURE,
  paragraphs: [
    'A market that holds all news at once cannot be foreseen. The simulated one digests news slowly by a stated budget, so that there is something to find; the simulator alone knows how much, and each network of prices is held against it. IC attainable is the correlation of the day\u2019s move with what undigested news and reports still owed it.',
    'What earns in this market says nothing about a real one.',
  ],
  tables: [
    {
      id: 'budget',
      caption: 'What the simulated market leaves on the table',
      note: 'Nothing of it in efficient worlds',
      columns: [columns.text('Source'), columns.text('Budget')],
      rows: budget.map(({ what, leaves }) => [what, leaves]),
    },
  ],
});

export const describeTraining: Part = ({ inside: { seed, splits, rows } }) => ({
  id: 'inside',
  title: 'Inside one world',
  ...NO_PICTURE,
  paragraphs: [
    `The same networks trained anew inside world ${seed} alone, ${formatCount(splits)} times, each time on all that came before and judged on what followed, with a gap as long as labels reach and five days of embargo. One world holds far less than the training, so that less is found.`,
  ],
  tables: [
    rowsTable('inside-table', `Inside world ${seed}`, 'All subjects together', rows, {
      head: 'Network',
      of: aboutRow,
    }),
  ],
});

const buildCheckTable = (id: string, caption: string, rows: readonly CheckRow[]): CardTable => ({
  id,
  caption,
  note: 'A correlation within two standard errors of nothing is none',
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

export const describePlacebos: Part = ({ efficient, shuffled }) => ({
  id: 'nothing',
  title: 'Placebo tests',
  ...NO_PICTURE,
  paragraphs: [
    'Two checks that must find nothing: the same networks in worlds whose market leaves nothing on the table, and networks trained on labels that were dealt out again at random. Where there is nothing, one row in twenty still stands further off than two standard errors, by luck alone.',
  ],
  tables: [
    buildCheckTable('efficient', 'Efficient worlds', efficient),
    buildCheckTable('shuffled', 'Trained on shuffled labels', shuffled),
  ],
});

export const describeRealHistories: Part = ({ real: study }) => ({
  id: 'real',
  title: 'Real prices',
  ...NO_PICTURE,
  paragraphs:
    study === null
      ? ['No folder of real histories was there when this was made.']
      : [
          `Front-month futures from ${study.from} to ${study.until}. Prices are all there is: what networks read of weather, reports and curves is missing, taken for usual and flagged. Some series hold rolls that look like moves. No evidence of skill in a direction is what is to be expected here.`,
        ],
  tables:
    study === null
      ? []
      : [
          rowsTable(
            'real-as-trained',
            'Weights as they were trained on simulated markets',
            'Judged on the last three fifths of the days',
            study.asTrained,
            { head: 'Network', of: aboutRow },
          ),
          rowsTable(
            'real-retrained',
            'Trained on the real prices before each judged stretch',
            'The same days',
            study.retrained,
            { head: 'Network', of: aboutRow },
          ),
        ],
});

type Benchmark = typeof comed | typeof storage;
function benchmarkTable({ benchmark, title, unit, judgedOn, rivals, rows }: Benchmark): CardTable {
  const versus = (row: Benchmark['rows'][number], rival: string): string => {
    const found = row.versus.find((one) => one.rival === rival);
    return found
      ? `${found.difference < 0 ? 'better' : 'worse'}, p ${formatPValue(found.pValue)}`
      : '';
  };
  return {
    id: `benchmark-${benchmark}`,
    caption: `${title}, mean absolute error in ${unit}`,
    note: `Judged once on ${judgedOn.from} to ${judgedOn.until}`,
    columns: [
      columns.text('Method'),
      columns.text('Kind'),
      columns.number('Error'),
      columns.number('Relative'),
      ...rivals.map((rival) => columns.text(`Than ${rival}`)),
    ],
    rows: rows.map((row) => [
      row.method,
      row.kind,
      decimalNumber(row.judged, 2),
      decimalNumber(row.relative, 3),
      ...rivals.map((rival) => versus(row, rival)),
    ]),
  };
}

export const describeBenchmarks: Part = () => ({
  id: 'benchmarks',
  title: 'Benchmarks on real data',
  ...NO_PICTURE,
  paragraphs: [
    'The same core of networks on two sets of real figures with published or plain rivals. A bound knows what nobody could know; it shows what a better input would be worth at most. Forecasts of LEAR and DNN: J. Lago, G. Marcjasz, B. De Schutter and R. Weron, 2021, Applied Energy 293.',
  ],
  tables: [comed, storage].map(benchmarkTable),
});

export const describeLimits: Part = () => ({
  id: 'limits',
  title: 'Limits',
  tables: [],
  ...NO_PICTURE,
  paragraphs: [
    'All verdicts but those on real prices hold in the simulated market alone, whose weather, plants and traders are models. A network that shows skill there has shown that it finds what is there to be found, not that a real market holds it.',
    'Days of one world resemble each other, and the unseen worlds are few: tests allow for neighbours in time and for rows of one day, not for a fault that all worlds share.',
    'Confidence is the chance of being right as it was met on worlds set apart for calibration; it never leaves the range from 50 to 98 %. On an average day it is a few points above one half, and that is what it is worth.',
    'Weights, worlds and rows follow from code and seeds alone; the table names the digest of each file of weights, and a test refuses a table that was not made of the weights at hand.',
  ],
});
