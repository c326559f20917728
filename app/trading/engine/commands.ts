/** Executes commands: one function per command, one answer each. */
import { type Book, getBookId, getSelectedBook } from '../domain/book';
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../domain/commodity';
import type { Command, CommandEnvelope, CommandValue } from '../domain/command';
import { buildOpeningPostings } from '../domain/ledger';
import {
  type Outcome,
  succeedWith,
  createRefusal,
  rejectWith,
  assertNever,
} from '../domain/outcome';
import { DEFAULT_SETTINGS, type TradingMode } from '../domain/settings';
import { MODE_SWITCH_WINDOW_MS } from './apply-record';
import { decideForBook, getCurrentTarget } from './auto-trader';
import { explainBlockedStart, explainUntradedStart } from './blocked-start';
import { rearmBreaker } from './breakers';
import { listTradedContracts } from './chain';
import { closePosition, closeTrading, placeManualOrder } from './close-positions';
import { type EngineConfig, SYSTEM_USER } from './config';
import type { StateTransaction } from './state-transaction';
import { completeReset } from './executions';
import { rearmPlaybook } from './playbook-halts';
import { armAccount, confirmArming, disarmByTrader } from './arming';
import { disarmAccount } from './disarm-account';
import { approveEntry, declineByTrader } from './entry-proposals';
import { type HaltCommand, executeHaltCommand, isHaltCommand } from './halt-commands';
import { explainBlockedAccount, explainUnarmed } from './broker-access';
import { cancelOrder, getOwner } from './orders';
import {
  type OperatorCommand,
  executeOperatorCommand,
  isOperatorCommand,
} from './operator-commands';
import { findPlaybook } from './active-playbook';
import { stopTrading, cancelPendingEntries } from './stop-trading';

type Answer = Outcome<CommandValue>;
const NO_CHANGES: Answer = succeedWith({ closedPositions: [], placedOrders: [] });
const MODE_SWITCHES_MAX = 6;

export function executeCommand(
  tx: StateTransaction,
  config: EngineConfig,
  { userId, command }: CommandEnvelope,
): Answer {
  if (command.type === 'HaltTrading' || command.type === 'ResumeTrading')
    return haltOrResume(tx, config, userId, command);
  if (isHaltCommand(command)) return executeHaltCommand(tx, config, userId, command);
  if (isOperatorCommand(command)) return executeOperatorCommand(tx, config, userId, command);
  if (command.type === 'ConfirmArming') return confirmArming(tx, config, userId, command);
  if (command.type === 'OpenBook') return openBook(tx, userId, command);
  if (!tx.state.users[userId])
    return rejectWith(
      createRefusal('UNKNOWN_BOOK', 'This user has no account yet; open one first.'),
    );
  if (command.type === 'SelectMode') return selectMode(tx, config, userId, command.mode);
  if (command.type === 'SaveSettings') {
    tx.record('SettingsSaved', { userId, bookId: null }, { settings: command.settings });
    return NO_CHANGES;
  }
  if (command.type === 'EmergencyStop') return stopAllBooks(tx, config, userId);
  const book = getSelectedBook(tx.state, userId);
  if (!book)
    return rejectWith(
      createRefusal('UNKNOWN_BOOK', 'The selected mode has no account yet; open it first.'),
    );
  return executeOnBook(tx, config, book, command);
}

type BookCommand = Exclude<
  Command,
  | OperatorCommand
  | HaltCommand
  | {
      type:
        | 'HaltTrading'
        | 'ResumeTrading'
        | 'OpenBook'
        | 'ConfirmArming'
        | 'SelectMode'
        | 'SaveSettings'
        | 'EmergencyStop';
    }
>;

function executeOnBook(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  command: BookCommand,
): Answer {
  switch (command.type) {
    case 'ChoosePlaybook':
      return choosePlaybook(tx, config, book, command.commodity, command.playbookId);
    case 'RearmPlaybook':
      return rearmPlaybook(tx, book, command.commodity, command.playbookId);
    case 'StartTrading':
      return startTrading(tx, config, book, command);
    case 'StopTrading':
      stopTrading(tx, config, book, command.commodity, 'stopped');
      return NO_CHANGES;
    case 'CloseTrading':
      stopTrading(tx, config, book, command.commodity, 'closed');
      return closeTrading(tx, config, book.id, command.commodity, 'manual');
    case 'ClosePosition':
      return closePosition(tx, config, book.userId, command.positionId);
    case 'PlaceOrder':
      return placeManualOrder(tx, config, book, command);
    case 'CancelOrder':
      return cancelManually(tx, config, book, command.orderId);
    case 'ResetBook':
      return resetBook(tx, config, book);
    case 'ArmAccount':
      return armAccount(tx, config, book, command);
    case 'DisarmAccount':
      return disarmByTrader(tx, book);
    case 'ApproveEntry':
      return approveEntry(tx, config, book, command);
    case 'DeclineEntry':
      return declineByTrader(tx, book, command);
    default:
      return assertNever(command);
  }
}

