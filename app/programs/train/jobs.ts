// Jobs of `npm run train` and `npm run evaluate`: the rows of one path, and one model.
import { z } from 'zod';
import type { JobKind } from '../../server/jobs/job-kind';
import { HOUR_MS } from '../../trading/domain/time';
import type { NetworkId } from '../../trading/networks/network-spec';
import { NETWORKS } from '../../trading/networks/registry';
import { TRAINED_SOURCES, type TrainedSource } from '../../trading/networks/signal-source';
import type { TrainingSet } from './train-network-model';
import type { WorldRows, WorldRowsRequest } from './world-rows';

export interface ModelRequest {
  readonly id: NetworkId;
  readonly source: TrainedSource;
  readonly on: TrainingSet;
}

const Network = z.enum(NETWORKS.map(({ id }) => id));
const Column = z.instanceof(Float64Array);
const Rows = z.object({
  rows: z.int(),
  inputs: z.int(),
  targets: z.int(),
  notes: z.int(),
  x: Column,
  y: Column,
  note: Column,
});

/** Forecast runs live for a simulated month. */
const LIMITS = { timeLimitMs: 3 * HOUR_MS, youngGenerationMb: 192, heapMb: null } as const;

/** Training rows of the requested networks on one path. */
export const ROWS_JOB: JobKind<WorldRowsRequest, WorldRows> = {
  ...LIMITS,
  name: 'training-rows',
  input: z.object({
    seed: z.string(),
    years: z.number(),
    nets: z.array(Network),
    isEfficient: z.boolean().optional(),
  }),
  isShareable: true,
};

/** Text of the weights file of one model. */
export const MODEL_JOB: JobKind<ModelRequest, string> = {
  ...LIMITS,
  name: 'model',
  input: z.object({
    id: Network,
    source: z.enum(TRAINED_SOURCES),
    on: z.object({
      train: Rows,
      calibrate: Rows,
      trainSeeds: z.array(z.string()),
      calibrateSeeds: z.array(z.string()),
      years: z.number(),
    }),
  }),
  isShareable: true,
};
