/**
 * What moves a price beside the weather: shared and own shocks, jumps and reports, in a slow level
 * and a departure that passes.
 *
 * Two factors: E. Schwartz, J. Smith (2000). A shock s on day n moves the log price of a contract
 * by w(T) s and costs w(T)^2 var / 2,
 * where w decays with the time to expiry; the three sums of w w var decay as the factors do, so
 * fairness is exact at any volatility.
 */
import { DAYS_PER_YEAR, MINUTES_PER_DAY, isWeekend, seasonAngle } from '../calendar';
import type { Chance, Stream } from '../random-streams';
import { createRows } from '../small-arrays';
import { FACTORS, type Factor, factorShocks } from '../shocks';
import { CHAINS, type Chain } from './chains';
import type { ReportJump } from './report-days';

/** By chain. */
export interface ResidualState {
  readonly slow: number[];
  readonly passing: number[];
  /** Variance paid for: of the slow level, twice the shared part, of the departure. */
  readonly slowPaid: number[];
  readonly sharedPaid: number[];
  readonly passingPaid: number[];
  /** Log of volatility over its mean. */
  readonly unrest: number[];
}

/** The shocks of one day, by chain. */
export interface ResidualShocks {
  /** Standard deviation of the diffusion of the front. */
  readonly sigma: number[];
  /** Diffusion of the front, and the tilt of the curve that leaves the front where it is. */
  readonly front: number[];
  readonly tilt: number[];
  /** Poisson jump of the front, its standard deviation, 0 without one, and its minute. */
  readonly jump: number[];
  readonly jumpSd: number[];
  readonly jumpMinute: number[];
  readonly reports: readonly ReportJump[];
}

/** How far ahead decays are kept: beyond the longest listing. */
const HORIZON_DAYS = 600;
/** The slow level goes home at this rate, per year. */
export const HOMING = 0.25;
/**
 * Variance of the log of volatility in the long run: taken off twice, so that squared volatility
 * has mean 1.
 */
const UNREST_VARIANCE = CHAINS.map(({ unrest }) => unrest.shock ** 2 / (1 - unrest.memory ** 2));
/** A weekend day moves so much as a weekday. */
const WEEKEND_RATIO = 0.35;
/** So that a year of both kinds of day has the annual volatility. */
const WEEKDAY_SCALE = 1 / Math.sqrt((DAYS_PER_YEAR * (5 + 2 * WEEKEND_RATIO ** 2)) / 7);

const COUNT = CHAINS.length;
const computeDecays = (perYear: number): Float64Array =>
  Float64Array.from({ length: HORIZON_DAYS + 1 }, (_, days) =>
    Math.exp((-perYear * days) / DAYS_PER_YEAR),
  );
export const SLOW_DECAY = computeDecays(HOMING);
export const PASSING_DECAY = CHAINS.map(({ reversion }) => computeDecays(reversion));
const SLOW_DAILY = Math.exp(-HOMING / DAYS_PER_YEAR);

interface Model {
  readonly chain: Chain;
  /** Annual volatility of the front. */
  readonly volatility: number;
  /** Shares of the front's variance: of the slow level and of the departure. */
  readonly slowShare: number;
  readonly passingShare: number;
  readonly crossShare: number;
  readonly passingDaily: number;
  readonly ownWeight: number;
  readonly seasonScale: number;
  /** On a weekday; none comes at weekends. */
  readonly jumpChance: number;
}

function buildModel(chain: Chain): Model {
  const variance = chain.slowVolatility ** 2 + chain.passingVolatility ** 2;
  const slowShare = chain.slowVolatility ** 2 / variance;
  return {
    chain,
    volatility: Math.sqrt(variance),
    slowShare,
    passingShare: 1 - slowShare,
    crossShare: Math.sqrt(slowShare * (1 - slowShare)),
    passingDaily: Math.exp(-chain.reversion / DAYS_PER_YEAR),
    ownWeight: Math.sqrt(1 - chain.loadings.reduce((sum, weight) => sum + weight * weight, 0)),
    seasonScale: 1 / Math.sqrt(1 + chain.swing.ratio ** 2 / 2),
    jumpChance: (chain.jumps.perYear * 7) / (5 * DAYS_PER_YEAR),
  };
}

/** The constants of each chain. */
export const MODELS = CHAINS.map(buildModel);

interface Streams {
  readonly own: Stream;
  readonly tilt: Stream;
  readonly unrest: Stream;
  readonly jump: Stream;
  readonly first: Stream;
}

export interface Residual {
  first(): ResidualState;
  /** The shocks of a day whose beginning is this state. */
  shocks(state: ResidualState, day: number): ResidualShocks;
  /** The state a day later; `drift` adds to the slow level by chain, log per day. */
  next(
    state: ResidualState,
    shocks: ResidualShocks,
    drift: readonly number[],
    day: number,
  ): ResidualState;
}

/** Volatility of a day by its season alone, mean square 1 over a year. */
const computeSeasonal = ({ chain, seasonScale }: Model, day: number): number =>
  (1 + chain.swing.ratio * Math.cos(seasonAngle(day - chain.swing.peakDay))) * seasonScale;

/**
 * Standard deviation of the front's diffusion over a day at an unrest; with null the root of its
 * mean square at this season.
 */
export function frontSigma(chain: number, unrest: number | null, day: number): number {
  const model = MODELS[chain] as Model;
  return (
    model.volatility *
    WEEKDAY_SCALE *
    (isWeekend(day) ? WEEKEND_RATIO : 1) *
    computeSeasonal(model, day) *
    (unrest === null ? 1 : Math.exp(unrest - (UNREST_VARIANCE[chain] ?? 0)))
  );
}

