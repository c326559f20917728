// Drives the simulated market into the runner by desk time: the recent past at once, then a quote
// every five seconds and a bar every quarter of an hour.
import { type FeedPump, Pump, type PumpPorts, startPump } from './pump.server';
import type { SetClock } from '../../trading/clock';
import type { Instrument } from '../../trading/domain/instrument';
import type { Bar, Quote } from '../../trading/domain/quote';
import type { EpochMs } from '../../trading/domain/units';
import type { EngineEvent } from '../../trading/engine/event';
import { buildMarketInput, buildWeatherInput } from '../../trading/engine/inputs';
import type { WeatherReading } from '../../trading/ports';
import { BAR_MS, type BarLength, WARM_UP_BARS } from '../../trading/strategies/playbook';

/** What the pump asks of a world; it shows the runner nothing later than desk time. */
export interface PumpedWorld {
  /** What a desk follows at a moment: other months as time goes by. */
  listedAt(atMs: EpochMs): readonly Instrument[];
  /** The midnight from which on a contract has a price. */
  listedFromMs(instrument: Instrument): EpochMs;
  /** A contract by its id, also one that has expired: then its quote is its settlement. */
  instrument(id: string): Instrument;
  quoteAt(instrument: Instrument, atMs: EpochMs): Quote;
  barAt(instrument: Instrument, startMs: EpochMs, lengthMs: number): Bar;
  readingsOf(market: string, validMs: EpochMs): readonly WeatherReading[];
  /**
   * Folds the past up to a moment step by step: what is asked of it before is folded at once, with
   * everybody waiting.
   */
  foldTo?(atMs: EpochMs): Generator<void>;
}

/** Reads the past of playbooks on bars of some lengths apart from the pump. */
export interface PastReader {
  readonly foldedApart: readonly BarLength[];
  /** Takes contracts that joined the desk, and answers at once. */
  add(instruments: readonly Instrument[]): void;
}

type PastBars = Readonly<Record<BarLength, number>>;

export interface SimulatedPumpOptions extends PumpPorts {
  readonly market: string;
  readonly world: PumpedWorld;
  readonly clock: SetClock;
  /** Desk time as of now. It never goes back, and no step of the wall clock moves it. */
  readonly nowMs: () => EpochMs;
  /**
   * Reads the past of playbooks on long bars beside the pump, which then shows the past of the
   * others alone; it shows all of it when absent.
   */
  readonly past?: PastReader;
  /**
   * Contracts beside those listed in which playbooks deal, such as the far leg of a spread; none
   * when absent.
   */
  readonly legsAt?: (atMs: EpochMs) => readonly Instrument[];
  /**
   * What playbooks on bars of a length read of the world beside prices, by the ids of inputs, as
   * known at a moment; nothing when absent.
   */
  readonly inputsAt?: (length: BarLength, atMs: EpochMs) => Readonly<Record<string, number>>;
  /**
   * Contracts in which somebody holds something or has an order: they are quoted until nobody does,
   * whatever is listed. None when absent.
   */
  readonly heldIds?: () => readonly string[];
  /**
   * Contracts that are quoted under the terms they were held under and that nobody needs under
   * these any more. None when absent.
   */
  readonly releasedIds?: () => readonly string[];
  /**
   * The last quote that an earlier run believed, in the ticks of the contract as it is now; null
   * where there is none.
   */
  readonly storedQuote?: (instrument: Instrument) => Quote | null;
}

export const SIMULATED_STALE_MS = 15_000;
const QUOTE_MS = 5_000;
const DAY_MS = BAR_MS['1d'];
/** The shortest first: an hour ends after its last quarter. */
const LENGTHS: readonly BarLength[] = ['15m', '1h', '1d'];
const BACKFILL_DAYS = 400;
/** Events offered between two looks at the rest of the process while catching up. */
const CHUNK = 250;
/** Steps of the past folded between two such looks. */
const FOLDED_STEPS = 8;

/**
 * Starts to pump the simulated market. Bars that ended while the machine slept are shown as the
 * past: prices only, no decisions.
 */
export const pumpSimulated = (options: SimulatedPumpOptions): FeedPump =>
  startPump(new SimulatedPump(options));

class SimulatedPump extends Pump {
  /** End of the last bars shown, midnight of the next day to read, and the latest moment shown. */
  private barsMs: EpochMs = -Infinity;
  private readingMs: EpochMs = 0;
  private shownMs: EpochMs = -Infinity;
  private instruments: readonly Instrument[] = [];
  /** Contracts whose playbooks have yet to read their past. */
  private readonly joining: Instrument[] = [];
  /** Held contracts that the world does not have. */
  private readonly unknown = new Set<string>();

