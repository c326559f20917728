// What `npm run train` does: rows of worlds, networks from rows, files of weights. How good they
// are is told by `npm run evaluate`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from '../../server/platform/env.server';
import { PROJECT_ROOT } from '../../server/platform/project.server';
import type { NetworkId } from '../../trading/networks/network-spec';
import type { Program, Progress } from '../cli';
import { OPTION_HELP, OPTION_ROWS, type TrainCall, readOptions } from './options';
import { runTasks } from './pool';
import { trainedText, type Trained } from './print';
import { RowFiles, rowsCode } from './row-files';
import { RowSource } from './row-source';
import type { Task } from './tasks';
import { EPOCHS, type TrainedOn, sha256 } from './train-net';
import { CALIBRATE_SEEDS, TRAIN_SEEDS, YEARS } from './worlds';

type ModelTask = Extract<Task, { kind: 'model' }>;

/** Folder of the committed weights. */
export const WEIGHTS_FOLDER = join(PROJECT_ROOT, 'app', 'trading', 'networks', 'weights');
const getFile = (folder: string, id: NetworkId): string => join(folder, `${id}.json`);

/** The program over a folder of weights and one for the rows that it keeps. */
export const trainProgram = (
  folder: string = WEIGHTS_FOLDER,
  dataDir: () => string = () => env().DATA_DIR,
): Program => ({
  name: 'train',
  summary:
    'Trains the eight networks on simulated worlds and writes their weights. Rows of worlds are kept under DATA_DIR, so that a second training is short.',
  usage: '[--net LIST] [--threads N] [--check] [--years N]',
  options: OPTION_ROWS,
  optionHelp: OPTION_HELP,
  async run(call) {
    const options = readOptions(call);
    const files = new RowFiles(dataDir(), rowsCode());
    const sources = new RowSource(files, options, call.progress);
    const times = startStopwatch();
    const worlds = await sources.make([...TRAIN_SEEDS, ...CALIBRATE_SEEDS], options.nets);
    const rowSeconds = times();
    const trained = await train(options, sources, folder, call.progress);
    const took = { worlds, rowSeconds, trainSeconds: times() };
    call.print(trainedText(trained, took, options));
    call.printJson({
      trained: trained.map(({ text: _, ...rest }) => rest),
      ...took,
      threads: options.threads,
    });
    return options.isCheck && trained.some(({ isSame }) => !isSame) ? 1 : 0;
  },
});

/** Seconds since it was asked before. */
function startStopwatch(): () => number {
  let last = performance.now();
  return () => {
    const now = performance.now();
    const passed = (now - last) / 1000;
    last = now;
    return passed;
  };
}

const trainedOn = (sources: RowSource, id: NetworkId, years: number): TrainedOn => ({
  train: sources.of(id, TRAIN_SEEDS),
  calibrate: sources.of(id, CALIBRATE_SEEDS),
  trainSeeds: TRAIN_SEEDS,
  calibrateSeeds: CALIBRATE_SEEDS,
  years,
});

async function train(
  { nets, threads, years, isCheck }: TrainCall,
  sources: RowSource,
  folder: string,
  progress: Progress,
): Promise<readonly Trained[]> {
  const tasks = nets.map(
    (id): ModelTask => ({ kind: 'model', id, on: trainedOn(sources, id, years) }),
  );
  // the longest first, so that no thread waits for one that began late
  const order = [...tasks].sort(
    (a, b) => b.on.train.x.length * EPOCHS[b.id] - a.on.train.x.length * EPOCHS[a.id],
  );
  const texts = await runTasks(order, threads, {
    onDone: (share) => progress.update(share, 1, 'networks'),
  });
  progress.end();
  return tasks.map((task) => {
    const text = texts[order.indexOf(task)] ?? '';
    const file = getFile(folder, task.id);
    const isSame = existsSync(file) && readFileSync(file, 'utf8') === text;
    if (!isCheck && !isSame && years === YEARS) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, text);
    }
    return {
      net: task.id,
      rows: task.on.train.rows,
      inputs: task.on.train.inputs,
      bytes: text.length,
      sha: sha256(text).slice(0, 16),
      isSame,
      text,
    };
  });
}
