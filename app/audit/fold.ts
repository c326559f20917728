// The log retold record by record with the audit's own rules. Rows that can no longer change are
// compared at once, so memory stays small.
import { canonicalJson } from '../trading/domain/canonical';
import type { RecordType } from '../trading/domain/record';
import { DEFAULT_SETTINGS } from '../trading/domain/settings';
import type { LogRow } from './hash-chain';
import { bookEntry, listClosingAmounts, listOpeningAmounts } from './entry';
import {
  AuditMismatch,
  type Facts,
  readList,
  readPart,
  assertFact,
  readText,
  textOrNull,
  readWhole,
} from './facts';
import { fillOrder, placeOrder, stepOrder } from './fold-orders';
import { demoteNetwork, freezeSignal, scoreSignal } from './fold-signals';
import { beginCoolOff, rearmDrawdown, tripDrawdown } from './fold-breakers';
import { disableUser, enableUser, requireEnabled } from './fold-disabled';
import { callMargin, reduceMargin, restoreMargin } from './fold-margin';
import { haltPlaybook, rearmPlaybook } from './fold-halts';
import { requestClose } from './fold-closing';
import { rememberLoss, valueBook } from './fold-valuation';
import type { ReplayedBook, ReplayedDesk } from './replayed';
import type { ReplayState } from './replay-state';
import type { AuditRow } from './tables';

/** Retells one record; the postings that it must have left. Throws Contradiction. */
export function replayEntry(telling: ReplayState, row: LogRow): readonly AuditRow[] {
  telling.begin(row);
  replayRecord(telling);
  return telling.posted();
}

function replayRecord(telling: ReplayState): void {
  const { facts, desk, row } = telling;
  const type = row.type as RecordType; // a stored row: a type outside the list ends in the last default
  switch (type) {
    case 'MarketListed':
      return listContracts(desk, facts);
    case 'BookOpened':
      return openBook(telling);
    case 'BookReset':
      return resetBook(telling, telling.book());
    case 'ModeSelected':
      return void (getUser(telling).mode = readText(facts, 'mode'));
    case 'SettingsSaved':
      return void (getUser(telling).settings = readPart(facts, 'settings'));
    case 'TradingHalted':
      return void ([desk.trading, desk.reason] = ['HALTED', readText(facts, 'reason')]);
    case 'TradingResumed':
      return void ([desk.trading, desk.reason] = ['ACTIVE', '']);
    case 'CommandRefused':
      return void telling.refusals.set(row.cause_seq ?? 0, readPart(facts, 'refusal'));
    case 'SignalFrozen':
      return freezeSignal(telling);
    case 'SignalScored':
      return scoreSignal(telling);
    case 'NetworkDemoted':
      return demoteNetwork(telling);
    case 'PlaybookHalted':
      return haltPlaybook(telling);
    case 'PlaybookRearmed':
      return rearmPlaybook(telling);
    case 'UserDisabled':
      return disableUser(telling);
    case 'UserEnabled':
      return enableUser(telling);
    case 'CommandReceived':
    case 'DecisionTaken':
      return;
    default:
      return tellBookRecord(telling, telling.book(), type);
  }
}

/** Every other type concerns a book; a new one does not compile before a case names it. */
type BookRecordType = Exclude<
  RecordType,
  | 'MarketListed'
  | 'BookOpened'
  | 'BookReset'
  | 'ModeSelected'
  | 'SettingsSaved'
  | 'TradingHalted'
  | 'TradingResumed'
  | 'CommandRefused'
  | 'SignalFrozen'
  | 'SignalScored'
  | 'NetworkDemoted'
  | 'PlaybookHalted'
  | 'PlaybookRearmed'
  | 'UserDisabled'
  | 'UserEnabled'
  | 'CommandReceived'
  | 'DecisionTaken'
>;

function tellBookRecord(telling: ReplayState, book: ReplayedBook, type: BookRecordType): void {
  const { facts } = telling;
  switch (type) {
    case 'ResetRequested':
      return void (book.isResetPending = true);
    case 'AllStarted':
    case 'AllStopped':
      if (type === 'AllStarted') requireEnabled(telling, book);
      return void (book.isGlobalActive = type === 'AllStarted');
    case 'CommodityStarted':
      requireEnabled(telling, book);
      return void Object.assign(telling.switchOf(book, readText(facts, 'commodity')), {
        active: true,
        lastEntryMs: null,
      });
    case 'CommodityStopped':
      return void (telling.switchOf(book, readText(facts, 'commodity')).active = false);
    case 'PlaybookChosen':
      return void Object.assign(telling.switchOf(book, readText(facts, 'commodity')), {
        playbookId: textOrNull(facts, 'playbookId'),
        lastEntryMs: null,
      });
    case 'OrderRefused':
      return rememberLoss(book, readPart(facts, 'refusal'));
    case 'PortfolioValued':
      return valueBook(telling, book);
    case 'DrawdownTripped':
      return tripDrawdown(telling, book);
    case 'DrawdownRearmed':
      return rearmDrawdown(telling, book);
    case 'CoolOffBegan':
      return beginCoolOff(telling, book);
    case 'CloseRequested':
      return requestClose(telling, book);
    case 'MarginCalled':
      return callMargin(telling, book);
    case 'MarginReduced':
      return reduceMargin(telling, book);
    case 'MarginRestored':
      return restoreMargin(telling, book);
    case 'OrderPlaced':
      return placeOrder(telling, book);
    case 'OrderFilled':
      return fillOrder(telling, book);
    case 'OrderSent':
    case 'OrderAcknowledged':
    case 'OrderLost':
    case 'OrderCancelled':
    case 'OrderRejected':
    case 'OrderExpired':
      return stepOrder(telling, book, type);
    default:
      throw new AuditMismatch('type', type satisfies never, 'a record that this audit knows');
  }
}

