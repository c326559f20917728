// Jobs of `npm run validate-market` and the stress benchmark: one simulated market each.
import { z } from 'zod';
import type { JobKind } from '../../server/jobs/job-kind';
import { HOUR_MS } from '../../trading/domain/time';
import type { TraderResult } from './facts/efficient-market';
import type { RuleNets } from './facts/rules';
import type { StressWorld, StressWorldRequest } from './facts/stress';
import type { StudyPlan } from './simulation-study';
import type { MarketStudy } from './study';

/** An efficient market and its length. */
interface EfficientRequest {
  readonly seed: string;
  readonly years: number;
}

const LIMITS = {
  timeLimitMs: 6 * HOUR_MS,
  youngGenerationMb: 64,
  heapMb: null,
  isShareable: true,
} as const;

const Efficient = z.object({ seed: z.string(), years: z.number() });

/** All data of a seed: its path, and its efficient paths. */
export const MARKET_STUDY_JOB: JobKind<StudyPlan, MarketStudy> = {
  ...LIMITS,
  name: 'market-study',
  input: z.object({
    seed: z.string(),
    years: z.number(),
    closeYears: z.number(),
    efficientPathCount: z.int(),
  }),
};

/** Weather shocks on all their dates in one world. */
export const STRESS_JOB: JobKind<StressWorldRequest, StressWorld> = {
  ...LIMITS,
  name: 'weather-shocks',
  input: z.object({ seed: z.string(), everyDays: z.int(), years: z.int() }),
};

/** Traders without skill on an efficient market. */
export const TRADERS_JOB: JobKind<EfficientRequest, TraderResult> = {
  ...LIMITS,
  name: 'efficient-traders',
  input: Efficient,
};

/** Reference strategies on an efficient market. */
export const RULES_JOB: JobKind<EfficientRequest, RuleNets> = {
  ...LIMITS,
  name: 'efficient-rules',
  input: Efficient,
};
