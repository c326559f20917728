/**
 * Trading one month at a time, as the auto-trader does: enter, leave, stay out, and be carried into the next month.
 * It knows a standing signal is taken once; it refuses to roll at a price that is old or locked.
 */
import { type Ticks, toTicks } from '../domain/units';
import { carriedDistance } from '../risk/protection';
import { fillAtOpen, fillInside } from './fills';
import { type Entry, type Holding, type Sign, exitSideOf, sideOf } from './holding';
import type { Month } from './month';
import { type TradersDesk, entryIn, wishFor } from './traders-desk';

export class SingleMonths {
  constructor(private readonly desk: TradersDesk) {}

  /** After the open of a month's bar. */
  opened(month: Month): void {
    if (month.held !== null || month.entry !== null) fillAtOpen(this.desk.account, month);
    this.rollAll(month);
  }

  /** After the last price of a bar is known and before the desk decides on it. */
  filled(month: Month): void {
    if (month.held !== null) fillInside(this.desk.account, month);
  }

  /** After a bar was folded. */
  closed(month: Month): void {
    this.rollAll(month);
    this.leaveIfOver(month);
    if (month.side !== 0 && this.mayEnter(month)) this.enter(month, month.side === 1 ? 1 : -1);
  }

  /** Nothing is decided on several months at once. */
  ended(): void {}

  private leaveIfOver({ held, side, seen }: Month): void {
    if (held === null || held.exit !== null) return;
    const { barsHeldMax } = this.desk.row;
    if (side !== held.sign) held.exit = 'rule';
    else if (barsHeldMax !== null && seen - held.barsBefore >= barsHeldMax) held.exit = 'time';
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
    const wish = wishFor(this.desk, month);
    if (wish.lots === 0) return account.refuse('TOO_SMALL');
    const entry = entryIn(month, sign, wish, account.newGroup(), null);
    if (gate.passes([entry], [], month.quotedMs)) account.place(entry);
  }

  /** After a price of one month: what is held in months of its chain that end, and entries that would open there. */
  private rollAll({ chain, rollMs, quotedMs }: Month): void {
    if (rollMs === Infinity) return;
    const { holdings, entries } = this.desk.account;
    // Both lists change on the way, the second of them from its end.
    for (let last = entries.length - 1; last >= 0; last -= 1) {
      const entry = entries[last];
      if (entry && isEnding(entry.month, chain, quotedMs)) this.desk.account.takeBack(entry);
    }
    for (let each = 0; each < holdings.length; each += 1) {
      const holding = holdings[each];
      if (holding && holding.exit === null && isEnding(holding.month, chain, quotedMs)) this.leaveMonth(holding, quotedMs);
    }
  }

  private leaveMonth(holding: Holding, nowMs: number): void {
    const { gate, chains } = this.desk;
    const from = holding.month;
    if (!gate.isFresh(from, nowMs) || from.isLocked(exitSideOf(holding.sign))) return;
    if (nowMs >= from.expiresMs) {
      if (from.quotedMs >= from.expiresMs) holding.exit = 'expiry';
      return;
    }
    const into = chains.get(from.chain)?.activeAt(nowMs);
    if (into && gate.isFresh(into, nowMs) && !into.isLocked(sideOf(holding.sign))) this.roll(holding, into, nowMs);
  }

  /** Out of the old month and into the new one as one decision; where its rule or the gate is against it, out alone. */
  private roll(holding: Holding, into: Month, nowMs: number): void {
    const { account, gate } = this.desk;
    if (into.side !== holding.sign) {
      holding.exit = 'rule';
      return;
    }
    const entry = carriedEntry(holding, into);
    holding.exit = 'roll';
    holding.isRoll = gate.passes([entry], [holding], nowMs);
    if (holding.isRoll) account.place(entry);
  }
}

const isEnding = (month: Month, chain: string, nowMs: number): boolean => month.chain === chain && month.rollMs <= nowMs;

function carriedEntry(holding: Holding, into: Month): Entry {
  const { month: from, sign, lots, group, stop, target } = holding;
  const distance = (priceTicks: Ticks | null | undefined, isTarget: boolean): Ticks | null =>
    priceTicks === null || priceTicks === undefined ? null : carriedDistance({
      isLong: sign === 1, isTarget, priceTicks, fromLastTicks: from.lastTicks, intoLastTicks: into.lastTicks, intoTouchTicks: toTicks(into.lastTicks + sign * into.friction.halfSpreadTicks),
    });
  return entryIn(into, sign, { lots, stopTicks: distance(stop?.priceTicks, false), targetTicks: distance(target?.priceTicks, true) }, group, holding);
}
