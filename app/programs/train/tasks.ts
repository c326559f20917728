// The pieces of work of a training: rows of one world, and one network from its rows. Each runs in
// any thread with the same result.
import { modelText } from '../../trading/networks/core/model-file';
import type { NetworkId } from '../../trading/networks/network-spec';
import { networkSpec } from '../../trading/networks/registry';
import { EPOCHS, type TrainedOn, sha256, trainModel } from './train-net';
import { type WorldRows, type WorldRowsRequest, worldRows } from './world-rows';

export type Task =
  | { readonly kind: 'rows'; readonly request: WorldRowsRequest }
  | { readonly kind: 'model'; readonly id: NetworkId; readonly on: TrainedOn };

export type TaskResult<T extends Task> = T extends { kind: 'rows' } ? WorldRows : string;

/** What is done of a task, 0 to 1. */
type OnPart = (part: number) => void;

/** Rows of a world, or the text of a network's file. */
export function runTask(task: Task, onPart: OnPart = () => undefined): WorldRows | string {
  if (task.kind === 'rows')
    return worldRows(
      task.request,
      (done, total) => void (done % 100 === 0 && onPart(done / total)),
    );
  const spec = networkSpec(task.id);
  return modelText(
    trainModel(spec, task.on, (epoch) => onPart((epoch + 1) / EPOCHS[task.id])),
    sha256,
  );
}

/** The buffers of a result, which need not be copied from thread to thread. */
export const listBuffers = (result: WorldRows | string): ArrayBuffer[] =>
  typeof result === 'string'
    ? []
    : Object.values(result).flatMap(({ x, y, note }) =>
        [x, y, note].map(({ buffer }) => buffer as ArrayBuffer),
      );
