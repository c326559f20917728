/** Why a commodity that runs holds nothing: the condition its rule waits for, in one sentence. */
import type { Book, CloseReason, ClosingRequest } from '../domain/book';
import type { CommodityKey } from '../domain/commodity';
import { age } from '../domain/format';
import { type Instrument, codeOf, termsChange } from '../domain/instrument';
import { type Position, exitSide } from '../domain/position';
import { isLockedFor, lockText } from '../domain/quote';
import { unprotected } from '../risk/unprotected';
import { activeMonth, isRolling, tradedContracts } from './chain';
import { haltIn } from './halts';
import { isClosing } from './orders';
import { listedInstrument } from './settle';
import { playbookInForce } from './standing';
import { type DeskState, type InstrumentMarket, findLiveQuote, instrumentMarket } from './state';

/** The id of the playbook in force in a book; null without a contract in the market. */
export const ruleInForce = (state: DeskState, book: Book, commodity: CommodityKey): string | null =>
  playbookInForce(state, book.market, commodity, book.commodities[commodity]?.playbookId ?? null);

const contractsOf = (
  state: DeskState,
  book: Book,
  commodity: CommodityKey,
): readonly InstrumentMarket[] =>
  tradedContracts(state.markets[book.market], commodity, state.nowMs);

function accountReason(book: Book, commodity: CommodityKey): string | null {
  if (
    Object.values(book.orders).some(
      (order) => order.commodity === commodity && order.purpose === 'ENTRY',
    )
  )
    return 'its entry order is working';
  return book.marginCall
    ? 'margin call: nothing is opened before equity is above the maintenance margin again'
    : null;
}

/** What keeps a running commodity without a position out of the market. */
export function waitingFor(state: DeskState, book: Book, commodity: CommodityKey): string {
  const ofAccount = accountReason(book, commodity);
  if (ofAccount !== null) return ofAccount;
  const { coolUntilMs = null } = book.commodities[commodity] ?? {};
  if (coolUntilMs !== null && coolUntilMs > state.nowMs)
    return `pauses for another ${age(coolUntilMs - state.nowMs)} after trades lost one after the other`;
  const contracts = contractsOf(state, book, commodity).filter(({ quote }) => quote !== null);
  if (contracts.length === 0) return 'waits for a first price';
  const playbookId = ruleInForce(state, book, commodity) ?? '';
  const halt = haltIn(state, book.market, commodity, playbookId);
  if (halt)
    return `halted: ${halt.reason}; re-arm ${playbookId} among its playbooks, or choose another one`;
  const wanted = contracts.find(
    ({ rules }) => (rules[playbookId]?.target.side ?? 'FLAT') !== 'FLAT',
  );
  if (wanted) return untaken(book, wanted, playbookId);
  const first = contracts.find(({ rules }) => rules[playbookId]);
  const reason = first?.rules[playbookId]?.target.reason ?? 'its rule is not folded here';
  return contracts.length > 1 && first ? `${codeOf(first.instrument)}: ${reason}` : reason;
}

/** A target that stands but was not entered: one signal is taken once, and a refused entry is tried again at the next bar. */
function untaken(
  book: Book,
  { instrument, newTerms, quote, rules }: InstrumentMarket,
  playbookId: string,
): string {
  const rule = rules[playbookId];
  const { side } = rule?.target ?? { side: 'FLAT' };
  const lastEntryMs = book.commodities[instrument.commodity]?.lastEntryMs ?? null;
  if (rule && lastEntryMs !== null && lastEntryMs >= rule.sinceMs)
    return `took this ${side} signal of ${codeOf(instrument)} already; waits for the next one`;
  if (newTerms)
    return `wants ${codeOf(instrument)} ${side}; its terms have changed (${termsChange(instrument, newTerms)}), and entries wait until nobody holds it under the old ones`;
  const entry = side === 'LONG' ? 'BUY' : 'SELL';
  if (quote && isLockedFor(entry, quote))
    return `wants ${codeOf(instrument)} ${side}; ${lockText(codeOf(instrument), entry, quote)}`;
  return `wants ${codeOf(instrument)} ${side}; tries again when its next bar closes`;
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

/** What an open position waits for: a locked market, its exit, its roll, a live quote. Null when nothing is due. */
export function pendingOf(state: DeskState, book: Book, position: Position): string | null {
  const quote = instrumentMarket(state, book.market, position.instrumentId)?.quote;
  const instrument = listedInstrument(state, book, position.instrumentId);
  const isLeaving = isClosing(book, position);
  const side = exitSide(position.direction);
  if (quote && isLockedFor(side, quote))
    return `${lockText(codeOf(instrument), side, quote)}; ${isLeaving ? 'its exit waits' : 'stop and target wait'} for the first price that is not locked`;
  if (isLeaving) return 'its exit order is working';
  const request = book.closing[position.id];
  if (request) return formatRequest(request);
  if (unprotected(book).some(({ id }) => id === position.id))
    return 'HAS NO STOP: one is placed when its next bar closes, and nothing else is opened before; CLOSE leaves at once';
  const halt =
    position.playbookId === null
      ? null
      : haltIn(state, book.market, position.commodity, position.playbookId);
  if (halt)
    return `its playbook is halted: ${halt.reason}; ${position.hasStop ? 'stop, target, trail and roll go on' : 'it leaves when its next bar closes'}`;
  return findRollText(state, book, instrument) ?? findQuoteText(state, book, position);
}

/** Says that a position has no live quote, as after a start or in an outage; null while it has one. */
function findQuoteText(state: DeskState, book: Book, { instrumentId }: Position): string | null {
  if (findLiveQuote(instrumentMarket(state, book.market, instrumentId), state.nowMs)) return null;
  return 'has no live quote: shown at its last price; the account is not valued and its breakers wait until there is one';
}

/** What a position in a month that ends waits for; null before its roll. */
function findRollText(state: DeskState, book: Book, instrument: Instrument): string | null {
  if (!instrument.contract || !isRolling(instrument, state.nowMs)) return null;
  const { chain, code, expiresMs } = instrument.contract;
  const next = activeMonth(state.markets[book.market], chain, state.nowMs);
  if (state.nowMs >= expiresMs || !next)
    return `${code} ${state.nowMs >= expiresMs ? 'has expired' : 'is the last month that is listed'}; waits for the price at which it settles`;
  return `${code} ends; waits for a fresh price of it and of ${codeOf(next.instrument)}, into which it is rolled`;
}
