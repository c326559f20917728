/**
 * Non-weather part of prices: shared and own shocks, jumps and reports, in a long-term level and a
 * short-term deviation.
 *
 * Two factors after E. Schwartz and J. Smith (2000). A shock s on day n moves the log price of a
 * contract by w(T) s and needs a convexity correction w(T)^2 var / 2, where w decays with time to
 * expiry. The three sums of w w var decay like the factors, so prices are exact martingales at any
 * volatility.
 */
import { DAYS_PER_YEAR, MINUTES_PER_DAY, isWeekend, getSeasonAngle } from '../calendar';
import type { RandomStreams, RandomStream } from '../random-streams';
import { createArrayFactory } from '../array-factory';
import { FACTORS, type Factor, createFactorShocks } from '../shocks';
import { FUTURES_CHAINS, type FuturesChain } from './futures-chains';
import type { ReportJump } from './report-jumps';

/** By chain. */
export interface ResidualState {
  readonly slow: number[];
  readonly passing: number[];
  /**
   * Accumulated variance for the convexity correction: long-term, twice the cross term, short-term.
   */
  readonly longTermVariance: number[];
  readonly crossVariance: number[];
  readonly shortTermVariance: number[];
  /** Log ratio of volatility to its mean. */
  readonly logVolatility: number[];
}

export interface ResidualShocks {
  /** Diffusion sigma of the front. */
  readonly sigma: number[];
  /** Diffusion of the front, and a tilt of the curve that leaves the front unchanged. */
  readonly front: number[];
  readonly tilt: number[];
  /** Poisson jump of the front, its standard deviation (0 without a jump) and minute. */
  readonly jump: number[];
  readonly jumpSd: number[];
  readonly jumpMinute: number[];
  readonly reports: readonly ReportJump[];
}

/** Longest time to expiry in the decay tables; beyond the longest listing. */
const HORIZON_DAYS = 600;
/** Mean reversion of the long-term level, per year. */
export const LONG_TERM_REVERSION = 0.25;
/** Stationary variance of log volatility; subtracted so that squared volatility has mean 1. */
const LOG_VOLATILITY_VARIANCE = FUTURES_CHAINS.map(
  ({ stochasticVolatility }) =>
    stochasticVolatility.shock ** 2 / (1 - stochasticVolatility.memory ** 2),
);
/** Volatility of a weekend day relative to a weekday. */
const WEEKEND_RATIO = 0.35;
/** Makes a year of weekdays and weekend days have the annual volatility. */
const WEEKDAY_SCALE = 1 / Math.sqrt((DAYS_PER_YEAR * (5 + 2 * WEEKEND_RATIO ** 2)) / 7);

const COUNT = FUTURES_CHAINS.length;
const computeDecays = (perYear: number): Float64Array =>
  Float64Array.from({ length: HORIZON_DAYS + 1 }, (_, days) =>
    Math.exp((-perYear * days) / DAYS_PER_YEAR),
  );
export const LONG_TERM_DECAY = computeDecays(LONG_TERM_REVERSION);
export const SHORT_TERM_DECAY = FUTURES_CHAINS.map(({ reversion }) => computeDecays(reversion));
const LONG_TERM_DAILY = Math.exp(-LONG_TERM_REVERSION / DAYS_PER_YEAR);

interface Model {
  readonly chain: FuturesChain;
  /** Annual volatility of the front. */
  readonly volatility: number;
  /** Fractions of the front's variance by factor. */
  readonly longTermFraction: number;
  readonly shortTermFraction: number;
  readonly crossFraction: number;
  readonly shortTermDaily: number;
  readonly ownWeight: number;
  readonly seasonScale: number;
  /** Per weekday; there are no jumps at weekends. */
  readonly jumpProbability: number;
}

function buildModel(chain: FuturesChain): Model {
  const variance = chain.longTermVolatility ** 2 + chain.shortTermVolatility ** 2;
  const longTermFraction = chain.longTermVolatility ** 2 / variance;
  return {
    chain,
    volatility: Math.sqrt(variance),
    longTermFraction,
    shortTermFraction: 1 - longTermFraction,
    crossFraction: Math.sqrt(longTermFraction * (1 - longTermFraction)),
    shortTermDaily: Math.exp(-chain.reversion / DAYS_PER_YEAR),
    ownWeight: Math.sqrt(1 - chain.loadings.reduce((sum, weight) => sum + weight * weight, 0)),
    seasonScale: 1 / Math.sqrt(1 + chain.swing.ratio ** 2 / 2),
    jumpProbability: (chain.jumps.perYear * 7) / (5 * DAYS_PER_YEAR),
  };
}

