// Replays the log record by record with independent rules. Final rows are compared at once, to keep
// memory small.
import { toCanonicalJson } from '../trading/domain/canonical-json';
import type { RecordType } from '../trading/domain/record';
import { DEFAULT_SETTINGS } from '../trading/domain/settings';
import type { LogRow } from './hash-chain';
import { postEntry, listClosingAmounts, listOpeningAmounts } from './ledger-entry';
import {
  AuditMismatch,
  type Facts,
  readList,
  readPart,
  assertFact,
  readText,
  readTextOrNull,
  readWhole,
} from './record-facts';
import {
  correctFee,
  correctFill,
  fillOrder,
  placeOrder,
  requestCancel,
  stepOrder,
} from './replay-orders';
import {
  approveEntry,
  armAccount,
  declineEntry,
  disarmAccount,
  proposeEntry,
  requestArming,
} from './replay-arming';
import { demoteNetwork, freezeSignal, scoreSignal } from './replay-signals';
import { startCoolOff, rearmDrawdown, tripDrawdown } from './replay-breakers';
import { disableUser, enableUser, assertEnabled } from './replay-disabled-users';
import { callMargin, reduceMargin, restoreMargin } from './replay-margin';
import { haltAccount, haltPlaybook, rearmPlaybook, resumeAccount } from './replay-halts';
import { requestClose } from './replay-closing';
import { recordDailyLoss, valueBook } from './replay-valuation';
import { moveBookIn, moveBookOut } from './replay-moves';
import { addBook, startPeriod } from './replay-periods';
import { type ReplayedBook, type ReplayedDesk, createReplayedBook } from './replayed-desk';
import type { ReplayState } from './replay-state';
import type { AuditRow } from './audited-tables';

/** Replays one record and returns its expected postings. Throws AuditMismatch. */
export function replayEntry(replay: ReplayState, row: LogRow): readonly AuditRow[] {
  replay.startRecord(row);
  replayRecord(replay);
  return replay.getPostings();
}

function replayRecord(replay: ReplayState): void {
  const { facts, desk, row } = replay;
  const type = row.type as RecordType; // a stored row: a type outside the list ends in the last default
  switch (type) {
    case 'MarketListed':
      return listContracts(desk, facts);
    case 'BookOpened':
      return openBook(replay);
    case 'BookReset':
      return resetBook(replay, replay.getBook());
    case 'BookMovedOut':
      return moveBookOut(replay, replay.getBook());
    case 'BookMovedIn':
      return moveBookIn(replay);
    case 'ModeSelected':
      return void (getUser(replay).mode = readText(facts, 'mode'));
    case 'SettingsSaved':
      return void (getUser(replay).settings = {
        ...DEFAULT_SETTINGS,
        ...readPart(facts, 'settings'),
      });
    case 'TradingHalted':
      return void ([desk.trading, desk.reason] = ['HALTED', readText(facts, 'reason')]);
    case 'TradingResumed':
      return void ([desk.trading, desk.reason] = ['ACTIVE', '']);
    case 'CommandRefused':
      return void replay.refusals.set(row.cause_seq ?? 0, readPart(facts, 'refusal'));
    case 'SignalFrozen':
      return freezeSignal(replay);
    case 'SignalScored':
      return scoreSignal(replay);
    case 'NetworkDemoted':
      return demoteNetwork(replay);
    case 'PlaybookHalted':
      return haltPlaybook(replay);
    case 'PlaybookRearmed':
      return rearmPlaybook(replay);
    case 'UserDisabled':
      return disableUser(replay);
    case 'UserEnabled':
      return enableUser(replay);
    case 'CommandReceived':
    case 'DecisionTaken':
      return;
    default:
      return replayBookRecord(replay, replay.getBook(), type);
  }
}

/** All other types concern an account; a new type does not compile before it has a case. */
type BookRecordType = Exclude<
  RecordType,
  | 'MarketListed'
  | 'BookOpened'
  | 'BookReset'
  | 'BookMovedOut'
  | 'BookMovedIn'
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

