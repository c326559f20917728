/**
 * Trading two months as one: both legs open and close at the same moment, or neither does.
 *
 * A spread rests at no exchange and has no stop: its rule, time or the end of a month are its ways
 * out. Legs of two chains are rolled one by one.
 */
import type { Side } from '../domain/order';
import type { EpochMs, Lots } from '../domain/units';
import { computeSpreadLots } from '../risk/spread-lots';
import { endsTogether, legMonths } from '../strategies/leg-months';
import type { SpreadLegs } from '../strategies/playbook';
import type { Account } from './account';
import { enterAtOpen, fillInside, leaveAtOpen } from './fills';
import { type Entry, type Holding, type Month, type Sign, getExitSide, getSide } from './month';
import { MonthEnds } from './month-ends';
import type { ExitCause } from './tape';
import { type TradersDesk, entryIn, isTimeUp, lotsFor } from './backtest-context';

type Pair<T> = readonly [first: T, second: T];

const getOpposite = (sign: Sign): Sign => (sign === 1 ? -1 : 1);

export class SpreadLegsTrader {
  /** Side of the first leg of what is held or comes. */
  private sign: Sign = 1;
  private readonly ends: MonthEnds;

  constructor(
    private readonly desk: TradersDesk,
    private readonly legs: SpreadLegs,
  ) {
    for (const { chain } of [legs.first, legs.second])
      if (!desk.chains.has(chain))
        throw new RangeError(
          `${desk.row.id} trades ${chain} as one of its legs; add the tape of that chain`,
        );
    this.ends = new MonthEnds(desk, {
      giveUp: (entry) =>
        entry.rolls === null
          ? desk.account.takeBackGroup(entry.group)
          : desk.account.takeBack(entry),
      leaves: () => endsTogether(legs) && this.leaveTogether('roll'),
      wants: (_holding, _into, nowMs) => this.deciding(nowMs)?.side === this.sign,
    });
  }

  /**
   * After the open of a month's bar: first what leaves, then what enters; two legs that do the same
   * at the open that both share.
   */
  opened(month: Month): void {
    const { account } = this.desk;
    if (account.holdings.length + account.entries.length > 0) this.deal(month);
    this.ends.rollAll(month);
    this.ends.settle(month);
  }

  private deal(month: Month): void {
    const { account } = this.desk;
    const leaving = account.holdings.filter(({ exit, isRoll }) => exit !== null && !isRoll);
    const coming = account.entries.filter(({ rolls }) => rolls === null);
    if (leaving.length > 1) this.dealTogether(leaving, month, getExitSide, leaveAtOpen);
    if (leaving.length < 2 || month.held?.isRoll) leaveAtOpen(account, month);
    if (month.entry !== null && month.entry.rolls !== null) enterAtOpen(account, month);
    if (coming.length > 1) this.dealTogether(coming, month, getSide, enterAtOpen);
  }

  private dealTogether(
    legs: readonly (Holding | Entry)[],
    shown: Month,
    sideFor: (sign: Sign) => Side,
    dealAtOpen: (account: Account, month: Month) => void,
  ): void {
    const { account } = this.desk;
    if (
      !legs.some(({ month }) => month === shown) ||
      legs.some(({ month }) => month.quotedMs !== shown.quotedMs)
    )
      return;
    if (legs.some(({ month, sign }) => month.isLocked(sideFor(sign))))
      return account.refuse('LOCKED');
    for (const { month } of legs) dealAtOpen(account, month);
  }

  filled(month: Month): void {
    if (month.held !== null) fillInside(this.desk.account, month);
  }

  /**
   * After a bar was folded: the rule is asked where it is folded, in the active month of the first
   * leg's chain.
   */
  closed(month: Month): void {
    this.ends.rollAll(month);
    if (this.deciding(month.quotedMs) === month) {
      const cause = this.exitCause(month.side);
      if (cause !== null) this.leaveTogether(cause);
      if (this.mayEnter(month)) this.enter(month, month.side === 1 ? 1 : -1);
    }
    this.ends.settle(month);
  }

  private deciding(nowMs: EpochMs): Month | null {
    return this.desk.chains.get(this.legs.first.chain)?.activeAt(nowMs) ?? null;
  }

  private exitCause(side: number): ExitCause | null {
    const { row, account } = this.desk;
    if (account.holdings.length === 0) return null;
    if (side !== this.sign) return 'rule';
    return account.holdings.some((holding) => isTimeUp(row, holding)) ? 'time' : null;
  }

  /**
   * Both legs or none: where one is leaving already, or stands at a limit at which nobody takes it,
   * the whole spread waits. Always true: such legs are not rolled.
   */
  private leaveTogether(cause: ExitCause): true {
    const { account } = this.desk;
    const [first] = account.holdings;
    if (
      first === undefined ||
      account.holdings.some(
        ({ exit, month, sign }) => exit !== null || month.isLocked(getExitSide(sign)),
      )
    )
      return true;
    account.takeBackGroup(first.group);
    for (const holding of account.holdings) {
      holding.exit = cause;
      holding.isRoll = false;
    }
    return true;
  }

  private mayEnter({ side, sinceMs, quotedMs }: Month): boolean {
    const { account, options } = this.desk;
    return (
      side !== 0 &&
      quotedMs >= options.fromMs &&
      account.lastEntryMs < sinceMs &&
      account.holdings.length === 0 &&
      account.entries.length === 0
    );
  }

  private enter(decided: Month, sign: Sign): void {
    const { account, gate } = this.desk;
    const months = this.picked(decided.quotedMs);
    if (months === null) return;
    const lots = this.lots(months, decided.state?.strength ?? 0);
    if (lots === null) return account.refuse('TOO_SMALL');
    const group = account.newGroup();
    const entry = (month: Month, side: Sign, size: Lots): Entry =>
      entryIn(month, side, { lots: size, stopTicks: null, targetTicks: null }, group, null);
    const entries: Pair<Entry> = [
      entry(months[0], sign, lots[0]),
      entry(months[1], getOpposite(sign), lots[1]),
    ];
    if (!gate.passes(entries, [], decided.quotedMs)) return;
    for (const one of entries) account.place(one);
    this.sign = sign;
  }

  private lots([first, second]: Pair<Month>, strength: number): Pair<Lots> | null {
    return computeSpreadLots(first, second, this.legs.ratio, (leg) =>
      lotsFor(this.desk, leg === 'first' ? first : second, strength, null),
    );
  }

  /** The months of both legs; null while one of them is not listed or has no price. */
  private picked(nowMs: EpochMs): Pair<Month> | null {
    const { chains } = this.desk;
    const listed = (chain: string): readonly Month[] => chains.get(chain)?.listed(nowMs) ?? [];
    const legs = legMonths(
      this.legs,
      (chain) => listed(chain).map(({ instrument }) => instrument),
      nowMs,
    );
    const [first, second] = [legs?.first, legs?.second].map((leg) =>
      leg
        ? listed(leg.contract?.chain ?? leg.id).find(({ instrument }) => instrument === leg)
        : undefined,
    );
    return first && second && first.quotedMs > -Infinity && second.quotedMs > -Infinity
      ? [first, second]
      : null;
  }
}
