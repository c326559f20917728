/** Account of a backtest: cash, reserved collateral, open positions and closed trades. */
import { computeValueMills } from '../domain/instrument';
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
import { type Execution, clampToTradable } from '../execution/fills';
import { computeFeeMills } from '../execution/friction';
import { computeCollateralMills } from '../risk/exposure';
import { countBarsHeld } from '../risk/holding-time';
import {
  type Entry,
  type Holding,
  type Month,
  type Sign,
  getDirection,
  getExitSide,
  updatePriceRange,
} from './month';
import type { BacktestTrade, ExitCause } from './backtest-run';

const applySign = (sign: Sign, amount: Mills): Mills => (sign === 1 ? amount : negateMills(amount));

interface ExecutionCost {
  readonly priceTicks: Ticks;
  readonly valueMills: Mills;
  readonly feeMills: Mills;
  readonly slippageMills: Mills;
}

export class Account {
  /** Free cash, and cash reserved for positions and entries. Their sum is the balance. */
  available: Mills;
  reserved: Mills = NO_MILLS;
  feesMills: Mills = NO_MILLS;
  turnoverMills: Mills = NO_MILLS;
  /** Time of the last entry; each signal is traded once. */
  lastEntryMs: EpochMs = -Infinity;
  readonly holdings: Holding[] = [];
  readonly entries: Entry[] = [];
  readonly trades: BacktestTrade[] = [];
  readonly refusals = new Map<string, number>();
  private groups = 0;

  constructor(
    readonly capitalMills: Mills,
    /** Nominal bar length. */
    private readonly barMs: number,
  ) {
    this.available = capitalMills;
  }

  get balance(): Mills {
    return toMills(this.available + this.reserved);
  }

  /** Balance plus unrealized profit at the last prices, mills. */
  computeEquity(): Mills {
    let equity: number = this.available + this.reserved;
    const { holdings } = this;
    for (let each = 0; each < holdings.length; each += 1) {
      const holding = holdings[each];
      if (holding) equity += this.computeUnrealized(holding, holding.month.lastTicks);
    }
    return toMills(equity);
  }

  computeUnrealized({ month, sign, lots, costMills }: Holding, ticks: number): Mills {
    return applySign(
      sign,
      subtractMills(computeValueMills(month.instrument, toTicks(ticks), lots), costMills),
    );
  }

  /** Group number of a new position, shared with the position it rolls into or its other leg. */
  createGroup(): number {
    this.groups += 1;
    return this.groups;
  }

  holdsChain(chain: string): boolean {
    for (const { month } of this.holdings) if (month.chain === chain) return true;
    return false;
  }

  countRefusal(reason: string): void {
    this.refusals.set(reason, (this.refusals.get(reason) ?? 0) + 1);
  }

  /** Reserves the collateral of an entry until it fills or is canceled. */
  placeEntry(entry: Entry): void {
    this.reserveMargin(entry.reservedMills);
    this.entries.push(entry);
    entry.month.entry = entry;
  }

  cancelEntry(entry: Entry): void {
    this.reserveMargin(negateMills(entry.reservedMills));
    this.removeEntry(entry);
  }

  private reserveMargin(amount: Mills): void {
    this.available = subtractMills(this.available, amount);
    this.reserved = addMills(this.reserved, amount);
  }

  private removeEntry(entry: Entry): void {
    this.entries.splice(this.entries.indexOf(entry), 1);
    entry.month.entry = null;
  }

  private chargeExecution(
    { instrument, friction }: Month,
    execution: Execution,
    lots: Lots,
  ): ExecutionCost {
    const priceTicks = clampToTradable(instrument, execution.priceTicks);
    const value = computeValueMills(instrument, priceTicks, lots);
    const fee = computeFeeMills(friction, instrument, priceTicks, lots);
    this.available = subtractMills(this.available, fee);
    this.feesMills = addMills(this.feesMills, fee);
    this.turnoverMills = addMills(this.turnoverMills, absMills(value));
    return {
      priceTicks,
      valueMills: value,
      feeMills: fee,
      slippageMills: computeValueMills(
        instrument,
        toTicks(Math.abs(priceTicks - execution.midTicks)),
        lots,
      ),
    };
  }

