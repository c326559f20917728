// Job of `npm run desk-year`: one desk in one simulated market.
import { z } from 'zod';
import type { DeskYear } from '../../models/model-card/desk-year-study';
import type { JobKind } from '../../server/jobs/job-kind';
import { HOUR_MS } from '../../trading/domain/time';
import type { DeskYearPlan } from './run-desk-year';

export const DESK_YEAR_JOB: JobKind<DeskYearPlan, DeskYear> = {
  name: 'desk-year',
  input: z.object({
    seed: z.string(),
    isEfficient: z.boolean(),
    days: z.int(),
    hasSignals: z.boolean(),
  }),
  timeLimitMs: 12 * HOUR_MS,
  // The feed creates many short-lived objects; a small young generation would copy the history of a
  // simulated day repeatedly.
  youngGenerationMb: 192,
  heapMb: null,
  isShareable: true,
};
