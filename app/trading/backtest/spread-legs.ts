/**
 * Trading two months as one: both legs open and close at the same moment, or neither does.
 * It knows the rule of the first leg's month; it refuses to hold one leg alone, and to fill at opens of two different times.
 *
 * A spread rests at no exchange, so its stop and target are looked at when both bars have ended, and it leaves at the next common open.
 */
import { lotsWithin, sizeUnits } from '../domain/instrument';
import { type EpochMs, type Lots, toLots } from '../domain/units';
import { LOTS_MAX } from '../risk/limits';
import { legMonths } from '../strategies/leg-months';
import type { SpreadLegs } from '../strategies/playbook';
import { reachTo } from './account';
import { dealt } from './fills';
import { type Entry, type Holding, type Sign, exitSideOf, sideOf } from './holding';
import type { Month } from './month';
import type { ExitCause } from './tape';
import { type TradersDesk, type Wish, entryIn, wishFor } from './traders-desk';

type Pair<T> = readonly [first: T, second: T];

const opposite = (sign: Sign): Sign => (sign === 1 ? -1 : 1);

export class SpreadLegsTrader {
  private held: Pair<Holding> | null = null;
  private coming: Pair<Entry> | null = null;
  /** Money at which stop and target of the pair stand, mills; null for none. */
  private stopMills: number | null = null;

  constructor(
    private readonly desk: TradersDesk,
    private readonly legs: SpreadLegs,
  ) {
    for (const { chain } of [legs.first, legs.second]) if (!desk.chains.has(chain)) throw new RangeError(`${desk.row.id} trades ${chain} as one of its legs; add the tape of that chain`);
  }

  /** After the open of a month's bar: at the open that both legs share, first what leaves, then what enters. */
  opened({ quotedMs }: Month): void {
    const { account } = this.desk;
    const { held, coming } = this;
    if (held !== null && held[0].exit !== null && areOpen(held, quotedMs)) {
      if (held.some(({ month, sign }) => month.isLocked(exitSideOf(sign)))) account.refuse('LOCKED');
      else this.leave(held, quotedMs);
    }
    if (coming === null || this.held !== null || !areOpen(coming, quotedMs)) return;
    if (coming.some(({ month, sign }) => month.isLocked(sideOf(sign)))) account.refuse('LOCKED');
    else this.enter(coming, quotedMs);
  }

  filled({ held, bars, index }: Month): void {
    if (held === null) return;
    reachTo(held, bars.low[index] ?? 0);
    reachTo(held, bars.high[index] ?? 0);
  }

  closed(): void {}

  /** When all bars of a moment have ended. */
  ended(nowMs: EpochMs): void {
    // A leg whose tape has ended was settled by the kernel: the other one leaves, and an entry that lost its month is none.
    if (this.held?.some((holding) => holding.month.held !== holding)) this.mourn();
    if (this.coming?.some((entry) => entry.month.entry !== entry)) this.giveUp();
    if (this.coming !== null && this.coming.some(({ month }) => month.rollMs <= nowMs)) this.giveUp();
    if (this.held !== null) this.look(this.held, nowMs);
    else if (this.coming === null) this.wish(nowMs);
  }

  private mourn(): void {
    for (const holding of this.held ?? []) if (holding.month.held === holding) this.settle(holding);
    this.held = null;
  }

  private settle(holding: Holding): void {
    const { month, sign, lots } = holding;
    const execution = dealt(month, exitSideOf(sign), lots);
    if (execution) this.desk.account.close(holding, execution, 'expiry', month.quotedMs);
  }

  private giveUp(): void {
    for (const entry of this.coming ?? []) if (entry.month.entry === entry) this.desk.account.takeBack(entry);
    this.coming = null;
  }

  private leave(held: Pair<Holding>, nowMs: EpochMs): void {
    for (const holding of held) {
      const execution = dealt(holding.month, exitSideOf(holding.sign), holding.lots);
      if (execution && holding.exit !== null) this.desk.account.close(holding, execution, holding.exit, nowMs);
    }
    this.held = null;
  }

  private enter(coming: Pair<Entry>, nowMs: EpochMs): void {
    const opened = coming.flatMap((entry) => {
      const execution = dealt(entry.month, sideOf(entry.sign), entry.lots);
      return execution ? [this.desk.account.open(entry, execution, nowMs)] : [];
    });
    const [first, second] = opened;
    this.coming = null;
    this.held = first && second ? [first, second] : null;
  }

