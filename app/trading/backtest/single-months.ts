/** Trades one month at a time, as auto-trading does: entry, exit and roll. */
import { computeRoundTripCost } from '../domain/contract';
import { type EpochMs, toTicks } from '../domain/units';
import { isBelowCostHurdle } from '../risk/cost-hurdle';
import { isWorthEntry } from '../strategies/entry-conditions';
import { fillAtOpen, fillInside } from './fills';
import type { Holding, Month, Sign } from './month';
import type { ExitCause } from './backtest-run';
import { findHoldingEndMs, findOrderMs, findSignalMs } from './quiet-bars';
import { MonthEnds } from './month-ends';
import {
  type BacktestContext,
  buildEntry,
  isTimeUp,
  trailStop,
  getTarget,
} from './backtest-context';

/** True unless the rule aims at a price that is nearer than the cost hurdle. */
function paysCosts(month: Month): boolean {
  const { expectedMove } = month;
  if (expectedMove === null) return true;
  const roundTrip = computeRoundTripCost(month.instrument, toTicks(month.lastTicks));
  return !isBelowCostHurdle({ expectedMove, roundTrip });
}

export class SingleMonthTrader {
  private readonly ends: MonthEnds;

  constructor(private readonly context: BacktestContext) {
    this.ends = new MonthEnds(context, {
      cancelEntry: (entry) => context.account.cancelEntry(entry),
      closeInstead: () => false,
      shouldRoll: ({ sign }, into) => into.side === sign,
    });
  }

  onOpen(month: Month): void {
    if (month.held !== null || month.entry !== null) fillAtOpen(this.context.account, month);
    this.ends.rollAll(month);
    this.ends.settleAll(month);
  }

  /** After the last price of a bar, before decisions on it. */
  onLastPrice(month: Month): void {
    if (month.held !== null) fillInside(this.context.account, month);
  }

  /** Decides at the open of the day session, with the rule as of its last bar, and fills there. */
  onSession(month: Month): void {
    this.decideOrders(month);
    if (month.held !== null || month.entry !== null) fillAtOpen(this.context.account, month);
  }

  /** After rule and volatility were updated with a bar. */
  onClose(month: Month): void {
    this.ends.rollAll(month);
    if (!month.waitsForSession) this.decideOrders(month);
    // Once per bar, at its end: not at the open of a session.
    if (month.held?.exit === null && this.findExitCause(month.held) === null)
      trailStop(this.context, month.held);
    this.ends.settleAll(month);
  }

  /** Start of the first bar that is not quiet in the started months. */
  findNextActionMs(live: readonly Month[]): EpochMs {
    const { account, options } = this.context;
    if (account.entries.length > 0) return -Infinity;
    let nextMs = Infinity;
    for (const holding of account.holdings)
      nextMs = Math.min(
        nextMs,
        findHoldingEndMs(this.context, holding),
        findOrderMs(this.context, holding),
      );
    for (const month of live)
      if (!account.holdsChain(month.chain))
        nextMs = Math.min(nextMs, findSignalMs(month, account.lastEntryMs, options.fromMs));
    return nextMs;
  }

  private decideOrders(month: Month): void {
    const { held, side } = month;
    if (held?.exit === null) held.exit = this.findExitCause(held);
    if (side !== 0 && this.canEnter(month)) this.placeEntry(month, side === 1 ? 1 : -1);
  }

  private findExitCause(held: Holding): ExitCause | null {
    if (held.month.side !== held.sign) return 'rule';
    return isTimeUp(this.context.row, held) ? 'time' : null;
  }

  private canEnter(month: Month): boolean {
    const { row, account, options, chains } = this.context;
    if (!isWorthEntry(row, month.strength)) return false;
    const nowMs = month.quotedMs;
    if (nowMs < options.fromMs || account.lastEntryMs >= month.sinceMs) return false;
    if (chains.get(month.chain)?.getActiveMonth(nowMs) !== month) return false;
    if (account.holdsChain(month.chain)) return false;
    for (const entry of account.entries) if (entry.month.chain === month.chain) return false;
    return true;
  }

  private placeEntry(month: Month, sign: Sign): void {
    const { account, gate } = this.context;
    const target = getTarget(this.context, month);
    if (this.context.row.stopRanges !== null && target.stopTicks === null)
      return account.countRefusal('UNPROTECTED');
    if (!paysCosts(month)) return account.countRefusal('BELOW_COSTS');
    if (target.lots === 0) return account.countRefusal('TOO_SMALL');
    const entry = buildEntry(month, sign, target, account.createGroup(), null);
    if (gate.approveEntries([entry], [], month.quotedMs)) account.placeEntry(entry);
  }
}
