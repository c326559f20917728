// Independent BigInt model of an account, compared with the engine.
import type { Instrument } from '../../app/trading/domain/instrument';
import type { Side } from '../../app/trading/domain/order';
import { computeReferenceFee, computeReferenceValue, roundHalfEven } from './reference-money';

export interface ReferencePosition {
  readonly instrument: Instrument;
  readonly direction: 'LONG' | 'SHORT';
  lots: number;
  cost: bigint;
  reserved: bigint;
  /** Realized P&L minus fees since opening; decides whether the trade is a win. */
  net: bigint;
}

interface ReferenceFill {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly lots: number;
  readonly priceTicks: number;
}

/** The fee of a fill in mills, by its value in mills and its lots. */
export type ReferenceFee = (value: bigint, lots: number) => bigint;

/** Hundredths of a basis point of the value. */
export const chargeByValue =
  (hundredths: bigint): ReferenceFee =>
  (value) =>
    computeReferenceFee(value, hundredths);

/** Mills per lot, so that parts of a fill have their parts of the fee. */
export const chargeByLot =
  (mills: bigint): ReferenceFee =>
  (_value, lots) =>
    mills * BigInt(lots);

export class ReferenceAccount {
  cash: bigint;
  realised = 0n;
  fees = 0n;
  epoch = 1;
  readonly counts = { opened: 0, closed: 0, won: 0 };
  readonly positions = new Map<string, ReferencePosition>();
  /** Reserved amounts of working entry orders. */
  readonly holds = new Map<string, { amount: bigint; lots: number }>();
  readonly running = new Set<string>();
  globalActive = false;

  constructor(
    readonly capital: bigint,
    private readonly computeFee: ReferenceFee,
  ) {
    this.cash = capital;
  }

  /** Opens or adds to a position and reserves `reserve`. */
  applyEntry(
    id: string,
    { instrument, side, lots, priceTicks }: ReferenceFill,
    reserve: bigint,
  ): void {
    const value = computeReferenceValue(instrument, priceTicks, lots);
    const fee = this.chargeFee(value, lots);
    const direction = side === 'BUY' ? 'LONG' : 'SHORT';
    const position = this.positions.get(id) ?? {
      instrument,
      direction,
      lots: 0,
      cost: 0n,
      reserved: 0n,
      net: 0n,
    };
    if (!this.positions.has(id)) this.counts.opened += 1;
    if (position.direction !== direction) throw new Error('an entry adds on the side that is held');
    position.lots += lots;
    position.cost += value;
    position.net -= fee;
    position.reserved += reserve;
    this.positions.set(id, position);
  }

  applyExit(id: string, { instrument, lots, priceTicks }: Omit<ReferenceFill, 'side'>): void {
    const position = this.positions.get(id);
    if (!position || position.lots < lots)
      throw new Error(`position ${id} does not hold ${lots} lots`);
    const scaleByLots = (amount: bigint): bigint =>
      roundHalfEven(amount * BigInt(lots), BigInt(position.lots));
    const [cost, value, reserve] = [
      scaleByLots(position.cost),
      computeReferenceValue(instrument, priceTicks, lots),
      scaleByLots(position.reserved),
    ];
    const profit = position.direction === 'LONG' ? value - cost : cost - value;
    const fee = this.chargeFee(value, lots);
    [this.cash, this.realised, position.net] = [
      this.cash + profit,
      this.realised + profit,
      position.net + profit - fee,
    ];
    [position.cost, position.reserved, position.lots] = [
      position.cost - cost,
      position.reserved - reserve,
      position.lots - lots,
    ];
    if (position.lots > 0) return;
    this.positions.delete(id);
    this.counts.closed += 1;
    if (position.net > 0n) this.counts.won += 1;
  }

  /** An execution has another price: the account gains or loses the difference. */
  correctPrice(
    id: string,
    { instrument, side, lots, priceTicks }: ReferenceFill,
    to: number,
  ): void {
    const rise =
      computeReferenceValue(instrument, to, lots) -
      computeReferenceValue(instrument, priceTicks, lots);
    const profit = side === 'BUY' ? -rise : rise;
    this.cash += profit;
    this.realised += profit;
    const position = this.positions.get(id);
    if (position) position.net += profit;
  }

  /** Releases the reserve of a partial fill. */
  fillHold(orderId: string, lots: number): void {
    const hold = this.holds.get(orderId);
    if (!hold || lots > hold.lots)
      throw new Error(`order ${orderId} does not wait for ${lots} lots`);
    const amount = hold.amount - roundHalfEven(hold.amount * BigInt(lots), BigInt(hold.lots));
    if (lots === hold.lots) this.holds.delete(orderId);
    else this.holds.set(orderId, { amount, lots: hold.lots - lots });
  }

  private chargeFee(value: bigint, lots: number): bigint {
    const fee = this.computeFee(value, lots);
    [this.cash, this.fees] = [this.cash - fee, this.fees + fee];
    return fee;
  }

  /** Starts a new account period with the initial capital. */
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
    const positions = [...this.positions.values()].reduce(
      (sum, position) => sum + position.reserved,
      0n,
    );
    return [...this.holds.values()].reduce((sum, hold) => sum + hold.amount, positions);
  }

  /** The five ledger accounts; they sum to zero. */
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
    ) as ReturnType<ReferenceAccount['balances']>;
  }

  unrealised(marks: ReadonlyMap<string, number>): bigint {
    return [...this.positions.values()].reduce((sum, { instrument, direction, lots, cost }) => {
      const mark = marks.get(instrument.id);
      if (mark === undefined) return sum;
      const value = computeReferenceValue(instrument, mark, lots);
      return sum + (direction === 'LONG' ? value - cost : cost - value);
    }, 0n);
  }
}
