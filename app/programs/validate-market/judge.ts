// The whole judgement: worlds walked, real histories read, every fact asked.
import type { ProgramCall } from '../cli';
import { correlationRows } from './facts/correlations';
import { curveRows } from './facts/curves';
import { type LunchPlan, lunchRows } from './facts/lunch';
import type { Studies } from './facts/measure';
import { powerRows } from './facts/power';
import { rerunRows } from './facts/rerun';
import { returnRows } from './facts/returns';
import { type RulesPlan, ruleRows } from './facts/rules';
import { seasonRows } from './facts/seasons';
import { stressRows } from './facts/stress';
import { weatherRows } from './facts/weather';
import type { RealismTable } from './report';
import type { FactRow } from './row';
import type { MarketStudy } from './study';
import { type OpenWorld, studyWorld } from './world-study';

interface JudgePlan {
  readonly seeds: readonly string[];
  readonly years: number;
  /** Last years of each world in which the costly questions are asked. */
  readonly closeYears: number;
  /** Efficient worlds by seed. */
  readonly twins: number;
  readonly stressPairs: number;
  readonly lunch: LunchPlan;
  readonly rules: RulesPlan;
}

/** Pairs of worlds for a shock, and worlds for the traders and the rules, of the full judgement. */
export const FULL_PLAN = {
  closeYears: 24,
  twins: 3,
  stressPairs: 128,
  lunch: { worlds: 100, years: 1 },
  rules: { worlds: 200, years: 2 },
} as const;

/** Rows that compare studies: the same for a simulated and a real market. */
export const studyRows = (studies: Studies): FactRow[] => [
  ...returnRows(studies),
  ...correlationRows(studies),
  ...seasonRows(studies),
  ...curveRows(studies),
  ...weatherRows(studies),
  ...powerRows(studies),
];

interface Judgement {
  readonly table: RealismTable;
  readonly studies: Studies;
}

/** Judges worlds by a plan, beside a real study where there is one. */
export function judgeRows(
  open: OpenWorld,
  plan: JudgePlan,
  real: MarketStudy | null,
  { update, end }: ProgramCall['progress'],
): Judgement {
  const simulated = plan.seeds.map((seed, index) =>
    studyWorld(
      open,
      { seed, years: plan.years, closeYears: plan.closeYears, twins: plan.twins },
      (day, days) => {
        if (day % 200 === 0) update(index * days + day, plan.seeds.length * days, `world ${seed}`);
      },
    ),
  );
  const studies = { simulated, real };
  update(0, 1, 'the same seed again');
  const rerun = rerunRows(open, plan.seeds[0] ?? '1');
  const stress = stressRows(open, plan.stressPairs, (done) =>
    update(done, plan.stressPairs, 'shocks'),
  );
  const lunch = lunchRows(open, plan.lunch, (done) =>
    update(done, plan.lunch.worlds, 'traders in efficient worlds'),
  );
  const rules = ruleRows(open, plan.rules, (done) =>
    update(done, plan.rules.worlds, 'rules in efficient worlds'),
  );
  end();
  return {
    studies,
    table: {
      seeds: plan.seeds,
      years: plan.years,
      hasReal: real !== null,
      rows: [...studyRows(studies), ...rerun, ...stress, ...lunch, ...rules],
    },
  };
}
