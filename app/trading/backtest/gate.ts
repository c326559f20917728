/**
 * The desk's own gate for the entries of a backtest: the views are made only when something is to
 * be entered.
 */
import type { Book } from '../domain/book';
import type { Order } from '../domain/order';
import type { Position } from '../domain/position';
import { type Quote, quoteAround } from '../domain/quote';
import { DEFAULT_SETTINGS, type Settings } from '../domain/settings';
import { type EpochMs, type Mills, NO_LOTS, NO_MILLS, toMills, toTicks } from '../domain/units';
import { feeMills } from '../execution/friction';
import type { GateView } from '../risk/gate-view';
import { approveOrders } from '../risk/pre-trade';
import type { Account } from './account';
import { type Entry, type Holding, type Month, getDirection, getSide } from './month';
import type { BacktestOptions } from './options';

const USER = 'backtest';
const BOOK = 'backtest:simulation';

export class Gate {
  private readonly settings: Settings;

  constructor(
    private readonly account: Account,
    { riskLevel, positionSize }: BacktestOptions,
    readonly staleAfterMs: number,
  ) {
    this.settings = { ...DEFAULT_SETTINGS, riskLevel, positionSize };
  }

  /** Whether a month has a price that is young enough to deal at. */
  isFresh = (month: Month, nowMs: EpochMs): boolean => nowMs - month.quotedMs <= this.staleAfterMs;

  /**
   * Passes the entries of one intention or none of them, each judged as if those before it stood
   * and `leaving` had left; counts a refusal by its name.
   */
  passes(entries: readonly Entry[], leaving: readonly Holding[], nowMs: EpochMs): boolean {
    const equityMills = this.account.equity();
    const views = entries.map((entry, leg) =>
      this.view(entry, this.bookBefore(entries.slice(0, leg), leaving, equityMills), nowMs),
    );
    const outcome = approveOrders(views);
    if (!outcome.ok) this.account.refuse(outcome.refusal.code);
    return outcome.ok;
  }

  private view(entry: Entry, book: Book, nowMs: EpochMs): GateView {
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
      unvalued: [],
      feeMills: feeMills(month.friction, instrument, toTicks(month.lastTicks), lots),
      isHalted: false,
      haltReason: '',
      isSelected: true,
      sessionClosed: null,
      modeBlocked: null,
      clockFault: null,
    };
  }

  private bookBefore(
    placed: readonly Entry[],
    leaving: readonly Holding[],
    equityMills: Mills,
  ): Book {
    const { account } = this;
    const held = account.holdings.filter((holding) => !leaving.includes(holding));
    const coming = [...account.entries, ...placed];
    const free =
      leaving.reduce((sum, { reservedMills }) => sum + reservedMills, 0) -
      placed.reduce((sum, { reservedMills }) => sum + reservedMills, 0);
    return {
      id: BOOK,
      userId: USER,
      mode: 'simulation',
      market: USER,
      epoch: 1,
      capitalMills: account.capitalMills,
      openedMs: 0,
      balances: {
        available: toMills(account.available + free),
        reserved: toMills(account.reserved - free),
        equity: NO_MILLS,
        realised: NO_MILLS,
        fees: NO_MILLS,
      },
      positions:
        held.length === 0
          ? {}
          : Object.fromEntries(
              held.map((holding) => [holding.month.instrument.id, buildPosition(holding)]),
            ),
      orders:
        coming.length === 0
          ? {}
          : Object.fromEntries(
              coming.map((entry) => [entry.month.instrument.id, buildOrder(entry, 0)]),
            ),
      globalActive: true,
      isResetPending: false,
      commodities: {},
      opened: 0,
      closed: 0,
      won: 0,
      valuedMinute: -1,
      equityMills,
      day: '',
      dayStartMills: equityMills,
      dayLowMills: equityMills,
      peakMills: equityMills,
      drawdown: null,
      marginCall: null,
      openTrades: {},
      entryTimes: [],
      marks: {},
      closing: {},
    };
  }
}

function findQuote({ lastTicks, quotedMs, lock, friction }: Month): Quote | null {
  if (quotedMs === -Infinity) return null;
  const quote = quoteAround(toTicks(lastTicks), friction.halfSpreadTicks, quotedMs);
  return lock === 0 ? quote : { ...quote, lock: lock === 1 ? 'UP' : 'DOWN' };
}

/**
 * A position's name in the gate is that of its month, of which there is one at most; a group counts
 * once.
 */
const buildOrder = (
  { month, sign, lots, group, reservedMills, rolls }: Entry,
  placedMs: EpochMs,
): Order => ({
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
  positionId: `entry ${month.instrument.id}`,
  groupId: `group ${group}`,
  ...(rolls === null ? {} : { rollOf: rolls.month.instrument.id }),
  playbookId: null,
  stopDistanceTicks: null,
  targetDistanceTicks: null,
  reservedMills,
  state: 'ACKNOWLEDGED',
  executionIds: [],
  placedMs,
});

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
