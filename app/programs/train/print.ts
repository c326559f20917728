// What `npm run train` prints: the files that were made, and where the time went.
import { YEARS } from './worlds';
import type { TrainCall } from './options';

export interface Trained {
  readonly net: string;
  readonly rows: number;
  readonly inputs: number;
  readonly bytes: number;
  /** First digits of the digest of the file. */
  readonly sha: string;
  /** The file that was there is the same to the byte. */
  readonly isSame: boolean;
  readonly text: string;
}

/** How many worlds had to be walked for rows, and the seconds of that and of the training. */
interface Took {
  readonly worlds: number;
  readonly rowSeconds: number;
  readonly trainSeconds: number;
}

export function trainedText(
  trained: readonly Trained[],
  { worlds, rowSeconds, trainSeconds }: Took,
  { isCheck, years, threads }: TrainCall,
): string {
  const lines = trained.map(({ net, rows, inputs, bytes, sha, isSame }) => {
    const fate = isSame
      ? 'same as before'
      : isCheck
        ? 'DIFFERS'
        : years === YEARS
          ? 'written'
          : 'not written';
    return `${net.padEnd(11)}${String(rows).padStart(8)} rows of ${String(inputs).padStart(2)}  ${String(bytes).padStart(6)} bytes  ${sha}  ${fate}`;
  });
  const made =
    worlds === 0
      ? 'rows were kept from before'
      : `rows of ${worlds} worlds were made in ${rowSeconds.toFixed(1)} s`;
  return [
    ...lines,
    `${made}; networks took ${trainSeconds.toFixed(1)} s on ${threads} threads`,
  ].join('\n');
}
