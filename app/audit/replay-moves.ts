// Replays accounts that move between servers: an account leaves empty and stays so, and what it carries is what
// was replayed.
import { listClosingAmounts, listOpeningAmounts, postEntry } from './ledger-entry';
import {
  type Facts,
  assertFact,
  readPart,
  readText,
  readTextOrNull,
  readWhole,
} from './record-facts';
import { addBook, startPeriod } from './replay-periods';
import { type ReplayedBook, createReplayedBook } from './replayed-desk';
import type { ReplayState } from './replay-state';

export function moveBookOut(replay: ReplayState, book: ReplayedBook): void {
  const { facts, row, desk } = replay;
  assertFact(desk.disabled.has(book.userId), 'user_id', book.userId, 'a disabled user');
  assertFact(book.movedTo === null, 'type', 'BookMovedOut twice', 'an account on this server');
  assertFact(
    book.orders.size === 0 && book.positions.size === 0 && !book.hasRemoteOrders,
    'type',
    'BookMovedOut with something open, or with orders at a broker',
    'neither',
  );
  assertFact(
    book.haltLevel === 0n && book.arming === null && !book.isResetPending,
    'type',
    'BookMovedOut of an account that is halted, armed or waits for a reset',
    'none of these',
  );
  assertCarried(book, readPart(facts, 'account'));
  const closingRows = postEntry(book, row.seq, facts, 'closing', listClosingAmounts(book), 0);
  startPeriod(replay, book, 0n);
  book.movedTo = readText(facts, 'to');
  const entryRows = postEntry(book, row.seq, facts, 'entry', {}, closingRows.length);
  replay.post([...closingRows, ...entryRows]);
}

/**
 * The carried figures equal those that the log implies. The audit replays neither the time of the peak nor
 * the end of a cool-off.
 */
function assertCarried(book: ReplayedBook, account: Facts): void {
  const figures = {
    balanceMills: book.accounts.available,
    dayStartMills: book.dayStart,
    dayLowMills: book.dayLow,
    peakMills: book.peak,
  };
  for (const [name, expected] of Object.entries(figures))
    assertFact(readWhole(account, name) === expected, 'payload.account', account, {
      name,
      expected,
    });
  for (const name of ['mode', 'market', 'day'] as const)
    assertFact(readText(account, name) === book[name], 'payload.account', account, book[name]);
  assertFact(
    (account['drawdown'] !== null) === book.isTripped,
    'payload.account.drawdown',
    account['drawdown'],
    book.isTripped ? 'the breaker that has tripped' : 'null',
  );
  const reduced = readReduced(account);
  assertFact(
    reduced?.day === book.reduced?.day && reduced?.allowed === book.reduced?.allowed,
    'payload.account.reducedAllowance',
    reduced,
    book.reduced,
  );
  const commodities = readPart(account, 'commodities');
  for (const [commodity, state] of book.switches) {
    const carried = readPart(commodities, commodity);
    assertFact(
      carried['playbookId'] === state.playbookId && carried['losses'] === state.losses,
      'payload.account.commodities',
      carried,
      state,
    );
  }
  assertFact(
    Object.keys(commodities).length === book.switches.size,
    'payload.account.commodities',
    commodities,
    `${book.switches.size} commodities`,
  );
}

function readReduced(account: Facts): ReplayedBook['reduced'] {
  if (account['reducedAllowance'] === null) return null;
  const reduced = readPart(account, 'reducedAllowance');
  return { day: readText(reduced, 'day'), allowed: readWhole(reduced, 'allowedMills') };
}

export function moveBookIn(replay: ReplayState): void {
  const { facts, row, desk } = replay;
  const [id, userId] = [row.book_id ?? '', row.user_id ?? ''];
  const account = readPart(facts, 'account');
  const former = desk.books.get(id);
  assertFact(
    id !== '' && userId !== '' && (former === undefined || former.movedTo !== null),
    'book_id',
    row.book_id,
    'an account that is not open here',
  );
  const capital = readWhole(account, 'balanceMills');
  const book =
    former ??
    createReplayedBook({
      id,
      userId,
      mode: readText(account, 'mode'),
      market: readText(account, 'market'),
      epoch: 0n,
      capital,
      openedMs: row.at_ms,
    });
  for (const name of ['mode', 'market'] as const)
    assertFact(readText(account, name) === book[name], 'payload.account', account, book[name]);
  startPeriod(replay, book, capital);
  takeCarried(book, account);
  replay.post(postEntry(book, row.seq, facts, 'entry', listOpeningAmounts(capital), 0));
  addBook(desk, book);
}

function takeCarried(book: ReplayedBook, account: Facts): void {
  const tripped = account['drawdown'] === null ? null : readPart(account, 'drawdown');
  Object.assign(book, {
    movedTo: null,
    day: readText(account, 'day'),
    dayStart: readWhole(account, 'dayStartMills'),
    dayLow: readWhole(account, 'dayLowMills'),
    peak: readWhole(account, 'peakMills'),
    isTripped: tripped !== null,
    trippedDay: tripped === null ? '' : readText(tripped, 'day'),
    reduced: readReduced(account),
  });
  const commodities = readPart(account, 'commodities');
  for (const commodity of Object.keys(commodities)) {
    const carried = readPart(commodities, commodity);
    book.switches.set(commodity, {
      active: false,
      playbookId: readTextOrNull(carried, 'playbookId'),
      lastEntryMs: null,
      losses: Number(readWhole(carried, 'losses')),
    });
  }
}
