/** El Nino: a randomly driven damped oscillation with a period of four years. */
import type { RandomStreams, RandomStream } from '../random-streams';
import { DAYS_PER_YEAR } from '../calendar';

const PERIOD_DAYS = 4 * DAYS_PER_YEAR;
const DECAY_DAYS = 1.5 * DAYS_PER_YEAR;
/** Stationary standard deviation of sea surface temperature, deg C. */
export const NINO_SD = 0.85;

const DAILY_RETENTION = Math.exp(-1 / DECAY_DAYS);
const TURN = (2 * Math.PI) / PERIOD_DAYS;
const SHOCK = NINO_SD * Math.sqrt(1 - DAILY_RETENTION * DAILY_RETENTION);
const [COSINE, SINE] = [DAILY_RETENTION * Math.cos(TURN), DAILY_RETENTION * Math.sin(TURN)];

export interface Pacific {
  readonly departure: number;
  readonly partner: number;
}

/** State drawn from the stationary distribution. */
export const drawFirstPacific = (random: RandomStreams, stream: RandomStream): Pacific => ({
  departure: NINO_SD * random.drawNormal(stream, -1, 0),
  partner: NINO_SD * random.drawNormal(stream, -1, 1),
});

export function drawNextPacific(
  { departure, partner }: Pacific,
  random: RandomStreams,
  stream: RandomStream,
  day: number,
): Pacific {
  return {
    departure: COSINE * departure - SINE * partner + SHOCK * random.drawNormal(stream, day, 0),
    partner: SINE * departure + COSINE * partner + SHOCK * random.drawNormal(stream, day, 1),
  };
}

/** Expected sea surface anomaly after `days` days, deg C. */
export const computeExpectedNino = ({ departure, partner }: Pacific, days: number): number =>
  DAILY_RETENTION ** days * (Math.cos(TURN * days) * departure - Math.sin(TURN * days) * partner);

/** Variance of the sea surface anomaly after `days` days. */
export const computeNinoVariance = (days: number): number =>
  NINO_SD ** 2 * (1 - DAILY_RETENTION ** (2 * days));

/** Daily autocorrelation of the sea surface anomaly. */
export const NINO_MEMORY = COSINE;
