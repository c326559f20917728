// Jobs of validate-market and of the training on worker threads: the bits of one thread.
import { serialize } from 'node:v8';
import { afterAll, expect, it } from 'vitest';
import { ROWS_JOB } from '../../app/programs/train/jobs';
import { TRAINING_CATALOG } from '../../app/programs/train/work';
import {
  MARKET_STUDY_JOB,
  RULES_JOB,
  STRESS_JOB,
  TRADERS_JOB,
} from '../../app/programs/validate-market/jobs';
import { createValidationCatalog } from '../../app/programs/validate-market/work';
import type { JobKind } from '../../app/server/jobs/job-kind';
import { LocalRunner } from '../../app/server/jobs/local-runner';
import { PoolRunner } from '../../app/server/jobs/pool-runner.server';
import { createWorld } from '../../app/trading/simulation/world';

const pool = new PoolRunner({ threads: 2 });
const local = new LocalRunner([...createValidationCatalog(createWorld), ...TRAINING_CATALOG]);
afterAll(() => pool.close());

/** A copy first, because a copy may store a whole number in another way than a computation. */
const listBits = (value: unknown): string => serialize(structuredClone(value)).toString('base64');

async function expectEqualBits<I, R>(kind: JobKind<I, R>, inputs: readonly I[]): Promise<void> {
  const [alone, threaded] = [await local.run(kind, inputs), await pool.run(kind, inputs)];
  expect(threaded.map(listBits)).toEqual(alone.map(listBits));
}

it('traders on efficient markets', async () => {
  await expectEqualBits(TRADERS_JOB, [
    { seed: 'lunch-1', years: 0.2 },
    { seed: 'lunch-2', years: 0.2 },
  ]);
});

it('reference strategies on efficient markets', async () => {
  await expectEqualBits(RULES_JOB, [{ seed: 'rules-1', years: 0.2 }]);
});

it('weather shocks', async () => {
  await expectEqualBits(STRESS_JOB, [{ seed: '1/shock 1', everyDays: 31, years: 1 }]);
});

it('the study of a market', async () => {
  await expectEqualBits(MARKET_STUDY_JOB, [
    { seed: '1', years: 0.5, closeYears: 0.05, efficientPathCount: 1 },
  ]);
});

it('rows of the training', async () => {
  await expectEqualBits(ROWS_JOB, [{ seed: '1', years: 1, nets: ['SpikeNet'] }]);
});