/** The residual part of every chain's price. */
export function createResidual(
  chance: Chance,
  reportJumps: (day: number) => readonly ReportJump[],
): Residual {
  const streams: readonly Streams[] = CHAINS.map(({ id }) => ({
    own: chance.stream(`futures/${id}/own`),
    tilt: chance.stream(`futures/${id}/tilt`),
    unrest: chance.stream(`futures/${id}/unrest`),
    jump: chance.stream(`futures/${id}/jump`),
    first: chance.stream(`futures/${id}/first`),
  }));
  const factorShock = factorShocks(chance);
  return {
    first: () => firstState(chance, streams),
    shocks: (state, day) => buildShocks(chance, factorShock, streams, state, day, reportJumps(day)),
    next: (state, shocks, drift, day) => nextState(chance, streams, state, shocks, drift, day),
  };
}

/** A state of the long run: both factors drawn from their own distribution and paid for. */
function firstState(chance: Chance, streams: readonly Streams[]): ResidualState {
  const state = emptyState();
  MODELS.forEach(({ chain }, index) => {
    const stream = streams[index]?.first ?? 0;
    const slow = chain.slowVolatility ** 2 / (2 * HOMING);
    const passing = chain.passingVolatility ** 2 / (2 * chain.reversion);
    state.slow[index] = Math.sqrt(slow) * chance.normal(stream, 0, 0);
    state.passing[index] = Math.sqrt(passing) * chance.normal(stream, 0, 1);
    state.unrest[index] = Math.sqrt(UNREST_VARIANCE[index] ?? 0) * chance.normal(stream, 0, 2);
    state.slowPaid[index] = slow;
    state.passingPaid[index] = passing;
  });
  return state;
}

const byChain = createRows(COUNT);
const emptyState = (): ResidualState => ({
  slow: byChain(),
  passing: byChain(),
  slowPaid: byChain(),
  sharedPaid: byChain(),
  passingPaid: byChain(),
  unrest: byChain(),
});

function buildShocks(
  chance: Chance,
  factorShock: (factor: Factor, day: number) => number,
  streams: readonly Streams[],
  state: ResidualState,
  day: number,
  reports: readonly ReportJump[],
): ResidualShocks {
  const shocks: ResidualShocks = {
    sigma: byChain(),
    front: byChain(),
    tilt: byChain(),
    jump: byChain(),
    jumpSd: byChain(),
    jumpMinute: byChain(),
    reports,
  };
  const [global, energy, ag] = FACTORS;
  const [globally, inEnergy, inFarming] = [
    factorShock(global, day),
    factorShock(energy, day),
    factorShock(ag, day),
  ];
  const weekday = !isWeekend(day);
  for (let index = 0; index < COUNT; index += 1) {
    const [model, { own, tilt, jump }] = [MODELS[index] as Model, streams[index] as Streams];
    const { loadings, jumps } = model.chain;
    const sigma = frontSigma(index, state.unrest[index] ?? 0, day);
    const common = loadings[0] * globally + loadings[1] * inEnergy + loadings[2] * inFarming;
    shocks.sigma[index] = sigma;
    shocks.front[index] = sigma * (common + model.ownWeight * chance.normal(own, day));
    shocks.tilt[index] = sigma * chance.normal(tilt, day);
    if (weekday && chance.uniform(jump, day, 0) < model.jumpChance) {
      shocks.jump[index] = jumps.sd * chance.normal(jump, day, 1);
      shocks.jumpSd[index] = jumps.sd;
      shocks.jumpMinute[index] = Math.floor(MINUTES_PER_DAY * chance.uniform(jump, day, 2));
    }
  }
  return shocks;
}

/**
 * Log jump of the front and its variance that day: what the reports and the Poisson jump bring
 * together.
 */
function buildSudden(
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

function nextState(
  chance: Chance,
  streams: readonly Streams[],
  state: ResidualState,
  shocks: ResidualShocks,
  drift: readonly number[],
  day: number,
): ResidualState {
  const next = emptyState();
  for (let index = 0; index < COUNT; index += 1) {
    const {
      slowShare,
      passingShare,
      crossShare,
      passingDaily,
      chain: { unrest },
    } = MODELS[index] as Model;
    const sudden = buildSudden(shocks, index);
    const front = (shocks.front[index] ?? 0) + sudden.size;
    const tilted = crossShare * (shocks.tilt[index] ?? 0);
    const variance = (shocks.sigma[index] ?? 0) ** 2;
    const [frontPaid, tiltPaid] = [variance + sudden.variance, crossShare * crossShare * variance];
    next.slow[index] =
      SLOW_DAILY * (state.slow[index] ?? 0) + slowShare * front - tilted + (drift[index] ?? 0);
    next.passing[index] =
      passingDaily * (state.passing[index] ?? 0) + passingShare * front + tilted;
    next.slowPaid[index] =
      SLOW_DAILY * SLOW_DAILY * (state.slowPaid[index] ?? 0) +
      slowShare * slowShare * frontPaid +
      tiltPaid;
    next.sharedPaid[index] =
      SLOW_DAILY * passingDaily * (state.sharedPaid[index] ?? 0) +
      2 * (slowShare * passingShare * frontPaid - tiltPaid);
    next.passingPaid[index] =
      passingDaily * passingDaily * (state.passingPaid[index] ?? 0) +
      passingShare * passingShare * frontPaid +
      tiltPaid;
    next.unrest[index] =
      unrest.memory * (state.unrest[index] ?? 0) +
      unrest.shock * chance.normal(streams[index]?.unrest ?? 0, day);
  }
  return next;
}
