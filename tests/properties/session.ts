// Random sessions of a desk: three users, three contracts, prices that jump, and a tape of
// everything that went in.
import type { Book } from '../../app/trading/domain/book';
import type { Command, CommandEnvelope, CommandResult } from '../../app/trading/domain/command';
import type { CommodityKey } from '../../app/trading/domain/commodity';
import type { Instrument } from '../../app/trading/domain/instrument';
import { type Bar, quoteAround } from '../../app/trading/domain/quote';
import type { LogRecord } from '../../app/trading/domain/record';
import { toLots, toMills, toTicks } from '../../app/trading/domain/units';
import { setClock } from '../../app/trading/clock';
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
  levelPlaybook,
  testConfig,
} from '../support/desk-harness';
import { agree } from './property';
import { type Step, USERS } from './steps';

export const CAPITAL = toMills(25_000_000);
/** Two hours before midnight, so that sessions cross into another day. */
export const START_MS = Date.UTC(2024, 0, 2, 22, 0);
const FIRST_TICKS: ReadonlyMap<string, number> = new Map([
  [GAS.id, 2800],
  [CRUDE.id, 100],
  [CORN.id, 1800],
]);

/** What went into a runner: enough to do it all again. */
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
  /** The price that went in, if one did. */
  readonly event: MarketEvent | null;
}

interface SessionJournal extends Journal {
  readonly records: LogRecord[];
}

/** A desk that plays steps one by one and keeps the tape. */
export class Session {
  readonly tape: TapeInput[] = [];
  readonly marks = new Map(FIRST_TICKS);
  private readonly clock = setClock(START_MS);
  private readonly runner: Runner;
  private readonly keyed: CommandEnvelope[] = [];
  private keys = 0;
  sentTwice = 0;
  /** Called after every single input with what it led to. */
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
    for (const each of INSTRUMENTS) this.quote(each, 0);
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

  async play(step: Step): Promise<Played> {
    const before = this.state;
    const from = this.journal.records.length;
    const envelope = this.envelopeOf(step);
    const result = envelope
      ? await this.send(
          envelope,
          'isTwice' in step && step.isTwice && envelope.idempotencyKey !== null,
        )
      : null;
    if (!envelope) this.world(step);
    return { envelope, result, before, records: this.journal.records.slice(from) };
  }

  /** Sends a command, or the same one twice before the first is answered: one deed, one answer. */
  async send(envelope: CommandEnvelope, isTwice = false): Promise<CommandResult> {
    const [before, from] = [this.state, this.journal.records.length];
    const answer = this.execute(envelope);
    const twin = isTwice ? this.execute(envelope) : answer;
    this.runner.drain();
    if (isTwice) agree((await twin) === (await answer), true, 'one answer for both');
    if (isTwice) this.sentTwice += 1;
    this.watch({
      before,
      after: this.state,
      records: this.journal.records.slice(from),
      event: null,
    });
    return answer;
  }

  private execute(envelope: CommandEnvelope): Promise<CommandResult> {
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

  private world(step: Step): void {
    if (step.do === 'quote') this.quote(step.instrument, step.move);
    if (step.do === 'bar') this.bar(step.instrument, step.moves);
    if (step.do === 'weather') this.weather(step.series, step.value);
    if (step.do === 'bad-quote') this.badQuote(step.instrument, step.fault);
    if (step.do === 'time') this.offer({ type: 'Time', atMs: this.nowMs + step.ms });
  }

  private moved(of: Instrument, by: number): number {
    const next = (this.marks.get(of.id) ?? 0) + by;
    const ticks = of.priceMayBeNegative ? next : Math.max(50, next);
    this.marks.set(of.id, ticks);
    return ticks;
  }

  private quote(of: Instrument, by: number): void {
    const atMs = this.nowMs + 1500;
    this.offer({
      type: 'Market',
      isBackfill: false,
      atMs,
      event: {
        type: 'QuoteArrived',
        market: MARKET,
        instrumentId: of.id,
        quote: quoteAround(toTicks(this.moved(of, by)), 1, atMs),
      },
    });
  }

  private weather(series: string, value: number): void {
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

  /** A quote that no desk may believe, far from the last one: whatever waits, it fills nothing. */
  private badQuote({ id }: Instrument, fault: Extract<Step, { do: 'bad-quote' }>['fault']): void {
    const far = this.nowMs % 2 === 0 ? 1 : 100_000;
    const lastMs = this.state.markets[MARKET]?.instruments[id]?.quote?.atMs ?? START_MS;
    const atMs = fault === 'old' ? lastMs - 1 : this.nowMs;
    const sound = quoteAround(toTicks(far), 1, atMs);
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
    agree(this.journal.records.length, before, `records after a quote that is ${fault}`);
  }

  private bar(
    of: Instrument,
    [gap, up, down, drift]: readonly [number, number, number, number],
  ): void {
    const [startsMs, endsMs] = [this.nowMs + 1, this.nowMs + 60_000];
    const open = this.moved(of, gap);
    const at = { market: MARKET, instrumentId: of.id };
    this.offer({
      type: 'Market',
      isBackfill: false,
      atMs: startsMs,
      event: { type: 'BarOpened', ...at, quote: quoteAround(toTicks(open), 1, startsMs) },
    });
    const close = this.moved(of, drift);
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
      event: { type: 'BarClosed', ...at, bar, quote: quoteAround(toTicks(close), 1, endsMs) },
    });
  }

