/** Why RUN is rejected: for the command itself, and for screens that disable the button. */
import { type Book, isUserDisabled } from '../domain/book';
import type { CommodityKey } from '../domain/commodity';
import { type Refusal, createRefusal } from '../domain/outcome';
import { checkEquity } from '../risk/check-equity';
import { USER_DISABLED } from '../risk/pre-trade-checks';
import { computeRearmTerms } from '../risk/rearm-terms';
import { buildDrawdownRefusal, explainBlockedRearm } from './breakers';
import { explainUntraded } from './broker-access';
import type { EngineConfig } from './config';
import { computeEquityMills } from './marks';
import type { DeskState } from './state';

interface StartRequest {
  /** RUN of one commodity, or a confirmed RUN ALL. */
  readonly scope: 'one' | 'all';
  /** Why accounts of this mode cannot trade, or null. */
  readonly modeBlock: string | null;
  /** Why a live account may not send entries, or null. */
  readonly unarmed: string | null;
}

/** Reason why the account cannot start, or null. */
export function explainBlockedStart(
  state: DeskState,
  book: Book,
  { scope, modeBlock, unarmed }: StartRequest,
): Refusal | null {
  // A RUN now would start trading when the user is enabled again.
  if (isUserDisabled(state, book.userId)) return createRefusal('DISABLED', USER_DISABLED);
  if (modeBlock !== null) return createRefusal('NO_BROKER', modeBlock);
  if (book.halt)
    return createRefusal(
      'HALTED',
      `This account is halted: ${book.halt.reason}. Entries are blocked until it is resumed on the page Live; exits go on.`,
    );
  if (unarmed !== null) return createRefusal('NOT_ARMED', unarmed);
  if (book.isResetPending) {
    const open = Object.keys(book.positions).length;
    const openText = open === 1 ? '1 position' : `${open} positions`;
    return createRefusal(
      'OPEN_POSITIONS',
      `A reset waits for ${openText} to close. RUN again when the account has been reset.`,
      open,
      0,
    );
  }
  return (
    checkEquity(book, computeEquityMills(state, book)) ?? explainTrippedBreaker(state, book, scope)
  );
}

/**
 * Reason why a commodity cannot start, or null: no source offers its prices in the market, or the broker
 * of the account does not trade it.
 */
export function explainUntradedStart(
  config: EngineConfig,
  account: Pick<Book, 'userId' | 'mode' | 'market'>,
  commodity: CommodityKey,
): Refusal | null {
  const unpriced = config.explainUnpriced?.(account.market, commodity) ?? null;
  if (unpriced !== null) return createRefusal('NO_PRICES', unpriced);
  const untraded = explainUntraded(config, account, commodity);
  return untraded === null ? null : createRefusal('NO_BROKER', untraded);
}

/** A confirmed RUN ALL re-arms a tripped breaker, once a day; RUN of one commodity does not. */
function explainTrippedBreaker(
  state: DeskState,
  book: Book,
  scope: StartRequest['scope'],
): Refusal | null {
  const settings = state.users[book.userId]?.settings;
  const terms = settings ? computeRearmTerms(book, settings) : null;
  if (!terms) return null;
  const blockedRearm = explainBlockedRearm(terms, true);
  if (blockedRearm || scope === 'all') return blockedRearm;
  return buildDrawdownRefusal(
    terms,
    'RUN ALL re-arms it after a confirmation; RUN of one commodity does not.',
  );
}
