/** Translates a user's command for a shadow account. */
import { type Book, getSelectedBook } from '../../domain/book';
import type { Command } from '../../domain/command';
import { getChain } from '../../domain/instrument';
import type { Order } from '../../domain/order';
import { assertNever } from '../../domain/outcome';
import type { Position } from '../../domain/position';
import { getListedInstrument } from '../order-settlement';
import type { DeskState } from '../state';

/** State before the command, its sender, and the shadow accounts of one kind. */
export interface MirrorContext {
  readonly userId: string;
  readonly desk: DeskState;
  readonly shadows: Readonly<Record<string, Book>>;
}

/** Returns several commands, or none without a matching order or position. */
export function mirrorCommand(command: Command, context: MirrorContext): readonly Command[] {
  switch (command.type) {
    case 'OpenBook':
      return []; // a twin begins as a copy
    case 'ResetBook':
      return [{ type: 'CloseTrading', commodity: null }];
    case 'StartTrading':
      return mirrorStart(command, context);
    case 'PlaceOrder':
      return getSelectedBook(context.desk, context.userId)?.isResetPending ? [] : [command];
    case 'ClosePosition':
      return mirrorClose(command.positionId, context);
    case 'CancelOrder':
      return mirrorCancel(command.orderId, context);
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
    // Shadow accounts are at local brokers, which need no permission and halt no single account; changes
    // of users are logged once; an account that moves starts a period, and with it new shadows.
    case 'HaltAccounts':
    case 'ResumeAccount':
    case 'ArmAccount':
    case 'ConfirmArming':
    case 'DisarmAccount':
    case 'ApproveEntry':
    case 'DeclineEntry':
    case 'RecordAdministration':
    case 'MoveUserOut':
    case 'MoveUserIn':
      return [];
    default:
      return assertNever(command);
  }
}

/**
 * RUN ALL of an armed account also re-arms its shadow's breaker, which has no other confirmation.
 */
function mirrorStart(
  command: Extract<Command, { type: 'StartTrading' }>,
  { desk, userId }: MirrorContext,
): readonly Command[] {
  const ownBook = getSelectedBook(desk, userId);
  if (ownBook?.isResetPending) return [];
  return command.commodity === null && !ownBook?.drawdown
    ? [{ ...command, rearm: true }]
    : [command];
}

/** Null if the user has no such open position. */
export function findOwnPosition(
  { desk, userId }: MirrorContext,
  positionId: string,
): { readonly book: Book; readonly position: Position } | null {
  const book = Object.values(desk.books).find(
    (candidate) => candidate.userId === userId && Object.hasOwn(candidate.positions, positionId),
  );
  const position = book?.positions[positionId];
  return book && position ? { book, position } : null;
}

/** Closes the matching position; without one, stops its commodity. */
function mirrorClose(positionId: string, context: MirrorContext): readonly Command[] {
  const ownHolding = findOwnPosition(context, positionId);
  if (!ownHolding) return [];
  const { book, position } = ownHolding;
  const getContractChain = (id: string): string =>
    getChain(getListedInstrument(context.desk, book, id));
  const candidates = Object.values(context.shadows[book.id]?.positions ?? {}).filter(
    ({ direction, instrumentId }) =>
      direction === position.direction &&
      getContractChain(instrumentId) === getContractChain(position.instrumentId),
  );
  const nearest = [...candidates].sort(
    (a, b) => countDifferences(position, a) - countDifferences(position, b),
  )[0];
  if (nearest) return [{ type: 'ClosePosition', positionId: nearest.id }];
  const isSelected = getSelectedBook(context.desk, context.userId)?.id === book.id;
  return isSelected && book.commodities[position.commodity]?.active
    ? [{ type: 'StopTrading', commodity: position.commodity }]
    : [];
}

/** Number of attributes in which two positions of one chain and side differ. */
const countDifferences = (a: Position, b: Position): number =>
  [
    a.instrumentId !== b.instrumentId,
    a.playbookId !== b.playbookId,
    a.openedMs !== b.openedMs,
  ].filter(Boolean).length;

function mirrorCancel(
  orderId: string,
  { desk, userId, shadows }: MirrorContext,
): readonly Command[] {
  const ownBook = getSelectedBook(desk, userId);
  const order =
    ownBook && Object.hasOwn(ownBook.orders, orderId) ? ownBook.orders[orderId] : undefined;
  if (!ownBook || !order) return [];
  const isSameOrder = (other: Order): boolean =>
    other.instrumentId === order.instrumentId &&
    other.purpose === order.purpose &&
    other.side === order.side &&
    other.type === order.type &&
    other.priceTicks === order.priceTicks;
  const candidates = Object.values(shadows[ownBook.id]?.orders ?? {}).filter(isSameOrder);
  const shadowOrder =
    candidates.find(({ placedMs, lots }) => placedMs === order.placedMs && lots === order.lots) ??
    candidates[0];
  return shadowOrder ? [{ type: 'CancelOrder', orderId: shadowOrder.id }] : [];
}
