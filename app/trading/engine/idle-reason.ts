/** Why a commodity that runs holds nothing: the condition its rule waits for, in one sentence. */
import type { Book, CloseReason, ClosingRequest } from '../domain/book';
import type { CommodityKey } from '../domain/commodity';
import { formatAge } from '../domain/format';
import { type Instrument, getCode, termsChange } from '../domain/instrument';
import { type Position, exitSide } from '../domain/position';
import { isLockedFor, lockText } from '../domain/quote';
import { listUnprotected } from '../risk/unprotected';
import { findActiveMonth, isRolling, listTradedContracts } from './chain';
import { findActiveHalt } from './halts';
import { isClosing } from './orders';
import { getListedInstrument } from './order-settlement';
import { getActivePlaybook } from './active-playbook';
import {
  type DeskState,
  type InstrumentMarket,
  findLiveQuote,
  findInstrumentMarket,
} from './state';

/** The id of the playbook in force in a book; null without a contract in the market. */
export const getActiveRule = (
  state: DeskState,
  book: Book,
  commodity: CommodityKey,
): string | null =>
  getActivePlaybook(state, book.market, commodity, book.commodities[commodity]?.playbookId ?? null);

const listContracts = (
  state: DeskState,
  book: Book,
  commodity: CommodityKey,
): readonly InstrumentMarket[] =>
  listTradedContracts(state.markets[book.market], commodity, state.nowMs);

function accountReason(book: Book, commodity: CommodityKey): string | null {
  if (
    Object.values(book.orders).some(
      (order) => order.commodity === commodity && order.purpose === 'ENTRY',
    )
  )
    return 'its entry order is working';
  return book.marginCall
    ? 'margin call: entries blocked until equity exceeds the maintenance margin'
    : null;
}

/** What keeps a running commodity without a position out of the market. */
export function getIdleReason(state: DeskState, book: Book, commodity: CommodityKey): string {
  const ofAccount = accountReason(book, commodity);
  if (ofAccount !== null) return ofAccount;
  const { coolUntilMs = null } = book.commodities[commodity] ?? {};
  if (coolUntilMs !== null && coolUntilMs > state.nowMs)
    return `paused ${formatAge(coolUntilMs - state.nowMs)} after a losing streak`;
  const contracts = listContracts(state, book, commodity).filter(({ quote }) => quote !== null);
  if (contracts.length === 0) return 'waiting for the first quote';
  const playbookId = getActiveRule(state, book, commodity) ?? '';
  const halt = findActiveHalt(state, book.market, commodity, playbookId);
  if (halt) return `halted: ${halt.reason}; re-arm ${playbookId} or select another strategy`;
  const wanted = contracts.find(
    ({ rules }) => (rules[playbookId]?.target.side ?? 'FLAT') !== 'FLAT',
  );
  if (wanted) return explainUntakenTarget(book, wanted, playbookId);
  const first = contracts.find(({ rules }) => rules[playbookId]);
  const reason = first?.rules[playbookId]?.target.reason ?? 'strategy not evaluated yet';
  return contracts.length > 1 && first ? `${getCode(first.instrument)}: ${reason}` : reason;
}

/**
 * A target that stands but was not entered: one signal is taken once, and a refused entry is tried
 * again at the next bar.
 */
function explainUntakenTarget(
  book: Book,
  { instrument, newTerms, quote, rules }: InstrumentMarket,
  playbookId: string,
): string {
  const rule = rules[playbookId];
  const { side } = rule?.target ?? { side: 'FLAT' };
  const lastEntryMs = book.commodities[instrument.commodity]?.lastEntryMs ?? null;
  if (rule && lastEntryMs !== null && lastEntryMs >= rule.sinceMs)
    return `${getCode(instrument)} ${side} signal already traded`;
  if (newTerms)
    return `target ${getCode(instrument)} ${side}; its terms have changed (${termsChange(instrument, newTerms)}); entries blocked while positions under the old terms are open`;
  const entry = side === 'LONG' ? 'BUY' : 'SELL';
  if (quote && isLockedFor(entry, quote))
    return `target ${getCode(instrument)} ${side}; ${lockText(getCode(instrument), entry, quote)}`;
  return `target ${getCode(instrument)} ${side}; retries at next bar close`;
}

const CLOSE_TEXTS: Readonly<Record<CloseReason, string>> = {
  manual: 'CLOSE',
  drawdown: 'drawdown limit',
  reset: 'reset',
  leg: 'another leg closed',
  operator: 'operator',
};

const formatRequest = ({ reason, obstacle }: ClosingRequest): string =>
  `has to be closed (${CLOSE_TEXTS[reason]}) and closes as soon as it can: ${obstacle ?? 'its exit order was not taken'}`;

/**
 * What an open position waits for: a locked market, its exit, its roll, a live quote. Null when
 * nothing is due.
 */
export function getPendingReason(state: DeskState, book: Book, position: Position): string | null {
  const quote = findInstrumentMarket(state, book.market, position.instrumentId)?.quote;
  const instrument = getListedInstrument(state, book, position.instrumentId);
  const isLeaving = isClosing(book, position);
  const side = exitSide(position.direction);
  if (quote && isLockedFor(side, quote))
    return `${lockText(getCode(instrument), side, quote)}; ${isLeaving ? 'its exit waits' : 'stop and target wait'} for the first price that is not locked`;
  if (isLeaving) return 'its exit order is working';
  const request = book.closing[position.id];
  if (request) return formatRequest(request);
  if (listUnprotected(book).some(({ id }) => id === position.id))
    return 'No stop until next bar close; entries blocked. CLOSE flattens at once';
  const halt =
    position.playbookId === null
      ? null
      : findActiveHalt(state, book.market, position.commodity, position.playbookId);
  if (halt)
    return `strategy halted: ${halt.reason}; ${position.hasStop ? 'stop, target, trailing stop and roll stay active' : 'exit at next bar close'}`;
  return findRollText(state, book, instrument) ?? findQuoteText(state, book, position);
}

/**
 * Says that a position has no live quote, as after a start or in an outage; null while it has one.
 */
function findQuoteText(state: DeskState, book: Book, { instrumentId }: Position): string | null {
  if (findLiveQuote(findInstrumentMarket(state, book.market, instrumentId), state.nowMs))
    return null;
  return 'has no live quote: shown at its last price; the account is not valued and its breakers wait until there is one';
}

/** What a position in a month that ends waits for; null before its roll. */
function findRollText(state: DeskState, book: Book, instrument: Instrument): string | null {
  if (!instrument.contract || !isRolling(instrument, state.nowMs)) return null;
  const { chain, code, expiresMs } = instrument.contract;
  const next = findActiveMonth(state.markets[book.market], chain, state.nowMs);
  if (state.nowMs >= expiresMs || !next)
    return `${code} ${state.nowMs >= expiresMs ? 'has expired' : 'is the last month that is listed'}; awaiting settlement price`;
  return `${code} expires; rolls to ${getCode(next.instrument)} at the next live quotes`;
}
