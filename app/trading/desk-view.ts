/** Account view: all figures for screens, API, messages and reports, computed once per state. */
import type { AccountHalt } from './domain/account-halt';
import { type Book, type LoggedState, getBookId } from './domain/book';
import { COMMODITY_KEYS, type CommodityKey } from './domain/commodity';
import {
  type Instrument,
  computeAveragePrice,
  toPriceNumber,
  toSizeUnits,
} from './domain/instrument';
import { computeAccountBalance } from './domain/ledger';
import { type Position, computeProfitPercent, computeUnrealizedProfit } from './domain/position';
import type { Settings, TradingMode } from './domain/settings';
import {
  type EpochMs,
  type Mills,
  type Ticks,
  addMills,
  roundToCents,
  subtractMills,
  toMills,
} from './domain/units';
import type { DeskState } from './engine/state';
import { createMarginPriceLookup } from './engine/margin-figures';
import { findShownMark } from './engine/marks';
import {
  findEntryBlock,
  getActivePlaybookId,
  getIdleReason,
  getPendingReason,
} from './engine/idle-reason';
import {
  type LosingStreak,
  type LossBreaker,
  type MarginState,
  listLosingStreaks,
  listLossBreakers,
  getMarginState,
} from './risk/breaker-status';
import { computeInitialMargin, computeMaintenanceMargin } from './risk/margin';
import { type RearmTerms, computeRearmTerms } from './risk/rearm-terms';

/** A working stop or target of a position. */
export interface ExitLevel {
  readonly priceTicks: Ticks;
  /** In quoted units. */
  readonly price: number;
  /** P&L of the open lots at this price before fees, whole cents. */
  readonly pnlMills: Mills;
}

export interface PositionRow {
  readonly position: Position;
  readonly instrument: Instrument;
  /** Pending reason; null when nothing is due. */
  readonly pending: string | null;
  /** Size in commodity units; prices in quoted units, null if there is none. */
  readonly size: number;
  readonly entryPrice: number | null;
  readonly currentPrice: number | null;
  /** Null while there is no working order. */
  readonly stop: ExitLevel | null;
  readonly target: ExitLevel | null;
  /** Loss from the last price to the stop; negative once passed; null without a stop or a price. */
  readonly stopDistanceMills: Mills | null;
  readonly quotedMs: EpochMs | null;
  /** Whole cents. */
  readonly pnlMills: Mills;
  readonly pnlPercent: number | null;
  readonly notionalMills: Mills;
  /** Margin to hold the position, and to open it now. */
  readonly maintenanceMarginMills: Mills;
  readonly initialMarginMills: Mills;
}

export interface CommodityRow {
  readonly commodity: CommodityKey;
  readonly isActive: boolean;
  readonly playbookId: string | null;
  /** Playbook that RUN trades, selected or automatic; null if none may trade. */
  readonly activePlaybookId: string | null;
  /** Idle reason; null when it is stopped or has a position. */
  readonly waitingFor: string | null;
  /** True if it waits for a season. */
  readonly isOutOfSeason: boolean;
  readonly positions: number;
  readonly notionalMills: Mills;
  readonly pnlMills: Mills;
}

export interface DeskView {
  /** Engine sequence number of all figures: equal numbers mean equal figures. */
  readonly asOfSeq: number;
  readonly asOfMs: EpochMs;
  readonly mode: TradingMode;
  readonly market: string;
  readonly epoch: number;
  readonly settings: Settings;
  readonly trading: LoggedState['trading'];
  readonly globalActive: boolean;
  readonly isActive: boolean;
  readonly commodities: readonly CommodityRow[];
  readonly positions: readonly PositionRow[];
  /** Whole cents, each rounded once; totals are sums of the shown figures. */
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
  /** Distance to each breaker. */
  readonly lossBreakers: readonly LossBreaker[];
  readonly margin: MarginState;
  /** Why the account opens nothing now, whatever its strategies signal; null if it may. */
  readonly entryBlock: string | null;
  /** Re-arm terms of a tripped drawdown breaker; null while it is armed. */
  readonly rearm: RearmTerms | null;
  /** Why and since when this account takes no entries although others do; null without a halt. */
  readonly halt: AccountHalt | null;
  /** True while a reset waits for positions to close. */
  readonly isResetPending: boolean;
  readonly losingStreaks: readonly LosingStreak[];
}

const views = new WeakMap<LoggedState, Map<string, DeskView>>();

/** Returns the same object for the same state; null before the account is opened. */
export function getDeskView(state: DeskState, userId: string, mode: TradingMode): DeskView | null {
  const id = getBookId(userId, mode);
  const viewsByBook = views.get(state) ?? new Map<string, DeskView>();
  views.set(state, viewsByBook);
  const cached = viewsByBook.get(id);
  if (cached) return cached;
  const book = state.books[id];
  const user = state.users[userId];
  if (!book || !user) return null;
  const view = buildDeskView(state, book, user.settings);
  viewsByBook.set(id, view);
  return view;
}

