// A desk of cash, positions and epochs in a few dozen lines of BigInt: what the engine's books are
// held against.
import type { Instrument } from '../../app/trading/domain/instrument';
import type { Side } from '../../app/trading/domain/order';
import { referenceFee, referenceValue, roundHalfEven } from './reference-money';

export interface ReferencePosition {
  readonly instrument: Instrument;
  readonly direction: 'LONG' | 'SHORT';
  lots: number;
  cost: bigint;
  reserved: bigint;
  /** Realized less fees since it was opened: what decides whether it was won. */
  net: bigint;
}

interface ReferenceFill {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly lots: number;
  readonly priceTicks: number;
}

export class ReferenceBook {
  cash: bigint;
  realised = 0n;
  fees = 0n;
  epoch = 1;
  readonly counts = { opened: 0, closed: 0, won: 0 };
  readonly positions = new Map<string, ReferencePosition>();
  /** What waiting entry orders hold back, by order. */
  readonly holds = new Map<string, { amount: bigint; lots: number }>();
  readonly running = new Set<string>();
  globalActive = false;

  constructor(
    readonly capital: bigint,
    private readonly feeHundredths: bigint,
  ) {
    this.cash = capital;
  }

  /** Opens or adds, and holds back so much for it. */
  enter(id: string, { instrument, side, lots, priceTicks }: ReferenceFill, reserve: bigint): void {
    const value = referenceValue(instrument, priceTicks, lots);
    const fee = this.pay(value);
    const direction = side === 'BUY' ? 'LONG' : 'SHORT';
    const held = this.positions.get(id) ?? {
      instrument,
      direction,
      lots: 0,
      cost: 0n,
      reserved: 0n,
      net: 0n,
    };
    if (!this.positions.has(id)) this.counts.opened += 1;
    if (held.direction !== direction) throw new Error('an entry adds on the side that is held');
    held.lots += lots;
    held.cost += value;
    held.net -= fee;
    held.reserved += reserve;
    this.positions.set(id, held);
  }

  leave(id: string, { instrument, lots, priceTicks }: Omit<ReferenceFill, 'side'>): void {
    const held = this.positions.get(id);
    if (!held || held.lots < lots) throw new Error(`position ${id} does not hold ${lots} lots`);
    const share = (amount: bigint): bigint =>
      roundHalfEven(amount * BigInt(lots), BigInt(held.lots));
    const [cost, value, reserve] = [
      share(held.cost),
      referenceValue(instrument, priceTicks, lots),
      share(held.reserved),
    ];
    const profit = held.direction === 'LONG' ? value - cost : cost - value;
    const fee = this.pay(value);
    [this.cash, this.realised, held.net] = [
      this.cash + profit,
      this.realised + profit,
      held.net + profit - fee,
    ];
    [held.cost, held.reserved, held.lots] = [
      held.cost - cost,
      held.reserved - reserve,
      held.lots - lots,
    ];
    if (held.lots > 0) return;
    this.positions.delete(id);
    this.counts.closed += 1;
    if (held.net > 0n) this.counts.won += 1;
  }

  /** Part of an order has filled: its share of the hold is let go. */
  fillHold(orderId: string, lots: number): void {
    const hold = this.holds.get(orderId);
    if (!hold || lots > hold.lots)
      throw new Error(`order ${orderId} does not wait for ${lots} lots`);
    const amount = hold.amount - roundHalfEven(hold.amount * BigInt(lots), BigInt(hold.lots));
    if (lots === hold.lots) this.holds.delete(orderId);
    else this.holds.set(orderId, { amount, lots: hold.lots - lots });
  }

  private pay(value: bigint): bigint {
    const fee = referenceFee(value, this.feeHundredths);
    [this.cash, this.fees] = [this.cash - fee, this.fees + fee];
    return fee;
  }

  /** A new epoch at exactly the capital: nothing held, nothing running, nothing counted. */
  reset(): void {
    if (this.positions.size > 0 || this.holds.size > 0)
      throw new Error('a book is reset when it holds nothing');
    [this.cash, this.realised, this.fees, this.epoch, this.globalActive] = [
      this.capital,
      0n,
      0n,
      this.epoch + 1,
      false,
    ];
    this.running.clear();
    Object.assign(this.counts, { opened: 0, closed: 0, won: 0 });
  }

  get reserved(): bigint {
    const positions = [...this.positions.values()].reduce((sum, held) => sum + held.reserved, 0n);
    return [...this.holds.values()].reduce((sum, hold) => sum + hold.amount, positions);
  }

  /** The five accounts: they sum to zero. */
  balances(): Record<'available' | 'reserved' | 'equity' | 'realised' | 'fees', number> {
    const { cash, reserved, capital, realised, fees } = this;
    const accounts = {
      available: cash - reserved,
      reserved,
      equity: -capital,
      realised: -realised,
      fees,
    };
    return Object.fromEntries(
      Object.entries(accounts).map(([name, amount]) => [name, Number(amount)]),
    ) as ReturnType<ReferenceBook['balances']>;
  }

  unrealised(marks: ReadonlyMap<string, number>): bigint {
    return [...this.positions.values()].reduce((sum, { instrument, direction, lots, cost }) => {
      const mark = marks.get(instrument.id);
      if (mark === undefined) return sum;
      const value = referenceValue(instrument, mark, lots);
      return sum + (direction === 'LONG' ? value - cost : cost - value);
    }, 0n);
  }
}
