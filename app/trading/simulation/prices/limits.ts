/** Daily limits: how far a contract may move from its settlement before nobody trades beyond. */
import type { DailyLimit } from '../../domain/contract-row';
import { CONTRACT_TABLE } from '../../domain/contract-table';
import type { Chain } from './chains';

interface Band {
  readonly low: number;
  readonly high: number;
}

/** After a day at the limit the venue lets a percentage breaker go twice as far. */
const BREAKER_FACTOR = 2;
/** Cotton's step by price: about a twentieth, in whole cents. */
const BY_PRICE_RATIO = 0.05;

/** The fixed distance at a price, in quoted units. */
function stepDistance(
  { distance, steps }: Extract<DailyLimit, { kind: 'fixed' }>,
  settlement: number,
): number {
  let reached = distance;
  if (steps) for (const step of steps) if (settlement >= Number(step.from)) reached = step.distance;
  return Number(reached);
}

/** Distance in quoted units that a price may go from a settlement; infinite without a limit. */
function limitDistance(limit: DailyLimit, settlement: number, wasLocked: boolean): number {
  switch (limit.kind) {
    case 'none':
      return Infinity;
    case 'breaker':
      return settlement * (limit.percent / 100) * (wasLocked ? BREAKER_FACTOR : 1);
    case 'fixed':
      return stepDistance(limit, settlement) * (wasLocked ? limit.nextDayFactor : 1);
    case 'by-price':
      return Math.min(
        Number(limit.most),
        Math.max(Number(limit.least), Math.round(settlement * BY_PRICE_RATIO)),
      );
  }
}

/** The limit rule of a chain. */
export const getDailyLimit = ({ commodity }: Pick<Chain, 'commodity'>): DailyLimit =>
  CONTRACT_TABLE[commodity].dailyLimit;

/**
 * The band of a day that begins at a settlement; null without a limit. The low end stays above
 * zero.
 */
export function computeBand(
  limit: DailyLimit,
  settlement: number,
  wasLocked: boolean,
): Band | null {
  if (limit.kind === 'none') return null;
  const distance = limitDistance(limit, settlement, wasLocked);
  return { low: Math.max(settlement - distance, settlement * 0.01), high: settlement + distance };
}
