// The evaluation of networks as one value: their committed weights on unseen worlds and beside all
// that must find nothing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModel } from '../../../trading/networks/core/model-file';
import type { Model } from '../../../trading/networks/core/model';
import type { CheckRow, Evaluation, EvaluationRow } from '../../../trading/networks/evaluation';
import type { NetworkId } from '../../../trading/networks/network-spec';
import type { Progress } from '../../cli';
import type { RowFiles } from '../../train/row-files';
import { RowSource } from '../../train/row-source';
import { sha256 } from '../../train/train-net';
import {
  CALIBRATE_SEEDS,
  POWER_YEARS,
  TEST_SEEDS,
  TEST_YEARS,
  TRAIN_SEEDS,
  YEARS,
} from '../../train/worlds';
import { readReal } from '../../validate-market/real-study';
import { withVerdicts } from './judge';
import { studyReal } from './real-study';
import { INSIDE_SEED, PRICE_NETS, studyNetwork } from './study';
import { SPLITS } from './walk';
import { budgetRows } from './budget';

/** Years of worlds in which there is nothing to find. */
const EFFICIENT_YEARS = 3;

interface NetworkEvaluationRequest {
  readonly nets: readonly NetworkId[];
  readonly threads: number;
  readonly years: number;
  readonly weightsFolder: string;
  readonly historyFolder: string | null;
}

/**
 * Evaluates networks; takes minutes where rows have to be made. Throws where weights are not as
 * they were sealed.
 */
export async function evaluateNetworks(
  { nets, threads, years, weightsFolder, historyFolder }: NetworkEvaluationRequest,
  files: RowFiles,
  progress: Progress,
): Promise<Evaluation> {
  const texts = new Map(
    nets.map((id) => [id, readFileSync(join(weightsFolder, `${id}.json`), 'utf8')]),
  );
  const models = new Map<NetworkId, Model>(
    [...texts].map(([id, text]) => [id, readModel(text, sha256)]),
  );
  const source = new RowSource(files, { threads, years }, progress);
  const testYears = years === YEARS ? TEST_YEARS : years;
  const unseen = new RowSource(files, { threads, years: testYears }, progress);
  const efficient = new RowSource(
    files,
    { threads, years: Math.min(years, EFFICIENT_YEARS) },
    progress,
  );
  await source.make([...TRAIN_SEEDS, ...CALIBRATE_SEEDS], nets);
  await unseen.make(TEST_SEEDS, nets);
  await efficient.make(
    TEST_SEEDS,
    nets.filter((id) => PRICE_NETS.includes(id)),
    true,
  );
  const [rows, inside, checks, shuffled]: [
    EvaluationRow[],
    EvaluationRow[],
    CheckRow[],
    CheckRow[],
  ] = [[], [], [], []];
  for (const [place, id] of nets.entries()) {
    progress.update(place, nets.length + 1, `${id} is judged`);
    const study = studyNetwork(id, models.get(id) as Model, { source, unseen, efficient });
    rows.push(...study.rows);
    inside.push(...study.inside);
    if (study.efficient) checks.push(study.efficient);
    if (study.shuffled) shuffled.push(study.shuffled);
  }
  progress.update(nets.length, nets.length + 1, 'real prices');
  const real = historyFolder === null ? null : studyReal(readReal(historyFolder), models);
  progress.end();
  const weights = Object.fromEntries(
    [...texts].map(([id, text]) => [id, sha256(text)]),
  ) as Evaluation['weights'];
  return {
    weights,
    seeds: TEST_SEEDS,
    years: testYears,
    powerYears: Math.min(testYears, POWER_YEARS),
    rows: withVerdicts(rows),
    inside: { seed: INSIDE_SEED, splits: SPLITS, rows: withVerdicts(inside) },
    efficient: checks,
    shuffled,
    real,
    budget: budgetRows(),
  };
}
