/**
 * Takes over what the broker holds, when an operator resumes an account that differs: lots that the broker no
 * longer holds leave at the last price, and with nothing open a new account period starts with its cash.
 */
import type { Book } from '../domain/book';
import { formatSize } from '../domain/format';
import { getCode } from '../domain/instrument';
import { type Refusal, createRefusal } from '../domain/outcome';
import { toLots } from '../domain/units';
import { startPeriod } from './broker-comparison';
import type { EngineConfig } from './config';
import { type Reduction, bookReduction, hasUnansweredOrder } from './external-trades';
import {
  type ContractHoldings,
  countMissingLots,
  explainBalance,
  listDifferingContracts,
} from './holdings';
import { getListedInstrument } from './order-settlement';
import { findInstrumentMarket } from './state';
import type { StateTransaction } from './state-transaction';

/** Books everything or nothing. Returns why nothing was booked, or null. */
export function acceptHoldings(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
): Refusal | null {
  const link = tx.state.links[book.id];
  if (link?.state !== 'ready' || !link.atBroker)
    return createRefusal(
      'HALTED',
      'Account and broker were not compared since the last fill or connection. Compare them on the Live page, then resume again.',
    );
  const plans = listDifferingContracts(book, link.atBroker).map((contract) =>
    planReduction(tx, book, contract),
  );
  const blocked = plans.find((plan) => typeof plan === 'string');
  if (blocked !== undefined) return createRefusal('HALTED', blocked);
  for (const plan of plans) if (typeof plan !== 'string') bookReduction(tx, config, book.id, plan);
  const after = tx.state.books[book.id] ?? book;
  if (Object.keys(after.orders).length === 0 && explainBalance(after, link.atBroker) !== null)
    startPeriod(tx, after, link.atBroker.cashMills);
  return null;
}

/** How the account gets to what the broker holds, or why it cannot. */
function planReduction(
  { state }: StateTransaction,
  book: Book,
  contract: ContractHoldings,
): Reduction | string {
  const { instrumentId, ownLots, brokerLots } = contract;
  const instrument = getListedInstrument(state, book, instrumentId);
  const code = getCode(instrument);
  const lots = countMissingLots(contract);
  const foreignLots = toLots(Math.abs(brokerLots - ownLots) - lots);
  if (foreignLots > 0)
    return `The broker holds ${formatSize(instrument, foreignLots)} of ${code} that this account did not open. Close them at the broker, compare, then resume again.`;
  if (hasUnansweredOrder(book, instrumentId))
    return `An order in ${code} is unanswered: what it filled is not certain yet. Resume again when the broker has answered.`;
  const quote = findInstrumentMarket(state, book.market, instrumentId)?.quote;
  return quote
    ? { instrumentId, lots, priceTicks: quote.lastTicks, executionId: null }
    : `There is no price of ${code} yet. Resume again when there is one.`;
}
