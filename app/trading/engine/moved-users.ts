/** Moves the accounts of a user to another server: two commands, one on each side. */
import { type Book, getBookId, isUserDisabled } from '../domain/book';
import type { Command, CommandValue } from '../domain/command';
import { buildClosingPostings, buildOpeningPostings } from '../domain/ledger';
import { COMMODITY_KEYS } from '../domain/commodity';
import type { MovedAccount } from '../domain/moved-account';
import {
  type Outcome,
  type RefusalCode,
  createRefusal,
  rejectWith,
  succeedWith,
} from '../domain/outcome';
import type { EngineConfig } from './config';
import type { StateTransaction } from './state-transaction';

type Answer = Outcome<CommandValue>;
const NO_CHANGES: Answer = succeedWith({ closedPositions: [], placedOrders: [] });
const rejectMove = (code: RefusalCode, message: string): Answer =>
  rejectWith(createRefusal(code, message));

/** All accounts or none. A repetition for the same server changes nothing. */
export function moveUserOut(
  tx: StateTransaction,
  { userId, to }: Extract<Command, { type: 'MoveUserOut' }>,
): Answer {
  if (!isUserDisabled(tx.state, userId))
    return rejectMove('MODE', 'Only a disabled user can be moved: nothing may trade meanwhile.');
  const books = Object.values(tx.state.books).filter(
    (book) => book.userId === userId && book.movedTo !== to,
  );
  const fault = books
    .map((book) => explainUnmovableBook(book))
    .find((explanation) => explanation !== null);
  if (fault) return rejectMove('INVALID', fault);
  for (const book of books)
    tx.record(
      'BookMovedOut',
      { userId, bookId: book.id },
      {
        to,
        epoch: book.epoch + 1,
        account: buildMovedAccount(book),
        closing: buildClosingPostings(book.balances),
        entry: [],
      },
    );
  return NO_CHANGES;
}

function explainUnmovableBook(book: Book): string | null {
  if (book.movedTo !== undefined)
    return `The ${book.mode} account has moved to server ${book.movedTo} already.`;
  const reason = explainUnmovable(book);
  return reason === null ? null : `The ${book.mode} account cannot be moved: ${reason}.`;
}

/** All accounts or none. */
export function moveUserIn(
  tx: StateTransaction,
  config: EngineConfig,
  { userId, from, mode, settings, accounts }: Extract<Command, { type: 'MoveUserIn' }>,
): Answer {
  const fault = accounts
    .map((account) => explainUnopenable(tx, config, userId, account))
    .find((answer) => answer !== null);
  if (fault) return fault;
  for (const account of accounts) {
    const bookId = getBookId(userId, account.mode);
    tx.record(
      'BookMovedIn',
      { userId, bookId },
      {
        from,
        epoch: (tx.state.books[bookId]?.epoch ?? 0) + 1,
        account,
        entry: buildOpeningPostings(account.balanceMills),
      },
    );
  }
  if (accounts.length === 0) return NO_CHANGES;
  tx.record('SettingsSaved', { userId, bookId: null }, { settings });
  if (tx.state.users[userId]?.mode !== mode)
    tx.record('ModeSelected', { userId, bookId: null }, { mode });
  return NO_CHANGES;
}

function explainUnopenable(
  { state }: StateTransaction,
  config: EngineConfig,
  userId: string,
  { mode, market }: MovedAccount,
): Answer | null {
  const book = state.books[getBookId(userId, mode)];
  if (book && book.movedTo === undefined)
    return rejectMove('BOOK_EXISTS', `The ${mode} account is open on this server already.`);
  const ownMarket = config.getMarket(mode);
  return market === ownMarket
    ? null
    : rejectMove(
        'INVALID',
        `The ${mode} account trades in the market ${market}; this server has ${ownMarket}. Give both servers the same FEED and SIM_SEED.`,
      );
}

function buildMovedAccount(book: Book): MovedAccount {
  const commodities = COMMODITY_KEYS.flatMap((key) => {
    const state = book.commodities[key];
    if (!state) return [];
    const { playbookId, losses, coolUntilMs } = state;
    return [[key, { playbookId, losses, coolUntilMs }] as const];
  });
  return {
    mode: book.mode,
    market: book.market,
    balanceMills: book.balances.available,
    day: book.day,
    dayStartMills: book.dayStartMills,
    dayLowMills: book.dayLowMills,
    peakMills: book.peakMills,
    peakMs: book.peakMs,
    drawdown: book.drawdown,
    reducedAllowance: book.reducedAllowance ?? null,
    commodities: Object.fromEntries(commodities),
  };
}

/** Why an account cannot be moved now, as the end of a sentence; null if it can. */
function explainUnmovable(book: Book): string | null {
  const isAny = (rows: object): boolean => Object.keys(rows).length > 0;
  if (isAny(book.positions)) return 'it has open positions: close them first';
  if (isAny(book.orders)) return 'it has working orders: cancel them first';
  if (isAny(book.proposals)) return 'entries wait for approval: decline them first';
  if (book.isResetPending) return 'a reset waits for its positions to close';
  if (book.arming !== null) return 'it is armed: disarm it first';
  if (book.halt !== null) return 'it is halted: resume it first';
  if (book.nextOrderNumber > 1 || isAny(book.endedOrders))
    return 'it has sent orders to a broker, which may still report on them to this server';
  return null;
}
