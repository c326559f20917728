/** What each command does. Table of contents: one function per command, one answer each. */
import { type Book, bookId, isUserDisabled, selectedBook } from '../domain/book';
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../domain/commodity';
import type { Command, CommandEnvelope, CommandValue } from '../domain/command';
import { openingEntry } from '../domain/ledger';
import {
  type Outcome,
  type Refusal,
  succeedWith,
  createRefusal,
  rejectWith,
  assertNever,
} from '../domain/outcome';
import { DEFAULT_SETTINGS, type TradingMode } from '../domain/settings';
import { USER_DISABLED } from '../risk/checks';
import { subtractMills } from '../domain/units';
import { checkEquity } from '../risk/equity';
import { MODE_SWITCH_WINDOW_MS } from './apply';
import { decideChain, getCurrentTarget } from './auto-trader';
import { drawdownRefusal, rearmBreaker } from './breakers';
import { listTradedContracts } from './chain';
import { closePosition, closeTrading, placeManualOrder } from './closing';
import { type EngineConfig, SYSTEM_USER } from './config';
import type { Draft } from './state-transaction';
import { completeReset } from './executions';
import { rearmPlaybook } from './halts';
import { computeEquityMills } from './marks';
import { cancelOrder, modeBlocked, getOwner } from './orders';
import {
  type OperatorCommand,
  executeOperatorCommand,
  isOperatorCommand,
} from './operator-commands';
import { findPlaybook } from './active-playbook';
import { stopTrading, cancelPendingEntries } from './stop-trading';

type Answer = Outcome<CommandValue>;
const NOTHING: Answer = succeedWith({ closedPositions: [], placedOrders: [] });
const MODE_SWITCHES_MAX = 6;

/** Carries a command out on the draft and answers it. */
export function executeCommand(
  draft: Draft,
  config: EngineConfig,
  { userId, command }: CommandEnvelope,
): Answer {
  if (command.type === 'HaltTrading' || command.type === 'ResumeTrading')
    return haltOrResume(draft, config, userId, command);
  if (isOperatorCommand(command)) return executeOperatorCommand(draft, config, userId, command);
  if (command.type === 'OpenBook') return openBook(draft, userId, command);
  if (!draft.state.users[userId])
    return rejectWith(createRefusal('UNKNOWN_BOOK', 'This user has no book yet; open one first.'));
  if (command.type === 'SelectMode') return selectMode(draft, config, userId, command.mode);
  if (command.type === 'SaveSettings') {
    draft.record('SettingsSaved', { userId, bookId: null }, { settings: command.settings });
    return NOTHING;
  }
  if (command.type === 'EmergencyStop') return stopAllBooks(draft, config, userId);
  const book = selectedBook(draft.state, userId);
  if (!book)
    return rejectWith(
      createRefusal('UNKNOWN_BOOK', 'The selected mode has no book yet; open it first.'),
    );
  // Switched on now, it would trade by itself as soon as the user is enabled.
  if (command.type === 'StartTrading' && isUserDisabled(draft.state, userId))
    return rejectWith(createRefusal('DISABLED', USER_DISABLED));
  return executeOnBook(draft, config, book, command);
}

type BookCommand = Exclude<
  Command,
  | OperatorCommand
  | {
      type:
        | 'HaltTrading'
        | 'ResumeTrading'
        | 'OpenBook'
        | 'SelectMode'
        | 'SaveSettings'
        | 'EmergencyStop';
    }
>;

function executeOnBook(
  draft: Draft,
  config: EngineConfig,
  book: Book,
  command: BookCommand,
): Answer {
  switch (command.type) {
    case 'ChoosePlaybook':
      return choosePlaybook(draft, config, book, command.commodity, command.playbookId);
    case 'RearmPlaybook':
      return rearmPlaybook(draft, book, command.commodity, command.playbookId);
    case 'StartTrading':
      return startTrading(draft, config, book, command);
    case 'StopTrading':
      stopTrading(draft, config, book, command.commodity, 'stopped');
      return NOTHING;
    case 'CloseTrading':
      stopTrading(draft, config, book, command.commodity, 'closed');
      return closeTrading(draft, config, book.id, command.commodity, 'manual');
    case 'ClosePosition':
      return closePosition(draft, config, book.userId, command.positionId);
    case 'PlaceOrder':
      return placeManualOrder(draft, config, book, command);
    case 'CancelOrder':
      return cancelByHand(draft, config, book, command.orderId);
    case 'ResetBook':
      return resetBook(draft, config, book);
    default:
      return assertNever(command);
  }
}

