/**
 * Joins a playbook's row to its family's rule, checking the parameters once.
 * It knows all five families; it refuses a row whose parameters do not fit, naming each that is wrong.
 */
import type { z } from 'zod';
import { unreachable } from '../domain/outcome';
import { BreakoutParams, breakout } from './rules/breakout';
import { MeanReversionParams, meanReversion } from './rules/mean-reversion';
import { MomentumParams, momentum } from './rules/momentum';
import { SeasonalParams, seasonal } from './rules/seasonal';
import { WeatherAnomalyParams, weatherAnomaly } from './rules/weather-anomaly';
import { type BoundPlaybook, FLAT, type Playbook, type Rule, type RuleBar, type RuleState } from './strategy';

/** A playbook whose parameters do not fit its family: the message names each of them. */
export class PlaybookError extends Error {}

/** Makes a playbook ready to fold. Throws PlaybookError when its parameters do not fit its family. */
export function bindPlaybook(playbook: Playbook): BoundPlaybook {
  switch (playbook.family) {
    case 'MOM': return bind(playbook, MomentumParams, momentum);
    case 'REV': return bind(playbook, MeanReversionParams, meanReversion);
    case 'BRK': return bind(playbook, BreakoutParams, breakout);
    case 'SEAS': return bind(playbook, SeasonalParams, seasonal);
    case 'WXA': return bind(playbook, WeatherAnomalyParams, weatherAnomaly);
    default: return unreachable(playbook.family);
  }
}

/** The series of `needsSeries` that are not among the known ones: with any missing, the playbook has no input and is not run. */
export const missingSeries = (playbook: Playbook, known: readonly string[]): readonly string[] =>
  playbook.needsSeries.filter((series) => !known.includes(series));

function bind<P, S extends RuleState>(playbook: Playbook, schema: z.ZodType<P>, rule: Rule<P, S>): BoundPlaybook {
  const parsed = schema.safeParse(playbook.params);
  const name = `playbook ${playbook.commodity} ${playbook.id}`;
  if (!parsed.success) {
    throw new PlaybookError(`${name}: ${parsed.error.issues.map((issue) => `${issue.path.join('.') || 'params'}: ${issue.message}`).join('; ')}`);
  }
  const params = parsed.data;
  // A state never leaves the playbook that made it, so the family's own shape is safe to assume here and nowhere else.
  return {
    playbook,
    init: () => rule.init(params),
    fold: (state, bar) => allowSide(playbook, rule.fold(params, state as S, soundBar(name, bar))),
  };
}

function soundBar(name: string, bar: RuleBar): RuleBar {
  if (Number.isFinite(bar.close) && Number.isFinite(bar.high) && Number.isFinite(bar.low)) return bar;
  throw new RangeError(`${name}: a bar's prices must be finite numbers`);
}

/** Turns a target on a side that the row does not trade into FLAT; what the rule remembers stays as it was. */
function allowSide<S extends RuleState>(playbook: Playbook, state: S): S {
  const { target } = state;
  if (playbook.sides === 'BOTH' || target.side === 'FLAT' || target.side === playbook.sides) return state;
  return { ...state, target: FLAT(`${target.reason}; stays out, as it trades the ${playbook.sides.toLowerCase()} side only`, target.range) };
}