export const MODELS = FUTURES_CHAINS.map(buildModel);

interface Streams {
  readonly own: RandomStream;
  readonly tilt: RandomStream;
  readonly volatility: RandomStream;
  readonly jump: RandomStream;
  readonly first: RandomStream;
}

export interface Residual {
  first(): ResidualState;
  /** Shocks of the day that starts in a state. */
  shocks(state: ResidualState, day: number): ResidualShocks;
  /** State a day later; `drift` is added to the long-term level by chain, log per day. */
  next(
    state: ResidualState,
    shocks: ResidualShocks,
    drift: readonly number[],
    day: number,
  ): ResidualState;
}

/** Seasonal volatility factor of a day; mean square 1 over a year. */
const computeSeasonalVolatility = ({ chain, seasonScale }: Model, day: number): number =>
  (1 + chain.swing.ratio * Math.cos(getSeasonAngle(day - chain.swing.peakDay))) * seasonScale;

/**
 * Front diffusion sigma of a day at a log volatility; with null, its seasonal root mean square.
 */
export function computeFrontSigma(
  chain: number,
  logVolatility: number | null,
  day: number,
): number {
  const model = MODELS[chain] as Model;
  return (
    model.volatility *
    WEEKDAY_SCALE *
    (isWeekend(day) ? WEEKEND_RATIO : 1) *
    computeSeasonalVolatility(model, day) *
    (logVolatility === null ? 1 : Math.exp(logVolatility - (LOG_VOLATILITY_VARIANCE[chain] ?? 0)))
  );
}

export function createResidual(
  random: RandomStreams,
  reportJumps: (day: number) => readonly ReportJump[],
): Residual {
  const streams: readonly Streams[] = FUTURES_CHAINS.map(({ id }) => ({
    own: random.getStream(`futures/${id}/own`),
    tilt: random.getStream(`futures/${id}/tilt`),
    volatility: random.getStream(`futures/${id}/volatility`),
    jump: random.getStream(`futures/${id}/jump`),
    first: random.getStream(`futures/${id}/first`),
  }));
  const drawFactorShock = createFactorShocks(random);
  return {
    first: () => drawFirstState(random, streams),
    shocks: (state, day) =>
      buildShocks(random, drawFactorShock, streams, state, day, reportJumps(day)),
    next: (state, shocks, drift, day) =>
      computeNextState(random, streams, state, shocks, drift, day),
  };
}

/** Draws both factors from their stationary distribution, with matching convexity correction. */
function drawFirstState(random: RandomStreams, streams: readonly Streams[]): ResidualState {
  const state = createState();
  MODELS.forEach(({ chain }, index) => {
    const stream = streams[index]?.first ?? 0;
    const slow = chain.longTermVolatility ** 2 / (2 * LONG_TERM_REVERSION);
    const passing = chain.shortTermVolatility ** 2 / (2 * chain.reversion);
    state.slow[index] = Math.sqrt(slow) * random.drawNormal(stream, 0, 0);
    state.passing[index] = Math.sqrt(passing) * random.drawNormal(stream, 0, 1);
    state.logVolatility[index] =
      Math.sqrt(LOG_VOLATILITY_VARIANCE[index] ?? 0) * random.drawNormal(stream, 0, 2);
    state.longTermVariance[index] = slow;
    state.shortTermVariance[index] = passing;
  });
  return state;
}

const createChainArray = createArrayFactory(COUNT);
const createState = (): ResidualState => ({
  slow: createChainArray(),
  passing: createChainArray(),
  longTermVariance: createChainArray(),
  crossVariance: createChainArray(),
  shortTermVariance: createChainArray(),
  logVolatility: createChainArray(),
});

