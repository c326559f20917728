/** What becomes of positions in months that end: carried into the next month, or settled. */
import { type Ticks, toTicks } from '../domain/units';
import { carriedDistance } from '../risk/protection';
import { hasSettled } from '../risk/settlement';
import { type Entry, type Holding, type Month, getExitSide, getSide } from './month';
import { type TradersDesk, entryIn } from './backtest-context';

/** What the one who trades has to say about the end of a month. */
interface Endings {
  /** Takes an entry back that would open a month which ends, with all that belongs to it. */
  giveUp(entry: Entry): void;
  /** Leaves a position otherwise than by a roll; false where it is to be rolled. */
  leaves(holding: Holding): boolean;
  /** Whether its rule still wants the position after a roll into this month. */
  wants(holding: Holding, into: Month, nowMs: number): boolean;
}

export class MonthEnds {
  /** Expired, and settled as soon as all that was decided at this price is placed. */
  private readonly settling: Holding[] = [];

  constructor(
    private readonly desk: TradersDesk,
    private readonly endings: Endings,
  ) {}

  /**
   * After a price of one month: what is held in months of its chain that end, and entries that
   * would open there.
   */
  rollAll({ chain, rollMs, quotedMs }: Month): void {
    const { holdings, entries } = this.desk.account;
    if (rollMs === Infinity || holdings.length + entries.length === 0) return;
    for (const entry of entries.filter(({ month }) => isEnding(month, chain, quotedMs)))
      if (entry.month.entry === entry) this.endings.giveUp(entry);
    for (let each = 0; each < holdings.length; each += 1) {
      const holding = holdings[each];
      if (holding && isEnding(holding.month, chain, quotedMs)) this.leaveMonth(holding, quotedMs);
    }
  }

  /** After all decisions at a price. */
  settle({ quotedMs }: Month): void {
    if (this.settling.length === 0) return;
    for (const holding of this.settling.splice(0)) {
      const { lastTicks } = holding.month;
      if (holding.exit !== null)
        this.desk.account.close(
          holding,
          { priceTicks: toTicks(lastTicks), midTicks: toTicks(lastTicks) },
          holding.exit,
          quotedMs,
        );
    }
  }

  private leaveMonth(holding: Holding, nowMs: number): void {
    const { gate, chains } = this.desk;
    const from = holding.month;
    if (nowMs >= from.expiresMs) return this.expire(holding, nowMs);
    if (
      holding.exit !== null ||
      !gate.isFresh(from, nowMs) ||
      from.isLocked(getExitSide(holding.sign)) ||
      this.endings.leaves(holding)
    )
      return;
    const into = chains.get(from.chain)?.activeAt(nowMs);
    if (into && gate.isFresh(into, nowMs) && !into.isLocked(getSide(holding.sign)))
      this.roll(holding, into, nowMs);
  }

  /**
   * Settled where it has its settlement; the month that it was rolled into, if its exit alone was
   * held up, stays.
   */
  private expire(holding: Holding, nowMs: number): void {
    const { gate, account } = this.desk;
    const { month } = holding;
    if (!hasSettled(month.expiresMs, month.quotedMs, gate.staleAfterMs, nowMs)) return;
    holding.isRoll = account.holdings.some(
      (other) =>
        other !== holding &&
        other.group === holding.group &&
        other.sign === holding.sign &&
        other.month.chain === month.chain,
    );
    holding.exit = holding.isRoll ? 'roll' : 'expiry';
    this.settling.push(holding);
  }

  /**
   * Out of the old month and into the new one as one decision; where its rule or the gate is
   * against it, out alone.
   */
  private roll(holding: Holding, into: Month, nowMs: number): void {
    const { account, gate } = this.desk;
    if (!this.endings.wants(holding, into, nowMs)) {
      holding.exit = 'rule';
      return;
    }
    const entry = carriedEntry(holding, into);
    holding.exit = 'roll';
    holding.isRoll = gate.passes([entry], [holding], nowMs);
    if (holding.isRoll) account.place(entry);
  }
}

const isEnding = (month: Month, chain: string, nowMs: number): boolean =>
  month.chain === chain && month.rollMs <= nowMs;

function carriedEntry(holding: Holding, into: Month): Entry {
  const { month: from, sign, lots, group, stop, target } = holding;
  const distance = (priceTicks: Ticks | null | undefined, isTarget: boolean): Ticks | null =>
    priceTicks === null || priceTicks === undefined
      ? null
      : carriedDistance({
          isLong: sign === 1,
          isTarget,
          priceTicks,
          fromLastTicks: from.lastTicks,
          intoLastTicks: into.lastTicks,
          intoTouchTicks: toTicks(into.lastTicks + sign * into.friction.halfSpreadTicks),
        });
  return entryIn(
    into,
    sign,
    {
      lots,
      stopTicks: distance(stop?.priceTicks, false),
      targetTicks: distance(target?.priceTicks, true),
    },
    group,
    holding,
  );
}
