/** Stopping: switches off, and what would still open is taken back. */
import type { Book } from '../domain/book';
import { COMMODITY_KEYS, type CommodityKey } from '../domain/commodity';
import type { EngineConfig } from './config';
import type { Draft } from './state-transaction';
import { cancelOrder, getOwner } from './orders';

/** What ends a roll that is on its way; a stop leaves it alone, for it adds nothing. */
const ENDS_ROLLS: readonly string[] = [
  'closed',
  'reset',
  'trading halted',
  'drawdown',
  'user disabled',
  'margin call',
];

/** Takes back the entry orders that wait: of a commodity, or all. */
export function cancelPendingEntries(
  draft: Draft,
  config: EngineConfig,
  book: Book,
  commodity: CommodityKey | null,
  reason: string,
): void {
  for (const order of Object.values(book.orders)) {
    if (order.rollOf !== undefined && !ENDS_ROLLS.includes(reason)) continue;
    if (order.purpose === 'ENTRY' && (commodity === null || order.commodity === commodity))
      cancelOrder(draft, config, order, reason);
  }
}

/** No new entries: switches off and takes back entry orders; protective exits go on. */
export function stopTrading(
  draft: Draft,
  config: EngineConfig,
  book: Book,
  commodity: CommodityKey | null,
  reason: string,
): void {
  if (commodity === null && book.globalActive) draft.record('AllStopped', getOwner(book), {});
  for (const key of COMMODITY_KEYS) {
    if ((commodity === null || commodity === key) && book.commodities[key]?.active)
      draft.record('CommodityStopped', getOwner(book), { commodity: key });
  }
  cancelPendingEntries(draft, config, book, commodity, reason);
}
