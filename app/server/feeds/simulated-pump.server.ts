// Feeds the simulated market into the engine by desk time: recent history at once, then quotes
// every 5 s and bars every 15 min.
import { type FeedPump, Pump, type PumpPorts, startPump } from './pump.server';
import type { SettableClock } from '../../trading/clock';
import type { Instrument } from '../../trading/domain/instrument';
import type { Bar, Quote } from '../../trading/domain/quote';
import type { EpochMs } from '../../trading/domain/units';
import type { EngineEvent } from '../../trading/engine/event';
import { buildMarketEvent, buildWeatherEvent } from '../../trading/engine/feed-events';
import type { WeatherReading } from '../../trading/ports';
import { DAY_MS } from '../../trading/domain/time';
import { BAR_MS, type BarLength, WARM_UP_BARS } from '../../trading/strategies/playbook';

/** Simulated market as the pump reads it. Nothing later than desk time is published. */
export interface PumpWorld {
  /** Instruments to follow at a moment; they change over time. */
  listInstrumentsAt(atMs: EpochMs): readonly Instrument[];
  /** First midnight with a price. */
  listedFromMs(instrument: Instrument): EpochMs;
  /** Contract by id, also an expired one, whose quote is its settlement. */
  getInstrument(id: string): Instrument;
  quoteAt(instrument: Instrument, atMs: EpochMs): Quote;
  barAt(instrument: Instrument, startMs: EpochMs, lengthMs: number): Bar;
  listReadings(market: string, validMs: EpochMs): readonly WeatherReading[];
}

/** Warms up strategies on some bar lengths outside the pump. */
export interface WarmUpReader {
  readonly foldedApart: readonly BarLength[];
  /** Queues new contracts; returns at once. */
  add(instruments: readonly Instrument[]): void;
}

type BarCounts = Readonly<Record<BarLength, number>>;

export interface SimulatedPumpOptions extends PumpPorts {
  readonly market: string;
  readonly world: PumpWorld;
  readonly clock: SettableClock;
  /** Current desk time. Monotonic; steps of the wall clock do not affect it. */
  readonly nowMs: () => EpochMs;
  /**
   * Warms up strategies on long bars; the pump then publishes history only for the others. Without
   * it, the pump publishes all history.
   */
  readonly warmUp?: WarmUpReader;
  /** Contracts beside the listed ones that strategies trade, such as far legs of spreads. */
  readonly getLegs?: (atMs: EpochMs) => readonly Instrument[];
  /** Strategy inputs by id at a moment, for bars of a length. */
  readonly getInputs?: (length: BarLength, atMs: EpochMs) => Readonly<Record<string, number>>;
  /** Contracts with positions or orders: quoted as long as needed, even if not listed. */
  readonly getHeldIds?: () => readonly string[];
  /** Contracts quoted under old terms that are no longer needed. */
  readonly getReleasedIds?: () => readonly string[];
  /** Last quote that an earlier run accepted, in current ticks; null if none. */
  readonly storedQuote?: (instrument: Instrument) => Quote | null;
}

export const SIMULATED_STALE_MS = 15_000;
const QUOTE_MS = 5_000;
/** The shortest first: an hour ends after its last quarter. */
const LENGTHS: readonly BarLength[] = ['15m', '1h', '1d'];
const BACKFILL_DAYS = 400;
/** Events between two yields to the event loop while catching up. */
const CHUNK = 250;

/**
 * Starts the pump. Bars that ended while the machine slept are backfill: prices only, no decisions.
 */
export const pumpSimulated = (options: SimulatedPumpOptions): FeedPump =>
  startPump(new SimulatedPump(options));

class SimulatedPump extends Pump {
  /** End of the last published bars, midnight of the next readings, and latest published moment. */
  private barsUntilMs: EpochMs = -Infinity;
  private nextReadingMs: EpochMs = 0;
  private publishedMs: EpochMs = -Infinity;
  private instruments: readonly Instrument[] = [];
  /** Contracts whose strategies still need a warm-up. */
  private readonly joiningInstruments: Instrument[] = [];
  /** Held contracts that the market does not have. */
  private readonly unknownIds = new Set<string>();

  constructor(private readonly options: SimulatedPumpOptions) {
    super(options, {
      market: options.market,
      kind: 'news',
      hours: 'always',
      ...(options.storedQuote ? { storedQuote: options.storedQuote } : {}),
    });
  }

  private get foldedApart(): readonly BarLength[] {
    return this.options.warmUp?.foldedApart ?? [];
  }

