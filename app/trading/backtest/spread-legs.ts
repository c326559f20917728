/**
 * Trades two months as a spread: both legs open and close at the same time, or neither does.
 *
 * A spread has no working stop; it exits by rule, time or month end. Legs of two chains roll
 * separately.
 */
import type { Side } from '../domain/order';
import type { EpochMs, Lots } from '../domain/units';
import { computeSpreadLots } from '../risk/spread-lots';
import { mustCloseTogether, findLegMonths } from '../strategies/leg-months';
import type { SpreadLegs } from '../strategies/playbook';
import type { Account } from './account';
import { fillEntryAtOpen, fillInside, fillExitAtOpen } from './fills';
import { type Entry, type Holding, type Month, type Sign, getExitSide, getSide } from './month';
import { MonthEnds } from './month-ends';
import { findHoldingEndMs, findSideEndMs, findSignalMs } from './quiet-bars';
import type { ExitCause } from './backtest-run';
import { type BacktestContext, buildEntry, isTimeUp, computeLots } from './backtest-context';

type Pair<T> = readonly [first: T, second: T];

const getOpposite = (sign: Sign): Sign => (sign === 1 ? -1 : 1);

export class SpreadLegsTrader {
  /** Side of the first leg of the open or pending spread. */
  private sign: Sign = 1;
  private readonly ends: MonthEnds;

  constructor(
    private readonly context: BacktestContext,
    private readonly legs: SpreadLegs,
  ) {
    for (const { chain } of [legs.first, legs.second])
      if (!context.chains.has(chain))
        throw new RangeError(
          `${context.row.id} trades ${chain} as one of its legs; add the tape of that chain`,
        );
    this.ends = new MonthEnds(context, {
      cancelEntry: (entry) =>
        entry.rolls === null
          ? context.account.cancelGroup(entry.group)
          : context.account.cancelEntry(entry),
      closeInstead: () => mustCloseTogether(legs) && this.closeTogether('roll'),
      shouldRoll: (_holding, _into, nowMs) => this.getDecidingMonth(nowMs)?.side === this.sign,
    });
  }

  /**
   * After a month's open: exits, then entries. Two legs fill together at the open that both share.
   */
  onOpen(month: Month): void {
    const { account } = this.context;
    if (account.holdings.length + account.entries.length > 0) this.fillLegs(month);
    this.ends.rollAll(month);
    this.ends.settleAll(month);
  }

  private fillLegs(month: Month): void {
    const { account } = this.context;
    const leaving = account.holdings.filter(({ exit, isRoll }) => exit !== null && !isRoll);
    const coming = account.entries.filter(({ rolls }) => rolls === null);
    if (leaving.length > 1) this.fillTogether(leaving, month, getExitSide, fillExitAtOpen);
    if (leaving.length < 2 || month.held?.isRoll) fillExitAtOpen(account, month);
    if (month.entry !== null && month.entry.rolls !== null) fillEntryAtOpen(account, month);
    if (coming.length > 1) this.fillTogether(coming, month, getSide, fillEntryAtOpen);
  }

  private fillTogether(
    legs: readonly (Holding | Entry)[],
    shown: Month,
    toSide: (sign: Sign) => Side,
    fillAtOpen: (account: Account, month: Month) => void,
  ): void {
    const { account } = this.context;
    if (
      !legs.some(({ month }) => month === shown) ||
      legs.some(({ month }) => month.quotedMs !== shown.quotedMs)
    )
      return;
    if (legs.some(({ month, sign }) => month.isLocked(toSide(sign))))
      return account.countRefusal('LOCKED');
    for (const { month } of legs) fillAtOpen(account, month);
  }

  onLastPrice(month: Month): void {
    if (month.held !== null) fillInside(this.context.account, month);
  }

  /** After a bar: the rule is evaluated in the active month of the first leg's chain. */
  onClose(month: Month): void {
    this.ends.rollAll(month);
    if (!month.waitsForSession) this.decideOrders(month);
    this.ends.settleAll(month);
  }

  /** At the open of a day session: both legs fill once both have opened. */
  onSession(month: Month): void {
    this.decideOrders(month);
    if (this.context.account.holdings.length + this.context.account.entries.length > 0)
      this.fillLegs(month);
  }

