// How long it takes from nothing to eight trained networks: rows of all worlds, then weights,
// beside those that are kept.
import { trainProgram } from '../../train/program';
import type { ProgramCall } from '../../cli';

export interface TrainingSpeed {
  readonly threads: number;
  readonly worlds: number;
  readonly rowSeconds: number;
  readonly trainSeconds: number;
  /** Whether each network came out as it is kept, to the bit. */
  readonly isSame: boolean;
}

type Told = Omit<TrainingSpeed, 'isSame'>;

/**
 * Trains as `npm run train -- --check` does, with rows in an empty folder. Other years than those
 * of the kept weights are for trials.
 */
export async function measureTraining(
  folder: string,
  progress: ProgramCall['progress'],
  options: Readonly<Record<string, string>> = {},
): Promise<TrainingSpeed> {
  let told: Told | null = null;
  const exitCode = await trainProgram(undefined, () => folder).run({
    files: [],
    option: (name) => options[name],
    flag: (name) => name === 'check',
    isJson: true,
    print: () => undefined,
    printJson: (value) => void (told = value as Told),
    progress,
  });
  if (told === null) throw new Error('the training told nothing of itself');
  const { threads, worlds, rowSeconds, trainSeconds } = told as Told;
  return { threads, worlds, rowSeconds, trainSeconds, isSame: exitCode === 0 };
}
