// Expected effect of each command on the reference accounts, from prices and the command alone.
// Only the result of the pre-trade checks is taken from the engine.
import { expect } from 'vitest';
import type { Command, CommandEnvelope, CommandResult } from '../../app/trading/domain/command';
import { getSelectedBook } from '../../app/trading/domain/book';
import { COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import type { Instrument } from '../../app/trading/domain/instrument';
import type { TradingMode } from '../../app/trading/domain/settings';
import { computeEquityMills } from '../../app/trading/engine/marks';
import { CRUDE, FRICTION, INSTRUMENTS } from '../support/desk-harness';
import {
  ReferenceAccount,
  chargeByValue,
  type ReferencePosition,
} from '../support/reference-account';
import { computeReferenceValue } from '../support/reference-money';
import { CAPITAL, type Played, type Session } from './session';
import { type Step, USERS } from './steps';

const FEE = chargeByValue(BigInt(FRICTION.feeBasisPoints * 100));
/** Distance of a market fill from the last price: half spread plus slippage, in ticks. */
const FILL_DISTANCE_TICKS = FRICTION.halfSpreadTicks + FRICTION.slippageTicks;
const SWITCH_WINDOW_MS = 600_000;
const SWITCHES_MAX = 6;
/** Equal manual orders within this time count as one. */
const REPEAT_WITHIN_MS = 1_000;

type PlaceOrder = Extract<Command, { type: 'PlaceOrder' }>;
type PredictedResult =
  | 'granted'
  | 'pre-trade checks decide'
  | 'already placed'
  | { readonly code: string };

export class ExpectedDesk {
  readonly modes = new Map<string, TradingMode>();
  readonly books = new Map<string, ReferenceAccount>();
  readonly counts: Record<string, number> = {};
  private readonly switches = new Map<string, number[]>();
  private crude = { bars: 0, scale: 0 };
  private isHalted = false;
  /** Manual orders placed in each account, to detect repeats within a second. */
  private readonly placed = new Map<
    ReferenceAccount,
    { readonly command: PlaceOrder; readonly atMs: number }[]
  >();

  constructor(private readonly session: Session) {
    for (const user of USERS) {
      this.modes.set(user, 'simulation');
      this.books.set(`${user}:simulation`, new ReferenceAccount(BigInt(CAPITAL), FEE));
    }
  }

  getSelected(user: string): ReferenceAccount {
    const book = this.books.get(`${user}:${this.modes.get(user)}`);
    if (!book) throw new Error(`${user} has no book in ${this.modes.get(user)}`);
    return book;
  }

  /** Checks the result of one step and applies it. */
  checkStep(step: Step, { envelope, result, before }: Played): void {
    if (step.do === 'bar' && step.instrument === CRUDE) this.updateScale();
    if (!envelope || !result) return;
    this.counts[step.do] = (this.counts[step.do] ?? 0) + 1;
    if (step.do === 'repeat') return this.checkRepeat(step.isOther, envelope, result, before);
    const predicted = this.predictResult(envelope);
    if (envelope.command.type === 'PlaceOrder')
      this.clearPlaced(this.getSelected(envelope.userId), envelope.command);
    expect(result.outcome.ok && result.outcome.value.isAlreadyPlaced === true).toBe(
      predicted === 'already placed',
    );
    if (predicted === 'already placed') return this.addCount('orders placed already');
    const code = result.outcome.ok ? 'granted' : result.outcome.refusal.code;
    if (predicted === 'pre-trade checks decide')
      expect([
        'granted',
        'SIZE',
        'NOTIONAL',
        'PRICE_COLLAR',
        'POSITION',
        'CASH',
        'DAILY_LOSS',
        'ORDER_RATE',
        'EQUITY',
      ]).toContain(code);
    else expect(code).toBe(predicted === 'granted' ? 'granted' : predicted.code);
    if (!result.outcome.ok) return this.addCount(`refused ${code}`);
    this.addCount(step.do === 'order' ? 'filled orders' : `granted ${step.do}`);
    this.applyCommand(envelope);
  }

  private addCount(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  /** A repeat changes nothing: the state is the same object. */
  private checkRepeat(
    isOther: boolean,
    { command }: CommandEnvelope,
    result: CommandResult,
    before: unknown,
  ): void {
    expect(this.session.state).toBe(before);
    if (isOther && !result.outcome.ok) expect(result.outcome.refusal.code).toBe('KEY_REUSED');
    else expect(result.envelope.command).toEqual(command);
    this.addCount(isOther ? 'refused reuse' : 'repeats');
  }

  private predictResult({ userId, command }: CommandEnvelope): PredictedResult {
    const mode = this.modes.get(userId);
    const book = mode && this.getSelected(userId);
    if (command.type === 'PlaceOrder') return this.predictOrderResult(userId, command);
    if (command.type === 'ClosePosition')
      return this.findOwner(userId, command.positionId) ? 'granted' : { code: 'UNKNOWN_POSITION' };
    if (command.type === 'StartTrading' && mode === 'live') return { code: 'NO_BROKER' };
    if (command.type === 'StartTrading' && this.hasNoEquity(userId)) return { code: 'EQUITY' };
    if (command.type === 'ResetBook' && mode === 'live') return { code: 'LIVE_NOT_RESETTABLE' };
    if (command.type === 'SelectMode' && command.mode !== mode) {
      const recent = (this.switches.get(userId) ?? []).filter(
        (at) => at > this.session.nowMs - SWITCH_WINDOW_MS,
      );
      return recent.length >= SWITCHES_MAX ? { code: 'MODE_SWITCH_RATE' } : 'granted';
    }
    return book || userId === 'system' ? 'granted' : { code: 'UNKNOWN_BOOK' };
  }

  /** Whether the current or last valued equity is zero or below. */
  private hasNoEquity(userId: string): boolean {
    const book = getSelectedBook(this.session.state, userId);
    return (
      book !== null && Math.min(book.equityMills, computeEquityMills(this.session.state, book)) <= 0
    );
  }

  private predictOrderResult(userId: string, command: PlaceOrder): PredictedResult {
    const { instrumentId, side, lots } = command;
    const placed = this.placed.get(this.getSelected(userId)) ?? [];
    if (
      placed.some(
        (earlier) =>
          JSON.stringify(earlier.command) === JSON.stringify(command) &&
          this.session.nowMs - earlier.atMs < REPEAT_WITHIN_MS,
      )
    )
      return 'already placed';
    const held = this.getSelected(userId).positions.get(instrumentId);
    // Only its size can reject an exit; entries also need trading resumed and a broker.
    if (held && held.direction !== (side === 'BUY' ? 'LONG' : 'SHORT'))
      return lots > held.lots ? { code: 'SIZE' } : 'granted';
    if (this.isHalted) return { code: 'HALTED' };
    return this.modes.get(userId) === 'live' ? { code: 'MODE' } : 'pre-trade checks decide';
  }

  private applyCommand({ userId, command }: CommandEnvelope): void {
    if (command.type === 'HaltTrading') this.isHalted = true;
    if (command.type === 'ResumeTrading') this.isHalted = false;
    if (userId === 'system') return;
    const book = this.getSelected(userId);
    if (command.type === 'PlaceOrder')
      this.placed.set(book, [
        ...(this.placed.get(book) ?? []),
        { command, atMs: this.session.nowMs },
      ]);
    if (command.type === 'PlaceOrder') this.fillOrder(book, command);
    if (command.type === 'ClosePosition') this.closePosition(userId, command.positionId);
    if (command.type === 'StartTrading') this.startTrading(book, command.commodity);
    if (command.type === 'StopTrading' || command.type === 'CloseTrading')
      this.stopTrading(book, command.commodity);
    if (command.type === 'CloseTrading')
      for (const held of [...book.positions.values()])
        if (command.commodity === null || held.instrument.commodity === command.commodity)
          this.exitPosition(book, held);
    if (command.type === 'ResetBook') {
      this.stopTrading(book, null);
      for (const held of [...book.positions.values()]) this.exitPosition(book, held);
      if (book.counts.opened > 0) {
        book.reset(); // an unused account is unchanged
        this.placed.delete(book);
      }
    }
    if (command.type === 'SelectMode') this.selectMode(userId, command.mode);
  }

  private fillOrder(book: ReferenceAccount, { instrumentId, side, lots }: PlaceOrder): void {
    const instrument = INSTRUMENTS.find(({ id }) => id === instrumentId);
    if (!instrument) throw new Error(`no contract ${instrumentId}`);
    const held = book.positions.get(instrumentId);
    const priceTicks =
      this.getMark(instrument) + (side === 'BUY' ? FILL_DISTANCE_TICKS : -FILL_DISTANCE_TICKS);
    if (held && held.direction !== (side === 'BUY' ? 'LONG' : 'SHORT')) {
      book.applyExit(instrumentId, { instrument, lots, priceTicks });
      return;
    }
    const scale = instrument.priceMayBeNegative ? Math.round(this.crude.scale) : 0;
    return book.applyEntry(
      instrumentId,
      { instrument, side, lots, priceTicks },
      computeReferenceValue(instrument, Math.max(Math.abs(priceTicks), scale), lots),
    );
  }

  private exitPosition(
    book: ReferenceAccount,
    { instrument, direction, lots }: ReferencePosition,
  ): void {
    book.applyExit(instrument.id, {
      instrument,
      lots,
      priceTicks:
        this.getMark(instrument) +
        (direction === 'SHORT' ? FILL_DISTANCE_TICKS : -FILL_DISTANCE_TICKS),
    });
    const side = direction === 'SHORT' ? 'BUY' : 'SELL';
    this.clearPlaced(book, { instrumentId: instrument.id, side });
  }

  /** After a close or a reversal, the same order is not a repeat. */
  private clearPlaced(
    book: ReferenceAccount,
    { instrumentId, side }: Pick<PlaceOrder, 'instrumentId' | 'side'>,
  ): void {
    const remaining = this.placed
      .get(book)
      ?.filter(({ command }) => command.instrumentId !== instrumentId || command.side === side);
    if (remaining) this.placed.set(book, remaining);
  }

  private closePosition(userId: string, positionId: string): void {
    const owner = this.findOwner(userId, positionId);
    const held = owner && this.books.get(owner.bookId)?.positions.get(owner.instrumentId);
    const book = owner && this.books.get(owner.bookId);
    if (!book || !held) throw new Error('the closed position is known');
    book.running.delete(held.instrument.commodity);
    this.exitPosition(book, held);
  }

  /** Finds account and contract of a position by its engine id. */
  private findOwner(
    userId: string,
    positionId: string,
  ): { bookId: string; instrumentId: string } | null {
    for (const { id, positions } of Object.values(this.lastBooks)) {
      const position = positions[positionId];
      if (position)
        return id.startsWith(`${userId}:`)
          ? { bookId: id, instrumentId: position.instrumentId }
          : null;
    }
    return null;
  }

  /** The engine's accounts before the step. */
  private lastBooks: Session['state']['books'] = {};
  recordBooks(): void {
    this.lastBooks = this.session.state.books;
  }

  private startTrading(book: ReferenceAccount, commodity: string | null): void {
    if (commodity === null) book.globalActive = true;
    for (const key of commodity === null ? COMMODITY_KEYS : [commodity]) book.running.add(key);
  }

  private stopTrading(book: ReferenceAccount, commodity: string | null): void {
    if (commodity === null) book.globalActive = false;
    for (const key of commodity === null ? COMMODITY_KEYS : [commodity]) book.running.delete(key);
  }

  private selectMode(userId: string, mode: TradingMode): void {
    if (this.modes.get(userId) === mode) return;
    this.switches.set(userId, [...(this.switches.get(userId) ?? []), this.session.nowMs]);
    this.modes.set(userId, mode);
    const id = `${userId}:${mode}`;
    if (!this.books.has(id)) this.books.set(id, new ReferenceAccount(BigInt(CAPITAL), FEE));
  }

  private getMark({ id }: Instrument): number {
    return this.session.marks.get(id) ?? 0;
  }

  /** Mean |close| over about 30 bars, used in place of a price near zero. */
  private updateScale(): void {
    const close = Math.abs(this.getMark(CRUDE));
    const scale =
      this.crude.bars === 0 ? close : this.crude.scale + (2 / 31) * (close - this.crude.scale);
    this.crude = { bars: this.crude.bars + 1, scale };
  }
}
