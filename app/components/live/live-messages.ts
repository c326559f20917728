// What the page understands of the socket's messages, checked by hand: a schema library would weigh
// more than all of it.
import type { DeskDto } from '../../contracts/messages';
import type { PortfolioUpdate, PositionUpdate } from '../../contracts/api/socket';

type ReceivedMessage =
  | { readonly type: 'authenticated' | 'auth_error' | 'auth_required' }
  | PortfolioUpdate
  | PositionUpdate;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isRows = (value: unknown, key: string): boolean =>
  Array.isArray(value) && value.every((row) => isFields(row) && typeof row[key] === 'string');

const isBook = (data: unknown): boolean =>
  isFields(data) &&
  typeof data['mode'] === 'string' &&
  typeof data['epoch'] === 'number' &&
  isFields(data['portfolio']) &&
  isRows(data['commodities'], 'commodity');

const hasSeq = (value: Fields): boolean => typeof value['asOfSeq'] === 'number';

/** The check of each message by its type. */
const CHECKS: Readonly<Record<ReceivedMessage['type'], (value: Fields) => boolean>> = {
  authenticated: () => true,
  auth_error: () => true,
  auth_required: () => true,
  PORTFOLIO_UPDATE: (value) => hasSeq(value) && isBook(value['data']),
  POSITION_UPDATE: (value) => hasSeq(value) && isRows(value['data'], 'id'),
};

const isMessageType = (type: unknown): type is ReceivedMessage['type'] =>
  typeof type === 'string' && Object.hasOwn(CHECKS, type);

const isKnown = (value: Fields): boolean =>
  isMessageType(value['type']) && CHECKS[value['type']](value);

/** A message that the page has a use for; null for every other one. */
export function readMessage(text: string): ReceivedMessage | null {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) && isKnown(value) ? (value as unknown as ReceivedMessage) : null;
  } catch {
    return null;
  }
}

/** The two halves of a desk, once they are of the same moment. */
export function buildDesk(
  portfolio: PortfolioUpdate | null,
  positions: PositionUpdate | null,
): DeskDto | null {
  if (!portfolio || !positions || portfolio.asOfSeq !== positions.asOfSeq) return null;
  return { ...portfolio.data, asOfSeq: portfolio.asOfSeq, positions: positions.data };
}
