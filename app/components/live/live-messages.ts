// What the page understands of the socket's messages, checked by hand: a schema library would weigh more than all of it.
import type { DeskWire } from '../../contracts/messages';
import type { PortfolioUpdate, PositionUpdate } from '../../contracts/push';

export type HeardMessage =
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

function isKnown(value: Fields): boolean {
  const hasSeq = typeof value['asOfSeq'] === 'number';
  switch (value['type']) {
    case 'authenticated':
    case 'auth_error':
    case 'auth_required':
      return true;
    case 'PORTFOLIO_UPDATE':
      return hasSeq && isBook(value['data']);
    case 'POSITION_UPDATE':
      return hasSeq && isRows(value['data'], 'id');
    default:
      return false;
  }
}

/** A message that the page has a use for; null for every other one. */
export function readMessage(text: string): HeardMessage | null {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) && isKnown(value) ? (value as unknown as HeardMessage) : null;
  } catch {
    return null;
  }
}

/** The two halves of a desk, once they are of the same moment. */
export function deskOf(
  portfolio: PortfolioUpdate | null,
  positions: PositionUpdate | null,
): DeskWire | null {
  if (!portfolio || !positions || portfolio.asOfSeq !== positions.asOfSeq) return null;
  return { ...portfolio.data, asOfSeq: portfolio.asOfSeq, positions: positions.data };
}
