/** What a twin is asked when its user asks something of the book it runs beside. */
import { type Book, selectedBook } from '../../domain/book';
import type { Command } from '../../domain/command';
import { getChain } from '../../domain/instrument';
import type { Order } from '../../domain/order';
import { assertNever } from '../../domain/outcome';
import type { Position } from '../../domain/position';
import { getListedInstrument } from '../order-settlement';
import type { DeskState } from '../state';

/** The desk before the command, its sender, and the twins of one kind. */
export interface Asked {
  readonly userId: string;
  readonly desk: DeskState;
  readonly twins: Readonly<Record<string, Book>>;
}

/**
 * The same command in the terms of a twin; several or none where it has no such order or position.
 */
export function mirrorCommand(command: Command, asked: Asked): readonly Command[] {
  switch (command.type) {
    case 'OpenBook':
      return []; // a twin begins as a copy
    case 'ResetBook':
      return [{ type: 'CloseTrading', commodity: null }];
    case 'StartTrading':
      return startLikewise(command, asked);
    case 'PlaceOrder':
      return selectedBook(asked.desk, asked.userId)?.isResetPending ? [] : [command];
    case 'ClosePosition':
      return closeLikewise(command.positionId, asked);
    case 'CancelOrder':
      return cancelLikewise(command.orderId, asked);
    case 'SelectMode':
    case 'SaveSettings':
    case 'ChoosePlaybook':
    case 'RearmPlaybook':
    case 'StopTrading':
    case 'EmergencyStop':
    case 'CloseTrading':
    case 'StopUser':
    case 'StopAllUsers':
    case 'DisableUser':
    case 'EnableUser':
    case 'HaltTrading':
    case 'ResumeTrading':
      return [command];
    default:
      return assertNever(command);
  }
}

/**
 * A twin whose own breaker has tripped begins again with RUN ALL of a book that is armed: nobody
 * else can confirm it there.
 */
function startLikewise(
  command: Extract<Command, { type: 'StartTrading' }>,
  { desk, userId }: Asked,
): readonly Command[] {
  const own = selectedBook(desk, userId);
  if (own?.isResetPending) return [];
  return command.commodity === null && !own?.drawdown ? [{ ...command, rearm: true }] : [command];
}

/** The user's own open position of an id with its book; null when there is none. */
export function ownPosition(
  { desk, userId }: Asked,
  positionId: string,
): { readonly book: Book; readonly position: Position } | null {
  const book = Object.values(desk.books).find(
    (candidate) => candidate.userId === userId && Object.hasOwn(candidate.positions, positionId),
  );
  const position = book?.positions[positionId];
  return book && position ? { book, position } : null;
}

/**
 * What the twin holds in place of a position is closed; where it holds nothing, its commodity is
 * turned off all the same.
 */
function closeLikewise(positionId: string, asked: Asked): readonly Command[] {
  const own = ownPosition(asked, positionId);
  if (!own) return [];
  const { book, position } = own;
  const chain = (id: string): string => getChain(getListedInstrument(asked.desk, book, id));
  const held = Object.values(asked.twins[book.id]?.positions ?? {}).filter(
    ({ direction, instrumentId }) =>
      direction === position.direction && chain(instrumentId) === chain(position.instrumentId),
  );
  const nearest = [...held].sort(
    (a, b) => compareUnlike(position, a) - compareUnlike(position, b),
  )[0];
  if (nearest) return [{ type: 'ClosePosition', positionId: nearest.id }];
  const isSelected = selectedBook(asked.desk, asked.userId)?.id === book.id;
  return isSelected && book.commodities[position.commodity]?.active
    ? [{ type: 'StopTrading', commodity: position.commodity }]
    : [];
}

/** In how many ways two positions of one chain and side differ. */
const compareUnlike = (a: Position, b: Position): number =>
  [
    a.instrumentId !== b.instrumentId,
    a.playbookId !== b.playbookId,
    a.openedMs !== b.openedMs,
  ].filter(Boolean).length;

function cancelLikewise(orderId: string, { desk, userId, twins }: Asked): readonly Command[] {
  const own = selectedBook(desk, userId);
  const order = own && Object.hasOwn(own.orders, orderId) ? own.orders[orderId] : undefined;
  if (!own || !order) return [];
  const same = (other: Order): boolean =>
    other.instrumentId === order.instrumentId &&
    other.purpose === order.purpose &&
    other.side === order.side &&
    other.type === order.type &&
    other.priceTicks === order.priceTicks;
  const alike = Object.values(twins[own.id]?.orders ?? {}).filter(same);
  const twin =
    alike.find(({ placedMs, lots }) => placedMs === order.placedMs && lots === order.lots) ??
    alike[0];
  return twin ? [{ type: 'CancelOrder', orderId: twin.id }] : [];
}