function getUser(telling: ReplayState): { mode: string; settings: Facts } {
  const user = telling.desk.users.get(telling.row.user_id ?? '');
  assertFact(user !== undefined, 'user_id', telling.row.user_id, 'a user with a desk');
  return user;
}

/**
 * A contract's worth must be 1000 x tick x lot, whatever fraction it is written as.
 * While a book has a position or an order in it, its terms stay: another tick or lot would be
 * another worth of what is held.
 */
function listContracts(desk: ReplayedDesk, facts: Facts): void {
  const market = desk.listings.get(readText(facts, 'market')) ?? new Map();
  for (const contract of readList(facts, 'instruments')) {
    const [tick, lot] = [readPart(contract, 'tick'), readPart(contract, 'lot')];
    const [mills, divisor] = [
      readWhole(contract, 'tickMills'),
      readWhole(contract, 'tickMillsDivisor'),
    ];
    const scale = 10n ** (readWhole(tick, 'decimals') + readWhole(lot, 'decimals'));
    assertFact(
      divisor > 0n &&
        mills * scale === 1000n * readWhole(tick, 'digits') * readWhole(lot, 'digits') * divisor,
      'payload.instruments',
      contract,
      'tickMills of 1000 x tick x lot',
    );
    const [id, terms] = [readText(contract, 'id'), canonicalJson(contract)];
    const before = market.get(id);
    const isOther = before !== undefined && before.terms !== terms;
    assertFact(
      !isOther || !isInUse(desk, readText(facts, 'market'), id),
      'payload.instruments',
      contract,
      `the terms under which ${id} is held`,
    );
    market.set(id, {
      mills,
      divisor,
      commodity: readText(contract, 'commodity'),
      lot: { digits: readWhole(lot, 'digits'), scale: 10n ** readWhole(lot, 'decimals') },
      mayBeNegative: contract['priceMayBeNegative'] === true,
      terms,
    });
  }
  desk.listings.set(readText(facts, 'market'), market);
}

function isInUse(desk: ReplayedDesk, market: string, instrumentId: string): boolean {
  const isThere = (rows: ReadonlyMap<string, { readonly instrumentId: string }>): boolean =>
    [...rows.values()].some((row) => row.instrumentId === instrumentId);
  return [...desk.books.values()].some(
    (book) => book.market === market && (isThere(book.positions) || isThere(book.orders)),
  );
}

function openBook(telling: ReplayState): void {
  const { facts, row, desk } = telling;
  const [id, userId] = [row.book_id ?? '', row.user_id ?? ''];
  assertFact(
    id !== '' && userId !== '' && !desk.books.has(id),
    'book_id',
    row.book_id,
    'a book that was not open',
  );
  assertFact(readWhole(facts, 'epoch') === 1n, 'payload.epoch', facts['epoch'], 1);
  const capital = readWhole(facts, 'capitalMills');
  const book: ReplayedBook = {
    id,
    userId,
    mode: readText(facts, 'mode'),
    market: readText(facts, 'market'),
    accounts: { available: 0n, reserved: 0n, equity: 0n, realised: 0n, fees: 0n },
    orders: new Map(),
    positions: new Map(),
    switches: new Map(),
    executions: new Set(),
    epoch: 1n,
    capital,
    openedMs: row.at_ms,
    isGlobalActive: false,
    isResetPending: false,
    opened: 0,
    closed: 0,
    won: 0,
    valuedMinute: -1,
    valued: capital,
    day: '',
    dayStart: capital,
    dayLow: capital,
    peak: capital,
    isTripped: false,
    trippedDay: '',
    reduced: null,
    calledMs: null,
    reduction: null,
    trades: new Map(),
    closing: new Map(),
    hasLiveMarks: false,
    point: null,
  };
  telling.post(bookEntry(book, row.seq, facts, 'entry', listOpeningAmounts(capital), 0));
  desk.books.set(id, book);
  if (!desk.users.has(userId))
    desk.users.set(userId, { mode: book.mode, settings: { ...DEFAULT_SETTINGS } });
}

function resetBook(telling: ReplayState, book: ReplayedBook): void {
  const { facts, row } = telling;
  assertFact(
    book.orders.size === 0 && book.positions.size === 0,
    'type',
    'BookReset with something open',
    'nothing open',
  );
  assertFact(
    readWhole(facts, 'epoch') === book.epoch + 1n,
    'payload.epoch',
    facts['epoch'],
    book.epoch + 1n,
  );
  const closed = bookEntry(book, row.seq, facts, 'closing', listClosingAmounts(book), 0);
  const capital = readWhole(facts, 'capitalMills');
  Object.assign(book, {
    epoch: book.epoch + 1n,
    capital,
    openedMs: row.at_ms,
    isGlobalActive: false,
    isResetPending: false,
    opened: 0,
    closed: 0,
    won: 0,
    valued: capital,
    day: '',
    dayStart: capital,
    dayLow: capital,
    peak: capital,
    isTripped: false,
    trippedDay: '',
    reduced: null,
    calledMs: null,
    reduction: null,
    point: null,
  });
  book.trades.clear();
  book.closing.clear();
  for (const state of book.switches.values())
    Object.assign(state, { active: false, lastEntryMs: null, losses: 0 });
  telling.post([
    ...closed,
    ...bookEntry(book, row.seq, facts, 'entry', listOpeningAmounts(capital), closed.length),
  ]);
}