  private envelopeOf(step: Step): CommandEnvelope | null {
    if (step.do === 'repeat') return this.repeated(step.nth, step.isOther);
    const command = this.commandOf(step);
    if (!command) return null;
    const userId = 'user' in step ? step.user : 'system';
    const idempotencyKey = 'isKeyed' in step && step.isKeyed ? `key-${(this.keys += 1)}` : null;
    const envelope = { userId, command, idempotencyKey };
    if (idempotencyKey !== null) this.keyed.push(envelope);
    return envelope;
  }

  private repeated(nth: number, isOther: boolean): CommandEnvelope | null {
    const earlier = this.keyed.at(-1 - nth);
    return earlier && isOther
      ? { ...earlier, command: { type: 'SelectMode', mode: 'paper' } }
      : (earlier ?? null);
  }

  private commandOf(step: Step): Command | null {
    if (step.do === 'order') return this.orderOf(step);
    if (step.do === 'close-position')
      return {
        type: 'ClosePosition',
        positionId: this.nthOf(step.user, step.nth, (book) => Object.keys(book.positions)),
      };
    if (step.do === 'cancel')
      return {
        type: 'CancelOrder',
        orderId: this.nthOf(step.user, step.nth, (book) => Object.keys(book.orders)),
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

  private orderOf(step: Extract<Step, { do: 'order' }>): Command {
    const last = this.marks.get(step.instrument.id) ?? 0;
    const ticksOf = (value: number | null) => (value === null ? null : toTicks(value));
    return {
      type: 'PlaceOrder',
      instrumentId: step.instrument.id,
      side: step.side,
      orderType: step.orderType,
      lots: toLots(step.lots),
      priceTicks: step.orderType === 'MARKET' ? null : toTicks(last + step.away),
      stopDistanceTicks: ticksOf(step.stop),
      targetDistanceTicks: ticksOf(step.target),
    };
  }

  /** One of the user's own; beyond the last it is one of somebody else's, which must be refused. */
  private nthOf(userId: string, nth: number, ids: (book: Book) => readonly string[]): string {
    const books = Object.values(this.state.books);
    const own = books.filter((book) => book.userId === userId).flatMap(ids);
    const foreign = books.filter((book) => book.userId !== userId).flatMap(ids);
    return own[nth] ?? foreign[nth] ?? 'nobody-s';
  }
}

const LEVELS: Readonly<Partial<Record<CommodityKey, Evaluator>>> = {
  'natural-gas': levelPlaybook('natural-gas', 2.8, 1, 0.05, '15m'),
  'crude-oil': levelPlaybook('crude-oil', 1, 1, 0.4, '15m'),
  corn: levelPlaybook('corn', 450, null, 0.1, '15m'),
};

/**
 * The desk of the harness with a playbook for each contract; market orders fill at once, or at the
 * next price as in a history.
 */
export function sessionConfig(fillsAtOnce: boolean): EngineConfig {
  return testConfig({
    fillsAtOnce,
    marketOf: () => MARKET,
    playbooksOf: (key) => (LEVELS[key] ? [LEVELS[key]] : []),
  });
}