function haltOrResume(
  tx: StateTransaction,
  config: EngineConfig,
  userId: string,
  command: Extract<Command, { type: 'HaltTrading' | 'ResumeTrading' }>,
): Answer {
  if (userId !== SYSTEM_USER)
    return rejectWith(
      createRefusal(
        'MODE',
        'Only the system halts and resumes all trading; use STOP ALL for your account.',
      ),
    );
  const isHalted = tx.state.trading.state === 'HALTED';
  const isHalt = command.type === 'HaltTrading';
  if (isHalt !== isHalted)
    tx.record(
      isHalt ? 'TradingHalted' : 'TradingResumed',
      { userId: null, bookId: null },
      { reason: command.reason },
    );
  if (isHalt)
    for (const book of Object.values(tx.state.books)) {
      disarmAccount(tx, book.id, 'trading was halted');
      cancelPendingEntries(tx, config, book, null, 'trading halted');
    }
  return NO_CHANGES;
}

function openBook(
  tx: StateTransaction,
  userId: string,
  { mode, market, capitalMills }: Extract<Command, { type: 'OpenBook' }>,
): Answer {
  const id = getBookId(userId, mode);
  if (tx.state.books[id])
    return rejectWith(
      createRefusal('BOOK_EXISTS', `The ${mode} account is open already; reset it to start over.`),
    );
  if (capitalMills <= 0)
    return rejectWith(createRefusal('INVALID', 'Capital must be above zero.', capitalMills, 1));
  const isNew = !tx.state.users[userId];
  tx.record(
    'BookOpened',
    { userId, bookId: id },
    { mode, market, epoch: 1, capitalMills, entry: buildOpeningPostings(capitalMills) },
  );
  // Recorded so that later changes of the defaults do not affect existing users.
  if (isNew) tx.record('SettingsSaved', { userId, bookId: null }, { settings: DEFAULT_SETTINGS });
  return NO_CHANGES;
}

function selectMode(
  tx: StateTransaction,
  config: EngineConfig,
  userId: string,
  mode: TradingMode,
): Answer {
  const { users, books } = tx.state;
  const user = users[userId];
  if (!user || user.mode === mode) return NO_CHANGES;
  const recent = user.modeSwitchTimes.filter((time) => time > tx.nowMs - MODE_SWITCH_WINDOW_MS);
  if (recent.length >= MODE_SWITCHES_MAX) {
    const resetMs = (recent[0] ?? tx.nowMs) + MODE_SWITCH_WINDOW_MS;
    return rejectWith({
      ...createRefusal(
        'MODE_SWITCH_RATE',
        `${recent.length} mode switches in 10 minutes; limit ${MODE_SWITCHES_MAX}. Try again later.`,
        recent.length,
        MODE_SWITCHES_MAX,
      ),
      resetMs,
    });
  }
  const leftBook = books[getBookId(userId, user.mode)];
  if (
    user.mode === 'live' &&
    leftBook &&
    Object.keys(leftBook.positions).length + Object.keys(leftBook.orders).length > 0
  )
    return rejectWith(
      createRefusal(
        'OPEN_POSITIONS',
        'The live account has open orders or positions; CLOSE ALL before leaving live trading.',
      ),
    );
  if (leftBook) cancelPendingEntries(tx, config, leftBook, null, 'book left'); // a book that is not selected opens nothing
  if (!books[getBookId(userId, mode)])
    openBook(tx, userId, {
      type: 'OpenBook',
      mode,
      market: config.getMarket(mode),
      capitalMills: config.capitalMills,
    });
  tx.record('ModeSelected', { userId, bookId: null }, { mode });
  return NO_CHANGES;
}

function choosePlaybook(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  commodity: CommodityKey,
  playbookId: string | null,
): Answer {
  if (playbookId !== null && !findPlaybook(config, commodity, playbookId))
    return rejectWith(
      createRefusal(
        'UNKNOWN_PLAYBOOK',
        `${COMMODITIES[commodity].displayName} has no strategy ${playbookId}.`,
      ),
    );
  if ((book.commodities[commodity]?.playbookId ?? null) !== playbookId)
    tx.record('PlaybookChosen', getOwner(book), { commodity, playbookId });
  return NO_CHANGES;
}

