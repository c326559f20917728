// How well the orders of a book were carried out, read from the order log.
import type { ExecutionDto } from '../../contracts/institutional';
import {
  FILLS_JUDGED,
  type OrderOutcome,
  judgedFills,
  orderOutcomes,
  refusedOrders,
} from './execution.server';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk';
import { bookId } from '../../trading/domain/book';
import { executionQuality } from '../../trading/execution/quality';
import { tradedInstrument } from '../portfolio/serialize-book.server';
import { roundDollars } from '../../trading/domain/units';

const findShare = (part: number, whole: number): number | null =>
  whole === 0 ? null : part / whole;
const countOutcomes = (
  rows: readonly OrderOutcome[],
  belongs: (row: OrderOutcome) => boolean,
): number => rows.filter(belongs).reduce((total, { count }) => total + count, 0);

/**
 * Entries and exits; resting stops and targets are cancelled by design and count only once they
 * fill.
 */
const isAsked = ({ purpose }: OrderOutcome): boolean => purpose === 'ENTRY' || purpose === 'EXIT';

/** Of one epoch of a user's book. */
export function executionWire(desk: Terminal, view: DeskView, userId: string): ExecutionDto {
  const book = { id: bookId(userId, view.mode), epoch: view.epoch };
  const found = judgedFills(desk.db, userId, book);
  const outcomes = orderOutcomes(desk.db, userId, book).filter(isAsked);
  const [placed, refused] = [
    countOutcomes(outcomes, () => true),
    refusedOrders(desk.db, userId, book),
  ];
  const { slippageMean, slippageP95, shortfall, shortfallDollars, spreadDollars, ...quality } =
    executionQuality(
      found.map((fill) => ({
        ...fill,
        instrument: tradedInstrument(desk, view.market, fill.instrumentId),
      })),
    );
  return {
    ...quality,
    slippageMean,
    slippageP95,
    shortfall,
    orders: placed + refused,
    refused,
    isCut: found.length === FILLS_JUDGED,
    filledShare: findShare(
      countOutcomes(outcomes, ({ state }) => state === 'FILLED'),
      placed,
    ),
    partShare: findShare(
      outcomes.reduce((total, { inPart }) => total + inPart, 0),
      placed,
    ),
    refusedShare: findShare(refused, placed + refused),
    shortfallDollars: roundDollars(shortfallDollars),
    spreadDollars: roundDollars(spreadDollars),
  };
}
