/** The course of a contract over one day: what diffuses, and the news that comes at its minute. */
import { CYCLES_PER_DAY, CYCLE_MS, type DayPath, PUBLISH_AFTER_MS } from '../parts';

import type { ContractMonthly } from './contracts';
import { CHAINS } from './chains';
import { REACH } from './fundamentals';
import { STOCKS_OF, type Pricing } from './pricing';
import { type ResidualShocks, frontSigma } from './residual';
import { diffusionSigma, listSuddenMoves } from './residual-curve';
import {
  type FoldParts,
  type FuturesState,
  bandAt,
  computeDigestion,
  computeLogPrice,
  noiseShock,
} from './state';
import type { Tightness } from './tightness';
import { MINUTE_MS } from '../../domain/time';

type Step = DayPath['steps'][number];
type CycleSums = (today: FuturesState, cycles: number) => readonly number[];

/** What a path needs beside what the fold does. */
export interface PathParts extends FoldParts {
  readonly cycleSums: CycleSums;
}

/** Cycles whose sums are remembered: every contract of a day asks for the same few. */
const REMEMBERED = 24;

/**
 * What is known of the stocks after so many cycles of a state's day, remembered for the latest
 * days.
 */
export function rememberCycleSums(tightness: Tightness): CycleSums & { forget(): void } {
  const kept = new Map<number, readonly number[]>();
  const sumsAt = (today: FuturesState, cycles: number): readonly number[] => {
    const key = today.day * (CYCLES_PER_DAY + 1) + cycles;
    const known = kept.get(key);
    if (known) return known;
    const sums = tightness.sums(today.stocks, { day: today.day, cycles });
    if (kept.size >= REMEMBERED) kept.clear();
    kept.set(key, sums);
    return sums;
  };
  return Object.assign(sumsAt, { forget: () => kept.clear() });
}

/** The path of a contract from one state to the next. */
export function dayPath(
  parts: PathParts,
  today: FuturesState,
  tomorrow: FuturesState,
  chain: number,
  contract: ContractMonthly,
): DayPath {
  const shocks = parts.residual.shocks(today.residual, today.day);
  const left = contract.endDay - tomorrow.day;
  const from = computeLogPrice(parts, today, chain, contract.index);
  const to = computeLogPrice(parts, tomorrow, chain, contract.index);
  const steps = [
    ...weatherSteps(parts, today, tomorrow, chain, contract),
    ...suddenSteps(parts, shocks, chain, left),
  ].sort((a, b) => a.minute - b.minute);
  const diffused = diffusionSigma(shocks, chain, left);
  return {
    scale: 'log',
    from,
    steps,
    diffusion: to - from - steps.reduce((sum, { size }) => sum + size, 0),
    sigma: Math.hypot(diffused, noiseShock(parts.alpha, shocks, chain)),
    band: bandAt(today, chain, contract.index),
    unrest: diffused / usualSigma(chain, today.day, left),
  };
}

/**
 * The diffusion of a contract at the usual volatility of the season, the root of its mean square.
 */
const usualSigma = (chain: number, day: number, left: number): number =>
  diffusionSigma({ sigma: CHAINS.map((_, index) => frontSigma(index, null, day)) }, chain, left);

/** Jumps and reports at their minutes; of a report as much as is read at once. */
function suddenSteps(
  { alpha }: FoldParts,
  shocks: ResidualShocks,
  chain: number,
  left: number,
): readonly Step[] {
  return listSuddenMoves(shocks, chain, left).map(({ minute, size, isReport }) => ({
    minute,
    size: isReport ? size * (1 - alpha.report.lag) : size,
  }));
}

/** Minutes of a day at which its cycles are published. */
const CYCLE_MINUTES = Array.from(
  { length: CYCLES_PER_DAY },
  (_, cycle) => (cycle * CYCLE_MS + PUBLISH_AFTER_MS) / MINUTE_MS,
);

/** News of the weather at each cycle's publication: what is believed of it at once. */
function weatherSteps(
  parts: PathParts,
  today: FuturesState,
  tomorrow: FuturesState,
  chain: number,
  contract: ContractMonthly,
): readonly Step[] {
  const sums = CYCLE_MINUTES.map((_, cycle) =>
    cycle === 0 ? today.sums : parts.cycleSums(today, cycle),
  );
  const logs = [...sums, tomorrow.sums].map(
    (known, cycles) =>
      STOCKS_OF[chain]?.reduce(
        (sum, stock) => sum + computeBelievedStock(parts, today, known, cycles, contract, stock),
        0,
      ) ?? 0,
  );
  return CYCLE_MINUTES.map((minute, cycle) => ({
    minute,
    size: (logs[cycle + 1] ?? 0) - (logs[cycle] ?? 0),
  }));
}

/**
 * The weather's part of the log price after so many cycles of the day, digesting nothing of what
 * was known at midnight.
 */
function computeBelievedStock(
  { alpha, pricing, tightness }: FoldParts,
  today: FuturesState,
  known: readonly number[],
  cycles: number,
  contract: ContractMonthly,
  stock: number,
): number {
  const isOver = cycles === CYCLES_PER_DAY;
  const day = isOver ? today.day + 1 : today.day;
  const aged = isOver ? tightness.decay(stock, 1) : 1;
  const news =
    tightness.expected(stock, known, day, REACH) -
    aged * tightness.expected(stock, today.sums, today.day, REACH);
  const undigested =
    aged * (today.undigested[stock] ?? 0) + computeDigestion(alpha, stock).lag * news;
  const mean = pricing.expectedStock(stock, day, contract.endDay, known, undigested);
  return pricing.weatherLog(
    contract,
    stock,
    mean,
    varianceLeft(pricing, today.day, cycles, contract, stock),
  );
}

/** Variance still to come after so many cycles: a day's is revealed in equal parts. */
function varianceLeft(
  pricing: Pricing,
  day: number,
  cycles: number,
  contract: ContractMonthly,
  stock: number,
): number {
  const [before, after] = [
    pricing.variance(contract, stock, day),
    pricing.variance(contract, stock, day + 1),
  ];
  return before + ((after - before) * cycles) / CYCLES_PER_DAY;
}
