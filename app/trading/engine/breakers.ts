/**
 * The breakers that trip by themselves: a fall from the peak stops and closes a book, a row of lost
 * trades lets a commodity pause.
 * They know what a book has lost; they refuse to end by themselves before a person begins again, or
 * the pause is over.
 */
import type { Book } from '../domain/book';
import { formatMoney } from '../domain/format';
import { type Refusal, createRefusal } from '../domain/outcome';
import { subtractMills } from '../domain/units';
import { drawdownLimitMills } from '../risk/exposure';
import { COOL_OFF_MS, LOSSES_IN_A_ROW_MAX } from '../risk/limits';
import { type RearmTerms, computeRearmTerms } from '../risk/rearm';
import { closeTrading } from './closing';
import type { EngineConfig } from './config';
import type { Draft } from './state-transaction';
import { cancelOrder, getOwner } from './orders';
import { stopTrading } from './stop-trading';

/**
 * After a valuation: a book that fell too far is stopped, and what it holds is closed. Nothing
 * opens before `DrawdownRearmed`.
 */
export function watchDrawdown(draft: Draft, config: EngineConfig, bookId: string): void {
  const book = draft.state.books[bookId];
  const settings = book && draft.state.users[book.userId]?.settings;
  if (!config.hasBreakers || !book || !settings || book.drawdown) return;
  const { peakMills, equityMills } = book;
  const allowedMills = drawdownLimitMills(book, settings);
  if (subtractMills(peakMills, equityMills) <= allowedMills) return;
  const tripped = draft.record('DrawdownTripped', getOwner(book), {
    peakMills,
    equityMills,
    allowedMills,
  });
  draft.because(tripped, () => {
    stopTrading(draft, config, book, null, 'drawdown');
    closeTrading(draft, config, bookId, null, 'drawdown');
  });
}

/**
 * RUN ALL on a book whose breaker has tripped: with a confirmation it re-arms it, so that the peak
 * is the equity of the last
 * valuation. On the trading day of the trip the book gets a part of its allowance for the rest of
 * that day.
 * Answers why nothing may start, or null.
 */
export function rearmBreaker(draft: Draft, book: Book, isConfirmed: boolean): Refusal | null {
  const settings = draft.state.users[book.userId]?.settings;
  const terms = settings ? computeRearmTerms(book, settings) : null;
  if (!terms) return null;
  const blocked = rearmBlocked(terms, isConfirmed);
  if (blocked) return blocked;
  draft.record('DrawdownRearmed', getOwner(book), {
    peakMills: terms.newPeakMills,
    allowedMills: terms.isReduced ? terms.allowedMills : null,
  });
  return null;
}

function rearmBlocked(terms: RearmTerms, isConfirmed: boolean): Refusal | null {
  if (terms.isUsedUp)
    return drawdownRefusal(
      terms,
      'It was re-armed once today already; RUN ALL can re-arm it from the next trading day on.',
    );
  if (isConfirmed) return null;
  return drawdownRefusal(
    terms,
    `RUN ALL re-arms it only when confirmed ("rearm": true): the new peak would be ${formatMoney(terms.newPeakMills)}, the new allowance ${formatMoney(terms.allowedMills)}.`,
  );
}

/** What a RUN on a tripped book is answered: the figures of the trip, then what to do. */
export function drawdownRefusal(
  {
    peakMills,
    equityMills,
    lostMills,
  }: Pick<RearmTerms, 'peakMills' | 'equityMills' | 'lostMills'>,
  remedy: string,
): Refusal {
  return createRefusal(
    'DRAWDOWN',
    `The account fell ${formatMoney(lostMills)}, from ${formatMoney(peakMills)} to ${formatMoney(equityMills)}, and its drawdown breaker stopped it. ${remedy}`,
    lostMills,
    0,
  );
}

/**
 * After a trade: commodities that have lost too many in a row pause, and their entries that still
 * wait are taken back.
 */
export function watchLosses(draft: Draft, config: EngineConfig, bookId: string): void {
  const book = draft.state.books[bookId];
  if (!config.hasBreakers || !book) return;
  for (const [key, { losses }] of Object.entries(book.commodities)) {
    if (losses < LOSSES_IN_A_ROW_MAX) continue;
    const commodity = key as keyof Book['commodities'];
    const began = draft.record('CoolOffBegan', getOwner(book), {
      commodity,
      losses,
      untilMs: draft.nowMs + COOL_OFF_MS,
    });
    const waiting = Object.values(book.orders).filter(
      (order) =>
        order.purpose === 'ENTRY' && order.commodity === commodity && order.rollOf === undefined,
    );
    draft.because(began, () => {
      for (const order of waiting) cancelOrder(draft, config, order, 'cool-off');
    });
  }
}
