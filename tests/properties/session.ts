// Random sessions: three users, three contracts, price jumps, and a tape of all inputs.
import type { Book } from '../../app/trading/domain/book';
import type { Command, CommandEnvelope, CommandResult } from '../../app/trading/domain/command';
import type { CommodityKey } from '../../app/trading/domain/commodity';
import type { Instrument } from '../../app/trading/domain/instrument';
import { type Bar, buildQuote } from '../../app/trading/domain/quote';
import type { LogRecord } from '../../app/trading/domain/record';
import { toLots, toMills, toTicks } from '../../app/trading/domain/units';
import { createSettableClock } from '../../app/trading/clock';
import type { EngineConfig } from '../../app/trading/engine/config';
import { createEngine } from '../../app/trading/engine/engine';
import type { EngineEvent } from '../../app/trading/engine/event';
import { type Runner, createRunner } from '../../app/trading/engine/runner';
import { type DeskState, EMPTY_DESK } from '../../app/trading/engine/state';
import type { Journal, MarketEvent } from '../../app/trading/ports';
import type { Evaluator } from '../../app/trading/strategies/playbook';
import {
  CORN,
  CRUDE,
  GAS,
  INSTRUMENTS,
  MARKET,
  createLevelPlaybook,
  createTestConfig,
} from '../support/desk-harness';
import { assertEqual } from './property';
import { type Step, USERS } from './steps';

export const CAPITAL = toMills(25_000_000);
/** Two hours before midnight, so that sessions cross a day. */
export const START_MS = Date.UTC(2024, 0, 2, 22, 0);
const FIRST_TICKS: ReadonlyMap<string, number> = new Map([
  [GAS.id, 2800],
  [CRUDE.id, 100],
  [CORN.id, 1800],
]);

/** Inputs of a runner, sufficient for a replay. */
export type TapeInput =
  | { readonly event: EngineEvent }
  | { readonly envelope: CommandEnvelope; readonly atMs: number };

export interface Played {
  readonly envelope: CommandEnvelope | null;
  readonly result: CommandResult | null;
  readonly before: DeskState;
  readonly records: readonly LogRecord[];
}

export interface Watched {
  readonly before: DeskState;
  readonly after: DeskState;
  readonly records: readonly LogRecord[];
  /** The price of this input, if any. */
  readonly event: MarketEvent | null;
}

interface SessionJournal extends Journal {
  readonly records: LogRecord[];
}

/** Plays steps and records the tape. */
export class Session {
  readonly tape: TapeInput[] = [];
  readonly marks = new Map(FIRST_TICKS);
  private readonly clock = createSettableClock(START_MS);
  private readonly runner: Runner;
  private readonly keyed: CommandEnvelope[] = [];
  private keys = 0;
  sentTwice = 0;
  /** Called after every input with its results. */
  watch: (seen: Watched) => void = () => undefined;

  constructor(
    readonly config: EngineConfig,
    readonly journal: SessionJournal,
    staleAfterMs: number,
  ) {
    this.runner = createRunner({
      engine: createEngine(config),
      journal,
      clock: this.clock,
      state: EMPTY_DESK,
    });
    this.offer({
      type: 'MarketListed',
      market: MARKET,
      instruments: INSTRUMENTS,
      staleAfterMs,
      atMs: START_MS,
    });
    for (const each of INSTRUMENTS) this.offerQuote(each, 0);
  }

  get state(): DeskState {
    return this.runner.state();
  }

  get nowMs(): number {
    return this.clock.nowMs();
  }

  async open(): Promise<void> {
    for (const userId of USERS)
      await this.send({
        userId,
        idempotencyKey: null,
        command: { type: 'OpenBook', mode: 'simulation', market: MARKET, capitalMills: CAPITAL },
      });
  }

  async playStep(step: Step): Promise<Played> {
    const before = this.state;
    const from = this.journal.records.length;
    const envelope = this.buildEnvelope(step);
    const result = envelope
      ? await this.send(
          envelope,
          'isTwice' in step && step.isTwice && envelope.idempotencyKey !== null,
        )
      : null;
    if (!envelope) this.playMarketStep(step);
    return { envelope, result, before, records: this.journal.records.slice(from) };
  }

