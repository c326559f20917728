/** Daily price limits of the venues. */
import type { DailyLimit } from '../../domain/contract-row';
import { CONTRACT_TABLE } from '../../domain/contract-table';
import type { FuturesChain } from './futures-chains';

interface Band {
  readonly low: number;
  readonly high: number;
}

/** Cotton's limit: about 5% of the price, in whole cents. */
const BY_PRICE_RATIO = 0.05;

/** Fixed limit distance at a price level, quoted units. */
function getFixedDistance(
  { distance, steps }: Extract<DailyLimit, { kind: 'fixed' }>,
  settlement: number,
): number {
  let reached = distance;
  if (steps) for (const step of steps) if (settlement >= Number(step.from)) reached = step.distance;
  return Number(reached);
}

type BoundingLimit = Extract<DailyLimit, { kind: 'fixed' | 'by-price' }>;

/** Limit distance from the settlement, quoted units. */
function computeLimitDistance(
  limit: BoundingLimit,
  settlement: number,
  wasLocked: boolean,
): number {
  switch (limit.kind) {
    case 'fixed':
      return getFixedDistance(limit, settlement) * (wasLocked ? limit.nextDayFactor : 1);
    case 'by-price':
      return Math.min(
        Number(limit.max),
        Math.max(Number(limit.min), Math.round(settlement * BY_PRICE_RATIO)) +
          (wasLocked ? Number(limit.nextDayStep) : 0),
      );
  }
}

export const getDailyLimit = ({ commodity }: Pick<FuturesChain, 'commodity'>): DailyLimit =>
  CONTRACT_TABLE[commodity].dailyLimit;

/** True for limits that no price of the day can pass; a breaker only pauses trading. */
export const isBounding = (limit: DailyLimit): limit is BoundingLimit =>
  limit.kind === 'fixed' || limit.kind === 'by-price';

/**
 * Price band from the settlement of the last trading day; null without a limit. The lower end stays
 * positive.
 */
export function computeBand(
  limit: DailyLimit,
  settlement: number,
  wasLocked: boolean,
): Band | null {
  if (!isBounding(limit)) return null;
  const distance = computeLimitDistance(limit, settlement, wasLocked);
  return { low: Math.max(settlement - distance, settlement * 0.01), high: settlement + distance };
}
