// What two books that did the same have in common: everything but the ids of orders and positions,
// which each draws for itself.
import type { Book } from '../../app/trading/domain/book';
import { canonicalJson } from '../../app/trading/domain/canonical';
import type { ShadowDesk } from '../../app/trading/domain/twin';
import type { EngineConfig } from '../../app/trading/engine/config';
import type { RunnerOptions } from '../../app/trading/engine/runner';
import { buildIdenticalShadow, listShadowSpecs } from '../../app/trading/engine/twins/kinds';

/** All twins of the product with one that lacks nothing. */
export const withIdentical = (config: EngineConfig): NonNullable<RunnerOptions['twins']> => ({
  specs: [buildIdenticalShadow(config), ...listShadowSpecs(config)],
  desk: {},
});

const ID_NAMES: ReadonlySet<string> = new Set([
  'id',
  'positionId',
  'groupId',
  'rollOf',
  'executionIds',
  'orderId',
]);
const withoutIds = (row: object): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !ID_NAMES.has(name)));

export function getFigures(book: Book): string {
  const { positions, orders, openTrades, closing, recentHandOrders = [], ...rest } = book;
  return canonicalJson({
    ...rest,
    positions: Object.values(positions).map(withoutIds),
    orders: Object.values(orders).map(withoutIds),
    openTrades: Object.values(openTrades),
    closing: Object.values(closing),
    recentHandOrders: recentHandOrders.map(({ atMs, command, orderIds }) => ({
      atMs,
      command,
      orders: orderIds.length,
    })),
  });
}

/** The identical twin of a book; throws where there is none. */
export function buildIdentical(twins: ShadowDesk, bookId: string): Book {
  const twin = twins['IDENTICAL']?.books[bookId];
  if (!twin)
    throw new Error(`${bookId} has no identical twin: ${twins['IDENTICAL']?.fault ?? 'not there'}`);
  return twin;
}
