// No edge of a rule: in a market that digests all news at once, none of the rules that every
// commodity has earns anything net of its costs.
import { dayStartMs } from '../../../trading/simulation/calendar';
import { CHAINS as WORLD_CHAINS } from '../../../trading/simulation/chains';
import type { WeatherPart } from '../../../trading/simulation/parts';
import { usDegreeDays } from '../../../trading/simulation/us-weather';
import { computeMean, standardError } from '../../../trading/statistics/sample';
import { createEvaluator } from '../../../trading/strategies/evaluate';
import type { InputBar } from '../../../trading/strategies/playbook';
import {
  REFERENCE_IDS,
  type ReferenceId,
  findReferenceRow,
} from '../../../trading/strategies/playbooks/reference';
import { type FactRow, atMost } from '../row';
import { type Tape, computeEarned, buildTraderTapes } from '../trader-tape';
import { daysOfYears, type OpenWorld } from '../world-study';

const ERRORS_NET = 2;
/**
 * Readings of a day are published at noon of the next: a close at midnight knows those of the day
 * before the last.
 */
const READINGS_AFTER_DAYS = 2;
const FIRST_LEVEL = 100;

export interface RulesPlan {
  readonly worlds: number;
  /** The first year teaches the rules what is normal: weather is traded from the second on. */
  readonly years: number;
}

type Readings = readonly Readonly<Record<string, number>>[];

const buildReadings = (weather: WeatherPart, days: number): Readings =>
  Array.from({ length: days }, (_, day) => ({ ...usDegreeDays(weather.pastDay(day)) }));

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
  endsMs: dayStartMs(day + 1) - 1,
  inputs: ids.map((id) => readings[day + 1 - READINGS_AFTER_DAYS]?.[id] ?? NaN),
});

/**
 * The side that a rule wants after each close of a chain, folded over the index of its returns: a
 * history without rolls.
 */
function listSides(
  rule: ReferenceId,
  { chain, days, returns }: Tape,
  readings: Readings,
): readonly number[] {
  const commodity = WORLD_CHAINS.find(({ id }) => id === chain)?.commodity;
  const row = commodity ? findReferenceRow(commodity, rule) : null;
  if (!row) return [];
  const evaluator = createEvaluator(row);
  const state = evaluator.init();
  let level = FIRST_LEVEL;
  return returns.map((change, index) => {
    const open = level;
    level *= 1 + change;
    evaluator.fold(state, buildBar(open, level, days[index] ?? 0, row.inputs, readings));
    return state.side;
  });
}

/**
 * Net return a year in percent of a rule, as the mean over the nine chains; a side is held from the
 * close after which it was wanted.
 */
function computeNet(rule: ReferenceId, tapes: readonly Tape[], readings: Readings): number {
  return computeMean(
    tapes.map((tape) => {
      const sides = listSides(rule, tape, readings);
      return computeEarned(tape, (day) => sides[day - 1] ?? 0).net;
    }),
  );
}

/** One row for each rule over so many efficient worlds; a figure is the mean over worlds. */
export function ruleRows(
  open: OpenWorld,
  { worlds, years }: RulesPlan,
  progress: (done: number) => void = () => undefined,
): FactRow[] {
  const nets = new Map(REFERENCE_IDS.map((rule) => [rule, [] as number[]]));
  for (let index = 1; index <= worlds; index += 1) {
    const parts = open({ seed: `rules-${index}`, alpha: { efficient: true } });
    const days = daysOfYears(years);
    const tapes = buildTraderTapes(parts, days);
    const readings = buildReadings(parts.weather, days);
    for (const [rule, values] of nets) values.push(computeNet(rule, tapes, readings));
    progress(index);
  }
  return [...nets].map(([rule, values]): FactRow => {
    const error = standardError(values);
    return {
      fact: `${rule.toLowerCase().replaceAll('_', ' ')} rule, net a year, %`,
      market: 'nine chains',
      simulated: [computeMean(values)],
      target: atMost(ERRORS_NET * error),
      real: null,
      decimals: 2,
      note: `${worlds} efficient worlds, standard error ${error.toFixed(2)}`,
    };
  });
}
