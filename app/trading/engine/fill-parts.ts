/**
 * Assigns an execution to positions. A remote broker can fill an order after its cancellation, or a
 * stop and an exit at once: the lots beyond those held then open a position on the other side.
 */
import type { Book } from '../domain/book';
import { type Order, isReduceOnly } from '../domain/order';
import { type Lots, NO_LOTS, prorateMills, subtractLots, subtractMills } from '../domain/units';
import type { FilledReport } from '../ports';

/** Between the id of an execution and the name of a part of it. */
export const PART_SEPARATOR = ':';

/** Part of an execution that concerns one position. */
export interface FillPart extends FilledReport {
  readonly positionId: string;
}

/** `createId(index)`: the id of a new position, by index of the part. */
export function splitFill(
  book: Book,
  order: Order,
  report: FilledReport,
  createId: (index: number) => string,
): readonly FillPart[] {
  const heldLots = book.positions[order.positionId]?.lots ?? NO_LOTS;
  if (!isReduceOnly(order)) {
    const isSame = heldLots > 0 || !order.remote || isFirstFill(order);
    return [{ ...report, positionId: isSame ? order.positionId : createId(0) }];
  }
  if (report.lots <= heldLots) return [{ ...report, positionId: order.positionId }];
  if (heldLots === 0) return [{ ...report, positionId: createId(0) }];
  return splitAtHeld(order, report, heldLots, createId(1));
}

/** The position of a new entry opens with its first fill; an id is never used again. */
const isFirstFill = ({ filledLots, remote }: Order): boolean =>
  filledLots === 0 && remote?.isAddition !== true;

/** The parts share the fee by lots. */
function splitAtHeld(
  order: Order,
  report: FilledReport,
  heldLots: Lots,
  oppositeId: string,
): readonly FillPart[] {
  const heldFeeMills = prorateMills(report.feeMills, heldLots, report.lots);
  return [
    { ...report, positionId: order.positionId, lots: heldLots, feeMills: heldFeeMills },
    {
      ...report,
      positionId: oppositeId,
      executionId: `${report.executionId}${PART_SEPARATOR}rest`,
      lots: subtractLots(report.lots, heldLots),
      feeMills: subtractMills(report.feeMills, heldFeeMills),
    },
  ];
}
