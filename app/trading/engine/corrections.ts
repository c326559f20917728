/**
 * Corrected executions. A venue replaces an execution by one with another price or fee, or with more
 * lots. The difference is booked with postings of its own; what was booked stays.
 */
import { type Instrument, computeValueMills } from '../domain/instrument';
import type { BookedFill, Order } from '../domain/order';
import { assert } from '../domain/outcome';
import type { CorrectionFacts } from '../domain/record';
import {
  type Lots,
  type Mills,
  NO_LOTS,
  NO_MILLS,
  type Ticks,
  addLots,
  addMills,
  prorateMills,
  subtractMills,
} from '../domain/units';
import type { CorrectedReport } from '../ports';
import { PART_SEPARATOR } from './fill-parts';

/** Parts in which an execution was booked, oldest first; empty if it was not. */
export const listFillParts = ({ remote }: Order, executionId: string): readonly BookedFill[] =>
  (remote?.fills ?? []).filter(
    (fill) =>
      fill.executionId === executionId ||
      fill.executionId.startsWith(`${executionId}${PART_SEPARATOR}`),
  );

export const countLots = (parts: readonly BookedFill[]): Lots =>
  parts.reduce((sum, { lots }) => addLots(sum, lots), NO_LOTS);

/** The booked execution that a correction replaces; null if none is booked. */
export const findReplaced = (order: Order, { replacesIds }: CorrectedReport): string | null =>
  replacesIds.find((id) => listFillParts(order, id).length > 0) ?? null;

/** One part of an execution at its new price. */
export interface CorrectedPart {
  readonly replaced: BookedFill;
  readonly executionId: string;
  readonly priceTicks: Ticks;
  readonly feeMills: Mills;
}

/** The parts at the new price. They share the fee by lots; that of additional lots is left for these. */
export function correctParts(
  parts: readonly BookedFill[],
  report: CorrectedReport & { readonly replacesId: string },
): readonly CorrectedPart[] {
  const fees = prorateFee(parts, report.feeMills, report.lots);
  return parts.map((replaced, index) => ({
    replaced,
    executionId: report.executionId + replaced.executionId.slice(report.replacesId.length),
    priceTicks: report.priceTicks,
    feeMills: fees[index] ?? NO_MILLS,
  }));
}

/** The parts at their price, with their shares of the fee of the whole execution. */
export function shareFee(parts: readonly BookedFill[], feeMills: Mills): readonly CorrectedPart[] {
  const fees = prorateFee(parts, feeMills, countLots(parts));
  return parts.map((replaced, index) => ({
    replaced,
    executionId: replaced.executionId,
    priceTicks: replaced.priceTicks,
    feeMills: fees[index] ?? NO_MILLS,
  }));
}

/** Shares of a fee by lots, whole mills, which add up to the share of all parts. */
function prorateFee(
  parts: readonly BookedFill[],
  feeMills: Mills,
  totalLots: Lots,
): readonly Mills[] {
  let lots = NO_LOTS;
  let paidMills = NO_MILLS;
  return parts.map((part) => {
    lots = addLots(lots, part.lots);
    const untilHereMills = prorateMills(feeMills, lots, totalLots);
    const shareMills = subtractMills(untilHereMills, paidMills);
    paidMills = untilHereMills;
    return shareMills;
  });
}

/** The fee of the additional lots. */
export const computeRestFee = (report: CorrectedReport, parts: readonly CorrectedPart[]): Mills =>
  subtractMills(report.feeMills, addMills(...parts.map(({ feeMills }) => feeMills)));

interface CorrectionMoney {
  /** Positive where the corrected price is better for the account than the booked one. */
  readonly profitMills: Mills;
  readonly feeMills: Mills;
}

/** What the account gains and pays by a correction, both relative to what was booked. */
export function computeCorrection(
  instrument: Instrument,
  side: Order['side'],
  replaced: Pick<BookedFill, 'lots' | 'priceTicks' | 'feeMills'>,
  corrected: Pick<CorrectionFacts, 'priceTicks' | 'feeMills'>,
): CorrectionMoney {
  const compute = (ticks: Ticks, lots: Lots): Mills => computeValueMills(instrument, ticks, lots);
  const before = compute(replaced.priceTicks, replaced.lots);
  const after = compute(corrected.priceTicks, replaced.lots);
  return {
    profitMills: side === 'BUY' ? subtractMills(before, after) : subtractMills(after, before),
    feeMills: subtractMills(corrected.feeMills, replaced.feeMills),
  };
}

/** The order with the corrected fill in place of the replaced one. */
export function replaceFill(order: Order, facts: CorrectionFacts): Order {
  const { remote } = order;
  assert(remote, `order ${order.id} is at a remote broker`);
  const { executionId, replacesId, priceTicks, feeMills } = facts;
  const fills = remote.fills.map((fill) =>
    fill.executionId === replacesId ? { ...fill, executionId, priceTicks, feeMills } : fill,
  );
  return {
    ...order,
    executionIds:
      executionId === replacesId ? order.executionIds : [...order.executionIds, executionId],
    remote: { ...remote, fills },
  };
}