  /** Start of the first bar that is not quiet in the started months. */
  findNextActionMs(live: readonly Month[]): EpochMs {
    const { account, options } = this.context;
    if (account.entries.length > 0) return -Infinity;
    const isFlat = account.holdings.length === 0;
    let nextMs = Infinity;
    for (const holding of account.holdings)
      nextMs = Math.min(nextMs, findHoldingEndMs(this.context, holding));
    for (const month of live)
      nextMs = Math.min(
        nextMs,
        isFlat
          ? findSignalMs(month, account.lastEntryMs, options.fromMs)
          : findSideEndMs(month, this.sign),
      );
    return nextMs;
  }

  private decideOrders(month: Month): void {
    if (this.getDecidingMonth(month.quotedMs) === month) {
      const cause = this.findExitCause(month.side);
      if (cause !== null) this.closeTogether(cause);
      if (this.canEnter(month)) this.placeEntries(month, month.side === 1 ? 1 : -1);
    }
  }

  private getDecidingMonth(nowMs: EpochMs): Month | null {
    return this.context.chains.get(this.legs.first.chain)?.getActiveMonth(nowMs) ?? null;
  }

  private findExitCause(side: number): ExitCause | null {
    const { row, account } = this.context;
    if (account.holdings.length === 0) return null;
    if (side !== this.sign) return 'rule';
    return account.holdings.some((holding) => isTimeUp(row, holding)) ? 'time' : null;
  }

  /**
   * Closes both legs or none: if one is already closing, or locked at a limit, the spread waits.
   * Always true, because such legs are not rolled.
   */
  private closeTogether(cause: ExitCause): true {
    const { account } = this.context;
    const [first] = account.holdings;
    if (
      first === undefined ||
      account.holdings.some(
        ({ exit, month, sign }) => exit !== null || month.isLocked(getExitSide(sign)),
      )
    )
      return true;
    account.cancelGroup(first.group);
    for (const holding of account.holdings) {
      holding.exit = cause;
      holding.isRoll = false;
    }
    return true;
  }

  private canEnter({ side, sinceMs, quotedMs }: Month): boolean {
    const { account, options } = this.context;
    return (
      side !== 0 &&
      quotedMs >= options.fromMs &&
      account.lastEntryMs < sinceMs &&
      account.holdings.length === 0 &&
      account.entries.length === 0
    );
  }

  private placeEntries(decidingMonth: Month, sign: Sign): void {
    const { account, gate } = this.context;
    const months = this.pickMonths(decidingMonth.quotedMs);
    if (months === null) return;
    const lots = this.computeLegLots(months, decidingMonth.strength);
    if (lots === null) return account.countRefusal('TOO_SMALL');
    const group = account.createGroup();
    const buildLegEntry = (month: Month, side: Sign, size: Lots): Entry =>
      buildEntry(month, side, { lots: size, stopTicks: null, targetTicks: null }, group, null);
    const entries: Pair<Entry> = [
      buildLegEntry(months[0], sign, lots[0]),
      buildLegEntry(months[1], getOpposite(sign), lots[1]),
    ];
    if (!gate.approveEntries(entries, [], decidingMonth.quotedMs)) return;
    for (const one of entries) account.placeEntry(one);
    this.sign = sign;
  }

  private computeLegLots([first, second]: Pair<Month>, strength: number): Pair<Lots> | null {
    return computeSpreadLots(first, second, this.legs.ratio, (leg) =>
      computeLots(this.context, leg === 'first' ? first : second, strength, null),
    );
  }

  /** Months of both legs; null while one is not listed or has no price. */
  private pickMonths(nowMs: EpochMs): Pair<Month> | null {
    const { chains } = this.context;
    const listMonths = (chain: string): readonly Month[] =>
      chains.get(chain)?.listMonths(nowMs) ?? [];
    const legs = findLegMonths(
      this.legs,
      (chain) => listMonths(chain).map(({ instrument }) => instrument),
      nowMs,
    );
    const [first, second] = [legs?.first, legs?.second].map((leg) =>
      leg
        ? listMonths(leg.contract?.chain ?? leg.id).find(({ instrument }) => instrument === leg)
        : undefined,
    );
    return first && second && first.quotedMs > -Infinity && second.quotedMs > -Infinity
      ? [first, second]
      : null;
  }
}