function replayBookRecord(replay: ReplayState, book: ReplayedBook, type: BookRecordType): void {
  const { facts } = replay;
  switch (type) {
    case 'ResetRequested':
      return void (book.isResetPending = true);
    case 'AccountHalted':
      return haltAccount(replay, book);
    case 'AccountResumed':
      return resumeAccount(replay, book);
    case 'ArmingRequested':
      return requestArming(replay, book);
    case 'AccountArmed':
      return armAccount(replay, book);
    case 'AccountDisarmed':
      return disarmAccount(replay, book);
    case 'EntryProposed':
      return proposeEntry(replay, book);
    case 'EntryApproved':
      return approveEntry(replay, book);
    case 'EntryDeclined':
      return declineEntry(replay, book);
    case 'AllStarted':
    case 'AllStopped':
      if (type === 'AllStarted') assertEnabled(replay, book);
      return void (book.isGlobalActive = type === 'AllStarted');
    case 'CommodityStarted':
      assertEnabled(replay, book);
      return void Object.assign(replay.getSwitch(book, readText(facts, 'commodity')), {
        active: true,
        lastEntryMs: null,
      });
    case 'CommodityStopped':
      return void (replay.getSwitch(book, readText(facts, 'commodity')).active = false);
    case 'PlaybookChosen':
      return void Object.assign(replay.getSwitch(book, readText(facts, 'commodity')), {
        playbookId: readTextOrNull(facts, 'playbookId'),
        lastEntryMs: null,
      });
    case 'OrderRefused':
      return recordDailyLoss(book, readPart(facts, 'refusal'));
    case 'PortfolioValued':
      return valueBook(replay, book);
    case 'DrawdownTripped':
      return tripDrawdown(replay, book);
    case 'DrawdownRearmed':
      return rearmDrawdown(replay, book);
    case 'CoolOffBegan':
      return startCoolOff(replay, book);
    case 'CloseRequested':
      return requestClose(replay, book);
    case 'MarginCalled':
      return callMargin(replay, book);
    case 'MarginReduced':
      return reduceMargin(replay, book);
    case 'MarginRestored':
      return restoreMargin(replay, book);
    case 'OrderPlaced':
      return placeOrder(replay, book);
    case 'OrderFilled':
      return fillOrder(replay, book);
    case 'FillCorrected':
      return correctFill(replay, book);
    case 'FeeReported':
      return correctFee(replay, book);
    case 'OrderCancelRequested':
      return requestCancel(replay, book);
    case 'OrderSent':
    case 'OrderAcknowledged':
    case 'OrderLost':
    case 'OrderCancelled':
    case 'OrderRejected':
    case 'OrderExpired':
      return stepOrder(replay, book, type);
    default:
      throw new AuditMismatch('type', type satisfies never, 'a known record type');
  }
}

function getUser(replay: ReplayState): { mode: string; settings: Facts } {
  const user = replay.desk.users.get(replay.row.user_id ?? '');
  assertFact(user !== undefined, 'user_id', replay.row.user_id, 'a user with an account');
  return user;
}

/**
 * The tick value must be 1000 x tick x lot. Terms must not change while an account has a position
 * or order in the contract.
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
    const [id, terms] = [readText(contract, 'id'), toCanonicalJson(contract)];
    const before = market.get(id);
    const hasChanged = before !== undefined && before.terms !== terms;
    assertFact(
      !hasChanged || !isInUse(desk, readText(facts, 'market'), id),
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
  const containsInstrument = (
    rows: ReadonlyMap<string, { readonly instrumentId: string }>,
  ): boolean => [...rows.values()].some((row) => row.instrumentId === instrumentId);
  return [...desk.books.values()].some(
    (book) =>
      book.market === market &&
      (containsInstrument(book.positions) || containsInstrument(book.orders)),
  );
}

function openBook(replay: ReplayState): void {
  const { facts, row, desk } = replay;
  const [id, userId] = [row.book_id ?? '', row.user_id ?? ''];
  assertFact(
    id !== '' && userId !== '' && !desk.books.has(id),
    'book_id',
    row.book_id,
    'an account that was not open',
  );
  assertFact(readWhole(facts, 'epoch') === 1n, 'payload.epoch', facts['epoch'], 1);
  const capital = readWhole(facts, 'capitalMills');
  const book = createReplayedBook({
    id,
    userId,
    mode: readText(facts, 'mode'),
    market: readText(facts, 'market'),
    epoch: 1n,
    capital,
    openedMs: row.at_ms,
  });
  replay.post(postEntry(book, row.seq, facts, 'entry', listOpeningAmounts(capital), 0));
  addBook(desk, book);
}

function resetBook(replay: ReplayState, book: ReplayedBook): void {
  const { facts, row } = replay;
  assertFact(
    book.orders.size === 0 && book.positions.size === 0,
    'type',
    'BookReset with something open',
    'nothing open',
  );
  const closingRows = postEntry(book, row.seq, facts, 'closing', listClosingAmounts(book), 0);
  const capital = readWhole(facts, 'capitalMills');
  startPeriod(replay, book, capital);
  replay.post([
    ...closingRows,
    ...postEntry(book, row.seq, facts, 'entry', listOpeningAmounts(capital), closingRows.length),
  ]);
}
