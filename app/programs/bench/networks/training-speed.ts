// Time to train all eight networks from scratch, compared with the committed weights.
import { createTrainProgram } from '../../train/program';
import type { ProgramCall } from '../../cli';

export interface TrainingSpeed {
  readonly threads: number;
  readonly worlds: number;
  readonly rowSeconds: number;
  readonly trainSeconds: number;
  /** Whether all weights are bit-identical to the committed ones. */
  readonly isSame: boolean;
}

type TrainingOutput = Omit<TrainingSpeed, 'isSame'>;

/**
 * Runs `npm run train -- --check` with an empty row folder. `options` may set other years for
 * tests.
 */
export async function measureTraining(
  folder: string,
  progress: ProgramCall['progress'],
  options: Readonly<Record<string, string>> = {},
): Promise<TrainingSpeed> {
  let output: TrainingOutput | null = null;
  const exitCode = await createTrainProgram(undefined, () => folder).run({
    files: [],
    option: (name) => options[name],
    flag: (name) => name === 'check',
    isJson: true,
    print: () => undefined,
    printJson: (value) => void (output = value as TrainingOutput),
    progress,
  });
  if (output === null) throw new Error('the training printed no result');
  const { threads, worlds, rowSeconds, trainSeconds } = output as TrainingOutput;
  return { threads, worlds, rowSeconds, trainSeconds, isSame: exitCode === 0 };
}
