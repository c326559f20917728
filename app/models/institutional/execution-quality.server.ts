// Execution quality of an account.
import type { ExecutionDto } from '../../contracts/institutional';
import {
  FILLS_MAX,
  type OrderOutcome,
  listFillsWithQuotes,
  countOrderOutcomes,
  countRefusedOrders,
} from './order-outcomes.server';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk-view';
import { getBookId } from '../../trading/domain/book';
import { computeExecutionQuality } from '../../trading/execution/execution-quality';
import { getTradedInstrument } from '../portfolio/serialize-book.server';
import { roundDollars } from '../../trading/domain/units';

const computeFraction = (part: number, whole: number): number | null =>
  whole === 0 ? null : part / whole;
const countOutcomes = (
  rows: readonly OrderOutcome[],
  belongs: (row: OrderOutcome) => boolean,
): number => rows.filter(belongs).reduce((total, { count }) => total + count, 0);

/** Stops and targets are canceled by design, so they count only when filled. */
const isEntryOrExit = ({ purpose }: OrderOutcome): boolean =>
  purpose === 'ENTRY' || purpose === 'EXIT';

/** For one account period. */
export function serializeExecution(desk: Terminal, view: DeskView, userId: string): ExecutionDto {
  const book = { id: getBookId(userId, view.mode), epoch: view.epoch };
  const found = listFillsWithQuotes(desk.db, userId, book);
  const outcomes = countOrderOutcomes(desk.db, userId, book).filter(isEntryOrExit);
  const [placed, refused] = [
    countOutcomes(outcomes, () => true),
    countRefusedOrders(desk.db, userId, book),
  ];
  const { slippageMean, slippageP95, shortfall, shortfallDollars, spreadDollars, ...quality } =
    computeExecutionQuality(
      found.map((fill) => ({
        ...fill,
        instrument: getTradedInstrument(desk, view.market, fill.instrumentId),
      })),
    );
  return {
    ...quality,
    slippageMean,
    slippageP95,
    shortfall,
    orders: placed + refused,
    refused,
    isCut: found.length === FILLS_MAX,
    filledShare: computeFraction(
      countOutcomes(outcomes, ({ state }) => state === 'FILLED'),
      placed,
    ),
    partShare: computeFraction(
      outcomes.reduce((total, { inPart }) => total + inPart, 0),
      placed,
    ),
    refusedShare: computeFraction(refused, placed + refused),
    shortfallDollars: roundDollars(shortfallDollars),
    spreadDollars: roundDollars(spreadDollars),
  };
}
