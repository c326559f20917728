// Number of seeded scenario runs: few in `npm test`, 100 in `npm run test:deep`, or SCENARIO_RUNS.
import { createSeededRandomFunction } from './killer-traders';
import { chooseSize } from './run-size';

const DEEP_RUNS = 100;

/** `few` applies to `npm test`; SCENARIO_RUNS overrides both counts. */
export const getScenarioRunCount = (few: number): number =>
  Number(process.env['SCENARIO_RUNS'] ?? chooseSize(few, DEEP_RUNS));

/** SCENARIO_SEED repeats a failed run. */
export const SCENARIO_SEED = Number(process.env['SCENARIO_SEED'] ?? 20_261_123);

/** Separate random numbers in [0, 1) per run, so that a run can be repeated alone. */
export const createRunRandom = (run: number): (() => number) =>
  createSeededRandomFunction(SCENARIO_SEED + run);