function buildShocks(
  random: RandomStreams,
  drawFactorShock: (factor: Factor, day: number) => number,
  streams: readonly Streams[],
  state: ResidualState,
  day: number,
  reports: readonly ReportJump[],
): ResidualShocks {
  const shocks: ResidualShocks = {
    sigma: createChainArray(),
    front: createChainArray(),
    tilt: createChainArray(),
    jump: createChainArray(),
    jumpSd: createChainArray(),
    jumpMinute: createChainArray(),
    reports,
  };
  const [global, energy, ag] = FACTORS;
  const [globalShock, energyShock, agShock] = [
    drawFactorShock(global, day),
    drawFactorShock(energy, day),
    drawFactorShock(ag, day),
  ];
  const weekday = !isWeekend(day);
  for (let index = 0; index < COUNT; index += 1) {
    const [model, { own, tilt, jump }] = [MODELS[index] as Model, streams[index] as Streams];
    const { loadings, jumps } = model.chain;
    const sigma = computeFrontSigma(index, state.logVolatility[index] ?? 0, day);
    const common = loadings[0] * globalShock + loadings[1] * energyShock + loadings[2] * agShock;
    shocks.sigma[index] = sigma;
    shocks.front[index] = sigma * (common + model.ownWeight * random.drawNormal(own, day));
    shocks.tilt[index] = sigma * random.drawNormal(tilt, day);
    if (weekday && random.drawUniform(jump, day, 0) < model.jumpProbability) {
      shocks.jump[index] = jumps.sd * random.drawNormal(jump, day, 1);
      shocks.jumpSd[index] = jumps.sd;
      shocks.jumpMinute[index] = Math.floor(MINUTES_PER_DAY * random.drawUniform(jump, day, 2));
    }
  }
  return shocks;
}

/** Sum of the day's reports and Poisson jump on the front, with variance. */
function sumSuddenMoves(
  shocks: ResidualShocks,
  index: number,
): { readonly size: number; readonly variance: number } {
  let size = shocks.jump[index] ?? 0;
  let variance = (shocks.jumpSd[index] ?? 0) ** 2;
  for (const report of shocks.reports) {
    if (report.chain !== index) continue;
    size += report.size;
    variance += report.sd * report.sd;
  }
  return { size, variance };
}

function computeNextState(
  random: RandomStreams,
  streams: readonly Streams[],
  state: ResidualState,
  shocks: ResidualShocks,
  drift: readonly number[],
  day: number,
): ResidualState {
  const next = createState();
  for (let index = 0; index < COUNT; index += 1) {
    const {
      longTermFraction,
      shortTermFraction,
      crossFraction,
      shortTermDaily,
      chain: { stochasticVolatility },
    } = MODELS[index] as Model;
    const sudden = sumSuddenMoves(shocks, index);
    const frontShock = (shocks.front[index] ?? 0) + sudden.size;
    const tiltEffect = crossFraction * (shocks.tilt[index] ?? 0);
    const variance = (shocks.sigma[index] ?? 0) ** 2;
    const [frontVariance, tiltVariance] = [
      variance + sudden.variance,
      crossFraction * crossFraction * variance,
    ];
    next.slow[index] =
      LONG_TERM_DAILY * (state.slow[index] ?? 0) +
      longTermFraction * frontShock -
      tiltEffect +
      (drift[index] ?? 0);
    next.passing[index] =
      shortTermDaily * (state.passing[index] ?? 0) + shortTermFraction * frontShock + tiltEffect;
    next.longTermVariance[index] =
      LONG_TERM_DAILY * LONG_TERM_DAILY * (state.longTermVariance[index] ?? 0) +
      longTermFraction * longTermFraction * frontVariance +
      tiltVariance;
    next.crossVariance[index] =
      LONG_TERM_DAILY * shortTermDaily * (state.crossVariance[index] ?? 0) +
      2 * (longTermFraction * shortTermFraction * frontVariance - tiltVariance);
    next.shortTermVariance[index] =
      shortTermDaily * shortTermDaily * (state.shortTermVariance[index] ?? 0) +
      shortTermFraction * shortTermFraction * frontVariance +
      tiltVariance;
    next.logVolatility[index] =
      stochasticVolatility.memory * (state.logVolatility[index] ?? 0) +
      stochasticVolatility.shock * random.drawNormal(streams[index]?.volatility ?? 0, day);
  }
  return next;
}