  /** Sends a command, or twice before the first answer: one order, one answer. */
  async send(envelope: CommandEnvelope, isTwice = false): Promise<CommandResult> {
    const [before, from] = [this.state, this.journal.records.length];
    const answer = this.executeCommand(envelope);
    const repeatedAnswer = isTwice ? this.executeCommand(envelope) : answer;
    this.runner.drain();
    if (isTwice)
      assertEqual((await repeatedAnswer) === (await answer), true, 'one answer for both');
    if (isTwice) this.sentTwice += 1;
    this.watch({
      before,
      after: this.state,
      records: this.journal.records.slice(from),
      event: null,
    });
    return answer;
  }

  private executeCommand(envelope: CommandEnvelope): Promise<CommandResult> {
    this.tape.push({ envelope, atMs: this.nowMs });
    return this.runner.execute(envelope);
  }

  offer(event: EngineEvent): void {
    this.tape.push({ event });
    const [before, from] = [this.state, this.journal.records.length];
    this.clock.advance(event.atMs);
    this.runner.offer(event);
    this.runner.drain();
    this.watch({
      before,
      after: this.state,
      records: this.journal.records.slice(from),
      event: event.type === 'Market' ? event.event : null,
    });
  }

  private playMarketStep(step: Step): void {
    if (step.do === 'quote') this.offerQuote(step.instrument, step.move);
    if (step.do === 'bar') this.offerBar(step.instrument, step.moves);
    if (step.do === 'weather') this.offerWeather(step.series, step.value);
    if (step.do === 'bad-quote') this.badQuote(step.instrument, step.fault);
    if (step.do === 'time') this.offer({ type: 'Time', atMs: this.nowMs + step.ms });
  }

  private movePrice(of: Instrument, by: number): number {
    const next = (this.marks.get(of.id) ?? 0) + by;
    const ticks = of.priceMayBeNegative ? next : Math.max(50, next);
    this.marks.set(of.id, ticks);
    return ticks;
  }

  private offerQuote(of: Instrument, by: number): void {
    const atMs = this.nowMs + 1500;
    this.offer({
      type: 'Market',
      isBackfill: false,
      atMs,
      event: {
        type: 'QuoteArrived',
        market: MARKET,
        instrumentId: of.id,
        quote: buildQuote(toTicks(this.movePrice(of, by)), 1, atMs),
      },
    });
  }

  private offerWeather(series: string, value: number): void {
    const atMs = this.nowMs;
    this.offer({
      type: 'Weather',
      atMs,
      reading: {
        type: 'WeatherObserved',
        market: MARKET,
        series,
        value,
        validMs: atMs,
        publishedMs: atMs,
      },
    });
  }

  /** An invalid quote far from the last price: it fills nothing. */
  private badQuote({ id }: Instrument, fault: Extract<Step, { do: 'bad-quote' }>['fault']): void {
    const far = this.nowMs % 2 === 0 ? 1 : 100_000;
    const lastMs = this.state.markets[MARKET]?.instruments[id]?.quote?.atMs ?? START_MS;
    const atMs = fault === 'old' ? lastMs - 1 : this.nowMs;
    const sound = buildQuote(toTicks(far), 1, atMs);
    const faulty = {
      crossed: { ...sound, bidTicks: sound.askTicks, askTicks: sound.bidTicks },
      outside: { ...sound, lastTicks: toTicks(far + 5) },
      old: sound,
    }[fault];
    const before = this.journal.records.length;
    this.offer({
      type: 'Market',
      isBackfill: false,
      atMs: this.nowMs,
      event: { type: 'QuoteArrived', market: MARKET, instrumentId: id, quote: faulty },
    });
    assertEqual(this.journal.records.length, before, `records after a quote that is ${fault}`);
  }

  private offerBar(
    of: Instrument,
    [gap, up, down, drift]: readonly [number, number, number, number],
  ): void {
    const [startsMs, endsMs] = [this.nowMs + 1, this.nowMs + 60_000];
    const open = this.movePrice(of, gap);
    const at = { market: MARKET, instrumentId: of.id };
    this.offer({
      type: 'Market',
      isBackfill: false,
      atMs: startsMs,
      event: { type: 'BarOpened', ...at, quote: buildQuote(toTicks(open), 1, startsMs) },
    });
    const close = this.movePrice(of, drift);
    const low = Math.min(open, close) - Math.abs(down);
    const prices = {
      openTicks: toTicks(open),
      highTicks: toTicks(Math.max(open, close) + Math.abs(up)),
      lowTicks: toTicks(of.priceMayBeNegative ? low : Math.max(1, low)),
      closeTicks: toTicks(close),
    };
    const bar: Bar = { ...prices, startsMs, endsMs };
    this.offer({
      type: 'Market',
      isBackfill: false,
      atMs: endsMs,
      event: { type: 'BarClosed', ...at, bar, quote: buildQuote(toTicks(close), 1, endsMs) },
    });
  }

