// Runs all checks of the simulated market.
import type { ProgramCall } from '../cli';
import { buildCorrelationRows } from './facts/correlations';
import { buildCurveRows } from './facts/curves';
import { type EfficientMarketPlan, buildEfficientMarketRows } from './facts/efficient-market';
import { buildGasRows } from './facts/gas';
import type { Studies } from './facts/measure';
import { buildPowerRows } from './facts/power';
import { buildRerunRows } from './facts/rerun';
import { buildReturnRows } from './facts/returns';
import { type RulesPlan, buildRuleRows } from './facts/rules';
import { buildSeasonRows } from './facts/seasons';
import { type StressPlan, buildStressRows } from './facts/stress';
import { buildWeatherRows } from './facts/weather';
import type { RealismTable } from './report';
import type { FactRow } from './row';
import type { MarketStudy } from './study';
import type { OpenWorld } from './open-world';
import { studySimulation } from './simulation-study';

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

export function runValidation(
  open: OpenWorld,
  plan: ValidationPlan,
  real: MarketStudy | null,
  progress: ProgramCall['progress'],
): ValidationResult {
  const simulated = plan.seeds.map((seed, index) =>
    studySimulation(
      open,
      {
        seed,
        years: plan.years,
        closeYears: plan.closeYears,
        efficientPathCount: plan.efficientPaths,
      },
      (day, days) => {
        if (day % 200 === 0)
          progress.update(index * days + day, plan.seeds.length * days, `path ${seed}`);
      },
    ),
  );
  const studies = { simulated, real };
  progress.update(0, 1, 'determinism');
  const rerun = buildRerunRows(open, plan.seeds[0] ?? '1');
  const stress = buildStressRows(open, plan.seeds, plan.stress, (done, of) =>
    progress.update(done, of, 'shocks'),
  );
  const efficientMarket = buildEfficientMarketRows(open, plan.lunch, (done) =>
    progress.update(done, plan.lunch.worlds, 'traders on efficient markets'),
  );
  const rules = buildRuleRows(open, plan.rules, (done) =>
    progress.update(done, plan.rules.worlds, 'strategies on efficient markets'),
  );
  progress.endPhase();
  return {
    studies,
    table: {
      seeds: plan.seeds,
      years: plan.years,
      hasReal: real !== null,
      rows: [...buildStudyRows(studies), ...rerun, ...stress, ...efficientMarket, ...rules],
    },
  };
}
