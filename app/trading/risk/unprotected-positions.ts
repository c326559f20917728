/** Positions that have lost their protective stop; entries are rejected while one exists. */
import type { Book } from '../domain/book';
import type { Position } from '../domain/position';
import { listValues } from '../domain/record-values';

/** Open positions without a working stop, oldest first. */
export function listUnprotected({
  positions,
  orders,
}: Pick<Book, 'positions' | 'orders'>): readonly Position[] {
  const open = listValues(positions).filter(({ hasStop }) => hasStop === true);
  if (open.length === 0) return open;
  const working = Object.values(orders);
  const isSafe = ({ id, lots }: Position): boolean =>
    working.some(
      ({ positionId, purpose, type, lots: ordered, filledLots }) =>
        positionId === id &&
        (purpose === 'STOP' ||
          (purpose === 'EXIT' && type === 'MARKET' && ordered - filledLots >= lots)),
    );
  return open.filter((position) => !isSafe(position));
}
