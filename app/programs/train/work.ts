// Work of the training jobs. Results do not depend on the thread.
import { defineJob, type JobEntry, type JobWork } from '../../server/jobs/job-kind';
import { formatModelFile } from '../../trading/networks/core/model-file';
import { getNetworkSpec } from '../../trading/networks/registry';
import { MODEL_JOB, type ModelRequest, ROWS_JOB } from './jobs';
import { EPOCHS, sha256, trainModel } from './train-network-model';
import { type WorldRows, type WorldRowsRequest, simulateRows } from './world-rows';

export const ROWS_WORK: JobWork<WorldRowsRequest, WorldRows> = {
  run: (request, onPart) => simulateRows(request, (done, total) => onPart(done / total)),
  listBuffers: (rows) =>
    Object.values(rows).flatMap(({ x, y, note }) =>
      [x, y, note].map(({ buffer }) => buffer as ArrayBuffer),
    ),
};

export const MODEL_WORK: JobWork<ModelRequest, string> = {
  run: ({ id, source, on }, onPart) =>
    formatModelFile(
      trainModel(getNetworkSpec(id), on, source, (epoch) => onPart((epoch + 1) / EPOCHS[id])),
      sha256,
    ),
};

/** For a training in this thread. */
export const TRAINING_CATALOG: readonly JobEntry[] = [
  defineJob(ROWS_JOB, () => ROWS_WORK),
  defineJob(MODEL_JOB, () => MODEL_WORK),
];
