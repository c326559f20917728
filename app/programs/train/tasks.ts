// Training tasks: rows of one path, or one model from its rows. Results do not depend on the
// thread.
import { formatModelFile } from '../../trading/networks/core/model-file';
import type { NetworkId } from '../../trading/networks/network-spec';
import { getNetworkSpec } from '../../trading/networks/registry';
import type { TrainedSource } from '../../trading/networks/signal-source';
import { EPOCHS, type TrainingSet, sha256, trainModel } from './train-network-model';
import { type WorldRows, type WorldRowsRequest, simulateRows } from './world-rows';

export type Task =
  | { readonly kind: 'rows'; readonly request: WorldRowsRequest }
  | {
      readonly kind: 'model';
      readonly id: NetworkId;
      readonly source: TrainedSource;
      readonly on: TrainingSet;
    };

export type TaskResult<T extends Task> = T extends { kind: 'rows' } ? WorldRows : string;

/** Progress of a task, 0 to 1. */
type OnProgress = (part: number) => void;

/** Returns the rows of a path, or the text of a weights file. */
export function runTask(task: Task, onProgress: OnProgress = () => undefined): WorldRows | string {
  if (task.kind === 'rows')
    return simulateRows(
      task.request,
      (done, total) => void (done % 100 === 0 && onProgress(done / total)),
    );
  const spec = getNetworkSpec(task.id);
  return formatModelFile(
    trainModel(spec, task.on, task.source, (epoch) => onProgress((epoch + 1) / EPOCHS[task.id])),
    sha256,
  );
}

/** Buffers of a result, transferred between threads without a copy. */
export const listBuffers = (result: WorldRows | string): ArrayBuffer[] =>
  typeof result === 'string'
    ? []
    : Object.values(result).flatMap(({ x, y, note }) =>
        [x, y, note].map(({ buffer }) => buffer as ArrayBuffer),
      );