/**
 * Stores the intent, then enters the current target at once; of several contracts the one with the
 * strongest target. RUN ALL leaves out commodities that no source has prices of, or that
 * the broker does not trade.
 */
function startTrading(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  command: Extract<Command, { type: 'StartTrading' }>,
): Answer {
  const { commodity, rearm: isConfirmed = false } = command;
  const explainUntraded = (key: CommodityKey) => explainUntradedStart(config, book, key);
  const refusal =
    explainBlockedStart(tx.state, book, {
      scope: commodity === null ? 'all' : 'one',
      modeBlock: explainBlockedAccount(tx.state, config, book),
      unarmed: explainUnarmed(config, book, tx.nowMs),
    }) ?? (commodity === null ? rearmBreaker(tx, book, isConfirmed) : explainUntraded(commodity));
  if (refusal) return rejectWith(refusal);
  const keys =
    commodity === null ? COMMODITY_KEYS.filter((key) => !explainUntraded(key)) : [commodity];
  if (commodity === null && !book.globalActive) tx.record('AllStarted', getOwner(book), {});
  const startedKeys = keys.filter((key) => !book.commodities[key]?.active);
  for (const key of startedKeys) tx.record('CommodityStarted', getOwner(book), { commodity: key });
  for (const key of startedKeys) enterCurrentTarget(tx, config, book.id, key);
  return NO_CHANGES;
}

/**
 * Enters the contract with the strongest target, if its strength is above zero: a target of zero
 * strength waits for the next bar.
 */
function enterCurrentTarget(
  tx: StateTransaction,
  config: EngineConfig,
  id: string,
  commodity: CommodityKey,
): void {
  const book = tx.state.books[id];
  const contracts = book
    ? listTradedContracts(tx.state.markets[book.market], commodity, tx.nowMs)
    : [];
  const getTargetStrength = (market: (typeof contracts)[number]): number => {
    const target = book && getCurrentTarget(tx.state, config, book, market)?.target;
    return !target || target.side === 'FLAT' ? 0 : target.strength;
  };
  const strongest = [...contracts].sort((a, b) => getTargetStrength(b) - getTargetStrength(a))[0];
  if (strongest && getTargetStrength(strongest) > 0)
    decideForBook(tx, config, id, strongest.instrument.id, 'REQUEST');
}

/** Stops every account of the user: an account in another mode would trade again once selected. */
function stopAllBooks(tx: StateTransaction, config: EngineConfig, userId: string): Answer {
  for (const book of Object.values(tx.state.books))
    if (book.userId === userId) stopTrading(tx, config, book, null, 'emergency stop');
  return NO_CHANGES;
}

function cancelManually(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  orderId: string,
): Answer {
  const order = Object.hasOwn(book.orders, orderId) ? book.orders[orderId] : undefined;
  if (!order) return rejectWith(createRefusal('INVALID', 'This order is no longer working.'));
  if (order.rollOf !== undefined)
    return rejectWith(
      createRefusal(
        'INVALID',
        'This order is part of a roll; CLOSE the position to exit both months.',
      ),
    );
  cancelOrder(tx, config, order, 'cancelled by the trader');
  return NO_CHANGES;
}

function resetBook(tx: StateTransaction, config: EngineConfig, book: Book): Answer {
  if (book.mode === 'live')
    return rejectWith(createRefusal('LIVE_NOT_RESETTABLE', 'Live accounts cannot be reset.'));
  // A repeated reset places exits again that were cancelled meanwhile.
  if (book.isResetPending) return closeTrading(tx, config, book.id, null, 'reset');
  stopTrading(tx, config, book, null, 'reset');
  // Closes that are blocked now stay requested, and the reset waits for them.
  const answer = closeTrading(tx, config, book.id, null, 'reset');
  if (!answer.ok || hasNeverTraded(tx, config, book.id)) return answer;
  tx.record('ResetRequested', getOwner(book), {});
  completeReset(tx, config, book.id);
  return answer;
}

/**
 * True if the period had no order: a reset would change nothing, so a repeated reset is idempotent.
 */
function hasNeverTraded(tx: StateTransaction, config: EngineConfig, id: string): boolean {
  const book = tx.state.books[id];
  return (
    book?.opened === 0 &&
    Object.keys(book.orders).length === 0 &&
    book.capitalMills === config.capitalMills
  );
}