  private look(held: Pair<Holding>, nowMs: EpochMs): void {
    const [first, second] = held;
    if (first.exit !== null) return;
    const cause = this.exitCause(held);
    if (cause !== null) return markAll(held, cause, false);
    if (Math.min(first.month.rollMs, second.month.rollMs) <= nowMs) this.roll(held, nowMs);
  }

  private exitCause([first, second]: Pair<Holding>): ExitCause | null {
    const { row, account } = this.desk;
    if (first.month.side !== first.sign) return 'rule';
    const profit = account.unrealised(first, first.month.lastTicks) + account.unrealised(second, second.month.lastTicks);
    if (this.stopMills !== null && profit <= -this.stopMills) return 'stop';
    if (this.stopMills !== null && row.targetRatio !== null && profit >= this.stopMills * row.targetRatio) return 'target';
    return row.barsHeldMax !== null && first.month.seen - first.barsBefore >= row.barsHeldMax ? 'time' : null;
  }

  /** A pair of counted months goes on in the next ones; named months are a year apart and only leave. */
  private roll(held: Pair<Holding>, nowMs: EpochMs): void {
    const [first, second] = held;
    const isCounted = typeof this.legs.first.month === 'number' && typeof this.legs.second.month === 'number';
    const into = isCounted ? this.picked(nowMs) : null;
    const goesOn = into !== null && into[0].side === first.sign && this.place(into, first.sign, { lots: first.lots, stopTicks: null, targetTicks: null }, second.lots, held, nowMs);
    markAll(held, 'roll', goesOn);
  }

  private picked(nowMs: EpochMs): Pair<Month> | null {
    const { gate, chains } = this.desk;
    const priced = (chain: string): readonly Month[] => chains.get(chain)?.listed(nowMs).filter(({ quotedMs }) => Number.isFinite(quotedMs)) ?? [];
    const legs = legMonths(this.legs, (chain) => priced(chain).map(({ instrument }) => instrument), nowMs);
    const [first, second] = [legs?.first, legs?.second].map((leg) => (leg ? priced(leg.contract?.chain ?? leg.id).find(({ instrument }) => instrument === leg) : undefined));
    return first && second && first !== second && gate.isFresh(first, nowMs) && gate.isFresh(second, nowMs) ? [first, second] : null;
  }

  private wish(nowMs: EpochMs): void {
    const { account, options } = this.desk;
    const months = nowMs < options.fromMs ? null : this.picked(nowMs);
    if (months === null) return;
    const [first, second] = months;
    if (first.side === 0 || first.quotedMs !== nowMs || account.lastEntryMs >= first.sinceMs) return;
    const wish = wishFor(this.desk, first);
    const lots = lotsOfSecond(first, wish.lots, second, this.legs.ratio);
    if (wish.lots === 0 || lots === 0) return account.refuse('TOO_SMALL');
    if (!this.place(months, first.side === 1 ? 1 : -1, wish, lots, null, nowMs)) return;
    const range = first.state?.range ?? NaN;
    const { stopRanges } = this.desk.row;
    this.stopMills = stopRanges === null || Number.isNaN(range) ? null : stopRanges * range * sizeUnits(first.instrument, wish.lots) * 1000;
  }

  private place([first, second]: Pair<Month>, sign: Sign, wish: Wish, lotsSecond: Lots, rolled: Pair<Holding> | null, nowMs: EpochMs): boolean {
    const { account, gate } = this.desk;
    const group = rolled === null ? account.newGroup() : rolled[0].group;
    const entries: Pair<Entry> = [
      entryIn(first, sign, { ...wish, stopTicks: null, targetTicks: null }, group, rolled?.[0] ?? null),
      entryIn(second, opposite(sign), { lots: lotsSecond, stopTicks: null, targetTicks: null }, group, rolled?.[1] ?? null),
    ];
    if (!gate.passes(entries, rolled ?? [], nowMs)) return false;
    for (const entry of entries) account.place(entry);
    this.coming = entries;
    return true;
  }
}

/** Lots of the second leg: the first leg's size times the ratio, to the nearest lot. */
function lotsOfSecond(first: Month, lots: Lots, second: Month, ratio: number): Lots {
  const units = sizeUnits(first.instrument, lots) * ratio;
  const half = sizeUnits(second.instrument, toLots(1)) / 2;
  return toLots(Math.min(LOTS_MAX, lotsWithin(second.instrument, units + half)));
}

const areOpen = (pair: readonly { readonly month: Month }[], nowMs: EpochMs): boolean => pair.every(({ month }) => month.quotedMs === nowMs);

function markAll(held: Pair<Holding>, cause: ExitCause, isRoll: boolean): void {
  for (const holding of held) {
    holding.exit = cause;
    holding.isRoll = isRoll;
  }
}