  /** Bars of each length published for new contracts. */
  private get joiningBars(): BarCounts {
    return {
      ...WARM_UP_BARS,
      ...Object.fromEntries(this.foldedApart.map((length) => [length, 0])),
    };
  }

  protected nowMs(): EpochMs {
    return this.options.nowMs();
  }

  async run(): Promise<void> {
    const { nowMs } = this.options;
    this.nextReadingMs = Math.floor(nowMs() / DAY_MS - BACKFILL_DAYS) * DAY_MS;
    while (!this.isStopped) {
      await this.publishUntil(nowMs());
      if (this.isStopped) break;
      // Prices that took so long to publish are stale: keep catching up.
      const isBehind = nowMs() - this.publishedMs > SIMULATED_STALE_MS;
      // Lets the runner process queued events first, so that pages never show the last backfill
      // prices.
      if (!isBehind && this.phase === 'catching up') await this.pause(0);
      this.phase = isBehind ? 'catching up' : 'running';
      // Prices first, then strategy warm-up.
      if (!isBehind) this.options.warmUp?.add(this.joiningInstruments.splice(0));
      await this.pause(isBehind ? 0 : QUOTE_MS - (nowMs() % QUOTE_MS));
    }
    this.phase = 'stopped';
  }

  /** Publishes everything up to a moment, once. */
  private async publishUntil(nowMs: EpochMs): Promise<void> {
    if (nowMs <= this.publishedMs) return;
    this.options.clock.advance(nowMs);
    await this.updateInstruments(nowMs);
    await this.publishBars(nowMs);
    await this.publishReadings(nowMs);
    if (this.isStopped) return;
    // Quotes have the moment of the bars: with a later one the engine would reject the bar that
    // ends in between.
    for (const instrument of this.instruments) await this.publishQuote(instrument, nowMs);
    this.publishedMs = nowMs;
  }

  /** Lists new months with their history, and drops those that are neither listed nor held. */
  private async updateInstruments(nowMs: EpochMs): Promise<void> {
    const { market, world, getHeldIds, getLegs } = this.options;
    const listed = dedupeInstruments([
      ...world.listInstrumentsAt(nowMs),
      ...(getLegs?.(nowMs) ?? []),
    ]);
    const heldIds = (getHeldIds?.() ?? [])
      .filter((id) => !listed.some((instrument) => instrument.id === id))
      .flatMap((id) => this.findHeldInstrument(id) ?? []);
    const followed = [...listed, ...heldIds];
    const knownIds = new Set(this.instruments.map(({ id }) => id));
    // A contract with newly applicable terms restarts like a new one: its bars and strategies used
    // the old terms.
    const released = new Set(this.options.getReleasedIds?.() ?? []);
    const added = followed.filter(({ id }) => !knownIds.has(id) || released.has(id));
    this.instruments = followed;
    if (added.length === 0) return;
    const shownAgain = followed.flatMap(({ id }) => (released.has(id) ? [id] : []));
    await this.publish({
      type: 'MarketListed',
      market,
      instruments: followed,
      staleAfterMs: SIMULATED_STALE_MS,
      atMs: nowMs,
      warmUpBars: this.foldedApart,
      reloadedContracts: shownAgain,
    });
    this.joiningInstruments.push(...added);
    // At the start all are new, and publishBars covers their history.
    if (knownIds.size > 0) for (const instrument of added) await this.publishPast(instrument);
  }

  /**
   * Held contract in the market, or null if unknown. Reported once; other contracts keep their
   * quotes.
   */
  private findHeldInstrument(id: string): Instrument | null {
    if (this.unknownIds.has(id)) return null;
    try {
      return this.options.world.getInstrument(id);
    } catch (error) {
      this.unknownIds.add(id);
      this.options.onFault(error instanceof Error ? error : new Error(String(error)));
      return null;
    }
  }

  /** History of a new contract, up to the bars published for the others. */
  private async publishPast(instrument: Instrument): Promise<void> {
    for (const { endMs, lengths } of iterateBarEnds(
      -Infinity,
      this.barsUntilMs,
      this.joiningBars,
    )) {
      for (const length of lengths)
        if (!this.isStopped) await this.publishClosedBar(instrument, endMs, length, true);
    }
  }

