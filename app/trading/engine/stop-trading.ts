/** Stops trading: switches commodities off and cancels working entries. */
import type { Book } from '../domain/book';
import { COMMODITY_KEYS, type CommodityKey } from '../domain/commodity';
import type { EngineConfig } from './config';
import { declineProposals } from './decline-proposals';
import type { StateTransaction } from './state-transaction';
import { cancelOrder, getOwner } from './orders';

/** Reasons that also cancel a working roll. STOP does not, because a roll adds no exposure. */
const ROLL_ENDING_REASONS: readonly string[] = [
  'closed',
  'reset',
  'trading halted',
  'drawdown',
  'user disabled',
  'margin call',
];

/** Also those that wait for approval. Null commodity: all. */
export function cancelPendingEntries(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  commodity: CommodityKey | null,
  reason: string,
): void {
  declineProposals(tx, book, commodity, reason);
  for (const order of Object.values(book.orders)) {
    if (order.rollOf !== undefined && !ROLL_ENDING_REASONS.includes(reason)) continue;
    if (order.purpose === 'ENTRY' && (commodity === null || order.commodity === commodity))
      cancelOrder(tx, config, order, reason);
  }
}

/** Switches off and cancels entries; stops and targets stay. */
export function stopTrading(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  commodity: CommodityKey | null,
  reason: string,
): void {
  if (commodity === null && book.globalActive) tx.record('AllStopped', getOwner(book), {});
  for (const key of COMMODITY_KEYS) {
    if ((commodity === null || commodity === key) && book.commodities[key]?.active)
      tx.record('CommodityStopped', getOwner(book), { commodity: key });
  }
  cancelPendingEntries(tx, config, book, commodity, reason);
}
