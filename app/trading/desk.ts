/**
 * Every figure that a screen, a call, a message or a report shows, made once per state of the desk.
 */
import { type Book, type LoggedDesk, bookId } from './domain/book';
import { COMMODITY_KEYS, type CommodityKey } from './domain/commodity';
import { type Instrument, averagePrice, priceNumber, sizeUnits } from './domain/instrument';
import { accountBalanceMills } from './domain/ledger';
import { type Position, profitPercent, unrealisedMills } from './domain/position';
import type { Settings, TradingMode } from './domain/settings';
import {
  type EpochMs,
  type Mills,
  addMills,
  roundToCents,
  subtractMills,
  toMills,
} from './domain/units';
import type { DeskState } from './engine/state';
import { marginPrices } from './engine/margin-figures';
import { findShownMark } from './engine/marks';
import { getPendingReason, getActiveRule, getIdleReason } from './engine/idle-reason';
import {
  type LosingStreak,
  type LossBreaker,
  type MarginState,
  losingStreaks,
  lossBreakers,
  marginState,
} from './risk/headroom';
import { computeInitialMargin, computeMaintenanceMargin } from './risk/margin';
import { type RearmTerms, computeRearmTerms } from './risk/rearm';

export interface PositionRow {
  readonly position: Position;
  readonly instrument: Instrument;
  /** What it waits for, a sentence; null when nothing is due. */
  readonly pending: string | null;
  /** Size in units of the commodity; prices in quoted units, null while there is none. */
  readonly size: number;
  readonly entryPrice: number | null;
  readonly currentPrice: number | null;
  readonly quotedMs: EpochMs | null;
  /** Whole cents. */
  readonly pnlMills: Mills;
  readonly pnlPercent: number | null;
  readonly notionalMills: Mills;
  /** What it requires to stay open, and to be opened now. */
  readonly maintenanceMarginMills: Mills;
  readonly initialMarginMills: Mills;
}

export interface CommodityRow {
  readonly commodity: CommodityKey;
  readonly isActive: boolean;
  readonly playbookId: string | null;
  /** The playbook in force, chosen or not; null without a contract in the market. */
  readonly ruleId: string | null;
  /** What keeps it flat while it runs; null when it is off or holds something. */
  readonly waitingFor: string | null;
  readonly positions: number;
  readonly notionalMills: Mills;
  readonly pnlMills: Mills;
}

export interface DeskView {
  /** Engine sequence number at which all figures were made: equal numbers mean equal figures. */
  readonly asOfSeq: number;
  readonly asOfMs: EpochMs;
  readonly mode: TradingMode;
  readonly market: string;
  readonly epoch: number;
  readonly settings: Settings;
  readonly trading: LoggedDesk['trading'];
  readonly globalActive: boolean;
  readonly isActive: boolean;
  readonly commodities: readonly CommodityRow[];
  readonly positions: readonly PositionRow[];
  /** Whole cents, each once rounded; sums are sums of what is shown. */
  readonly initialMills: Mills;
  readonly balanceMills: Mills;
  readonly availableMills: Mills;
  readonly unrealisedMills: Mills;
  readonly totalMills: Mills;
  readonly totalPnlMills: Mills;
  readonly profitablePositions: number;
  readonly tradesOpened: number;
  readonly tradesClosed: number;
  /** 0 to 1; null before the first close. */
  readonly winRatio: number | null;
  /** How far the book is from each of its breakers. */
  readonly lossBreakers: readonly LossBreaker[];
  readonly margin: MarginState;
  /** How the tripped drawdown breaker can be re-armed; null while it is armed. */
  readonly rearm: RearmTerms | null;
  /** A reset waits for positions that cannot close now. */
  readonly isResetPending: boolean;
  readonly losingStreaks: readonly LosingStreak[];
}

const views = new WeakMap<LoggedDesk, Map<string, DeskView>>();

/**
 * The view of one user's book; the same object for the same state. Null before the book is opened.
 */
