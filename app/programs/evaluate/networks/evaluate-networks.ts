// Evaluates committed weights on out-of-sample simulations, with placebo tests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseModelFile } from '../../../trading/networks/core/model-file';
import type { Model } from '../../../trading/networks/core/model';
import type { CheckRow, Evaluation, EvaluationRow } from '../../../trading/networks/evaluation';
import type { NetworkId } from '../../../trading/networks/network-spec';
import type { Progress } from '../../cli';
import type { RowFiles } from '../../train/row-files';
import { RowSource } from '../../train/row-source';
import { sha256 } from '../../train/train-network-model';
import {
  CALIBRATE_SEEDS,
  POWER_YEARS,
  TEST_SEEDS,
  TEST_YEARS,
  TRAIN_SEEDS,
  YEARS,
} from '../../train/worlds';
import { readRealMarket } from '../../validate-market/real-study';
import { assessSkill } from './score-sheet';
import { studyReal } from './real-study';
import { INSIDE_SEED, PRICE_NETS, studyNetwork } from './study-network';
import { SPLITS } from './walk-forward-sheets';
import { listBudgetRows } from './budget';

/** Years of efficient simulations (placebo test). */
const EFFICIENT_YEARS = 3;

interface NetworkEvaluationRequest {
  readonly nets: readonly NetworkId[];
  readonly threads: number;
  readonly years: number;
  readonly weightsFolder: string;
  readonly historyFolder: string | null;
}

/**
 * Takes minutes when rows must be simulated. Throws when the hash of a weights file does not match.
 */
export async function evaluateNetworks(
  { nets, threads, years, weightsFolder, historyFolder }: NetworkEvaluationRequest,
  files: RowFiles,
  progress: Progress,
): Promise<Evaluation> {
  const weightTexts = new Map(
    nets.map((id) => [id, readFileSync(join(weightsFolder, `${id}.json`), 'utf8')]),
  );
  const models = new Map<NetworkId, Model>(
    [...weightTexts].map(([id, text]) => [id, parseModelFile(text, sha256)]),
  );
  const source = new RowSource(files, { threads, years }, progress);
  const testYears = years === YEARS ? TEST_YEARS : years;
  const outOfSample = new RowSource(files, { threads, years: testYears }, progress);
  const efficient = new RowSource(
    files,
    { threads, years: Math.min(years, EFFICIENT_YEARS) },
    progress,
  );
  await source.simulateMissing([...TRAIN_SEEDS, ...CALIBRATE_SEEDS], nets);
  await outOfSample.simulateMissing(TEST_SEEDS, nets);
  await efficient.simulateMissing(
    TEST_SEEDS,
    nets.filter((id) => PRICE_NETS.includes(id)),
    true,
  );
  const [rows, insideRows, checks, shuffled]: [
    EvaluationRow[],
    EvaluationRow[],
    CheckRow[],
    CheckRow[],
  ] = [[], [], [], []];
  for (const [index, id] of nets.entries()) {
    progress.update(index, nets.length + 1, `${id} is judged`);
    const study = studyNetwork(id, models.get(id) as Model, { source, outOfSample, efficient });
    rows.push(...study.rows);
    insideRows.push(...study.inside);
    if (study.efficient) checks.push(study.efficient);
    if (study.shuffled) shuffled.push(study.shuffled);
  }
  progress.update(nets.length, nets.length + 1, 'real prices');
  const real = historyFolder === null ? null : studyReal(readRealMarket(historyFolder), models);
  progress.end();
  const weights = Object.fromEntries(
    [...weightTexts].map(([id, text]) => [id, sha256(text)]),
  ) as Evaluation['weights'];
  return {
    weights,
    seeds: TEST_SEEDS,
    years: testYears,
    powerYears: Math.min(testYears, POWER_YEARS),
    rows: assessSkill(rows),
    inside: { seed: INSIDE_SEED, splits: SPLITS, rows: assessSkill(insideRows) },
    efficient: checks,
    shuffled,
    real,
    budget: listBudgetRows(),
  };
}