function haltOrResume(
  draft: Draft,
  config: EngineConfig,
  userId: string,
  command: Extract<Command, { type: 'HaltTrading' | 'ResumeTrading' }>,
): Answer {
  if (userId !== SYSTEM_USER)
    return rejectWith(
      createRefusal(
        'MODE',
        'Only the desk itself halts and resumes all trading; stop your own with STOP ALL.',
      ),
    );
  const isHalted = draft.state.trading.state === 'HALTED';
  const halts = command.type === 'HaltTrading';
  if (halts !== isHalted)
    draft.record(
      halts ? 'TradingHalted' : 'TradingResumed',
      { userId: null, bookId: null },
      { reason: command.reason },
    );
  if (halts)
    for (const book of Object.values(draft.state.books))
      cancelPendingEntries(draft, config, book, null, 'trading halted');
  return NOTHING;
}

function openBook(
  draft: Draft,
  userId: string,
  { mode, market, capitalMills }: Extract<Command, { type: 'OpenBook' }>,
): Answer {
  const id = bookId(userId, mode);
  if (draft.state.books[id])
    return rejectWith(
      createRefusal('BOOK_EXISTS', `The ${mode} book is open already; reset it to begin again.`),
    );
  if (capitalMills <= 0)
    return rejectWith(
      createRefusal('INVALID', 'A book needs capital above zero.', capitalMills, 1),
    );
  const isNew = !draft.state.users[userId];
  draft.record(
    'BookOpened',
    { userId, bookId: id },
    { mode, market, epoch: 1, capitalMills, entry: openingEntry(capitalMills) },
  );
  // Written down, so that a later change of the defaults changes nobody's past.
  if (isNew)
    draft.record('SettingsSaved', { userId, bookId: null }, { settings: DEFAULT_SETTINGS });
  return NOTHING;
}

function selectMode(draft: Draft, config: EngineConfig, userId: string, mode: TradingMode): Answer {
  const { users, books } = draft.state;
  const user = users[userId];
  if (!user || user.mode === mode) return NOTHING;
  const recent = user.modeSwitchTimes.filter((time) => time > draft.nowMs - MODE_SWITCH_WINDOW_MS);
  if (recent.length >= MODE_SWITCHES_MAX) {
    const resetMs = (recent[0] ?? draft.nowMs) + MODE_SWITCH_WINDOW_MS;
    return rejectWith(
      createRefusal(
        'MODE_SWITCH_RATE',
        `The mode was switched ${recent.length} times within 10 minutes; try again later.`,
        resetMs,
        MODE_SWITCHES_MAX,
      ),
    );
  }
  const left = books[bookId(userId, user.mode)];
  if (
    user.mode === 'live' &&
    left &&
    Object.keys(left.positions).length + Object.keys(left.orders).length > 0
  )
    return rejectWith(
      createRefusal(
        'OPEN_POSITIONS',
        'The live book has open orders or positions; CLOSE ALL before leaving live trading.',
      ),
    );
  if (left) cancelPendingEntries(draft, config, left, null, 'book left'); // a book that is not selected opens nothing
  if (!books[bookId(userId, mode)])
    openBook(draft, userId, {
      type: 'OpenBook',
      mode,
      market: config.marketOf(mode),
      capitalMills: config.capitalMills,
    });
  draft.record('ModeSelected', { userId, bookId: null }, { mode });
  return NOTHING;
}

function choosePlaybook(
  draft: Draft,
  config: EngineConfig,
  book: Book,
  commodity: CommodityKey,
  playbookId: string | null,
): Answer {
  if (playbookId !== null && !findPlaybook(config, commodity, playbookId))
    return rejectWith(
      createRefusal(
        'UNKNOWN_PLAYBOOK',
        `${COMMODITIES[commodity].displayName} has no playbook ${playbookId}.`,
      ),
    );
  if ((book.commodities[commodity]?.playbookId ?? null) !== playbookId)
    draft.record('PlaybookChosen', getOwner(book), { commodity, playbookId });
  return NOTHING;
}

/**
 * Stores the intent, then takes the standing target at once: of several contracts the one whose
 * target is strongest.
 */
function startTrading(
  draft: Draft,
  config: EngineConfig,
  book: Book,
  command: Extract<Command, { type: 'StartTrading' }>,
): Answer {
  const { commodity } = command;
  const blocked = startBlocked(draft, config, book) ?? armBlocked(draft, book, command);
  if (blocked) return rejectWith(blocked);
  const keys = commodity === null ? COMMODITY_KEYS : [commodity];
  if (commodity === null && !book.globalActive) draft.record('AllStarted', getOwner(book), {});
  const started = keys.filter((key) => !book.commodities[key]?.active);
  for (const key of started) draft.record('CommodityStarted', getOwner(book), { commodity: key });
  for (const key of started) enterCurrentTarget(draft, config, book.id, key);
  return NOTHING;
}

