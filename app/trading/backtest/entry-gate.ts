/**
 * Runs the live pre-trade checks on backtest entries; their inputs are built only when there is an
 * entry.
 */
import { type Book, buildNewBook } from '../domain/book';
import { EMPTY_BALANCES } from '../domain/ledger';
import type { Order } from '../domain/order';
import type { Position } from '../domain/position';
import { type Quote, buildQuote } from '../domain/quote';
import { DEFAULT_SETTINGS, type Settings } from '../domain/settings';
import { type EpochMs, type Mills, NO_LOTS, NO_MILLS, toMills, toTicks } from '../domain/units';
import { computeFeeMills } from '../execution/friction';
import type { PreTradeInput } from '../risk/pre-trade-input';
import { approveOrders } from '../risk/approve-orders';
import type { Account } from './account';
import { type Entry, type Holding, type Month, getDirection, getSide } from './month';
import type { BacktestOptions } from './options';
import { PAUSED } from './tape';

const USER = 'backtest';
const BOOK = 'backtest:simulation';
const NO_ENTRIES: readonly Entry[] = [];
const NO_EXECUTIONS: readonly string[] = [];
const NONE_UNVALUED: readonly string[] = [];

/** The book of an account before its first trade, without money. */
const EMPTY_BOOK: Book = {
  ...buildNewBook({
    id: BOOK,
    userId: USER,
    mode: 'simulation',
    market: USER,
    epoch: 1,
    capitalMills: NO_MILLS,
    openedMs: 0,
    balances: EMPTY_BALANCES,
  }),
  globalActive: true,
};

export class EntryGate {
  private readonly settings: Settings;
  /** Copied for each check, with what has changed. */
  private readonly flatBook: Book;

  constructor(
    private readonly account: Account,
    { riskLevel, positionSize }: BacktestOptions,
    readonly staleAfterMs: number,
  ) {
    this.settings = { ...DEFAULT_SETTINGS, riskLevel, positionSize };
    this.flatBook = { ...EMPTY_BOOK, capitalMills: account.capitalMills };
  }

  /** True if the month's last price is recent enough to trade on. */
  isFresh = (month: Month, nowMs: EpochMs): boolean => nowMs - month.quotedMs <= this.staleAfterMs;

  /**
   * Approves all entries or none. Each is checked as if earlier ones were placed and `leaving` were
   * closed. Counts a rejection by its code.
   */
  approveEntries(entries: readonly Entry[], leaving: readonly Holding[], nowMs: EpochMs): boolean {
    const equityMills = this.account.computeEquity();
    const inputs = entries.map((entry, leg) => {
      const placed = leg === 0 ? NO_ENTRIES : entries.slice(0, leg);
      return this.buildInput(entry, this.buildBook(placed, leaving, equityMills), nowMs);
    });
    const outcome = approveOrders(inputs);
    if (!outcome.ok) this.account.countRefusal(outcome.refusal.code);
    return outcome.ok;
  }

  private buildInput(entry: Entry, book: Book, nowMs: EpochMs): PreTradeInput {
    const { month, lots } = entry;
    const { instrument } = month;
    return {
      order: buildOrder(entry, nowMs),
      book,
      instrument,
      settings: this.settings,
      nowMs,
      quote: findQuote(month),
      staleAfterMs: this.staleAfterMs,
      barSigma: Math.sqrt(month.variance),
      scaleTicks: month.scaleTicks,
      equityMills: book.equityMills,
      unvalued: NONE_UNVALUED,
      feeMills: computeFeeMills(month.friction, instrument, toTicks(month.lastTicks), lots),
      isHalted: false,
      haltReason: '',
      isSelected: true,
      sessionClosed: null,
      modeBlocked: null,
      clockFault: null,
    };
  }

  private buildBook(
    placed: readonly Entry[],
    leaving: readonly Holding[],
    equityMills: Mills,
  ): Book {
    const { account, flatBook } = this;
    const openHoldings =
      leaving.length === 0
        ? account.holdings
        : account.holdings.filter((holding) => !leaving.includes(holding));
    const pendingEntries = placed.length === 0 ? account.entries : [...account.entries, ...placed];
    const releasedMills = sumReserved(leaving) - sumReserved(placed);
    return {
      ...flatBook,
      balances: {
        available: toMills(account.available + releasedMills),
        reserved: toMills(account.reserved - releasedMills),
        equity: NO_MILLS,
        realised: NO_MILLS,
        fees: NO_MILLS,
      },
      positions:
        openHoldings.length === 0
          ? flatBook.positions
          : Object.fromEntries(
              openHoldings.map((holding) => [holding.month.instrument.id, buildPosition(holding)]),
            ),
      orders:
        pendingEntries.length === 0
          ? flatBook.orders
          : Object.fromEntries(
              pendingEntries.map((entry) => [entry.month.instrument.id, buildOrder(entry, 0)]),
            ),
      equityMills,
      dayStartMills: equityMills,
      dayLowMills: equityMills,
      peakMills: equityMills,
    };
  }
}

function sumReserved(parts: readonly (Entry | Holding)[]): number {
  let sum = 0;
  for (const { reservedMills } of parts) sum += reservedMills;
  return sum;
}

function findQuote({ lastTicks, quotedMs, lock, friction }: Month): Quote | null {
  if (quotedMs === -Infinity) return null;
  const quote = buildQuote(toTicks(lastTicks), friction.halfSpreadTicks, quotedMs);
  if (lock === 0) return quote;
  return { ...quote, lock: lock === PAUSED ? 'BOTH' : lock === 1 ? 'UP' : 'DOWN' };
}

/** A position is named by its month, of which there is at most one; a group counts once. */
function buildOrder(
  { month, sign, lots, group, reservedMills, rolls }: Entry,
  placedMs: EpochMs,
): Order {
  const order: Order = {
    id: month.instrument.id,
    bookId: BOOK,
    commodity: month.instrument.commodity,
    instrumentId: month.instrument.id,
    side: getSide(sign),
    type: 'MARKET',
    purpose: 'ENTRY',
    lots,
    filledLots: NO_LOTS,
    priceTicks: null,
    positionId: month.entryId,
    groupId: `group ${group}`,
    playbookId: null,
    stopDistanceTicks: null,
    targetDistanceTicks: null,
    reservedMills,
    state: 'ACKNOWLEDGED',
    executionIds: NO_EXECUTIONS,
    placedMs,
  };
  return rolls === null ? order : { ...order, rollOf: rolls.month.instrument.id };
}

const buildPosition = ({
  month,
  sign,
  lots,
  group,
  costMills,
  reservedMills,
  openedMs,
}: Holding): Position => ({
  id: month.instrument.id,
  bookId: BOOK,
  epoch: 1,
  commodity: month.instrument.commodity,
  instrumentId: month.instrument.id,
  groupId: `group ${group}`,
  playbookId: null,
  direction: getDirection(sign),
  status: 'ACTIVE',
  lots,
  lotsEntered: lots,
  costMills,
  entryValueMills: costMills,
  exitValueMills: NO_MILLS,
  realisedMills: NO_MILLS,
  feesMills: NO_MILLS,
  reservedMills,
  openedMs,
  closedMs: null,
});
