// What every command must do to the reference books, foretold from the prices and the words of the
// command alone.
// Only one thing is taken from the desk: whether the gate let an entry pass.
import { expect } from 'vitest';
import type { Command, CommandEnvelope, CommandResult } from '../../app/trading/domain/command';
import { selectedBook } from '../../app/trading/domain/book';
import { COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import type { Instrument } from '../../app/trading/domain/instrument';
import type { TradingMode } from '../../app/trading/domain/settings';
import { computeEquityMills } from '../../app/trading/engine/marks';
import { CRUDE, FRICTION, INSTRUMENTS } from '../support/desk-harness';
import { ReferenceBook, type ReferencePosition } from '../support/reference-desk';
import { referenceValue } from '../support/reference-money';
import { CAPITAL, type Played, type Session } from './session';
import { type Step, USERS } from './steps';

const FEE_HUNDREDTHS = BigInt(FRICTION.feeBasisPoints * 100);
/** The touch lies a tick from the last price, and a market order slips by another. */
const AWAY = FRICTION.halfSpreadTicks + FRICTION.slippageTicks;
const SWITCH_WINDOW_MS = 600_000;
const SWITCHES_MAX = 6;
/** Equal orders by hand within this time are one. */
const TWICE_WITHIN_MS = 1_000;

type PlaceOrder = Extract<Command, { type: 'PlaceOrder' }>;
type Verdict = 'granted' | 'the gate decides' | 'placed already' | { readonly code: string };

export class ForetoldDesk {
  readonly modes = new Map<string, TradingMode>();
  readonly books = new Map<string, ReferenceBook>();
  readonly counts: Record<string, number> = {};
  private readonly switches = new Map<string, number[]>();
  private crude = { bars: 0, scale: 0 };
  private isHalted = false;
  /**
   * Orders by hand that were placed in each book; an equal one within a second is the same order.
   */
  private readonly placed = new Map<
    ReferenceBook,
    { readonly command: PlaceOrder; readonly atMs: number }[]
  >();

  constructor(private readonly session: Session) {
    for (const user of USERS) {
      this.modes.set(user, 'simulation');
      this.books.set(`${user}:simulation`, new ReferenceBook(BigInt(CAPITAL), FEE_HUNDREDTHS));
    }
  }

  selected(user: string): ReferenceBook {
    const book = this.books.get(`${user}:${this.modes.get(user)}`);
    if (!book) throw new Error(`${user} has no book in ${this.modes.get(user)}`);
    return book;
  }

  /** Follows one step and its answer; fails when the answer is not the one that had to come. */
  follow(step: Step, { envelope, result, before }: Played): void {
    if (step.do === 'bar' && step.instrument === CRUDE) this.foldScale();
    if (!envelope || !result) return;
    this.counts[step.do] = (this.counts[step.do] ?? 0) + 1;
    if (step.do === 'repeat') return this.repeat(step.isOther, envelope, result, before);
    const verdict = this.judge(envelope);
    if (envelope.command.type === 'PlaceOrder')
      this.forgetPlaced(this.selected(envelope.userId), envelope.command);
    expect(result.outcome.ok && result.outcome.value.isAlreadyPlaced === true).toBe(
      verdict === 'placed already',
    );
    if (verdict === 'placed already') return this.count('orders placed already');
    const code = result.outcome.ok ? 'granted' : result.outcome.refusal.code;
    if (verdict === 'the gate decides')
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
    else expect(code).toBe(verdict === 'granted' ? 'granted' : verdict.code);
    if (!result.outcome.ok) return this.count(`refused ${code}`);
    this.count(step.do === 'order' ? 'filled orders' : `granted ${step.do}`);
    this.carryOut(envelope);
  }

  private count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  /** A repeat changes nothing at all: the state is the very same object. */
  private repeat(
    isOther: boolean,
    { command }: CommandEnvelope,
    result: CommandResult,
    before: unknown,
  ): void {
    expect(this.session.state).toBe(before);
    if (isOther && !result.outcome.ok) expect(result.outcome.refusal.code).toBe('KEY_REUSED');
    else expect(result.envelope.command).toEqual(command);
    this.count(isOther ? 'refused reuse' : 'repeats');
  }

  private judge({ userId, command }: CommandEnvelope): Verdict {
    const mode = this.modes.get(userId);
    const book = mode && this.selected(userId);
    if (command.type === 'PlaceOrder') return this.judgeOrder(userId, command);
    if (command.type === 'ClosePosition')
      return this.ownerOf(userId, command.positionId) ? 'granted' : { code: 'UNKNOWN_POSITION' };
    if (command.type === 'StartTrading' && mode === 'live') return { code: 'NO_BROKER' };
    if (command.type === 'StartTrading' && this.isWorthless(userId)) return { code: 'EQUITY' };
    if (command.type === 'ResetBook' && mode === 'live') return { code: 'LIVE_NOT_RESETTABLE' };
    if (command.type === 'SelectMode' && command.mode !== mode) {
      const recent = (this.switches.get(userId) ?? []).filter(
        (at) => at > this.session.nowMs - SWITCH_WINDOW_MS,
      );
      return recent.length >= SWITCHES_MAX ? { code: 'MODE_SWITCH_RATE' } : 'granted';
    }
    return book || userId === 'system' ? 'granted' : { code: 'UNKNOWN_BOOK' };
  }

  /** Whether the equity of now or of the last valuation is zero or below. */
  private isWorthless(userId: string): boolean {
    const book = selectedBook(this.session.state, userId);
    return (
      book !== null && Math.min(book.equityMills, computeEquityMills(this.session.state, book)) <= 0
    );
  }

  private judgeOrder(userId: string, command: PlaceOrder): Verdict {
    const { instrumentId, side, lots } = command;
    const placed = this.placed.get(this.selected(userId)) ?? [];
    if (
      placed.some(
        (earlier) =>
          JSON.stringify(earlier.command) === JSON.stringify(command) &&
          this.session.nowMs - earlier.atMs < TWICE_WITHIN_MS,
      )
    )
      return 'placed already';
    const held = this.selected(userId).positions.get(instrumentId);
    // An exit is never held up but by its size; what opens waits for the resumption and needs a
    // broker.
    if (held && held.direction !== (side === 'BUY' ? 'LONG' : 'SHORT'))
      return lots > held.lots ? { code: 'SIZE' } : 'granted';
    if (this.isHalted) return { code: 'HALTED' };
    return this.modes.get(userId) === 'live' ? { code: 'MODE' } : 'the gate decides';
  }

  private carryOut({ userId, command }: CommandEnvelope): void {
    if (command.type === 'HaltTrading') this.isHalted = true;
    if (command.type === 'ResumeTrading') this.isHalted = false;
    if (userId === 'system') return;
    const book = this.selected(userId);
    if (command.type === 'PlaceOrder')
      this.placed.set(book, [
        ...(this.placed.get(book) ?? []),
        { command, atMs: this.session.nowMs },
      ]);
    if (command.type === 'PlaceOrder') this.fillOrder(book, command);
    if (command.type === 'ClosePosition') this.closeOne(userId, command.positionId);
    if (command.type === 'StartTrading') this.start(book, command.commodity);
    if (command.type === 'StopTrading' || command.type === 'CloseTrading')
      this.stop(book, command.commodity);
    if (command.type === 'CloseTrading')
      for (const held of [...book.positions.values()])
        if (command.commodity === null || held.instrument.commodity === command.commodity)
          this.leave(book, held);
    if (command.type === 'ResetBook') {
      this.stop(book, null);
      for (const held of [...book.positions.values()]) this.leave(book, held);
      if (book.counts.opened > 0) {
        book.reset(); // a book that is as new stays as it is
        this.placed.delete(book);
      }
    }
    if (command.type === 'SelectMode') this.select(userId, command.mode);
  }

  private fillOrder(book: ReferenceBook, { instrumentId, side, lots }: PlaceOrder): void {
    const instrument = INSTRUMENTS.find(({ id }) => id === instrumentId);
    if (!instrument) throw new Error(`no contract ${instrumentId}`);
    const held = book.positions.get(instrumentId);
    const priceTicks = this.mark(instrument) + (side === 'BUY' ? AWAY : -AWAY);
    if (held && held.direction !== (side === 'BUY' ? 'LONG' : 'SHORT')) {
      book.leave(instrumentId, { instrument, lots, priceTicks });
      return;
    }
    const scale = instrument.priceMayBeNegative ? Math.round(this.crude.scale) : 0;
    return book.enter(
      instrumentId,
      { instrument, side, lots, priceTicks },
      referenceValue(instrument, Math.max(Math.abs(priceTicks), scale), lots),
    );
  }

  private leave(book: ReferenceBook, { instrument, direction, lots }: ReferencePosition): void {
    book.leave(instrument.id, {
      instrument,
      lots,
      priceTicks: this.mark(instrument) + (direction === 'SHORT' ? AWAY : -AWAY),
    });
    const side = direction === 'SHORT' ? 'BUY' : 'SELL';
    this.forgetPlaced(book, { instrumentId: instrument.id, side });
  }

  /** Who opens again what was closed, or turns round and back, means it. */
  private forgetPlaced(
    book: ReferenceBook,
    { instrumentId, side }: Pick<PlaceOrder, 'instrumentId' | 'side'>,
  ): void {
    const kept = this.placed
      .get(book)
      ?.filter(({ command }) => command.instrumentId !== instrumentId || command.side === side);
    if (kept) this.placed.set(book, kept);
  }

  private closeOne(userId: string, positionId: string): void {
    const owner = this.ownerOf(userId, positionId);
    const held = owner && this.books.get(owner.bookId)?.positions.get(owner.instrumentId);
    const book = owner && this.books.get(owner.bookId);
    if (!book || !held) throw new Error('the closed position is known');
    book.running.delete(held.instrument.commodity);
    this.leave(book, held);
  }

  /** Positions have their ids from the desk; the reference knows them by book and contract. */
  private ownerOf(
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

  /** The desk's books before the step. */
  private lastBooks: Session['state']['books'] = {};
  remember(): void {
    this.lastBooks = this.session.state.books;
  }

  private start(book: ReferenceBook, commodity: string | null): void {
    if (commodity === null) book.globalActive = true;
    for (const key of commodity === null ? COMMODITY_KEYS : [commodity]) book.running.add(key);
  }

  private stop(book: ReferenceBook, commodity: string | null): void {
    if (commodity === null) book.globalActive = false;
    for (const key of commodity === null ? COMMODITY_KEYS : [commodity]) book.running.delete(key);
  }

  private select(userId: string, mode: TradingMode): void {
    if (this.modes.get(userId) === mode) return;
    this.switches.set(userId, [...(this.switches.get(userId) ?? []), this.session.nowMs]);
    this.modes.set(userId, mode);
    const id = `${userId}:${mode}`;
    if (!this.books.has(id)) this.books.set(id, new ReferenceBook(BigInt(CAPITAL), FEE_HUNDREDTHS));
  }

  private mark({ id }: Instrument): number {
    return this.session.marks.get(id) ?? 0;
  }

  /** The mean of |close| over about thirty bars, which stands in for a price near zero. */
  private foldScale(): void {
    const close = Math.abs(this.mark(CRUDE));
    const scale =
      this.crude.bars === 0 ? close : this.crude.scale + (2 / 31) * (close - this.crude.scale);
    this.crude = { bars: this.crude.bars + 1, scale };
  }
}