export function deskView(state: DeskState, userId: string, mode: TradingMode): DeskView | null {
  const id = bookId(userId, mode);
  const made = views.get(state) ?? new Map<string, DeskView>();
  views.set(state, made);
  const known = made.get(id);
  if (known) return known;
  const book = state.books[id];
  const user = state.users[userId];
  if (!book || !user) return null;
  const view = makeView(state, book, user.settings);
  made.set(id, view);
  return view;
}

function makeView(state: DeskState, book: Book, settings: Settings): DeskView {
  const positions = Object.values(book.positions).map((position) =>
    positionRow(state, book, position),
  );
  const commodities = COMMODITY_KEYS.map((key) => commodityRow(state, book, key, positions));
  const balanceMills = roundToCents(accountBalanceMills(book.balances));
  const unrealised = addMills(...positions.map((row) => row.pnlMills));
  const totalMills = addMills(balanceMills, unrealised);
  return {
    asOfSeq: state.sequence,
    asOfMs: state.nowMs,
    mode: book.mode,
    market: book.market,
    epoch: book.epoch,
    settings,
    trading: state.trading,
    globalActive: book.globalActive,
    isActive: commodities.some((row) => row.isActive),
    commodities,
    positions,
    initialMills: book.capitalMills,
    balanceMills,
    availableMills: subtractMills(balanceMills, roundToCents(book.balances.reserved)),
    unrealisedMills: unrealised,
    totalMills,
    totalPnlMills: subtractMills(totalMills, book.capitalMills),
    profitablePositions: positions.filter((row) => row.pnlMills > 0).length,
    tradesOpened: book.opened,
    tradesClosed: book.closed,
    winRatio: book.closed === 0 ? null : book.won / book.closed,
    lossBreakers: lossBreakers(book, settings, totalMills),
    margin: marginState(book, marginPrices(state, book), totalMills),
    rearm: computeRearmTerms(book, settings),
    isResetPending: book.isResetPending,
    losingStreaks: losingStreaks(book, state.nowMs),
  };
}

function positionRow(state: DeskState, book: Book, position: Position): PositionRow {
  const listed = state.listings[book.market]?.[position.instrumentId];
  if (!listed) throw new Error(`${position.instrumentId} is listed`);
  const mark = findShownMark(state, book, position.instrumentId);
  const pnlMills = mark ? roundToCents(unrealisedMills(listed, position, mark.ticks)) : toMills(0);
  const size = sizeUnits(listed, position.lots);
  const held = { positions: { [position.id]: position } };
  const priceOf = marginPrices(state, book);
  return {
    position,
    instrument: listed,
    pending: getPendingReason(state, book, position),
    size,
    pnlMills,
    pnlPercent: profitPercent(pnlMills, position.costMills),
    notionalMills: position.reservedMills,
    maintenanceMarginMills: computeMaintenanceMargin(held, priceOf),
    initialMarginMills: computeInitialMargin(held, priceOf),
    entryPrice: averagePrice(listed, position.costMills, position.lots),
    currentPrice: mark ? priceNumber(listed, mark.ticks) : null,
    quotedMs: mark?.atMs ?? null,
  };
}

function commodityRow(
  state: DeskState,
  book: Book,
  commodity: CommodityKey,
  positions: readonly PositionRow[],
): CommodityRow {
  const rows = positions.filter((row) => row.position.commodity === commodity);
  const { active: isActive = false, playbookId = null } = book.commodities[commodity] ?? {};
  return {
    commodity,
    isActive,
    playbookId,
    ruleId: getActiveRule(state, book, commodity),
    positions: rows.length,
    waitingFor: isActive && rows.length === 0 ? getIdleReason(state, book, commodity) : null,
    notionalMills: addMills(...rows.map((row) => roundToCents(row.notionalMills))),
    pnlMills: addMills(...rows.map((row) => row.pnlMills)),
  };
}
