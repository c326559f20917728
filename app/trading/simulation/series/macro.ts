/** The dollar, the Brazilian real and the world economy, day by day. */
import { DAYS_PER_YEAR, isWeekend } from '../calendar';
import type { Chance } from '../random-streams';
import { type Factor, factorShocks } from '../shocks';

/** Logs over the means, at a midnight. */
export interface MacroState {
  readonly usd: number;
  readonly brl: number;
  readonly macro: number;
}

interface MacroRow {
  readonly mean: number;
  /** Standard deviation of the log over a weekday. */
  readonly sd: number;
  /** Weights of shared shocks; the rest of the variance is its own. */
  readonly factors: Partial<Record<Factor, number>>;
  /** Share of the distance home that is closed in a year. */
  readonly pull: number;
}

/**
 * A weak economy lifts the dollar and sinks the real; annual volatilities of about 7.5, 15 and 16
 * percent are those of the real ones.
 */
const ROWS: Readonly<Record<keyof MacroState, MacroRow>> = {
  usd: { mean: 100, sd: 0.0047, factors: { global: -0.35 }, pull: 0.3 },
  brl: { mean: 4.2, sd: 0.0095, factors: { global: -0.45, ag: -0.15 }, pull: 0.25 },
  macro: { mean: 100, sd: 0.01, factors: { global: 0.8, energy: 0.1 }, pull: 0.4 },
};
/** A weekend day moves so much as a weekday. */
const WEEKEND_RATIO = 0.35;

export const FIRST_MACRO: MacroState = { usd: 0, brl: 0, macro: 0 };

/** What a state says in quoted units. */
export const macroValue = (state: MacroState, name: keyof MacroState): number =>
  ROWS[name].mean * Math.exp(state[name]);

/** The step from the midnight that begins a day to the one that ends it. */
export function macroStep(chance: Chance): (before: MacroState, day: number) => MacroState {
  const shock = factorShocks(chance);
  const steps = {
    usd: buildStep(chance, 'usd'),
    brl: buildStep(chance, 'brl'),
    macro: buildStep(chance, 'macro'),
  };
  return (before, day) => {
    const [global, energy, ag] = [shock('global', day), shock('energy', day), shock('ag', day)];
    const scale = isWeekend(day) ? WEEKEND_RATIO : 1;
    return {
      usd: steps.usd(before.usd, global, energy, ag, day, scale),
      brl: steps.brl(before.brl, global, energy, ag, day, scale),
      macro: steps.macro(before.macro, global, energy, ag, day, scale),
    };
  };
}

type Step = (
  log: number,
  global: number,
  energy: number,
  ag: number,
  day: number,
  scale: number,
) => number;

function buildStep(chance: Chance, name: keyof MacroState): Step {
  const { sd, factors, pull } = ROWS[name];
  const stream = chance.stream(`series/${name}`);
  const [onGlobal, onEnergy, onAg] = [factors.global ?? 0, factors.energy ?? 0, factors.ag ?? 0];
  const own = Math.sqrt(1 - onGlobal ** 2 - onEnergy ** 2 - onAg ** 2);
  const kept = Math.exp(-pull / DAYS_PER_YEAR);
  return (log, global, energy, ag, day, scale) =>
    log * kept +
    sd *
      scale *
      (onGlobal * global + onEnergy * energy + onAg * ag + own * chance.normal(stream, day));
}
