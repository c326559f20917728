/** The tropical Pacific: a damped oscillation of about four years, driven by chance. */
import type { Chance, Stream } from '../random-streams';
import { DAYS_PER_YEAR } from '../calendar';

const PERIOD_DAYS = 4 * DAYS_PER_YEAR;
const DECAY_DAYS = 1.5 * DAYS_PER_YEAR;
/** Long-run deviation of the sea surface, deg C. */
export const NINO_SD = 0.85;

const KEEPS = Math.exp(-1 / DECAY_DAYS);
const TURN = (2 * Math.PI) / PERIOD_DAYS;
const SHOCK = NINO_SD * Math.sqrt(1 - KEEPS * KEEPS);
const [COSINE, SINE] = [KEEPS * Math.cos(TURN), KEEPS * Math.sin(TURN)];

export interface Pacific {
  readonly departure: number;
  readonly partner: number;
}

/** A state drawn from the long run. */
export const firstPacific = (chance: Chance, stream: Stream): Pacific => ({
  departure: NINO_SD * chance.normal(stream, -1, 0),
  partner: NINO_SD * chance.normal(stream, -1, 1),
});

export function nextPacific(
  { departure, partner }: Pacific,
  chance: Chance,
  stream: Stream,
  day: number,
): Pacific {
  return {
    departure: COSINE * departure - SINE * partner + SHOCK * chance.normal(stream, day, 0),
    partner: SINE * departure + COSINE * partner + SHOCK * chance.normal(stream, day, 1),
  };
}

/** Expected sea surface departure after so many days, deg C. */
export const expectedNino = ({ departure, partner }: Pacific, days: number): number =>
  KEEPS ** days * (Math.cos(TURN * days) * departure - Math.sin(TURN * days) * partner);

/** Variance of the sea surface departure about its expectation after so many days. */
export const ninoVariance = (days: number): number => NINO_SD ** 2 * (1 - KEEPS ** (2 * days));

/** What the sea surface departure keeps from day to day, as far as one number can say. */
export const NINO_MEMORY = COSINE;
