// Comparable figures of two accounts: everything but random ids.
import type { Book } from '../../app/trading/domain/book';
import { toCanonicalJson } from '../../app/trading/domain/canonical-json';
import type { ShadowState } from '../../app/trading/domain/shadow-account';
import type { EngineConfig } from '../../app/trading/engine/config';
import type { RunnerOptions } from '../../app/trading/engine/runner';
import {
  buildIdenticalShadow,
  listShadowSpecs,
} from '../../app/trading/engine/shadow-accounts/shadow-specs';

/** All shadow accounts of the product plus one identical shadow. */
export const createShadowOptions = (
  config: EngineConfig,
): NonNullable<RunnerOptions['shadows']> => ({
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

export function getComparableFigures(book: Book): string {
  const { positions, orders, openTrades, closing, recentHandOrders = [], ...rest } = book;
  return toCanonicalJson({
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

/** Identical shadow of an account. Throws when there is none. */
export function getIdenticalShadow(shadows: ShadowState, bookId: string): Book {
  const shadow = shadows['IDENTICAL']?.books[bookId];
  if (!shadow)
    throw new Error(
      `${bookId} has no identical twin: ${shadows['IDENTICAL']?.fault ?? 'not there'}`,
    );
  return shadow;
}
