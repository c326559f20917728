/**
 * Why a commodity that runs holds nothing: the condition its rule waits for, in one sentence.
 * It knows the folded rules and one book; it decides nothing.
 */
import type { Book } from '../domain/book';
import type { CommodityKey } from '../domain/commodity';
import { tradedContracts } from './chain';
import type { DeskState, InstrumentMarket } from './state';

/** The id of the playbook in force: the chosen one, or the first that the engine folds; null without a contract in the market. */
export function playbookInForce(state: DeskState, book: Book, commodity: CommodityKey): string | null {
  const first = contractsOf(state, book, commodity)[0];
  return book.commodities[commodity]?.playbookId ?? (first ? (Object.keys(first.rules)[0] ?? null) : null);
}

const contractsOf = (state: DeskState, book: Book, commodity: CommodityKey): readonly InstrumentMarket[] =>
  tradedContracts(state.markets[book.market], commodity, state.nowMs);

/** What keeps a running commodity without a position out of the market. */
export function waitingFor(state: DeskState, book: Book, commodity: CommodityKey): string {
  if (Object.values(book.orders).some((order) => order.commodity === commodity && order.purpose === 'ENTRY')) return 'its entry order is working';
  const contracts = contractsOf(state, book, commodity).filter(({ quote }) => quote !== null);
  if (contracts.length === 0) return 'waits for a first price';
  const playbookId = playbookInForce(state, book, commodity) ?? '';
  const wanted = contracts.find(({ rules }) => (rules[playbookId]?.state.target.side ?? 'FLAT') !== 'FLAT');
  if (wanted) return untaken(book, wanted, playbookId);
  const first = contracts[0];
  const reason = first?.rules[playbookId]?.state.target.reason ?? 'its rule is not folded here';
  return contracts.length > 1 && first ? `${first.instrument.id}: ${reason}` : reason;
}

/** A target that stands but was not entered: one signal is taken once, and a refused entry is tried again at the next bar. */
function untaken(book: Book, { instrument, rules }: InstrumentMarket, playbookId: string): string {
  const rule = rules[playbookId];
  const { side } = rule?.state.target ?? { side: 'FLAT' };
  const lastEntryMs = book.commodities[instrument.commodity]?.lastEntryMs ?? null;
  if (rule && lastEntryMs !== null && lastEntryMs >= rule.sinceMs) return `took this ${side} signal of ${instrument.id} already; waits for the next one`;
  return `wants ${instrument.id} ${side}; tries again when its next bar closes`;
}
