/** Hurricanes that threaten the Gulf or Florida: drawn by formation day, resolved in six steps. */
import { computeBell } from '../calendar';
import type { RandomStreams, RandomStream } from '../random-streams';
import { CYCLES_PER_DAY, type StormThreat } from '../market-models';
import { isRevealed } from './extreme-event';
import { NINO_SD } from './nino';

const THREATS_PER_YEAR = 4;
const SEASON_DAY = 253;
const SEASON_WIDTH = 26;
const PEAK_RATE = THREATS_PER_YEAR / (SEASON_WIDTH * Math.sqrt(2 * Math.PI));
/** El Nino reduces the storm rate: log change per deg C. */
const NINO_SLOPE = 0.3;
const NINO_MEAN = Math.exp(0.5 * (NINO_SLOPE * NINO_SD) ** 2);
const GULF_PROBABILITY = 0.55;
/** Cumulative probabilities of categories 1 to 5. */
const CATEGORY_CUMULATIVE = [0.35, 0.6, 0.8, 0.94, 1] as const;
const FIRST_PROBABILITY = 0.25;
export const STORM_DAYS = 6;

export interface Storm {
  readonly id: number;
  readonly basin: StormThreat['basin'];
  readonly category: StormThreat['category'];
  readonly landfallDay: number;
  /** Landfall probabilities in order, each with the cycle that reveals it; the last is 0 or 1. */
  readonly steps: readonly {
    readonly day: number;
    readonly cycle: number;
    readonly probability: number;
  }[];
}

/**
 * Storm that forms on a day, null on most days. `getNino` returns that morning's sea surface
 * anomaly, deg C; called in season only.
 */
export function drawStorm(
  random: RandomStreams,
  stream: RandomStream,
  day: number,
  getNino: () => number,
): Storm | null {
  const normalRate = PEAK_RATE * computeBell(day, SEASON_DAY, SEASON_WIDTH);
  if (normalRate < 1e-7) return null;
  const rate = (normalRate * Math.exp(-NINO_SLOPE * getNino())) / NINO_MEAN;
  if (random.drawUniform(stream, day) >= rate) return null;
  const drawn = random.drawUniform(stream, day, 2);
  return {
    id: day,
    basin: random.drawUniform(stream, day, 1) < GULF_PROBABILITY ? 'gulf' : 'florida',
    category: (CATEGORY_CUMULATIVE.findIndex((until) => drawn < until) + 1) as Storm['category'],
    landfallDay: day + STORM_DAYS,
    steps: buildSteps(random, stream, day),
  };
}

/**
 * Each day the probability moves halfway to the nearer end or as far back, with equal probability;
 * the last step resolves it.
 */
function buildSteps(random: RandomStreams, stream: RandomStream, firstDay: number): Storm['steps'] {
  const steps: { day: number; cycle: number; probability: number }[] = [];
  let probability = FIRST_PROBABILITY;
  for (let lead = 0; lead <= STORM_DAYS; lead += 1) {
    const drawn = random.drawUniform(stream, firstDay, 10 + lead);
    if (lead === STORM_DAYS) probability = drawn < probability ? 1 : 0;
    else if (lead > 0)
      probability += (drawn < 0.5 ? 0.5 : -0.5) * Math.min(probability, 1 - probability);
    const cycle = 1 + Math.floor(random.drawUniform(stream, firstDay, 20 + lead) * CYCLES_PER_DAY);
    steps.push({ day: firstDay + lead, cycle, probability });
  }
  return steps;
}

/** Threat after so many cycles of a day, null while unknown. */
export function getThreat(storm: Storm, day: number, cycles: number): StormThreat | null {
  let probability: number | null = null;
  for (const step of storm.steps) if (isRevealed(step, day, cycles)) ({ probability } = step);
  const { id, basin, category, landfallDay } = storm;
  return probability === null ? null : { id, basin, category, landfallDay, probability };
}

/** Category at landfall, 0 without landfall. */
export const getLandfallCategory = (storm: Storm): number =>
  storm.steps.at(-1)?.probability === 1 ? storm.category : 0;