  private buildEnvelope(step: Step): CommandEnvelope | null {
    if (step.do === 'repeat') return this.repeatEnvelope(step.nth, step.isOther);
    const command = this.buildCommand(step);
    if (!command) return null;
    const userId = 'user' in step ? step.user : 'system';
    const idempotencyKey = 'isKeyed' in step && step.isKeyed ? `key-${(this.keys += 1)}` : null;
    const envelope = { userId, command, idempotencyKey };
    if (idempotencyKey !== null) this.keyed.push(envelope);
    return envelope;
  }

  private repeatEnvelope(nth: number, isOther: boolean): CommandEnvelope | null {
    const earlier = this.keyed.at(-1 - nth);
    return earlier && isOther
      ? { ...earlier, command: { type: 'SelectMode', mode: 'paper' } }
      : (earlier ?? null);
  }

  private buildCommand(step: Step): Command | null {
    if (step.do === 'order') return this.buildOrder(step);
    if (step.do === 'close-position')
      return {
        type: 'ClosePosition',
        positionId: this.findNth(step.user, step.nth, (book) => Object.keys(book.positions)),
      };
    if (step.do === 'cancel')
      return {
        type: 'CancelOrder',
        orderId: this.findNth(step.user, step.nth, (book) => Object.keys(book.orders)),
      };
    if (step.do === 'close') return { type: 'CloseTrading', commodity: step.commodity };
    if (step.do === 'start')
      return {
        type: 'StartTrading',
        commodity: step.commodity,
        ...(step.commodity === null ? { rearm: true } : {}),
      };
    if (step.do === 'stop') return { type: 'StopTrading', commodity: step.commodity };
    if (step.do === 'reset') return { type: 'ResetBook' };
    if (step.do === 'mode') return { type: 'SelectMode', mode: step.mode };
    if (step.do === 'settings') return { type: 'SaveSettings', settings: step.settings };
    if (step.do === 'halt') return { type: 'HaltTrading', reason: 'a test' };
    return step.do === 'resume' ? { type: 'ResumeTrading', reason: 'a test' } : null;
  }

  private buildOrder(step: Extract<Step, { do: 'order' }>): Command {
    const last = this.marks.get(step.instrument.id) ?? 0;
    const toTicksOrNull = (value: number | null) => (value === null ? null : toTicks(value));
    return {
      type: 'PlaceOrder',
      instrumentId: step.instrument.id,
      side: step.side,
      orderType: step.orderType,
      lots: toLots(step.lots),
      priceTicks: step.orderType === 'MARKET' ? null : toTicks(last + step.away),
      stopDistanceTicks: toTicksOrNull(step.stop),
      targetDistanceTicks: toTicksOrNull(step.target),
    };
  }

  /** The nth own item; beyond the last an item of another user, which must be rejected. */
  private findNth(userId: string, nth: number, ids: (book: Book) => readonly string[]): string {
    const books = Object.values(this.state.books);
    const own = books.filter((book) => book.userId === userId).flatMap(ids);
    const foreign = books.filter((book) => book.userId !== userId).flatMap(ids);
    return own[nth] ?? foreign[nth] ?? 'nobody-s';
  }
}

const LEVELS: Readonly<Partial<Record<CommodityKey, Evaluator>>> = {
  'natural-gas': createLevelPlaybook('natural-gas', 2.8, 1, 0.05, '15m'),
  'crude-oil': createLevelPlaybook('crude-oil', 1, 1, 0.4, '15m'),
  corn: createLevelPlaybook('corn', 450, null, 0.1, '15m'),
};

/** Test engine with a playbook per contract. Market orders fill at once, or at the next price. */
export function sessionConfig(fillsAtOnce: boolean): EngineConfig {
  return createTestConfig({
    fillsAtOnce,
    getMarket: () => MARKET,
    listPlaybooks: (key) => (LEVELS[key] ? [LEVELS[key]] : []),
  });
}
