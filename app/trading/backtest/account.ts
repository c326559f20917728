/**
 * The money of a backtest: what is free, what is held back, what is open, and the trades that are
 * over.
 */
import { valueMills } from '../domain/instrument';
import {
  type EpochMs,
  type Lots,
  type Mills,
  NO_MILLS,
  type Ticks,
  absMills,
  addMills,
  negateMills,
  subtractMills,
  toMills,
  toTicks,
} from '../domain/units';
import { type Execution, toTradable } from '../execution/fills';
import { feeMills } from '../execution/friction';
import { collateralMills } from '../risk/exposure';
import { barsHeld } from '../risk/holding-time';
import {
  type Entry,
  type Holding,
  type Month,
  type Sign,
  getDirection,
  getExitSide,
} from './month';
import type { BacktestTrade, ExitCause } from './tape';

const applySign = (sign: Sign, amount: Mills): Mills => (sign === 1 ? amount : negateMills(amount));

interface Paid {
  readonly priceTicks: Ticks;
  readonly valueMills: Mills;
  readonly feeMills: Mills;
  readonly slippageMills: Mills;
}

export class Account {
  /**
   * Free money, and money held back for positions and entries. Their sum is what closed trades and
   * fees have left.
   */
  available: Mills;
  reserved: Mills = NO_MILLS;
  feesMills: Mills = NO_MILLS;
  turnoverMills: Mills = NO_MILLS;
  /** When it last entered: a standing signal is taken once. */
  lastEntryMs: EpochMs = -Infinity;
  readonly holdings: Holding[] = [];
  readonly entries: Entry[] = [];
  readonly trades: BacktestTrade[] = [];
  readonly refusals = new Map<string, number>();
  private groups = 0;

  constructor(
    readonly capitalMills: Mills,
    /** Usual length of a bar. */
    private readonly barMs: number,
  ) {
    this.available = capitalMills;
  }

  get balance(): Mills {
    return toMills(this.available + this.reserved);
  }

  /** Balance and what open positions would bring at the last prices, mills. */
  equity(): Mills {
    let equity: number = this.available + this.reserved;
    const { holdings } = this;
    for (let each = 0; each < holdings.length; each += 1) {
      const holding = holdings[each];
      if (holding) equity += this.unrealised(holding, holding.month.lastTicks);
    }
    return toMills(equity);
  }

  unrealised({ month, sign, lots, costMills }: Holding, ticks: number): Mills {
    return applySign(
      sign,
      subtractMills(valueMills(month.instrument, toTicks(ticks), lots), costMills),
    );
  }

  /**
   * A number for a new position that shares it with what it is rolled into, or with its other leg.
   */
  newGroup(): number {
    this.groups += 1;
    return this.groups;
  }

  refuse(reason: string): void {
    this.refusals.set(reason, (this.refusals.get(reason) ?? 0) + 1);
  }

  /** Holds the collateral of an entry back until it fills or is taken back. */
  place(entry: Entry): void {
    this.hold(entry.reservedMills);
    this.entries.push(entry);
    entry.month.entry = entry;
  }

  takeBack(entry: Entry): void {
    this.hold(negateMills(entry.reservedMills));
    this.forget(entry);
  }

  private hold(amount: Mills): void {
    this.available = subtractMills(this.available, amount);
    this.reserved = addMills(this.reserved, amount);
  }

  private forget(entry: Entry): void {
    this.entries.splice(this.entries.indexOf(entry), 1);
    entry.month.entry = null;
  }

  private pay({ instrument, friction }: Month, execution: Execution, lots: Lots): Paid {
    const priceTicks = toTradable(instrument, execution.priceTicks);
    const value = valueMills(instrument, priceTicks, lots);
    const fee = feeMills(friction, instrument, priceTicks, lots);
    this.available = subtractMills(this.available, fee);
    this.feesMills = addMills(this.feesMills, fee);
    this.turnoverMills = addMills(this.turnoverMills, absMills(value));
    return {
      priceTicks,
      valueMills: value,
      feeMills: fee,
      slippageMills: valueMills(
        instrument,
        toTicks(Math.abs(priceTicks - execution.midTicks)),
        lots,
      ),
    };
  }

