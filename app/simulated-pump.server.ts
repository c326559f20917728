// Drives the simulated market into the runner by the wall clock: the recent past at once, then a quote every five seconds and a bar every quarter of an hour.
import { type FeedPump, type FeedStatus, type PumpWork, startPump } from './feed-pump.server';
import type { SetClock } from './trading/clock';
import type { Instrument } from './trading/domain/instrument';
import type { Bar, Quote } from './trading/domain/quote';
import type { EpochMs } from './trading/domain/units';
import type { EngineEvent } from './trading/engine/event';
import { marketInput, weatherInput } from './trading/engine/inputs';
import type { Runner } from './trading/engine/runner';
import type { MarketEvent, WeatherReading } from './trading/ports';

/** What the pump asks of a world; it shows the runner nothing later than the wall clock. */
export interface PumpedWorld {
  readonly instruments: readonly Instrument[];
  quoteAt(instrument: Instrument, atMs: EpochMs): Quote;
  barAt(instrument: Instrument, startMs: EpochMs, lengthMs: number): Bar;
  readingsOf(market: string, validMs: EpochMs): readonly WeatherReading[];
}

export interface SimulatedPumpOptions {
  readonly market: string;
  readonly world: PumpedWorld;
  readonly runner: Pick<Runner, 'offer'>;
  readonly clock: SetClock;
  /** Wall time: `Date.now`. */
  readonly nowMs: () => EpochMs;
  /** Calls back after so many milliseconds, unless the returned function is called first; a timer when absent. */
  readonly later?: (callback: () => void, ms: number) => () => void;
  readonly onFault: (error: Error) => void;
}

export const SIMULATED_STALE_MS = 15_000;
const QUOTE_MS = 5_000;
const BAR_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
/** How far back a start, or the end of a long sleep, looks. */
const BACKFILL_BARS = 300;
const BACKFILL_DAYS = 400;
/** Events offered between two looks at the rest of the process while catching up. */
const CHUNK = 250;
/** How long a full queue is waited for before an event is offered again. */
const FULL_QUEUE_MS = 5;

/** Keeps no process alive: a server that has closed may end, whatever the market does. */
const timer = (callback: () => void, ms: number): (() => void) => {
  const handle = setTimeout(callback, ms);
  handle.unref();
  return () => clearTimeout(handle);
};

/** Starts to pump the simulated market. Bars that ended while the machine slept are shown as the past: prices only, no decisions. */
export const pumpSimulated = (options: SimulatedPumpOptions): FeedPump => startPump(new SimulatedPump(options));

class SimulatedPump implements PumpWork {
  readonly status: { -readonly [Field in keyof FeedStatus]: FeedStatus[Field] };
  private readonly later: NonNullable<SimulatedPumpOptions['later']>;
  private isStopped = false;
  private wake: () => void = () => undefined;
  /** Start of the bar that has not ended yet, midnight of the next day to read, and the latest moment shown. */
  private barMs: EpochMs = 0;
  private readingMs: EpochMs = 0;
  private shownMs: EpochMs = -Infinity;

  constructor(private readonly options: SimulatedPumpOptions) {
    this.status = { market: options.market, phase: 'catching up', events: 0, lastEventMs: null, fault: null };
    this.later = options.later ?? timer;
  }

  async run(): Promise<void> {
    const { market, world, nowMs } = this.options;
    const startMs = nowMs();
    this.readingMs = Math.floor(startMs / DAY_MS - BACKFILL_DAYS) * DAY_MS;
    await this.put({ type: 'MarketListed', market, instruments: world.instruments, staleAfterMs: SIMULATED_STALE_MS, atMs: startMs });
    while (!this.isStopped) {
      await this.show(nowMs());
      await this.pause(QUOTE_MS - (nowMs() % QUOTE_MS));
    }
    this.status.phase = 'stopped';
  }

  /** Shows all up to a moment; a clock that was set back shows nothing until it has caught up. */
  private async show(nowMs: EpochMs): Promise<void> {
    if (nowMs <= this.shownMs) return;
    this.options.clock.advance(nowMs);
    await this.showBars(nowMs);
    await this.showReadings(nowMs);
    if (this.isStopped) return;
    // A quote is of the moment the bars were shown up to: a later one would make the desk refuse the bar that ends in between.
    for (const instrument of this.options.world.instruments) this.showQuote(instrument, nowMs);
    this.shownMs = nowMs;
    this.status.phase = 'running';
  }

  private async showBars(nowMs: EpochMs): Promise<void> {
    const isFirst = this.shownMs === -Infinity;
    this.barMs = Math.max(this.barMs, Math.floor(nowMs / BAR_MS - BACKFILL_BARS) * BAR_MS);
    for (; this.barMs + BAR_MS <= nowMs && !this.isStopped; this.barMs += BAR_MS) {
      const isPast = isFirst || nowMs - (this.barMs + BAR_MS) > SIMULATED_STALE_MS;
      if (isPast) this.status.phase = 'catching up';
      await this.showReadings(this.barMs + BAR_MS - 1);
      await this.putAll('BarClosed', isPast);
      if (!isPast) await this.putAll('BarOpened', isPast);
    }
  }

  private async putAll(type: 'BarClosed' | 'BarOpened', isPast: boolean): Promise<void> {
    const { market, world } = this.options;
    for (const instrument of world.instruments) {
      const at = { market, instrumentId: instrument.id };
      if (type === 'BarOpened') await this.put(marketInput({ type, ...at, quote: world.quoteAt(instrument, this.barMs + BAR_MS) }, isPast));
      else await this.put(marketInput(this.closed(instrument), isPast));
    }
  }

  private closed(instrument: Instrument): MarketEvent {
    const { market, world } = this.options;
    const bar = world.barAt(instrument, this.barMs, BAR_MS);
    return { type: 'BarClosed', market, instrumentId: instrument.id, bar, quote: world.quoteAt(instrument, bar.endsMs) };
  }

  private async showReadings(untilMs: EpochMs): Promise<void> {
    const { market, world } = this.options;
    // Only a day that has ended can have been published: no later one is even asked for.
    while (this.readingMs + DAY_MS <= untilMs && !this.isStopped) {
      const readings = world.readingsOf(market, this.readingMs);
      if (readings.some(({ publishedMs }) => publishedMs > untilMs)) return;
      for (const reading of readings) await this.put(weatherInput(reading));
      this.readingMs += DAY_MS;
    }
  }

  /** A quote that finds the queue full is dropped: the next one says more. */
  private showQuote(instrument: Instrument, atMs: EpochMs): void {
    const { market, world, runner } = this.options;
    const event = marketInput({ type: 'QuoteArrived', market, instrumentId: instrument.id, quote: world.quoteAt(instrument, atMs) }, false);
    if (runner.offer(event)) this.passed(event);
  }

  /** Offers until the runner takes it. */
  private async put(event: EngineEvent): Promise<void> {
    while (!this.isStopped && !this.options.runner.offer(event)) await this.pause(FULL_QUEUE_MS);
    if (this.isStopped) return;
    this.passed(event);
    if (this.status.events % CHUNK === 0) await this.pause(0);
  }

  private passed(event: EngineEvent): void {
    this.status.events += 1;
    this.status.lastEventMs = event.atMs;
  }

  private pause(ms: number): Promise<void> {
    if (this.isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.later(resolve, ms);
      this.wake = () => {
        cancel();
        resolve();
      };
    });
  }

  stop(): void {
    this.isStopped = true;
    this.wake();
  }

  fail(error: Error): void {
    this.status.phase = 'failed';
    this.status.fault = error.message;
    this.options.onFault(error);
  }
}
