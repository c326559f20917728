/** Effect of the two residual price factors on a contract by days to expiry. */
import { FUTURES_CHAINS, findChainIndex } from './futures-chains';
import {
  LONG_TERM_REVERSION,
  MODELS,
  SHORT_TERM_DECAY,
  type ResidualShocks,
  type ResidualState,
  LONG_TERM_DECAY,
} from './residual';

/** A chain whose factors enter a chain's price, with its ratio; the chain itself is last. */
interface FactorSource {
  readonly chain: number;
  readonly ratio: number;
}

const SOURCES: readonly (readonly FactorSource[])[] = FUTURES_CHAINS.map(({ follows }, chain) =>
  follows
    ? [
        { chain: findChainIndex(follows.id), ratio: follows.ratio },
        { chain, ratio: 1 },
      ]
    : [{ chain, ratio: 1 }],
);

/** Residual log price of a contract. Its expected price ratio is 1 at all times (martingale). */
export function computeResidualLog(state: ResidualState, chain: number, days: number): number {
  const longTerm = LONG_TERM_DECAY[days] ?? 0;
  let log = 0;
  for (const { chain: source, ratio } of SOURCES[chain] as readonly FactorSource[]) {
    const shortTerm = SHORT_TERM_DECAY[source]?.[days] ?? 0;
    const paid =
      (state.longTermVariance[source] ?? 0) * longTerm * longTerm +
      (state.crossVariance[source] ?? 0) * longTerm * shortTerm +
      (state.shortTermVariance[source] ?? 0) * shortTerm * shortTerm;
    log +=
      ratio * ((state.slow[source] ?? 0) * longTerm + (state.passing[source] ?? 0) * shortTerm) -
      0.5 * ratio * ratio * paid;
  }
  return log;
}

/** Effect of a front shock on a contract with `days` to expiry. */
function computeFrontWeight(chain: number, days: number): number {
  const { longTermFraction, shortTermFraction } = MODELS[chain] as (typeof MODELS)[number];
  return (
    longTermFraction * (LONG_TERM_DECAY[days] ?? 0) +
    shortTermFraction * (SHORT_TERM_DECAY[chain]?.[days] ?? 0)
  );
}

/** Effect of a curve tilt on a contract with `days` to expiry. */
function computeTiltWeight(chain: number, days: number): number {
  const { crossFraction } = MODELS[chain] as (typeof MODELS)[number];
  return crossFraction * ((SHORT_TERM_DECAY[chain]?.[days] ?? 0) - (LONG_TERM_DECAY[days] ?? 0));
}

/** Diffusion sigma over a day of a contract with `days` left at its end. */
export function computeDiffusionSigma(
  shocks: Pick<ResidualShocks, 'sigma'>,
  chain: number,
  days: number,
): number {
  let variance = 0;
  for (const { chain: source, ratio } of SOURCES[chain] as readonly FactorSource[]) {
    const sigma = (shocks.sigma[source] ?? 0) * ratio;
    variance +=
      sigma *
      sigma *
      (computeFrontWeight(source, days) ** 2 + computeTiltWeight(source, days) ** 2);
  }
  return Math.sqrt(variance);
}

/** Days between two contract months. */
const MONTH_DAYS = 30;

/** A jump of the log price. */
interface SuddenMove {
  readonly minute: number;
  readonly size: number;
  readonly isReport: boolean;
  /** Chain whose factor jumps. */
  readonly source: number;
}

/** Jumps and reports of a day for a contract with `days` left at its end. */
export function listSuddenMoves(
  shocks: ResidualShocks,
  chain: number,
  days: number,
): readonly SuddenMove[] {
  const moves: SuddenMove[] = [];
  for (const { chain: source, ratio } of SOURCES[chain] as readonly FactorSource[]) {
    const weight = ratio * computeFrontWeight(source, days);
    if ((shocks.jumpSd[source] ?? 0) > 0)
      moves.push({
        minute: shocks.jumpMinute[source] ?? 0,
        size: weight * (shocks.jump[source] ?? 0),
        isReport: false,
        source,
      });
    for (const report of shocks.reports)
      if (report.chain === source)
        moves.push({ minute: report.minute, size: weight * report.size, isReport: true, source });
  }
  return moves;
}

/** Roll yield of the front per year from the chain's own factors, without season. */
export function computeOwnRollYield(state: ResidualState, chain: number): number {
  return (
    LONG_TERM_REVERSION * (state.slow[chain] ?? 0) +
    (MODELS[chain]?.chain.reversion ?? 0) * (state.passing[chain] ?? 0)
  );
}

/**
 * Change of the front's log price less that of the next month, from the chain's own short-term
 * deviation and without its expected decay.
 */
export function computeBasisChange(
  before: ResidualState,
  after: ResidualState,
  chain: number,
): number {
  const decays = SHORT_TERM_DECAY[chain];
  const shock = (after.passing[chain] ?? 0) - (decays?.[1] ?? 0) * (before.passing[chain] ?? 0);
  return shock * (1 - (decays?.[MONTH_DAYS] ?? 0));
}

/** Log effect on a contract of an addition to each chain's long-term level. */
export function computeLongTermEffect(
  added: readonly number[],
  chain: number,
  days: number,
): number {
  return (
    (SOURCES[chain] as readonly FactorSource[]).reduce(
      (sum, { chain: source, ratio }) => sum + ratio * (added[source] ?? 0),
      0,
    ) * (LONG_TERM_DECAY[days] ?? 0)
  );
}

/** Log effect on a contract of shocks to each chain's front. */
export function computeFrontEffect(values: readonly number[], chain: number, days: number): number {
  let sum = 0;
  for (const { chain: source, ratio } of SOURCES[chain] as readonly FactorSource[]) {
    const value = values[source] ?? 0;
    if (value !== 0) sum += ratio * value * computeFrontWeight(source, days);
  }
  return sum;
}