  /**
   * Opens the position of a filled entry, with stop and target at their distances from the fill.
   */
  open(entry: Entry, execution: Execution, atMs: EpochMs): Holding {
    const { month, sign, lots, stopTicks, targetTicks } = entry;
    const cost = this.chargeExecution(month, execution, lots);
    this.cancelEntry(entry);
    const reservedMills = computeCollateralMills(
      month.instrument,
      cost.priceTicks,
      lots,
      month.scaleTicks,
    );
    this.reserveMargin(reservedMills);
    const heldSinceMs = entry.rolls?.heldSinceMs ?? atMs;
    const buildRestingOrder = (type: 'STOP' | 'LIMIT', distance: number | null) =>
      distance === null
        ? null
        : {
            type,
            side: getExitSide(sign),
            priceTicks: toTicks(cost.priceTicks + (type === 'STOP' ? -sign : sign) * distance),
          };
    const holding: Holding = {
      month,
      sign,
      lots,
      group: entry.group,
      entryTicks: cost.priceTicks,
      costMills: cost.valueMills,
      reservedMills,
      entryFeeMills: cost.feeMills,
      entrySlippageMills: cost.slippageMills,
      openedMs: atMs,
      barsBefore: month.barCount,
      heldSinceMs,
      barsCarried:
        entry.rolls === null
          ? 0
          : countBarsHeld(month.bars.endsMs, month.barCount, heldSinceMs, this.barMs),
      stop: buildRestingOrder('STOP', stopTicks),
      target: buildRestingOrder('LIMIT', targetTicks),
      riskMills: stopTicks === null ? null : computeValueMills(month.instrument, stopTicks, lots),
      lowTicks: cost.priceTicks,
      highTicks: cost.priceTicks,
      exit: null,
      isRoll: false,
      quietUntilBar: 0,
    };
    month.held = holding;
    this.holdings.push(holding);
    this.lastEntryMs = atMs;
    return holding;
  }

  /** Closes a position, and the rest of its group unless this is half of a roll. */
  close(holding: Holding, execution: Execution, cause: ExitCause, atMs: EpochMs): void {
    const { month, sign, lots, costMills } = holding;
    const cost = this.chargeExecution(month, execution, lots);
    const profit = applySign(sign, subtractMills(cost.valueMills, costMills));
    this.reserveMargin(negateMills(holding.reservedMills));
    this.available = addMills(this.available, profit);
    updatePriceRange(holding, cost.priceTicks);
    this.trades.push(this.buildTrade(holding, cost, profit, cause, atMs));
    this.holdings.splice(this.holdings.indexOf(holding), 1);
    month.held = null;
    if (!(holding.isRoll && cause === holding.exit)) this.closeGroup(holding);
  }

  private buildTrade(
    holding: Holding,
    cost: ExecutionCost,
    profit: Mills,
    cause: ExitCause,
    atMs: EpochMs,
  ): BacktestTrade {
    const { month, sign, lots, openedMs, entryTicks } = holding;
    const feesMills = addMills(holding.entryFeeMills, cost.feeMills);
    const [atLow, atHigh] = [
      this.computeUnrealized(holding, holding.lowTicks),
      this.computeUnrealized(holding, holding.highTicks),
    ];
    return {
      instrumentId: month.instrument.id,
      direction: getDirection(sign),
      lots,
      entryMs: openedMs,
      exitMs: atMs,
      entryTicks,
      exitTicks: cost.priceTicks,
      feesMills,
      slippageMills: addMills(holding.entrySlippageMills, cost.slippageMills),
      profitMills: subtractMills(profit, feesMills),
      bars: month.barCount - holding.barsBefore,
      worstMills: sign === 1 ? atLow : atHigh,
      bestMills: sign === 1 ? atHigh : atLow,
      riskMills: holding.riskMills,
      stopTicks: holding.stop?.priceTicks ?? null,
      cause,
      group: holding.group,
    };
  }

  /** Cancels pending entries of a group. */
  cancelGroup(group: number): void {
    for (const entry of [...this.entries]) if (entry.group === group) this.cancelEntry(entry);
  }

  /**
   * Closes the rest of a group after an exit other than a roll: pending entries are canceled and
   * other legs exit.
   */
  private closeGroup(closed: Holding): void {
    this.cancelGroup(closed.group);
    for (const other of this.holdings)
      if (other.group === closed.group && other.exit === null) other.exit = 'roll';
  }
}