  /**
   * Opens the position of an entry that fills, with its stop and target at their distances from the
   * fill.
   */
  open(entry: Entry, execution: Execution, atMs: EpochMs): Holding {
    const { month, sign, lots, stopTicks, targetTicks } = entry;
    const paid = this.pay(month, execution, lots);
    this.takeBack(entry);
    const reservedMills = collateralMills(
      month.instrument,
      paid.priceTicks,
      lots,
      month.scaleTicks,
    );
    this.hold(reservedMills);
    const heldSinceMs = entry.rolls?.heldSinceMs ?? atMs;
    const rests = (type: 'STOP' | 'LIMIT', distance: number | null) =>
      distance === null
        ? null
        : {
            type,
            side: getExitSide(sign),
            priceTicks: toTicks(paid.priceTicks + (type === 'STOP' ? -sign : sign) * distance),
          };
    const holding: Holding = {
      month,
      sign,
      lots,
      group: entry.group,
      entryTicks: paid.priceTicks,
      costMills: paid.valueMills,
      reservedMills,
      entryFeeMills: paid.feeMills,
      entrySlippageMills: paid.slippageMills,
      openedMs: atMs,
      barsBefore: month.seen,
      heldSinceMs,
      barsCarried:
        entry.rolls === null ? 0 : barsHeld(month.bars.endsMs, month.seen, heldSinceMs, this.barMs),
      stop: rests('STOP', stopTicks),
      target: rests('LIMIT', targetTicks),
      riskMills: stopTicks === null ? null : valueMills(month.instrument, stopTicks, lots),
      lowTicks: paid.priceTicks,
      highTicks: paid.priceTicks,
      exit: null,
      isRoll: false,
    };
    month.held = holding;
    this.holdings.push(holding);
    this.lastEntryMs = atMs;
    return holding;
  }

  /** Closes a position; what belongs to it and is no roll leaves with it. */
  close(holding: Holding, execution: Execution, cause: ExitCause, atMs: EpochMs): void {
    const { month, sign, lots, costMills } = holding;
    const paid = this.pay(month, execution, lots);
    const profit = applySign(sign, subtractMills(paid.valueMills, costMills));
    this.hold(negateMills(holding.reservedMills));
    this.available = addMills(this.available, profit);
    reachTo(holding, paid.priceTicks);
    this.trades.push(this.trade(holding, paid, profit, cause, atMs));
    this.holdings.splice(this.holdings.indexOf(holding), 1);
    month.held = null;
    if (!(holding.isRoll && cause === holding.exit)) this.endWith(holding);
  }

  private trade(
    holding: Holding,
    paid: Paid,
    profit: Mills,
    cause: ExitCause,
    atMs: EpochMs,
  ): BacktestTrade {
    const { month, sign, lots, openedMs, entryTicks } = holding;
    const feesMills = addMills(holding.entryFeeMills, paid.feeMills);
    const [atLow, atHigh] = [
      this.unrealised(holding, holding.lowTicks),
      this.unrealised(holding, holding.highTicks),
    ];
    return {
      instrumentId: month.instrument.id,
      direction: getDirection(sign),
      lots,
      entryMs: openedMs,
      exitMs: atMs,
      entryTicks,
      exitTicks: paid.priceTicks,
      feesMills,
      slippageMills: addMills(holding.entrySlippageMills, paid.slippageMills),
      profitMills: subtractMills(profit, feesMills),
      bars: month.seen - holding.barsBefore,
      worstMills: sign === 1 ? atLow : atHigh,
      bestMills: sign === 1 ? atHigh : atLow,
      riskMills: holding.riskMills,
      stopTicks: holding.stop?.priceTicks ?? null,
      cause,
      group: holding.group,
    };
  }

  /** Takes back what of a group waits to enter. */
  takeBackGroup(group: number): void {
    for (const entry of [...this.entries]) if (entry.group === group) this.takeBack(entry);
  }

  /**
   * Closed for a reason of its own in the midst of a roll, or as one of two legs: what would follow
   * must not, and what else of its group is held leaves too.
   */
  private endWith(closed: Holding): void {
    this.takeBackGroup(closed.group);
    for (const other of this.holdings)
      if (other.group === closed.group && other.exit === null) other.exit = 'roll';
  }
}

/** Widens what a position has seen to a price. */
export function reachTo(holding: Holding, ticks: number): void {
  if (ticks < holding.lowTicks) holding.lowTicks = ticks;
  if (ticks > holding.highTicks) holding.highTicks = ticks;
}
