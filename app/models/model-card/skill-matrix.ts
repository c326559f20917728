// Skill of each network in each market, as a matrix of grades.
import type { SkillCell, SkillMatrix } from '../../contracts/model-card';
import { formatCount, formatSignedNumber, formatSignedPercent } from '../../trading/domain/format';
import type { Evaluation, EvaluationRow } from '../../trading/networks/evaluation';
import type { NetworkSpec } from '../../trading/networks/network-spec';
import type { SignalSource } from '../../trading/domain/signal-facts';
import { DIRECTION_NETWORKS, NETWORKS } from '../../trading/networks/registry';
import { getSubjectName } from './evaluation-table';

/** Subject of cash gas, which belongs to the gas market. */
const CASH_GAS = 'HENRY-HUB';

/** Hubs and chains of the price networks, in the order of the signals. */
const MARKETS: readonly string[] = DIRECTION_NETWORKS.flatMap(({ subjects }) => subjects);

/** Market of a subject; null for a weather cell, though one is named like a hub. */
const findMarket = ({ network, subject }: EvaluationRow): string | null => {
  if (network === 'WeatherNet') return null;
  const market = subject === CASH_GAS ? 'NG' : subject.replace(/^ET-/, '');
  return MARKETS.includes(market) ? market : null;
};

/** What a network forecasts, in one or two words. */
const FORECASTS: Readonly<Record<NetworkSpec['id'], string>> = {
  WeatherNet: 'forecast error',
  CropNet: 'crop loss',
  SpikeNet: 'price spikes',
  PowerNet: 'direction',
  GasNet: 'direction',
  PetroNet: 'direction',
  AgNet: 'direction',
  VolNet: 'volatility',
};

/** Names of the models that can be graded in place of a network. */
const MODELS: Readonly<Record<SignalSource, string | null>> = {
  network: null,
  linear: 'linear',
  momentum: '20-day',
  seasonal: 'season',
};

/** Grade of the model that issues the signals; the t-statistic is that of its correlation. */
function findGrade(
  { verdict, confirmation }: Evaluation,
  { id }: NetworkSpec,
  market: string,
): SkillCell | null {
  const row = verdict.rows.find((one) => one.network === id && one.subject === market);
  if (!row) return null;
  const isConfirmed =
    confirmation?.rows.some(
      (one) => one.network === id && one.subject === market && one.hasSkill,
    ) ?? false;
  return {
    mark: row.hasSkill ? (isConfirmed ? 'A' : 'B') : 'none',
    figure: `t ${formatSignedNumber(row.icT, 1)}`,
    model: MODELS[row.source],
  };
}

/** Loss against that of the best benchmark, percent; positive is better. */
function computeGainPercent({ loss, rivals, best }: EvaluationRow): number | null {
  const benchmark = rivals.find(({ name }) => name === best)?.loss;
  return benchmark === undefined || benchmark === 0 ? null : 100 * (1 - loss / benchmark);
}

const toCell = (row: EvaluationRow): SkillCell => ({
  mark: row.hasSkill ? 'skill' : 'none',
  figure: formatSignedPercent(computeGainPercent(row), 1),
  model: null,
});

function buildPlacesCell(rows: readonly EvaluationRow[]): SkillCell | null {
  if (rows.length === 0) return null;
  const skilled = rows.filter(({ hasSkill }) => hasSkill).length;
  return {
    mark: skilled > 0 ? 'skill' : 'none',
    figure: `${formatCount(skilled)} of ${formatCount(rows.length)}`,
    model: null,
  };
}

export function buildSkillMatrix(evaluation: Evaluation): SkillMatrix {
  return {
    markets: [
      ...MARKETS.map(getSubjectName).map((name) => name.replace(/ Futures$/, '')),
      'Places',
    ],
    rows: NETWORKS.map((spec) => {
      const isDirection = DIRECTION_NETWORKS.some(({ id }) => id === spec.id);
      const main = evaluation.rows.filter(
        ({ network, isMain, subject }) => isMain && network === spec.id && subject !== 'all',
      );
      const findCell = (market: string): SkillCell | null => {
        if (isDirection) return findGrade(evaluation, spec, market);
        const row = main.find((one) => findMarket(one) === market);
        return row ? toCell(row) : null;
      };
      return {
        network: spec.id,
        forecast: FORECASTS[spec.id],
        cells: [
          ...MARKETS.map(findCell),
          buildPlacesCell(main.filter((one) => findMarket(one) === null)),
        ],
      };
    }),
  };
}
