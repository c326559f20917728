// How many seeded runs a scenario makes: few in `npm test`, 100 in `npm run test:deep`, or as many
// as SCENARIO_RUNS says.
import { seededDice } from './killer-traders';

/** The number of runs; `few` where SCENARIO_RUNS is not set. */
export const scenarioRuns = (few: number): number => Number(process.env['SCENARIO_RUNS'] ?? few);

/** The seed of all scenarios of this process: SCENARIO_SEED repeats a run that failed. */
export const SCENARIO_SEED = Number(process.env['SCENARIO_SEED'] ?? 20_261_123);

/**
 * A dice of its own for each run, so that one run can be repeated without those before it. Rolls
 * lie in [0, 1).
 */
export const diceOfRun = (run: number): (() => number) => seededDice(SCENARIO_SEED + run);
