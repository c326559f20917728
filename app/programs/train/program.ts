// `npm run train`: simulates rows, trains networks, writes weights. Skill is measured by `npm run
// evaluate`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getEnv } from '../../server/platform/env.server';
import { PROJECT_ROOT } from '../../server/platform/project.server';
import type { NetworkId } from '../../trading/networks/network-spec';
import { DIRECTION_NETWORKS } from '../../trading/networks/registry';
import {
  TRAINED_SOURCES,
  type TrainedSource,
  getModelName,
} from '../../trading/networks/signal-source';
import type { Program } from '../cli';
import type { Progress } from '../progress/progress';
import { OPTION_HELP, OPTION_ROWS, type TrainCall, readOptions } from './options';
import { MODEL_JOB, type ModelRequest } from './jobs';
import { runTrainingJobs } from './pool';
import { formatTraining, type TrainedNetwork } from './print';
import { RowFiles, computeRowsCodeHash } from './row-files';
import { RowSource } from './row-source';
import { EPOCHS, type TrainingSet, sha256 } from './train-network-model';
import { CALIBRATE_SEEDS, TRAIN_SEEDS, YEARS } from './worlds';

/** Folder of the committed weights. */
export const WEIGHTS_FOLDER = join(PROJECT_ROOT, 'app', 'trading', 'networks', 'weights');

/** Trained models of a network: the network, and its linear model if it can issue signals. */
export const listTrainedModels = (id: NetworkId): readonly TrainedSource[] =>
  DIRECTION_NETWORKS.some((spec) => spec.id === id) ? TRAINED_SOURCES : ['network'];

/** `folder` contains the weights, `dataDir` the cached rows. */
export const createTrainProgram = (
  folder: string = WEIGHTS_FOLDER,
  dataDir: () => string = () => getEnv().DATA_DIR,
): Program => ({
  name: 'train',
  summary:
    'Trains the eight networks, and linear models beside those of prices, on simulated paths and writes their weights. Rows are cached in DATA_DIR for the next training.',
  usage: '[--net LIST] [--threads N] [--check] [--years N]',
  options: OPTION_ROWS,
  optionHelp: OPTION_HELP,
  async run(call) {
    const options = readOptions(call);
    const files = new RowFiles(dataDir(), computeRowsCodeHash());
    const sources = new RowSource(files, options, call.progress);
    const readStopwatch = startStopwatch();
    const worlds = await sources.simulateMissing(
      [...TRAIN_SEEDS, ...CALIBRATE_SEEDS],
      options.nets,
    );
    const rowSeconds = readStopwatch();
    const networks = await trainNetworks(options, sources, folder, call.progress);
    const times = { worlds, rowSeconds, trainSeconds: readStopwatch() };
    call.print(formatTraining(networks, times, options));
    call.printJson({
      trained: networks.map(({ text: _, ...rest }) => rest),
      ...times,
      threads: options.threads,
    });
    return options.isCheck && networks.some(({ isSame }) => !isSame) ? 1 : 0;
  },
});

/** Returns the seconds since the previous call. */
function startStopwatch(): () => number {
  let last = performance.now();
  return () => {
    const now = performance.now();
    const passed = (now - last) / 1000;
    last = now;
    return passed;
  };
}

const loadTrainingSet = (sources: RowSource, id: NetworkId, years: number): TrainingSet => ({
  train: sources.getRows(id, TRAIN_SEEDS),
  calibrate: sources.getRows(id, CALIBRATE_SEEDS),
  trainSeeds: TRAIN_SEEDS,
  calibrateSeeds: CALIBRATE_SEEDS,
  years,
});

async function trainNetworks(
  { nets, threads, years, isCheck }: TrainCall,
  sources: RowSource,
  folder: string,
  progress: Progress,
): Promise<readonly TrainedNetwork[]> {
  const tasks = nets.flatMap((id): readonly ModelRequest[] => {
    const on = loadTrainingSet(sources, id, years);
    return listTrainedModels(id).map((source) => ({ id, source, on }));
  });
  // Longest first, to balance the threads.
  const order = [...tasks].sort(
    (a, b) => b.on.train.x.length * EPOCHS[b.id] - a.on.train.x.length * EPOCHS[a.id],
  );
  const texts = await runTrainingJobs(MODEL_JOB, order, threads, {
    onProgress: ({ done }) => progress.update(done, order.length, 'networks'),
  });
  progress.endPhase();
  return tasks.map((task) => {
    const text = texts[order.indexOf(task)] ?? '';
    const name = getModelName(task.id, task.source);
    const file = join(folder, `${name}.json`);
    const isSame = existsSync(file) && readFileSync(file, 'utf8') === text;
    if (!isCheck && !isSame && years === YEARS) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, text);
    }
    return {
      net: name,
      rows: task.on.train.rows,
      inputs: task.on.train.inputs,
      bytes: text.length,
      sha: sha256(text).slice(0, 16),
      isSame,
      text,
    };
  });
}
