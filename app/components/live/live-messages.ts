// Parses socket messages. Checked manually, because a schema library would add more bytes than this
// file.
import type { DeskDto } from '../../contracts/messages';
import type { PortfolioUpdate, PositionUpdate } from '../../contracts/api/socket';

type ReceivedMessage =
  | { readonly type: 'auth_error' | 'auth_required' }
  /** Servers of earlier versions name none. */
  | { readonly type: 'authenticated'; readonly version?: unknown }
  | PortfolioUpdate
  | PositionUpdate;

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isRowList = (value: unknown, key: string): boolean =>
  Array.isArray(value) && value.every((row) => isObject(row) && typeof row[key] === 'string');

const isPortfolioData = (data: unknown): boolean =>
  isObject(data) &&
  typeof data['mode'] === 'string' &&
  typeof data['epoch'] === 'number' &&
  isObject(data['portfolio']) &&
  isRowList(data['commodities'], 'commodity');

const hasSequence = (value: Fields): boolean => typeof value['asOfSeq'] === 'number';

/** Validator per message type. */
const CHECKS: Readonly<Record<ReceivedMessage['type'], (value: Fields) => boolean>> = {
  authenticated: () => true,
  auth_error: () => true,
  auth_required: () => true,
  PORTFOLIO_UPDATE: (value) => hasSequence(value) && isPortfolioData(value['data']),
  POSITION_UPDATE: (value) => hasSequence(value) && isRowList(value['data'], 'id'),
};

const isMessageType = (type: unknown): type is ReceivedMessage['type'] =>
  typeof type === 'string' && Object.hasOwn(CHECKS, type);

const isValidMessage = (value: Fields): boolean =>
  isMessageType(value['type']) && CHECKS[value['type']](value);

/** Parses a message; null for unknown types and invalid content. */
export function parseMessage(text: string): ReceivedMessage | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && isValidMessage(value) ? (value as unknown as ReceivedMessage) : null;
  } catch {
    return null;
  }
}

/** Combines portfolio and positions; null until both have the same sequence number. */
export function buildDesk(
  portfolio: PortfolioUpdate | null,
  positions: PositionUpdate | null,
): DeskDto | null {
  if (!portfolio || !positions || portfolio.asOfSeq !== positions.asOfSeq) return null;
  return { ...portfolio.data, asOfSeq: portfolio.asOfSeq, positions: positions.data };
}
