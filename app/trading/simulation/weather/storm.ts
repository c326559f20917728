/**
 * Hurricanes that threaten the Gulf or Florida: drawn by the day they form, decided in six steps.
 */
import { computeBell } from '../calendar';
import type { Chance, Stream } from '../random-streams';
import { CYCLES_PER_DAY, type StormThreat } from '../parts';
import { isRevealed } from './event';
import { NINO_SD } from './nino';

const THREATS_PER_YEAR = 4;
const SEASON_DAY = 253;
const SEASON_WIDTH = 26;
const PEAK_RATE = THREATS_PER_YEAR / (SEASON_WIDTH * Math.sqrt(2 * Math.PI));
/** El Nino shears storms apart: the rate falls by so much in log per degree. */
const NINO_SLOPE = 0.3;
const NINO_MEAN = Math.exp(0.5 * (NINO_SLOPE * NINO_SD) ** 2);
const GULF_CHANCE = 0.55;
/** Chance that a storm is of a category or a lower one, 1 to 5. */
const CATEGORY_UNTIL = [0.35, 0.6, 0.8, 0.94, 1] as const;
const FIRST_CHANCE = 0.25;
export const STORM_DAYS = 6;

export interface Storm {
  readonly id: number;
  readonly basin: StormThreat['basin'];
  readonly category: StormThreat['category'];
  readonly landfallDay: number;
  /**
   * Chances of landfall in order, each with the moment from which it is known; the last is 0 or 1.
   */
  readonly steps: readonly {
    readonly day: number;
    readonly cycle: number;
    readonly probability: number;
  }[];
}

/**
 * The storm that forms on a day, null on most; `nino` tells the sea surface departure that morning,
 * deg C, and is asked in the season only.
 */
export function stormOn(
  chance: Chance,
  stream: Stream,
  day: number,
  nino: () => number,
): Storm | null {
  const usual = PEAK_RATE * computeBell(day, SEASON_DAY, SEASON_WIDTH);
  if (usual < 1e-7) return null;
  const rate = (usual * Math.exp(-NINO_SLOPE * nino())) / NINO_MEAN;
  if (chance.uniform(stream, day) >= rate) return null;
  const drawn = chance.uniform(stream, day, 2);
  return {
    id: day,
    basin: chance.uniform(stream, day, 1) < GULF_CHANCE ? 'gulf' : 'florida',
    category: (CATEGORY_UNTIL.findIndex((until) => drawn < until) + 1) as Storm['category'],
    landfallDay: day + STORM_DAYS,
    steps: buildSteps(chance, stream, day),
  };
}

/**
 * Each day the chance goes half of the way to the nearer end or as far back, equally likely; the
 * last decides.
 */
function buildSteps(chance: Chance, stream: Stream, firstDay: number): Storm['steps'] {
  const steps: { day: number; cycle: number; probability: number }[] = [];
  let probability = FIRST_CHANCE;
  for (let ahead = 0; ahead <= STORM_DAYS; ahead += 1) {
    const drawn = chance.uniform(stream, firstDay, 10 + ahead);
    if (ahead === STORM_DAYS) probability = drawn < probability ? 1 : 0;
    else if (ahead > 0)
      probability += (drawn < 0.5 ? 0.5 : -0.5) * Math.min(probability, 1 - probability);
    const cycle = 1 + Math.floor(chance.uniform(stream, firstDay, 20 + ahead) * CYCLES_PER_DAY);
    steps.push({ day: firstDay + ahead, cycle, probability });
  }
  return steps;
}

/** The threat as it is known after so many cycles of a day, null while the storm is unknown. */
export function threatAt(storm: Storm, day: number, cycles: number): StormThreat | null {
  let probability: number | null = null;
  for (const step of storm.steps) if (isRevealed(step, day, cycles)) ({ probability } = step);
  const { id, basin, category, landfallDay } = storm;
  return probability === null ? null : { id, basin, category, landfallDay, probability };
}

/** Category with which it made landfall, 0 when it did not. */
export const getLandfallDay = (storm: Storm): number =>
  storm.steps.at(-1)?.probability === 1 ? storm.category : 0;
