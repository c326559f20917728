// Placebo test: on efficient markets no reference strategy earns a profit after costs.
import { getDayStartMs } from '../../../trading/simulation/calendar';
import { CHAINS as WORLD_CHAINS } from '../../../trading/simulation/chains';
import type { WeatherModel } from '../../../trading/simulation/market-models';
import { computeUsWeather } from '../../../trading/simulation/us-weather';
import { computeMean, computeStandardError } from '../../../trading/statistics/sample';
import { createEvaluator } from '../../../trading/strategies/evaluate';
import type { InputBar } from '../../../trading/strategies/playbook';
import {
  REFERENCE_IDS,
  type ReferenceId,
  findReferenceRow,
} from '../../../trading/strategies/playbooks/reference';
import { type FactRow, createMaxTarget } from '../row';
import { type TraderTape, computeReturns, buildTraderTapes } from '../trader-tape';
import type { OpenWorld } from '../open-world';
import { toDays } from '../simulation-study';

const NET_ERRORS_MAX = 2;
/**
 * Weather readings are published at noon of the next day, so the midnight close uses those of two
 * days before.
 */
const READING_LAG_DAYS = 2;
const START_LEVEL = 100;

export interface RulesPlan {
  readonly worlds: number;
  /** The first year is warm-up for weather normals. */
  readonly years: number;
}

type Readings = readonly Readonly<Record<string, number>>[];

const buildReadings = (weather: WeatherModel, days: number): Readings =>
  Array.from({ length: days }, (_, day) => ({ ...computeUsWeather(weather.getPastDay(day)) }));

const buildBar = (
  open: number,
  close: number,
  day: number,
  ids: readonly string[],
  readings: Readings,
): InputBar => ({
  open,
  close,
  high: Math.max(open, close),
  low: Math.min(open, close),
  endsMs: getDayStartMs(day + 1) - 1,
  inputs: ids.map((id) => readings[day + 1 - READING_LAG_DAYS]?.[id] ?? NaN),
});

/** Target side of a strategy after each close, on the cumulative return index (no rolls). */
function listSides(
  rule: ReferenceId,
  { chain, days, returns }: TraderTape,
  readings: Readings,
): readonly number[] {
  const commodity = WORLD_CHAINS.find(({ id }) => id === chain)?.commodity;
  const row = commodity ? findReferenceRow(commodity, rule) : null;
  if (!row) return [];
  const evaluator = createEvaluator(row);
  const state = evaluator.createState();
  let level = START_LEVEL;
  return returns.map((change, index) => {
    const open = level;
    level *= 1 + change;
    evaluator.fold(state, buildBar(open, level, days[index] ?? 0, row.inputs, readings));
    return state.side;
  });
}

/**
 * Annual net return in percent, mean over the nine chains; a side is held from the close that sets
 * it.
 */
function computeNet(rule: ReferenceId, tapes: readonly TraderTape[], readings: Readings): number {
  return computeMean(
    tapes.map((tape) => {
      const sides = listSides(rule, tape, readings);
      return computeReturns(tape, (day) => sides[day - 1] ?? 0).net;
    }),
  );
}

/** Annual net return of each reference strategy on one path, percent. */
export type RuleNets = readonly number[];

export const listRuleSeeds = ({ worlds }: RulesPlan): readonly string[] =>
  Array.from({ length: worlds }, (_, index) => `rules-${index + 1}`);

/** Lets all reference strategies trade an efficient path. */
export function simulateRules(
  open: OpenWorld,
  { seed, years }: { readonly seed: string; readonly years: number },
): RuleNets {
  const parts = open({ seed, alpha: { efficient: true } });
  const days = toDays(years);
  const tapes = buildTraderTapes(parts, days);
  const readings = buildReadings(parts.weather, days);
  return REFERENCE_IDS.map((rule) => computeNet(rule, tapes, readings));
}

/** One row per strategy; figures are means over paths. */
export function buildRuleRows(results: readonly RuleNets[]): FactRow[] {
  return REFERENCE_IDS.map((rule, index): FactRow => {
    const values = results.map((nets) => nets[index] ?? NaN);
    const error = computeStandardError(values);
    return {
      fact: `${rule.toLowerCase().replaceAll('_', ' ')} rule, net a year, %`,
      market: 'nine chains',
      simulated: [computeMean(values)],
      target: createMaxTarget(NET_ERRORS_MAX * error),
      real: null,
      decimals: 2,
      note: `${results.length} efficient worlds, standard error ${error.toFixed(2)}`,
    };
  });
}
