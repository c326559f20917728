// Runs all checks of the simulated market.
import type { JobRunner, RunProgress } from '../../server/jobs/job-runner';
import type { ProgramCall } from '../cli';
import { buildCorrelationRows } from './facts/correlations';
import { buildCurveRows } from './facts/curves';
import {
  type EfficientMarketPlan,
  buildEfficientMarketRows,
  listTraderSeeds,
} from './facts/efficient-market';
import { buildGasRows } from './facts/gas';
import type { Studies } from './facts/measure';
import { buildPowerRows } from './facts/power';
import { buildRerunRows } from './facts/rerun';
import { buildReturnRows } from './facts/returns';
import { type RulesPlan, buildRuleRows, listRuleSeeds } from './facts/rules';
import { buildSeasonRows } from './facts/seasons';
import { type StressPlan, buildStressRows, listStressWorlds } from './facts/stress';
import { buildWeatherRows } from './facts/weather';
import type { RealismTable } from './report';
import type { FactRow } from './row';
import type { MarketStudy } from './study';
import type { OpenWorld } from './open-world';
import { MARKET_STUDY_JOB, RULES_JOB, STRESS_JOB, TRADERS_JOB } from './jobs';

interface ValidationPlan {
  readonly seeds: readonly string[];
  readonly years: number;
  /** Last years of each path with expensive checks. */
  readonly closeYears: number;
  /** Efficient paths per seed. */
  readonly efficientPaths: number;
  readonly stress: StressPlan;
  readonly lunch: EfficientMarketPlan;
  readonly rules: RulesPlan;
}

/** Numbers of paths and dates of a full run. */
export const FULL_PLAN = {
  closeYears: 24,
  efficientPaths: 3,
  stress: { everyDays: 2, years: 2, worldsPerSeed: 3 },
  lunch: { worlds: 100, years: 1 },
  rules: { worlds: 200, years: 2 },
} as const;

/** Rows computed equally for simulated and real markets. */
export const buildStudyRows = (studies: Studies): FactRow[] => [
  ...buildReturnRows(studies),
  ...buildCorrelationRows(studies),
  ...buildSeasonRows(studies),
  ...buildCurveRows(studies),
  ...buildGasRows(studies),
  ...buildWeatherRows(studies),
  ...buildPowerRows(studies),
];

interface ValidationResult {
  readonly table: RealismTable;
  readonly studies: Studies;
}

/** The determinism check runs in this thread, in markets of `open`. */
export async function runValidation(
  { runner, open }: { readonly runner: JobRunner; readonly open: OpenWorld },
  plan: ValidationPlan,
  real: MarketStudy | null,
  progress: ProgramCall['progress'],
): Promise<ValidationResult> {
  const reportPhase = (count: number, label: string) => ({
    onProgress: ({ done }: RunProgress) => progress.update(done, count, label),
  });
  const simulated = await runner.run(
    MARKET_STUDY_JOB,
    plan.seeds.map((seed) => ({
      seed,
      years: plan.years,
      closeYears: plan.closeYears,
      efficientPathCount: plan.efficientPaths,
    })),
    reportPhase(plan.seeds.length, 'paths'),
  );
  const studies = { simulated, real };
  progress.update(0, 1, 'determinism');
  const rerun = buildRerunRows(open, plan.seeds[0] ?? '1');
  const stressWorlds = listStressWorlds(plan.seeds, plan.stress);
  const stress = buildStressRows(
    await runner.run(STRESS_JOB, stressWorlds, reportPhase(stressWorlds.length, 'shocks')),
    plan.stress,
  );
  const { lunch, rules } = plan;
  const efficientMarket = buildEfficientMarketRows(
    await runner.run(
      TRADERS_JOB,
      listTraderSeeds(lunch).map((seed) => ({ seed, years: lunch.years })),
      reportPhase(lunch.worlds, 'traders on efficient markets'),
    ),
  );
  const ruleRows = buildRuleRows(
    await runner.run(
      RULES_JOB,
      listRuleSeeds(rules).map((seed) => ({ seed, years: rules.years })),
      reportPhase(rules.worlds, 'strategies on efficient markets'),
    ),
  );
  progress.endPhase();
  return {
    studies,
    table: {
      seeds: plan.seeds,
      years: plan.years,
      hasReal: real !== null,
      rows: [...buildStudyRows(studies), ...rerun, ...stress, ...efficientMarket, ...ruleRows],
    },
  };
}