function buildDeskView(state: DeskState, book: Book, settings: Settings): DeskView {
  const positions = Object.values(book.positions).map((position) =>
    buildPositionRow(state, book, position),
  );
  const balanceMills = roundToCents(computeAccountBalance(book.balances));
  const unrealizedMills = addMills(...positions.map((row) => row.pnlMills));
  const totalMills = addMills(balanceMills, unrealizedMills);
  const lossBreakers = listLossBreakers(book, settings, totalMills);
  const margin = getMarginState(book, createMarginPriceLookup(state, book), totalMills);
  const { trading } = state;
  const entryBlock = findEntryBlock({ trading, halt: book.halt, lossBreakers, margin });
  const commodities = COMMODITY_KEYS.map((key) =>
    buildCommodityRow(state, book, key, { positions, entryBlock }),
  );
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
    unrealisedMills: unrealizedMills,
    totalMills,
    totalPnlMills: subtractMills(totalMills, book.capitalMills),
    profitablePositions: positions.filter((row) => row.pnlMills > 0).length,
    tradesOpened: book.opened,
    tradesClosed: book.closed,
    winRatio: book.closed === 0 ? null : book.won / book.closed,
    lossBreakers,
    margin,
    entryBlock,
    rearm: computeRearmTerms(book, settings),
    halt: book.halt,
    isResetPending: book.isResetPending,
    losingStreaks: listLosingStreaks(book, state.nowMs),
  };
}

interface ExitRequest {
  readonly instrument: Instrument;
  readonly position: Position;
  readonly purpose: 'STOP' | 'TARGET';
}

/** The working order of a position for a purpose, with its result. */
function findExitLevel(
  book: Book,
  { instrument, position, purpose }: ExitRequest,
): ExitLevel | null {
  const priceTicks =
    Object.values(book.orders).find(
      (order) => order.purpose === purpose && order.positionId === position.id,
    )?.priceTicks ?? null;
  return priceTicks === null
    ? null
    : {
        priceTicks,
        price: toPriceNumber(instrument, priceTicks),
        pnlMills: roundToCents(computeUnrealizedProfit(instrument, position, priceTicks)),
      };
}

function buildPositionRow(state: DeskState, book: Book, position: Position): PositionRow {
  const instrument = state.listings[book.market]?.[position.instrumentId];
  if (!instrument) throw new Error(`${position.instrumentId} is listed`);
  const mark = findShownMark(state, book, position.instrumentId);
  const pnlMills = mark
    ? roundToCents(computeUnrealizedProfit(instrument, position, mark.ticks))
    : toMills(0);
  const size = toSizeUnits(instrument, position.lots);
  const stop = findExitLevel(book, { instrument, position, purpose: 'STOP' });
  const marginInput = { positions: { [position.id]: position } };
  const getPrice = createMarginPriceLookup(state, book);
  return {
    position,
    instrument,
    pending: getPendingReason(state, book, position),
    size,
    pnlMills,
    pnlPercent: computeProfitPercent(pnlMills, position.costMills),
    notionalMills: position.reservedMills,
    maintenanceMarginMills: computeMaintenanceMargin(marginInput, getPrice),
    initialMarginMills: computeInitialMargin(marginInput, getPrice),
    entryPrice: computeAveragePrice(instrument, position.costMills, position.lots),
    currentPrice: mark ? toPriceNumber(instrument, mark.ticks) : null,
    stop,
    target: findExitLevel(book, { instrument, position, purpose: 'TARGET' }),
    stopDistanceMills: stop && mark ? subtractMills(pnlMills, stop.pnlMills) : null,
    quotedMs: mark?.atMs ?? null,
  };
}

function buildCommodityRow(
  state: DeskState,
  book: Book,
  commodity: CommodityKey,
  {
    positions,
    entryBlock,
  }: { readonly positions: readonly PositionRow[]; readonly entryBlock: string | null },
): CommodityRow {
  const rows = positions.filter((row) => row.position.commodity === commodity);
  const { active: isActive = false, playbookId = null } = book.commodities[commodity] ?? {};
  const idle =
    isActive && rows.length === 0 ? getIdleReason(state, book, commodity, entryBlock) : null;
  return {
    commodity,
    isActive,
    playbookId,
    activePlaybookId: getActivePlaybookId(state, book, commodity),
    positions: rows.length,
    waitingFor: idle?.text ?? null,
    isOutOfSeason: idle?.isOutOfSeason ?? false,
    notionalMills: addMills(...rows.map((row) => roundToCents(row.notionalMills))),
    pnlMills: addMills(...rows.map((row) => row.pnlMills)),
  };
}
