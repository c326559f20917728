/** Rolls or settles positions in expiring months. */
import { computeTouchTicks } from '../domain/quote';
import { type Ticks, toTicks } from '../domain/units';
import { computeRolledDistance } from '../risk/protection';
import { hasSettled } from '../risk/settlement';
import { type Entry, type Holding, type Month, getExitSide, getSide } from './month';
import { type BacktestContext, buildEntry } from './backtest-context';

/** Decisions of the trader at the end of a month. */
interface MonthEndHandlers {
  /** Cancels an entry into an ending month, with its group. */
  cancelEntry(entry: Entry): void;
  /** Closes a position instead of rolling it; false if it should be rolled. */
  closeInstead(holding: Holding): boolean;
  /** Whether the rule still holds the position after a roll into this month. */
  shouldRoll(holding: Holding, into: Month, nowMs: number): boolean;
}

export class MonthEnds {
  /** Expired positions, settled after all decisions at this price. */
  private readonly settling: Holding[] = [];

  constructor(
    private readonly context: BacktestContext,
    private readonly handlers: MonthEndHandlers,
  ) {}

  /**
   * After a price: rolls or settles positions in ending months of the chain, and cancels entries
   * into them.
   */
  rollAll({ chain, rollMs, quotedMs }: Month): void {
    const { holdings, entries } = this.context.account;
    if (rollMs === Infinity || holdings.length + entries.length === 0) return;
    for (const entry of entries.filter(({ month }) => isEnding(month, chain, quotedMs)))
      if (entry.month.entry === entry) this.handlers.cancelEntry(entry);
    for (let each = 0; each < holdings.length; each += 1) {
      const holding = holdings[each];
      if (holding && isEnding(holding.month, chain, quotedMs)) this.endHolding(holding, quotedMs);
    }
  }

  /** Call after all decisions at a price. */
  settleAll({ quotedMs }: Month): void {
    if (this.settling.length === 0) return;
    for (const holding of this.settling.splice(0)) {
      const { lastTicks } = holding.month;
      if (holding.exit !== null)
        this.context.account.close(
          holding,
          { priceTicks: toTicks(lastTicks), midTicks: toTicks(lastTicks) },
          holding.exit,
          quotedMs,
        );
    }
  }

  private endHolding(holding: Holding, nowMs: number): void {
    const { gate, chains } = this.context;
    const from = holding.month;
    if (nowMs >= from.expiresMs) return this.settleHolding(holding, nowMs);
    if (
      holding.exit !== null ||
      !gate.isFresh(from, nowMs) ||
      from.isLocked(getExitSide(holding.sign)) ||
      this.handlers.closeInstead(holding)
    )
      return;
    const into = chains.get(from.chain)?.getActiveMonth(nowMs);
    if (into && gate.isFresh(into, nowMs) && !into.isLocked(getSide(holding.sign)))
      this.rollHolding(holding, into, nowMs);
  }

  /**
   * Settles if there is a settlement price. If the position was rolled and only its exit was
   * delayed, the new month stays.
   */
  private settleHolding(holding: Holding, nowMs: number): void {
    const { gate, account } = this.context;
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
   * Closes the old month and enters the new one together; if the rule or a pre-trade check is
   * against it, only closes.
   */
  private rollHolding(holding: Holding, into: Month, nowMs: number): void {
    const { account, gate } = this.context;
    if (!this.handlers.shouldRoll(holding, into, nowMs)) {
      holding.exit = 'rule';
      return;
    }
    const entry = buildRolledEntry(holding, into);
    holding.exit = 'roll';
    holding.isRoll = gate.approveEntries([entry], [holding], nowMs);
    if (holding.isRoll) account.placeEntry(entry);
  }
}

const isEnding = (month: Month, chain: string, nowMs: number): boolean =>
  month.chain === chain && month.rollMs <= nowMs;

function buildRolledEntry(holding: Holding, into: Month): Entry {
  const { month: from, sign, lots, group, stop, target } = holding;
  const computeDistance = (
    priceTicks: Ticks | null | undefined,
    isTarget: boolean,
  ): Ticks | null =>
    priceTicks === null || priceTicks === undefined
      ? null
      : computeRolledDistance({
          isLong: sign === 1,
          isTarget,
          priceTicks,
          fromLastTicks: from.lastTicks,
          intoLastTicks: into.lastTicks,
          intoQuoteTicks: toTicks(
            computeTouchTicks(getSide(sign), into.lastTicks, into.friction.halfSpreadTicks),
          ),
        });
  return buildEntry(
    into,
    sign,
    {
      lots,
      stopTicks: computeDistance(stop?.priceTicks, false),
      targetTicks: computeDistance(target?.priceTicks, true),
    },
    group,
    holding,
  );
}