  constructor(private readonly options: SimulatedPumpOptions) {
    super(options, {
      market: options.market,
      kind: 'news',
      hours: 'always',
      ...(options.storedQuote ? { storedQuote: options.storedQuote } : {}),
    });
  }

  private get foldedApart(): readonly BarLength[] {
    return this.options.past?.foldedApart ?? [];
  }

  /** How many bars of each length are shown of contracts that join the desk. */
  private get joiningBars(): PastBars {
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
    this.readingMs = Math.floor(nowMs() / DAY_MS - BACKFILL_DAYS) * DAY_MS;
    await this.fold(nowMs());
    while (!this.isStopped) {
      await this.show(nowMs());
      if (this.isStopped) break;
      // What took so long to show that it is old by now is no price yet.
      const isBehind = nowMs() - this.shownMs > SIMULATED_STALE_MS;
      // A page that is asked for in this turn would tell the last prices of the past: the runner
      // takes what is queued before the next timer.
      if (!isBehind && this.phase === 'catching up') await this.pause(0);
      this.phase = isBehind ? 'catching up' : 'running';
      // Prices come first, then the past of playbooks.
      if (!isBehind) this.options.past?.add(this.joining.splice(0));
      await this.pause(isBehind ? 0 : QUOTE_MS - (nowMs() % QUOTE_MS));
    }
    this.phase = 'stopped';
  }

  /** Prices of now follow from all days before. */
  private async fold(nowMs: EpochMs): Promise<void> {
    let steps = 0;
    for (const _step of this.options.world.foldTo?.(nowMs) ?? []) {
      if (this.isStopped) return;
      steps += 1;
      if (steps % FOLDED_STEPS === 0) await this.pause(0);
    }
  }

  /** Shows all up to a moment; nothing twice. */
  private async show(nowMs: EpochMs): Promise<void> {
    if (nowMs <= this.shownMs) return;
    this.options.clock.advance(nowMs);
    await this.follow(nowMs);
    await this.showBars(nowMs);
    await this.showReadings(nowMs);
    if (this.isStopped) return;
    // A quote is of the moment the bars were shown up to: a later one would make the desk refuse
    // the bar that ends in between.
    for (const instrument of this.instruments) await this.showQuote(instrument, nowMs);
    this.shownMs = nowMs;
  }

  /**
   * Lists the months that are new at a moment, with their own past, and lets go of those that
   * nobody follows or holds.
   */
  private async follow(nowMs: EpochMs): Promise<void> {
    const { market, world, heldIds, legsAt } = this.options;
    const listed = dedupeInstruments([...world.listedAt(nowMs), ...(legsAt?.(nowMs) ?? [])]);
    const held = (heldIds?.() ?? [])
      .filter((id) => !listed.some((instrument) => instrument.id === id))
      .flatMap((id) => this.find(id) ?? []);
    const followed = [...listed, ...held];
    const known = new Set(this.instruments.map(({ id }) => id));
    // A contract whose new terms may apply now begins anew, like one that joins: bars and playbooks
    // were made under the old ones.
    const released = new Set(this.options.releasedIds?.() ?? []);
    const added = followed.filter(({ id }) => !known.has(id) || released.has(id));
    this.instruments = followed;
    if (added.length === 0) return;
    const shownAgain = followed.flatMap(({ id }) => (released.has(id) ? [id] : []));
    await this.showAll({
      type: 'MarketListed',
      market,
      instruments: followed,
      staleAfterMs: SIMULATED_STALE_MS,
      atMs: nowMs,
      foldedApart: this.foldedApart,
      shownAgain,
    });
    this.joining.push(...added);
    // At the start all are new, and the past of all is shown bar by bar.
    if (known.size > 0) for (const instrument of added) await this.showPast(instrument);
  }

  /**
   * A held contract in the world; null where this world has none of that id, which is reported once
   * and keeps no other contract from its quotes.
   */
  private find(id: string): Instrument | null {
    if (this.unknown.has(id)) return null;
    try {
      return this.options.world.instrument(id);
    } catch (error) {
      this.unknown.add(id);
      this.options.onFault(error instanceof Error ? error : new Error(String(error)));
      return null;
    }
  }

  /** The past of a month that joins the others, up to the bars that they have shown. */
  private async showPast(instrument: Instrument): Promise<void> {
    for (const { endMs, lengths } of barEnds(-Infinity, this.barsMs, this.joiningBars)) {
      for (const length of lengths)
        if (!this.isStopped) await this.showClosed(instrument, endMs, length, true);
    }
  }

