/** Explains why a running commodity is flat and what an open position waits for. */
import type { AccountHalt } from '../domain/account-halt';
import type { Book, CloseReason, LoggedState, PendingClose } from '../domain/book';
import type { CommodityKey } from '../domain/commodity';
import { formatAge, formatMoney } from '../domain/format';
import { type Instrument, getCode, formatTermsChange } from '../domain/instrument';
import { type Position, getExitSide } from '../domain/position';
import { isLockedFor, formatLock } from '../domain/quote';
import type { EpochMs } from '../domain/units';
import { isInWindow } from '../strategies/calendar-window';
import { formatOutside } from '../strategies/families/day-window';
import { getSeason } from '../strategies/playbook-order';
import { findPlaybookRow } from '../strategies/playbooks/catalog';
import type { LossBreaker, MarginState } from '../risk/breaker-status';
import { listUnprotected } from '../risk/unprotected-positions';
import { findActiveMonth, isRolling, listTradedContracts } from './chain';
import { findActiveHalt } from './playbook-halts';
import { awaitsCancellation, isClosing } from './orders';
import { getListedInstrument } from './order-settlement';
import { getActivePlaybook, resolvePlaybook } from './active-playbook';
import {
  type DeskState,
  type InstrumentMarket,
  findLiveQuote,
  findInstrumentMarket,
} from './state';

