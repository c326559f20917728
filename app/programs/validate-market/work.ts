// Work of the validation jobs in markets of `open`.
import { type JobEntry, defineJob } from '../../server/jobs/job-kind';
import { simulateTraders } from './facts/efficient-market';
import { simulateRules } from './facts/rules';
import { simulateShocks } from './facts/stress';
import { MARKET_STUDY_JOB, RULES_JOB, STRESS_JOB, TRADERS_JOB } from './jobs';
import type { OpenWorld } from './open-world';
import { studySimulation } from './simulation-study';

export const createValidationCatalog = (open: OpenWorld): readonly JobEntry[] => [
  defineJob(MARKET_STUDY_JOB, () => ({
    run: (plan, onPart) => studySimulation(open, plan, (day, days) => onPart(day / days)),
  })),
  defineJob(STRESS_JOB, () => ({
    run: (request, onPart) => simulateShocks(open, request, (done, of) => onPart(done / of)),
  })),
  defineJob(TRADERS_JOB, () => ({ run: (request) => simulateTraders(open, request) })),
  defineJob(RULES_JOB, () => ({ run: (request) => simulateRules(open, request) })),
];
