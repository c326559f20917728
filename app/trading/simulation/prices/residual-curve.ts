/** How the two factors of the residual price reach a contract of so many days to expiry. */
import { CHAINS, chainIndex } from './chains';
import {
  HOMING,
  MODELS,
  PASSING_DECAY,
  type ResidualShocks,
  type ResidualState,
  SLOW_DECAY,
} from './residual';

/** The chains whose factors a chain's price has, itself last, with their ratios. */
interface Source {
  readonly chain: number;
  readonly ratio: number;
}

const SOURCES: readonly (readonly Source[])[] = CHAINS.map(({ follows }, chain) =>
  follows
    ? [
        { chain: chainIndex(follows.id), ratio: follows.ratio },
        { chain, ratio: 1 },
      ]
    : [{ chain, ratio: 1 }],
);

/**
 * Log of the price of a contract over its mean, by the residual alone: fair, its expectation is 1
 * whatever is known.
 */
export function residualLog(state: ResidualState, chain: number, days: number): number {
  const slow = SLOW_DECAY[days] ?? 0;
  let log = 0;
  for (const { chain: source, ratio } of SOURCES[chain] as readonly Source[]) {
    const passing = PASSING_DECAY[source]?.[days] ?? 0;
    const paid =
      (state.slowPaid[source] ?? 0) * slow * slow +
      (state.sharedPaid[source] ?? 0) * slow * passing +
      (state.passingPaid[source] ?? 0) * passing * passing;
    log +=
      ratio * ((state.slow[source] ?? 0) * slow + (state.passing[source] ?? 0) * passing) -
      0.5 * ratio * ratio * paid;
  }
  return log;
}

/** What a shock of the front does to a contract of so many days. */
function frontWeight(chain: number, days: number): number {
  const { slowShare, passingShare } = MODELS[chain] as (typeof MODELS)[number];
  return slowShare * (SLOW_DECAY[days] ?? 0) + passingShare * (PASSING_DECAY[chain]?.[days] ?? 0);
}

/** What a tilt of the curve does to it. */
function tiltWeight(chain: number, days: number): number {
  const { crossShare } = MODELS[chain] as (typeof MODELS)[number];
  return crossShare * ((PASSING_DECAY[chain]?.[days] ?? 0) - (SLOW_DECAY[days] ?? 0));
}

/** Standard deviation of the diffusion of a contract over a day that leaves it `days` to expiry. */
export function diffusionSigma(
  shocks: Pick<ResidualShocks, 'sigma'>,
  chain: number,
  days: number,
): number {
  let variance = 0;
  for (const { chain: source, ratio } of SOURCES[chain] as readonly Source[]) {
    const sigma = (shocks.sigma[source] ?? 0) * ratio;
    variance += sigma * sigma * (frontWeight(source, days) ** 2 + tiltWeight(source, days) ** 2);
  }
  return Math.sqrt(variance);
}

/** A sudden change of the log price at a minute of the day. */
interface Sudden {
  readonly minute: number;
  readonly size: number;
  readonly isReport: boolean;
}

/** The jumps and reports of a day as a contract feels them that has `days` left at its end. */
export function listSuddenMoves(
  shocks: ResidualShocks,
  chain: number,
  days: number,
): readonly Sudden[] {
  const suddens: Sudden[] = [];
  for (const { chain: source, ratio } of SOURCES[chain] as readonly Source[]) {
    const weight = ratio * frontWeight(source, days);
    if ((shocks.jumpSd[source] ?? 0) > 0)
      suddens.push({
        minute: shocks.jumpMinute[source] ?? 0,
        size: weight * (shocks.jump[source] ?? 0),
        isReport: false,
      });
    for (const report of shocks.reports)
      if (report.chain === source)
        suddens.push({ minute: report.minute, size: weight * report.size, isReport: true });
  }
  return suddens;
}

/**
 * Roll yield of the front per year that a chain's own factors tell, its season left out: what falls
 * from the curve as time passes.
 */
export function ownRollYield(state: ResidualState, chain: number): number {
  return (
    HOMING * (state.slow[chain] ?? 0) +
    (MODELS[chain]?.chain.reversion ?? 0) * (state.passing[chain] ?? 0)
  );
}

/** Log effect on a contract of so many days of what is added to each chain's slow level. */
export function slowWeight(added: readonly number[], chain: number, days: number): number {
  return (
    (SOURCES[chain] as readonly Source[]).reduce(
      (sum, { chain: source, ratio }) => sum + ratio * (added[source] ?? 0),
      0,
    ) * (SLOW_DECAY[days] ?? 0)
  );
}

/**
 * Log effect on a contract of so many days of values by chain that each move a chain's front by
 * themselves.
 */
export function sharedFrontWeight(values: readonly number[], chain: number, days: number): number {
  let sum = 0;
  for (const { chain: source, ratio } of SOURCES[chain] as readonly Source[]) {
    const value = values[source] ?? 0;
    if (value !== 0) sum += ratio * value * frontWeight(source, days);
  }
  return sum;
}
