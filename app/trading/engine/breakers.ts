/**
 * Circuit breakers. A drawdown beyond its limit stops and flattens an account until a user re-arms
 * it; a losing streak pauses a commodity for a fixed time.
 */
import type { Book } from '../domain/book';
import { formatMoney } from '../domain/format';
import { type Refusal, createRefusal } from '../domain/outcome';
import type { Settings } from '../domain/settings';
import { type Mills, subtractMills } from '../domain/units';
import { computeDrawdownLimitMills } from '../risk/exposure';
import { COOL_OFF_MS, LOSSES_IN_A_ROW_MAX } from '../risk/limits';
import { type RearmTerms, computeRearmTerms } from '../risk/rearm-terms';
import { haltAccount } from './account-halts';
import { closeTrading } from './close-positions';
import type { EngineConfig } from './config';
import type { StateTransaction } from './state-transaction';
import { cancelOrder, getOwner } from './orders';
import { stopTrading } from './stop-trading';

/** True if this equity trips the breaker of an account. */
export const isBeyondDrawdownLimit = (
  { hasBreakers }: Pick<EngineConfig, 'hasBreakers'>,
  book: Book,
  settings: Settings,
  equityMills: Mills,
): boolean =>
  hasBreakers &&
  book.drawdown === null &&
  subtractMills(book.peakMills, equityMills) > computeDrawdownLimitMills(book, settings);

/** Called after a logged valuation. Nothing opens again before `DrawdownRearmed`. */
export function checkDrawdown(tx: StateTransaction, config: EngineConfig, bookId: string): void {
  const book = tx.state.books[bookId];
  const settings = book && tx.state.users[book.userId]?.settings;
  if (!book || !settings || !isBeyondDrawdownLimit(config, book, settings, book.equityMills))
    return;
  const { peakMills, equityMills } = book;
  const allowedMills = computeDrawdownLimitMills(book, settings);
  const trippedSeq = tx.record('DrawdownTripped', getOwner(book), {
    peakMills,
    equityMills,
    allowedMills,
  });
  tx.withCause(trippedSeq, () => {
    stopTrading(tx, config, book, null, 'drawdown');
    closeTrading(tx, config, bookId, null, 'drawdown');
    if (book.mode === 'live')
      haltAccount(tx, config, bookId, {
        level: 4,
        reason: `its drawdown exceeded ${formatMoney(allowedMills)}`,
      });
  });
}

/**
 * Re-arms a tripped breaker for a confirmed RUN ALL; the new peak is the equity of the last
 * valuation. On the trading day of the trip only part of the allowance applies. Returns the reason
 * if trading stays blocked.
 */
export function rearmBreaker(
  tx: StateTransaction,
  book: Book,
  isConfirmed: boolean,
): Refusal | null {
  const settings = tx.state.users[book.userId]?.settings;
  const terms = settings ? computeRearmTerms(book, settings) : null;
  if (!terms) return null;
  const refusal = explainBlockedRearm(terms, isConfirmed);
  if (refusal) return refusal;
  tx.record('DrawdownRearmed', getOwner(book), {
    peakMills: terms.newPeakMills,
    allowedMills: terms.isReduced ? terms.allowedMills : null,
  });
  return null;
}

/** Why RUN ALL cannot re-arm a tripped breaker, or null. */
export function explainBlockedRearm(terms: RearmTerms, isConfirmed: boolean): Refusal | null {
  if (terms.isUsedUp)
    return buildDrawdownRefusal(
      terms,
      'It was re-armed once today already; RUN ALL can re-arm it from the next trading day on.',
    );
  if (isConfirmed) return null;
  return buildDrawdownRefusal(
    terms,
    `RUN ALL re-arms it only when confirmed ("rearm": true): the new peak would be ${formatMoney(terms.newPeakMills)}, the new allowance ${formatMoney(terms.allowedMills)}.`,
  );
}

/** Figures of the trip, then the remedy. */
export function buildDrawdownRefusal(
  {
    peakMills,
    equityMills,
    lostMills,
  }: Pick<RearmTerms, 'peakMills' | 'equityMills' | 'lostMills'>,
  remedy: string,
): Refusal {
  return createRefusal(
    'DRAWDOWN',
    `Drawdown ${formatMoney(lostMills)}, from ${formatMoney(peakMills)} to ${formatMoney(equityMills)}: the breaker stopped the account. ${remedy}`,
    lostMills,
    0,
  );
}

/**
 * Called after a trade. Pauses commodities with too many losses in a row and cancels their working
 * entries.
 */
export function checkLosingStreaks(
  tx: StateTransaction,
  config: EngineConfig,
  bookId: string,
): void {
  const book = tx.state.books[bookId];
  if (!config.hasBreakers || !book) return;
  for (const [key, { losses }] of Object.entries(book.commodities)) {
    if (losses < LOSSES_IN_A_ROW_MAX) continue;
    const commodity = key as keyof Book['commodities'];
    const coolOffSeq = tx.record('CoolOffBegan', getOwner(book), {
      commodity,
      losses,
      untilMs: tx.nowMs + COOL_OFF_MS,
    });
    const pendingEntries = Object.values(book.orders).filter(
      (order) =>
        order.purpose === 'ENTRY' && order.commodity === commodity && order.rollOf === undefined,
    );
    tx.withCause(coolOffSeq, () => {
      for (const order of pendingEntries) cancelOrder(tx, config, order, 'cool-off');
    });
  }
}
