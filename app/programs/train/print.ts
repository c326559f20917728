// Terminal output of `npm run train`.
import { YEARS } from './worlds';
import type { TrainCall } from './options';

export interface TrainedNetwork {
  readonly net: string;
  readonly rows: number;
  readonly inputs: number;
  readonly bytes: number;
  /** First digits of the file's SHA-256. */
  readonly sha: string;
  /** Whether the existing file is byte-identical. */
  readonly isSame: boolean;
  readonly text: string;
}

/** Simulated paths, and the seconds for rows and training. */
interface TrainingTimes {
  readonly worlds: number;
  readonly rowSeconds: number;
  readonly trainSeconds: number;
}

export function formatTraining(
  trained: readonly TrainedNetwork[],
  { worlds, rowSeconds, trainSeconds }: TrainingTimes,
  { isCheck, years, threads }: TrainCall,
): string {
  const lines = trained.map(({ net, rows, inputs, bytes, sha, isSame }) => {
    const status = isSame
      ? 'unchanged'
      : isCheck
        ? 'DIFFERS'
        : years === YEARS
          ? 'written'
          : 'not written';
    return `${net.padEnd(16)}${String(rows).padStart(8)} rows x ${String(inputs).padStart(2)} inputs  ${String(bytes).padStart(6)} bytes  ${sha}  ${status}`;
  });
  const rowsText =
    worlds === 0
      ? 'cached rows'
      : `rows of ${worlds} paths simulated in ${rowSeconds.toFixed(1)} s`;
  return [
    ...lines,
    `${rowsText}; networks trained in ${trainSeconds.toFixed(1)} s on ${threads} threads`,
  ].join('\n');
}