  private async showBars(nowMs: EpochMs): Promise<void> {
    const isFirst = this.shownMs === -Infinity;
    for (const { endMs, lengths } of barEnds(
      this.barsMs,
      nowMs,
      isFirst ? this.joiningBars : WARM_UP_BARS,
    )) {
      if (this.isStopped) return;
      const isPast = isFirst || nowMs - endMs > SIMULATED_STALE_MS;
      if (isPast) this.phase = 'catching up';
      await this.showReadings(endMs - 1);
      for (const length of lengths) {
        await this.showInputs(length, endMs - 1);
        for (const instrument of this.instruments)
          await this.showClosed(instrument, endMs, length, isPast);
      }
      if (!isPast)
        for (const instrument of this.instruments) await this.showOpened(instrument, endMs);
      this.barsMs = endMs;
    }
  }

  /** A bar that has ended; none of a time before the contract was listed. */
  private async showClosed(
    instrument: Instrument,
    endMs: EpochMs,
    length: BarLength,
    isPast: boolean,
  ): Promise<void> {
    const { market, world } = this.options;
    const startMs = endMs - BAR_MS[length];
    if (startMs < world.listedFromMs(instrument)) return;
    const bar = world.barAt(instrument, startMs, BAR_MS[length]);
    await this.showAll(
      buildMarketInput(
        {
          type: 'BarClosed',
          market,
          instrumentId: instrument.id,
          bar,
          quote: world.quoteAt(instrument, bar.endsMs),
        },
        isPast,
      ),
    );
  }

  private async showOpened(instrument: Instrument, atMs: EpochMs): Promise<void> {
    const { market, world } = this.options;
    await this.showAll(
      buildMarketInput(
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

  /** What playbooks read, as known when their bar ends. */
  private async showInputs(length: BarLength, atMs: EpochMs): Promise<void> {
    const values = this.options.inputsAt?.(length, atMs);
    if (values && Object.keys(values).length > 0)
      await this.showAll({ type: 'Inputs', market: this.options.market, values, atMs });
  }

  private async showReadings(untilMs: EpochMs): Promise<void> {
    const { market, world } = this.options;
    // Only a day that has ended can have been published: no later one is even asked for.
    while (this.readingMs + DAY_MS <= untilMs && !this.isStopped) {
      const readings = world.readingsOf(market, this.readingMs);
      if (readings.some(({ publishedMs }) => publishedMs > untilMs)) return;
      for (const reading of readings) await this.showAll(buildWeatherInput(reading));
      this.readingMs += DAY_MS;
    }
  }

  /**
   * A quote that finds the queue full is dropped, for the next one says more; the bar that it may
   * confirm is not.
   */
  private async showQuote(instrument: Instrument, atMs: EpochMs): Promise<void> {
    const { market, world } = this.options;
    const input = buildMarketInput(
      {
        type: 'QuoteArrived',
        market,
        instrumentId: instrument.id,
        quote: world.quoteAt(instrument, atMs),
      },
      false,
    );
    for (const event of this.guarded(input)) {
      if (event.type === 'Market' && event.event.type === 'QuoteArrived') this.offer(event);
      else await this.put(event);
    }
  }

  /** Shows what the guard lets through, and looks at the rest of the process now and then. */
  private async showAll(event: EngineEvent): Promise<void> {
    for (const sound of this.guarded(event))
      if ((await this.put(sound)) && this.events % CHUNK === 0) await this.pause(0);
  }
}

/**
 * The moments in (lastMs, nowMs] at which bars end, in order, with their lengths; of each length
 * the latest ones alone.
 */
function* barEnds(
  lastMs: EpochMs,
  nowMs: EpochMs,
  pastBars: PastBars,
): Generator<{ readonly endMs: EpochMs; readonly lengths: readonly BarLength[] }> {
  const after = (length: BarLength, ms: EpochMs): EpochMs =>
    (Math.floor(Math.max(ms, nowMs - pastBars[length] * BAR_MS[length]) / BAR_MS[length]) + 1) *
    BAR_MS[length];
  for (
    let endMs = Math.min(...LENGTHS.map((length) => after(length, lastMs)));
    endMs <= nowMs;
    endMs = Math.min(...LENGTHS.map((length) => after(length, endMs)))
  ) {
    yield {
      endMs,
      lengths: LENGTHS.filter(
        (length) =>
          endMs % BAR_MS[length] === 0 && endMs > nowMs - pastBars[length] * BAR_MS[length],
      ),
    };
  }
}

const dedupeInstruments = (instruments: readonly Instrument[]): Instrument[] => [
  ...new Map(instruments.map((instrument) => [instrument.id, instrument])).values(),
];