/** Id of the playbook that RUN trades; null if none may trade. */
export const getActivePlaybookId = (
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

/** Figures of an account that block all of its entries. */
interface AccountLimits {
  readonly trading: LoggedState['trading'];
  readonly halt: AccountHalt | null;
  readonly lossBreakers: readonly LossBreaker[];
  readonly margin: Pick<MarginState, 'calledMs'>;
}

/** Why an account opens nothing now, whatever its strategies signal; null if entries are allowed. */
export function findEntryBlock({
  trading,
  halt,
  lossBreakers,
  margin,
}: AccountLimits): string | null {
  if (trading.state === 'HALTED') return `trading is halted: ${trading.reason}`;
  // The reason stands once above the screen, not in each row.
  if (halt) return 'this account is halted';
  const dayLoss = lossBreakers.find(({ name, isTripped }) => name === 'DAY_LOSS' && isTripped);
  if (dayLoss)
    return `daily loss limit reached: ${formatMoney(dayLoss.lostMills)}, limit ${formatMoney(dayLoss.allowedMills)}; no entry until the next trading day`;
  return margin.calledMs === null
    ? null
    : 'margin call: entries blocked until equity exceeds the maintenance margin';
}

const hasWorkingEntry = (book: Book, commodity: CommodityKey): boolean =>
  Object.values(book.orders).some(
    (order) => order.commodity === commodity && order.purpose === 'ENTRY',
  );

interface IdleReason {
  readonly text: string;
  /** The playbook, or each that may trade, is out of season. */
  readonly isOutOfSeason: boolean;
}

const buildIdleReason = (text: string): IdleReason => ({ text, isOutOfSeason: false });

/** Why a running commodity is flat. `entryBlock`: what blocks all entries of the account. */
export function getIdleReason(
  state: DeskState,
  book: Book,
  commodity: CommodityKey,
  entryBlock: string | null,
): IdleReason {
  if (hasWorkingEntry(book, commodity)) return buildIdleReason('its entry order is working');
  if (Object.values(book.proposals).some((proposal) => proposal.commodity === commodity))
    return buildIdleReason('its entry waits for your approval');
  if (entryBlock !== null) return buildIdleReason(entryBlock);
  const { coolUntilMs = null } = book.commodities[commodity] ?? {};
  if (coolUntilMs !== null && coolUntilMs > state.nowMs)
    return buildIdleReason(`paused ${formatAge(coolUntilMs - state.nowMs)} after a losing streak`);
  const contracts = listContracts(state, book, commodity).filter(({ quote }) => quote !== null);
  if (contracts.length === 0) return buildIdleReason('waiting for the first quote');
  const choice = resolvePlaybook(
    state,
    book.market,
    commodity,
    book.commodities[commodity]?.playbookId ?? null,
  );
  return choice.id === null
    ? { text: choice.reason, isOutOfSeason: choice.isOutOfSeason }
    : explainIdlePlaybook(state, book, contracts, commodity, choice.id);
}

function explainIdlePlaybook(
  state: DeskState,
  book: Book,
  contracts: readonly InstrumentMarket[],
  commodity: CommodityKey,
  playbookId: string,
): IdleReason {
  const halt = findActiveHalt(state, book.market, commodity, playbookId);
  if (halt)
    return buildIdleReason(
      `halted: ${halt.reason}; re-arm ${playbookId} or select another strategy`,
    );
  const contractWithTarget = contracts.find(
    ({ rules }) => (rules[playbookId]?.target.side ?? 'FLAT') !== 'FLAT',
  );
  if (contractWithTarget)
    return buildIdleReason(explainTargetWithoutEntry(book, contractWithTarget, playbookId));
  const season = findClosedSeason(commodity, playbookId, state.nowMs);
  if (season !== null) return { text: season, isOutOfSeason: true };
  const first = contracts.find(({ rules }) => rules[playbookId]);
  const reason = first?.rules[playbookId]?.target.reason ?? 'strategy not evaluated yet';
  return buildIdleReason(
    contracts.length > 1 && first ? `${getCode(first.instrument)}: ${reason}` : reason,
  );
}

/** Season of a playbook and the date of its next entry; null in season. */
function findClosedSeason(
  commodity: CommodityKey,
  playbookId: string,
  nowMs: EpochMs,
): string | null {
  const row = findPlaybookRow(commodity, playbookId);
  const season = row && getSeason(row);
  return season && !isInWindow(season, nowMs)
    ? `out of season: ${formatOutside(season, nowMs)}`
    : null;
}

/**
 * Reason for a target without an entry. A signal is traded once; a rejected entry is retried at the
 * next bar.
 */
function explainTargetWithoutEntry(
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
    return `target ${getCode(instrument)} ${side}; its terms have changed (${formatTermsChange(instrument, newTerms)}); entries blocked while positions under the old terms are open`;
  const entry = side === 'LONG' ? 'BUY' : 'SELL';
  if (quote && isLockedFor(entry, quote))
    return `target ${getCode(instrument)} ${side}; ${formatLock(getCode(instrument), entry, quote)}`;
  return `target ${getCode(instrument)} ${side}; retries at next bar close`;
}

const CLOSE_TEXTS: Readonly<Record<CloseReason, string>> = {
  manual: 'CLOSE',
  drawdown: 'drawdown limit',
  reset: 'reset',
  leg: 'another leg closed',
  operator: 'operator',
  strategy: 'strategy exit',
  'late fill': 'late fill at the broker',
  'no stop': 'no stop at the broker for 10 s',
  halt: 'halt of the account',
};

function formatCloseRequest(
  { reason, obstacle }: PendingClose,
  book: Book,
  position: Position,
): string {
  const cause =
    obstacle ??
    (awaitsCancellation(book, position)
      ? 'its exit follows the cancellation of its stop or target at the broker'
      : 'its exit order was rejected');
  return `must be closed (${CLOSE_TEXTS[reason]}): ${cause}`;
}

/**
 * Pending event of a position: unlocked market, exit, roll or live quote. Null if there is none.
 */
export function getPendingReason(state: DeskState, book: Book, position: Position): string | null {
  const quote = findInstrumentMarket(state, book.market, position.instrumentId)?.quote;
  const instrument = getListedInstrument(state, book, position.instrumentId);
  const hasExitOrder = isClosing(book, position);
  const side = getExitSide(position.direction);
  if (quote && isLockedFor(side, quote))
    return `${formatLock(getCode(instrument), side, quote)}; ${hasExitOrder ? 'its exit waits' : 'stop and target wait'} for the first unlocked price`;
  if (hasExitOrder) return 'its exit order is working';
  const request = book.closing[position.id];
  if (request) return formatCloseRequest(request, book, position);
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

/** Null while the position has a live quote. */
function findQuoteText(state: DeskState, book: Book, { instrumentId }: Position): string | null {
  if (findLiveQuote(findInstrumentMarket(state, book.market, instrumentId), state.nowMs))
    return null;
  return 'no live quote: shown at its last price; account valuation and breakers paused';
}

/** Null before the roll date. */
function findRollText(state: DeskState, book: Book, instrument: Instrument): string | null {
  if (!instrument.contract || !isRolling(instrument, state.nowMs)) return null;
  const { chain, code, expiresMs } = instrument.contract;
  const next = findActiveMonth(state.markets[book.market], chain, state.nowMs);
  if (state.nowMs >= expiresMs || !next)
    return `${code} ${state.nowMs >= expiresMs ? 'has expired' : 'is the last month that is listed'}; awaiting settlement price`;
  return `${code} expires; rolls to ${getCode(next.instrument)} at the next live quotes`;
}
