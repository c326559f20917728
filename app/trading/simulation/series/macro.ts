/** Dollar index, Brazilian real and world economy by day. */
import { DAYS_PER_YEAR, isWeekend } from '../calendar';
import type { RandomStreams } from '../random-streams';
import { type Factor, createFactorShocks } from '../shocks';

/** Log ratios to the means at the start of a day. */
export interface MacroState {
  readonly usd: number;
  readonly brl: number;
  readonly macro: number;
}

interface MacroRow {
  readonly mean: number;
  /** Standard deviation of the log change on a weekday. */
  readonly sd: number;
  /** Loadings on the shared factors; the rest of the variance is specific. */
  readonly factors: Partial<Record<Factor, number>>;
  /** Mean reversion per year. */
  readonly pull: number;
}

/**
 * A weak economy lifts the dollar and weakens the real. Annual volatilities of about 7.5%, 15% and
 * 16% match the real series.
 */
const ROWS: Readonly<Record<keyof MacroState, MacroRow>> = {
  usd: { mean: 100, sd: 0.0047, factors: { global: -0.35 }, pull: 0.3 },
  brl: { mean: 4.2, sd: 0.0095, factors: { global: -0.45, ag: -0.15 }, pull: 0.25 },
  macro: { mean: 100, sd: 0.01, factors: { global: 0.8, energy: 0.1 }, pull: 0.4 },
};
/** Volatility of a weekend day relative to a weekday. */
const WEEKEND_RATIO = 0.35;

export const FIRST_MACRO: MacroState = { usd: 0, brl: 0, macro: 0 };

/** Value of a state in quoted units. */
export const toMacroUnit = (state: MacroState, name: keyof MacroState): number =>
  ROWS[name].mean * Math.exp(state[name]);

/** Step from the start of a day to its end. */
export function createMacroStep(
  random: RandomStreams,
): (before: MacroState, day: number) => MacroState {
  const drawShock = createFactorShocks(random);
  const steps = {
    usd: buildStep(random, 'usd'),
    brl: buildStep(random, 'brl'),
    macro: buildStep(random, 'macro'),
  };
  return (before, day) => {
    const [global, energy, ag] = [
      drawShock('global', day),
      drawShock('energy', day),
      drawShock('ag', day),
    ];
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

function buildStep(random: RandomStreams, name: keyof MacroState): Step {
  const { sd, factors, pull } = ROWS[name];
  const stream = random.getStream(`series/${name}`);
  const [onGlobal, onEnergy, onAg] = [factors.global ?? 0, factors.energy ?? 0, factors.ag ?? 0];
  const ownWeight = Math.sqrt(1 - onGlobal ** 2 - onEnergy ** 2 - onAg ** 2);
  const retention = Math.exp(-pull / DAYS_PER_YEAR);
  return (log, global, energy, ag, day, scale) =>
    log * retention +
    sd *
      scale *
      (onGlobal * global +
        onEnergy * energy +
        onAg * ag +
        ownWeight * random.drawNormal(stream, day));
}
