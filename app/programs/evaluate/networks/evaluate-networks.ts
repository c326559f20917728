// Evaluates committed weights on out-of-sample simulations, with placebo tests.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseModelFile } from '../../../trading/networks/core/model-file';
import type { Model } from '../../../trading/networks/core/model';
import type {
  CandidateRow,
  CheckRow,
  CurveRow,
  Evaluation,
  EvaluationRow,
  SourceRow,
} from '../../../trading/networks/evaluation';
import type { NetworkId } from '../../../trading/networks/network-spec';
import { TRAINED_SOURCES, getModelName } from '../../../trading/networks/signal-source';
import type { Progress } from '../../progress/progress';
import type { RowFiles } from '../../train/row-files';
import { RowSource } from '../../train/row-source';
import { sha256 } from '../../train/train-network-model';
import {
  CALIBRATE_SEEDS,
  CONFIRMATION_SEEDS,
  EFFICIENT_SEEDS,
  POWER_YEARS,
  SELECTION_SEEDS,
  TEST_YEARS,
  TRAIN_SEEDS,
  VERDICT_SEEDS,
  YEARS,
} from '../../train/worlds';
import { readRealMarket } from '../../validate-market/real-study';
import { assessSkill } from './score-sheet';
import { buildSourceTable, chooseSources, scoreSources } from './source-study';
import { studyReal } from './real-study';
import { PRICE_NETS, type StudySources, studyNetwork } from './study-network';
import { SPLITS } from './walk-forward-sheets';
import { listBudgetRows } from './budget';

/** Years of efficient simulations (placebo test). */
const EFFICIENT_YEARS = 3;

interface NetworkEvaluationRequest {
  readonly nets: readonly NetworkId[];
  readonly threads: number;
  readonly years: number;
  /** Paths of every table but the training; null for those of the verdict. */
  readonly seeds: readonly string[] | null;
  readonly weightsFolder: string;
  readonly historyFolder: string | null;
}

/**
 * Takes minutes when rows must be simulated. Throws when the hash of a weights file does not match.
 */
export async function evaluateNetworks(
  { nets, threads, years, seeds, weightsFolder, historyFolder }: NetworkEvaluationRequest,
  files: RowFiles,
  progress: Progress,
): Promise<Evaluation> {
  const { models, weights } = readWeights(nets, weightsFolder);
  const testYears = years === YEARS ? TEST_YEARS : years;
  const efficientYears = Math.min(years, EFFICIENT_YEARS);
  const createSource = (pathYears: number): RowSource =>
    new RowSource(files, { threads, years: pathYears }, progress);
  const sources: StudySources = {
    source: createSource(years),
    outOfSample: createSource(testYears),
    efficient: createSource(efficientYears),
    years,
    verdictSeeds: seeds ?? VERDICT_SEEDS,
    confirmationSeeds: seeds ? null : CONFIRMATION_SEEDS,
    efficientSeeds: seeds ?? EFFICIENT_SEEDS,
  };
  const priceNets = nets.filter((id) => PRICE_NETS.includes(id));
  await sources.source.simulateMissing([...TRAIN_SEEDS, ...CALIBRATE_SEEDS], nets);
  await sources.outOfSample.simulateMissing([...SELECTION_SEEDS, ...sources.verdictSeeds], nets);
  await sources.outOfSample.simulateMissing(sources.confirmationSeeds ?? [], priceNets);
  await sources.efficient.simulateMissing(sources.efficientSeeds, priceNets, true);
  const { rows, insideRows, curve, checks, shuffled, candidates, judged } = judgeNetworks(
    nets,
    models,
    sources,
    progress,
  );
  progress.update(nets.length, nets.length + 1, 'real prices');
  const real = historyFolder === null ? null : studyReal(readRealMarket(historyFolder), models);
  progress.endPhase();
  const outOfSamplePaths = { years: testYears, powerYears: Math.min(testYears, POWER_YEARS) };
  return {
    weights,
    seeds: sources.verdictSeeds,
    ...outOfSamplePaths,
    rows: assessSkill(rows),
    selection: { seeds: SELECTION_SEEDS, rows: candidates },
    verdict: buildSourceTable({ seeds: sources.verdictSeeds, ...outOfSamplePaths }, judged.verdict),
    confirmation: sources.confirmationSeeds
      ? buildSourceTable(
          { seeds: sources.confirmationSeeds, ...outOfSamplePaths },
          judged.confirmation,
        )
      : null,
    efficientVerdict: buildSourceTable(
      {
        seeds: sources.efficientSeeds,
        years: efficientYears,
        powerYears: Math.min(efficientYears, POWER_YEARS),
      },
      judged.efficient,
    ),
    curve,
    inside: { seed: sources.verdictSeeds[0] ?? '', splits: SPLITS, rows: assessSkill(insideRows) },
    efficient: checks,
    shuffled,
    real,
    budget: listBudgetRows(),
  };
}

/** Rows of all networks, before the corrections for many rows. */
interface JudgedNetworks {
  readonly rows: EvaluationRow[];
  readonly insideRows: EvaluationRow[];
  readonly curve: CurveRow[];
  readonly checks: CheckRow[];
  readonly shuffled: CheckRow[];
  readonly candidates: CandidateRow[];
  readonly judged: Readonly<Record<'verdict' | 'confirmation' | 'efficient', SourceRow[]>>;
}

function judgeNetworks(
  nets: readonly NetworkId[],
  models: ReadonlyMap<string, Model>,
  sources: StudySources,
  progress: Progress,
): JudgedNetworks {
  const result: JudgedNetworks = {
    rows: [],
    insideRows: [],
    curve: [],
    checks: [],
    shuffled: [],
    candidates: [],
    judged: { verdict: [], confirmation: [], efficient: [] },
  };
  for (const [index, id] of nets.entries()) {
    progress.update(index, nets.length + 1, `${id} is judged`);
    const study = studyNetwork(
      id,
      { network: models.get(id) as Model, linear: models.get(getModelName(id, 'linear')) ?? null },
      sources,
    );
    result.rows.push(...study.rows);
    result.insideRows.push(...study.inside);
    result.curve.push(...study.curve);
    if (study.efficient) result.checks.push(study.efficient);
    if (study.shuffled) result.shuffled.push(study.shuffled);
    if (!study.sources) continue;
    const own = chooseSources(id, study.sources.selection);
    const chosen = own.filter(({ isChosen }) => isChosen);
    result.candidates.push(...own);
    for (const set of ['verdict', 'confirmation', 'efficient'] as const) {
      const days = study.sources[set];
      if (days) result.judged[set].push(...scoreSources(chosen, days));
    }
  }
  return result;
}

/** Models by name, and the digest of each weights file. */
function readWeights(
  nets: readonly NetworkId[],
  folder: string,
): { readonly models: ReadonlyMap<string, Model>; readonly weights: Evaluation['weights'] } {
  const texts = nets.flatMap((id) =>
    TRAINED_SOURCES.map((source) => getModelName(id, source))
      .map((name) => [name, join(folder, `${name}.json`)] as const)
      .filter(([name, file]) => name === id || existsSync(file))
      .map(([name, file]) => [name, readFileSync(file, 'utf8')] as const),
  );
  return {
    models: new Map(texts.map(([name, text]) => [name, parseModelFile(text, sha256)])),
    weights: Object.fromEntries(texts.map(([name, text]) => [name, sha256(text)])),
  };
}
