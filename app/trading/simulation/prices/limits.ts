/**
 * Daily limits: how far a contract may move from its settlement before nobody trades beyond.
 * It knows the venue's rule and whether the day before was locked; it refuses markets without a limit a band.
 */
import type { DailyLimit } from '../../domain/contract-row';
import { CONTRACT_TABLE } from '../../domain/contract-table';
import type { Chain } from './chains';

export interface Band {
  readonly low: number;
  readonly high: number;
}

/** A chain with the rule of its venue. */
export interface Limited {
  readonly id: string;
  readonly limit: DailyLimit;
}

/** After a day at the limit the venue lets a percentage breaker go twice as far. */
const BREAKER_FACTOR = 2;
/** Cotton's step by price: about a twentieth, in whole cents. */
const BY_PRICE_RATIO = 0.05;

/** Dear juice goes farther: the venue's ten cents are for prices below two dollars. The steps above are ours, about an eighth of the price. */
const JUICE_STEPS = [{ from: 300, factor: 4 }, { from: 200, factor: 2.7 }, { from: 150, factor: 1.7 }] as const;
const juiceFactor = (settlement: number): number => JUICE_STEPS.find(({ from }) => settlement >= from)?.factor ?? 1;

/** Distance in quoted units that a price may go from a settlement; infinite without a limit. */
export function limitDistance({ id, limit }: Limited, settlement: number, wasLocked: boolean): number {
  switch (limit.kind) {
    case 'none':
      return Infinity;
    case 'breaker':
      return settlement * (limit.percent / 100) * (wasLocked ? BREAKER_FACTOR : 1);
    case 'fixed':
      return Number(limit.distance) * (id === 'OJ' ? juiceFactor(settlement) : 1) * (wasLocked ? limit.nextDayFactor : 1);
    case 'by-price':
      return Math.min(Number(limit.most), Math.max(Number(limit.least), Math.round(settlement * BY_PRICE_RATIO)));
  }
}

/** The limit rule of a chain. */
export const limitOf = ({ id, commodity }: Pick<Chain, 'id' | 'commodity'>): Limited => ({ id, limit: CONTRACT_TABLE[commodity].dailyLimit });

/** The band of a day that begins at a settlement; null without a limit. The low end stays above zero. */
export function bandOf(limited: Limited, settlement: number, wasLocked: boolean): Band | null {
  if (limited.limit.kind === 'none') return null;
  const distance = limitDistance(limited, settlement, wasLocked);
  return { low: Math.max(settlement - distance, settlement * 0.01), high: settlement + distance };
}