  private async publishBars(nowMs: EpochMs): Promise<void> {
    const isFirst = this.publishedMs === -Infinity;
    for (const { endMs, lengths } of iterateBarEnds(
      this.barsUntilMs,
      nowMs,
      isFirst ? this.joiningBars : WARM_UP_BARS,
    )) {
      if (this.isStopped) return;
      const isBackfill = isFirst || nowMs - endMs > SIMULATED_STALE_MS;
      if (isBackfill) this.phase = 'catching up';
      await this.publishReadings(endMs - 1);
      for (const length of lengths) {
        await this.publishInputs(length, endMs - 1);
        for (const instrument of this.instruments)
          await this.publishClosedBar(instrument, endMs, length, isBackfill);
      }
      if (!isBackfill)
        for (const instrument of this.instruments) await this.publishOpenedBar(instrument, endMs);
      this.barsUntilMs = endMs;
    }
  }

  /** A completed bar; none before the contract was listed. */
  private async publishClosedBar(
    instrument: Instrument,
    endMs: EpochMs,
    length: BarLength,
    isBackfill: boolean,
  ): Promise<void> {
    const { market, world } = this.options;
    const startMs = endMs - BAR_MS[length];
    if (startMs < world.listedFromMs(instrument)) return;
    const bar = world.barAt(instrument, startMs, BAR_MS[length]);
    await this.publish(
      buildMarketEvent(
        {
          type: 'BarClosed',
          market,
          instrumentId: instrument.id,
          bar,
          quote: world.quoteAt(instrument, bar.endsMs),
        },
        isBackfill,
      ),
    );
  }

  private async publishOpenedBar(instrument: Instrument, atMs: EpochMs): Promise<void> {
    const { market, world } = this.options;
    await this.publish(
      buildMarketEvent(
        {
          type: 'BarOpened',
          market,
          instrumentId: instrument.id,
          quote: world.quoteAt(instrument, atMs),
        },
        false,
      ),
    );
  }

  /** Strategy inputs as known at the end of their bar. */
  private async publishInputs(length: BarLength, atMs: EpochMs): Promise<void> {
    const values = this.options.getInputs?.(length, atMs);
    if (values && Object.keys(values).length > 0)
      await this.publish({ type: 'Inputs', market: this.options.market, values, atMs });
  }

  private async publishReadings(untilMs: EpochMs): Promise<void> {
    const { market, world } = this.options;
    // Only completed days are published.
    while (this.nextReadingMs + DAY_MS <= untilMs && !this.isStopped) {
      const readings = world.listReadings(market, this.nextReadingMs);
      if (readings.some(({ publishedMs }) => publishedMs > untilMs)) return;
      for (const reading of readings) await this.publish(buildWeatherEvent(reading));
      this.nextReadingMs += DAY_MS;
    }
  }

  /**
   * A quote is dropped if the queue is full: the next one supersedes it. A bar that it confirms is
   * not dropped.
   */
  private async publishQuote(instrument: Instrument, atMs: EpochMs): Promise<void> {
    const { market, world } = this.options;
    const input = buildMarketEvent(
      {
        type: 'QuoteArrived',
        market,
        instrumentId: instrument.id,
        quote: world.quoteAt(instrument, atMs),
      },
      false,
    );
    for (const event of this.filterEvent(input)) {
      if (event.type === 'Market' && event.event.type === 'QuoteArrived') this.offer(event);
      else await this.offerUntilTaken(event);
    }
  }

  /** Publishes what the feed guard accepts, and yields now and then. */
  private async publish(event: EngineEvent): Promise<void> {
    for (const accepted of this.filterEvent(event))
      if ((await this.offerUntilTaken(accepted)) && this.events % CHUNK === 0) await this.pause(0);
  }
}

/**
 * Bar ends in (lastMs, nowMs] in order, with their lengths; at most the latest `barCounts` of each
 * length.
 */
function* iterateBarEnds(
  lastMs: EpochMs,
  nowMs: EpochMs,
  barCounts: BarCounts,
): Generator<{ readonly endMs: EpochMs; readonly lengths: readonly BarLength[] }> {
  const getNextEndMs = (length: BarLength, ms: EpochMs): EpochMs =>
    (Math.floor(Math.max(ms, nowMs - barCounts[length] * BAR_MS[length]) / BAR_MS[length]) + 1) *
    BAR_MS[length];
  for (
    let endMs = Math.min(...LENGTHS.map((length) => getNextEndMs(length, lastMs)));
    endMs <= nowMs;
    endMs = Math.min(...LENGTHS.map((length) => getNextEndMs(length, endMs)))
  ) {
    yield {
      endMs,
      lengths: LENGTHS.filter(
        (length) =>
          endMs % BAR_MS[length] === 0 && endMs > nowMs - barCounts[length] * BAR_MS[length],
      ),
    };
  }
}

const dedupeInstruments = (instruments: readonly Instrument[]): Instrument[] => [
  ...new Map(instruments.map((instrument) => [instrument.id, instrument])).values(),
];