/** Why nothing may be started in a book at all, or null. */
function startBlocked(draft: Draft, config: EngineConfig, book: Book): Refusal | null {
  const blocked = modeBlocked(config, book);
  if (blocked) return createRefusal('NO_BROKER', blocked);
  if (book.isResetPending) {
    const open = Object.keys(book.positions).length;
    const what = open === 1 ? '1 position' : `${open} positions`;
    return createRefusal(
      'OPEN_POSITIONS',
      `A reset waits for ${what} to close. RUN again when the account has been reset.`,
      open,
      0,
    );
  }
  return checkEquity(book, computeEquityMills(draft.state, book));
}

/**
 * Why a tripped breaker keeps a book stopped, or null: RUN ALL re-arms it when confirmed, RUN of
 * one commodity never does.
 */
function armBlocked(
  draft: Draft,
  book: Book,
  { commodity, rearm: isConfirmed = false }: Extract<Command, { type: 'StartTrading' }>,
): Refusal | null {
  if (commodity === null) return rearmBreaker(draft, book, isConfirmed);
  if (!book.drawdown) return null;
  const { peakMills, equityMills } = book.drawdown;
  return drawdownRefusal(
    { peakMills, equityMills, lostMills: subtractMills(peakMills, equityMills) },
    'RUN ALL re-arms it after a confirmation; RUN of one commodity does not.',
  );
}

/**
 * Of several contracts the one whose rule wants something, and wants it most: a target may stand
 * with no strength left.
 */
function enterCurrentTarget(
  draft: Draft,
  config: EngineConfig,
  id: string,
  commodity: CommodityKey,
): void {
  const book = draft.state.books[id];
  const seen = book
    ? listTradedContracts(draft.state.markets[book.market], commodity, draft.nowMs)
    : [];
  const wish = (market: (typeof seen)[number]): number => {
    const target = book && getCurrentTarget(draft.state, config, book, market)?.target;
    return !target || target.side === 'FLAT' ? -1 : target.strength;
  };
  const strongest = [...seen].sort((a, b) => wish(b) - wish(a))[0];
  if (strongest) decideChain(draft, config, id, strongest.instrument.id);
}

/**
 * One decision for all that is the user's: a book that is not selected would trade again once it
 * is.
 */
function stopAllBooks(draft: Draft, config: EngineConfig, userId: string): Answer {
  for (const book of Object.values(draft.state.books))
    if (book.userId === userId) stopTrading(draft, config, book, null, 'emergency stop');
  return NOTHING;
}

function cancelByHand(draft: Draft, config: EngineConfig, book: Book, orderId: string): Answer {
  const order = Object.hasOwn(book.orders, orderId) ? book.orders[orderId] : undefined;
  if (!order) return rejectWith(createRefusal('INVALID', 'This order is not working any more.'));
  if (order.rollOf !== undefined)
    return rejectWith(
      createRefusal(
        'INVALID',
        'This order is half of a roll from one month into the next; CLOSE the position to leave both.',
      ),
    );
  cancelOrder(draft, config, order, 'cancelled by the trader');
  return NOTHING;
}

function resetBook(draft: Draft, config: EngineConfig, book: Book): Answer {
  if (book.mode === 'live')
    return rejectWith(
      createRefusal('LIVE_NOT_RESETTABLE', 'A live book is never reset; its money is real.'),
    );
  // Asked again it sends what is no longer on its way, such as an exit that was taken back
  // meanwhile.
  if (book.isResetPending) return closeTrading(draft, config, book.id, null, 'reset');
  stopTrading(draft, config, book, null, 'reset');
  // What cannot close now stays requested, and the reset waits with it.
  const answer = closeTrading(draft, config, book.id, null, 'reset');
  if (!answer.ok || isAsNew(draft, config, book.id)) return answer;
  draft.record('ResetRequested', getOwner(book), {});
  completeReset(draft, config, book.id);
  return answer;
}

/**
 * Nothing was ever traded in this epoch: another one would begin with the same figures, and a reset
 * sent twice would count as two.
 */
function isAsNew(draft: Draft, config: EngineConfig, id: string): boolean {
  const book = draft.state.books[id];
  return (
    book?.opened === 0 &&
    Object.keys(book.orders).length === 0 &&
    book.capitalMills === config.capitalMills
  );
}
