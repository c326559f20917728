// Drives the simulated market into the runner by the wall clock: the recent past at once, then a quote every five seconds and a bar every quarter of an hour.
import { type FeedPump, Pump, type PumpPorts, startPump } from './pump.server';
import type { SetClock } from './trading/clock';
import type { Instrument } from './trading/domain/instrument';
import type { Bar, Quote } from './trading/domain/quote';
import type { EpochMs } from './trading/domain/units';
import type { EngineEvent } from './trading/engine/event';
import { marketInput, weatherInput } from './trading/engine/inputs';
import type { MarketEvent, WeatherReading } from './trading/ports';

/** What the pump asks of a world; it shows the runner nothing later than the wall clock. */
export interface PumpedWorld {
  /** What a desk follows at a moment: other months as time goes by. */
  listedAt(atMs: EpochMs): readonly Instrument[];
  /** A contract by its id, also one that has expired: then its quote is its settlement. */
  instrument(id: string): Instrument;
  quoteAt(instrument: Instrument, atMs: EpochMs): Quote;
  barAt(instrument: Instrument, startMs: EpochMs, lengthMs: number): Bar;
  readingsOf(market: string, validMs: EpochMs): readonly WeatherReading[];
}

export interface SimulatedPumpOptions extends PumpPorts {
  readonly market: string;
  readonly world: PumpedWorld;
  readonly clock: SetClock;
  /** Wall time: `Date.now`. */
  readonly nowMs: () => EpochMs;
  /** Contracts in which somebody holds something or has an order: they are quoted until nobody does, whatever is listed. None when absent. */
  readonly heldIds?: () => readonly string[];
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

/** Starts to pump the simulated market. Bars that ended while the machine slept are shown as the past: prices only, no decisions. */
export const pumpSimulated = (options: SimulatedPumpOptions): FeedPump => startPump(new SimulatedPump(options));

class SimulatedPump extends Pump {
  /** Start of the bar that has not ended yet, midnight of the next day to read, and the latest moment shown. */
  private barMs: EpochMs = 0;
  private readingMs: EpochMs = 0;
  private shownMs: EpochMs = -Infinity;
  private instruments: readonly Instrument[] = [];

  constructor(private readonly options: SimulatedPumpOptions) {
    super(options, { market: options.market, kind: 'news', hours: 'always' });
  }

  protected nowMs(): EpochMs {
    return this.options.nowMs();
  }

  async run(): Promise<void> {
    const { nowMs } = this.options;
    this.readingMs = Math.floor(nowMs() / DAY_MS - BACKFILL_DAYS) * DAY_MS;
    while (!this.isStopped) {
      await this.show(nowMs());
      await this.pause(QUOTE_MS - (nowMs() % QUOTE_MS));
    }
    this.phase = 'stopped';
  }

  /** Shows all up to a moment; a clock that was set back shows nothing until it has caught up. */
  private async show(nowMs: EpochMs): Promise<void> {
    if (nowMs <= this.shownMs) return;
    this.options.clock.advance(nowMs);
    await this.follow(nowMs);
    await this.showBars(nowMs);
    await this.showReadings(nowMs);
    if (this.isStopped) return;
    // A quote is of the moment the bars were shown up to: a later one would make the desk refuse the bar that ends in between.
    for (const instrument of this.instruments) await this.showQuote(instrument, nowMs);
    this.shownMs = nowMs;
    this.phase = 'running';
  }

  /** Lists the months that are new at a moment, with their own past, and lets go of those that nobody follows or holds. */
  private async follow(nowMs: EpochMs): Promise<void> {
    const { market, world, heldIds } = this.options;
    const listed = world.listedAt(nowMs);
    const held = (heldIds?.() ?? []).filter((id) => !listed.some((instrument) => instrument.id === id)).map((id) => world.instrument(id));
    const followed = [...listed, ...held];
    const known = new Set(this.instruments.map(({ id }) => id));
    const added = followed.filter(({ id }) => !known.has(id));
    this.instruments = followed;
    if (added.length === 0) return;
    await this.showAll({ type: 'MarketListed', market, instruments: followed, staleAfterMs: SIMULATED_STALE_MS, atMs: nowMs });
    // At the start all are new, and the past of all is shown bar by bar.
    if (known.size > 0) for (const instrument of added) await this.showPast(instrument);
  }

  private async showPast(instrument: Instrument): Promise<void> {
    for (let startMs = this.barMs - BACKFILL_BARS * BAR_MS; startMs < this.barMs && !this.isStopped; startMs += BAR_MS) {
      await this.showAll(marketInput(this.closed(instrument, startMs), true));
    }
  }

  private async showBars(nowMs: EpochMs): Promise<void> {
    const isFirst = this.shownMs === -Infinity;
    this.barMs = Math.max(this.barMs, Math.floor(nowMs / BAR_MS - BACKFILL_BARS) * BAR_MS);
    for (; this.barMs + BAR_MS <= nowMs && !this.isStopped; this.barMs += BAR_MS) {
      const isPast = isFirst || nowMs - (this.barMs + BAR_MS) > SIMULATED_STALE_MS;
      if (isPast) this.phase = 'catching up';
      await this.showReadings(this.barMs + BAR_MS - 1);
      await this.putAll('BarClosed', isPast);
      if (!isPast) await this.putAll('BarOpened', isPast);
    }
  }

  private async putAll(type: 'BarClosed' | 'BarOpened', isPast: boolean): Promise<void> {
    const { market, world } = this.options;
    for (const instrument of this.instruments) {
      const at = { market, instrumentId: instrument.id };
      if (type === 'BarOpened') await this.showAll(marketInput({ type, ...at, quote: world.quoteAt(instrument, this.barMs + BAR_MS) }, isPast));
      else await this.showAll(marketInput(this.closed(instrument, this.barMs), isPast));
    }
  }

  private closed(instrument: Instrument, startMs: EpochMs): MarketEvent {
    const { market, world } = this.options;
    const bar = world.barAt(instrument, startMs, BAR_MS);
    return { type: 'BarClosed', market, instrumentId: instrument.id, bar, quote: world.quoteAt(instrument, bar.endsMs) };
  }

  private async showReadings(untilMs: EpochMs): Promise<void> {
    const { market, world } = this.options;
    // Only a day that has ended can have been published: no later one is even asked for.
    while (this.readingMs + DAY_MS <= untilMs && !this.isStopped) {
      const readings = world.readingsOf(market, this.readingMs);
      if (readings.some(({ publishedMs }) => publishedMs > untilMs)) return;
      for (const reading of readings) await this.showAll(weatherInput(reading));
      this.readingMs += DAY_MS;
    }
  }

  /** A quote that finds the queue full is dropped, for the next one says more; the bar that it may confirm is not. */
  private async showQuote(instrument: Instrument, atMs: EpochMs): Promise<void> {
    const { market, world } = this.options;
    const input = marketInput({ type: 'QuoteArrived', market, instrumentId: instrument.id, quote: world.quoteAt(instrument, atMs) }, false);
    for (const event of this.guarded(input)) {
      if (event.type === 'Market' && event.event.type === 'QuoteArrived') this.offer(event);
      else await this.put(event);
    }
  }

  /** Shows what the guard lets through, and looks at the rest of the process now and then. */
  private async showAll(event: EngineEvent): Promise<void> {
    for (const sound of this.guarded(event)) if ((await this.put(sound)) && this.events % CHUNK === 0) await this.pause(0);
  }
}
