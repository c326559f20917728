/**
 * The breakers that trip by themselves: a fall from the peak stops and closes a book, a row of lost trades lets a commodity pause.
 * They know what a book has lost; they refuse to end by themselves before a person begins again, or the pause is over.
 */
import type { Book } from '../domain/book';
import { subtractMills } from '../domain/units';
import { drawdownAllowedMills } from '../risk/exposure';
import { COOL_OFF_MS, LOSSES_IN_A_ROW_MAX } from '../risk/limits';
import { closeTrading } from './closing';
import type { EngineConfig } from './config';
import type { Draft } from './draft';
import { cancelOrder, owner } from './orders';
import { stopTrading } from './stopping';

/** After a valuation: a book that fell too far is stopped, and what it holds is closed. Nothing opens before `DrawdownRearmed`. */
export function watchDrawdown(draft: Draft, config: EngineConfig, bookId: string): void {
  const book = draft.state.books[bookId];
  const settings = book && draft.state.users[book.userId]?.settings;
  if (!config.hasBreakers || !book || !settings || book.drawdown) return;
  const { peakMills, equityMills } = book;
  const allowedMills = drawdownAllowedMills(peakMills, settings);
  if (subtractMills(peakMills, equityMills) <= allowedMills) return;
  const tripped = draft.record('DrawdownTripped', owner(book), { peakMills, equityMills, allowedMills });
  draft.because(tripped, () => {
    stopTrading(draft, config, book, null, 'drawdown');
    closeTrading(draft, config, bookId, null);
  });
}

/** A person begins again with RUN ALL: the peak is the equity of now. */
export function rearm(draft: Draft, book: Book): void {
  if (book.drawdown) draft.record('DrawdownRearmed', owner(book), { peakMills: book.equityMills });
}

/** After a trade: commodities that have lost too many in a row pause, and their entries that still wait are taken back. */
export function watchLosses(draft: Draft, config: EngineConfig, bookId: string): void {
  const book = draft.state.books[bookId];
  if (!config.hasBreakers || !book) return;
  for (const [key, { losses }] of Object.entries(book.commodities)) {
    if (losses < LOSSES_IN_A_ROW_MAX) continue;
    const commodity = key as keyof Book['commodities'];
    const began = draft.record('CoolOffBegan', owner(book), { commodity, losses, untilMs: draft.nowMs + COOL_OFF_MS });
    const waiting = Object.values(book.orders).filter((order) => order.purpose === 'ENTRY' && order.commodity === commodity && order.rollOf === undefined);
    draft.because(began, () => {
      for (const order of waiting) cancelOrder(draft, config, order, 'cool-off');
    });
  }
}
