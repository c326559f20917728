/**
 * Trading one month at a time, as the auto-trader does: enter, leave, stay out, and be carried into
 * the next month.
 */
import { fillAtOpen, fillInside } from './fills';
import type { Month, Sign } from './month';
import { MonthEnds } from './month-ends';
import { type TradersDesk, entryIn, isTimeUp, trailStop, getTarget } from './backtest-context';

export class SingleMonths {
  private readonly ends: MonthEnds;

  constructor(private readonly desk: TradersDesk) {
    this.ends = new MonthEnds(desk, {
      giveUp: (entry) => desk.account.takeBack(entry),
      leaves: () => false,
      wants: ({ sign }, into) => into.side === sign,
    });
  }

  /** After the open of a month's bar. */
  opened(month: Month): void {
    if (month.held !== null || month.entry !== null) fillAtOpen(this.desk.account, month);
    this.ends.rollAll(month);
    this.ends.settle(month);
  }

  /** After the last price of a bar is known and before the desk decides on it. */
  filled(month: Month): void {
    if (month.held !== null) fillInside(this.desk.account, month);
  }

  /** After a bar was folded. */
  closed(month: Month): void {
    this.ends.rollAll(month);
    this.leaveIfOver(month);
    if (month.side !== 0 && this.mayEnter(month)) this.enter(month, month.side === 1 ? 1 : -1);
    this.ends.settle(month);
  }

  private leaveIfOver({ held, side }: Month): void {
    if (held === null || held.exit !== null) return;
    if (side !== held.sign) held.exit = 'rule';
    else if (isTimeUp(this.desk.row, held)) held.exit = 'time';
    else trailStop(this.desk, held);
  }

  private mayEnter(month: Month): boolean {
    const { account, options, chains } = this.desk;
    const nowMs = month.quotedMs;
    if (nowMs < options.fromMs || account.lastEntryMs >= month.sinceMs) return false;
    if (chains.get(month.chain)?.activeAt(nowMs) !== month) return false;
    for (const holding of account.holdings) if (holding.month.chain === month.chain) return false;
    for (const entry of account.entries) if (entry.month.chain === month.chain) return false;
    return true;
  }

  private enter(month: Month, sign: Sign): void {
    const { account, gate } = this.desk;
    const wish = getTarget(this.desk, month);
    if (this.desk.row.stopRanges !== null && wish.stopTicks === null)
      return account.refuse('UNPROTECTED');
    if (wish.lots === 0) return account.refuse('TOO_SMALL');
    const entry = entryIn(month, sign, wish, account.newGroup(), null);
    if (gate.passes([entry], [], month.quotedMs)) account.place(entry);
  }
}
