// Plays late prices of the public market: daily bars of the owner's files and of a vendor, and quotes of
// brokers and of the vendor.
import { Pump, type PumpPorts } from '../pump.server';
import type { StrategyInputs } from './strategy-inputs.server';
import type { QuoteOrigin } from '../../../trading/domain/broker-quotes';
import { getContractCosts } from '../../../trading/domain/contract';
import type { Instrument } from '../../../trading/domain/instrument';
import { type Bar, type Quote, buildQuote } from '../../../trading/domain/quote';
import type { EpochMs } from '../../../trading/domain/units';
import type { EngineEvent } from '../../../trading/engine/event';
import { MINUTE_MS } from '../../../trading/domain/time';
import { buildMarketEvent } from '../../../trading/engine/feed-events';
import type { Runner } from '../../../trading/engine/runner';
import type { AcceptedQuote } from '../../../trading/market/feed-guard';
import { findMonthInstrument } from '../../../trading/market/contract-month';
import { computeDailyStaleMs, toSessionBar } from '../../../trading/market/daily-bars';
import type { DailyPrice, DailyPriceStore } from '../../../trading/market/merged-days';
import type { OriginQuotes } from '../../../trading/market/sources/preferred-quotes';
import type { PriceChange } from '../../../trading/market/sources/vendor-prices';
import type { MarketEvent } from '../../../trading/ports';

interface LatePricePorts extends PumpPorts {
  readonly runner: Pick<Runner, 'offer' | 'state'>;
  readonly market: string;
  readonly days: DailyPriceStore;
  /** Of brokers and of the vendor. */
  readonly quotes: OriginQuotes;
  /** Name of the vendor and its delay, beside its prices. */
  readonly vendorSource: string;
  /** What strategies use beside prices. */
  readonly inputs: Pick<StrategyInputs, 'resolveFor' | 'resolveForEntry'>;
  readonly nowMs: () => EpochMs;
  /** Last quotes of the previous run, by contract: later days are new. */
  readonly storedQuotes: ReadonlyMap<string, AcceptedQuote>;
}

/** How the newest price of a contract is listed. */
type Listing = QuoteOrigin;

/** While nothing arrives; then days that have settled meanwhile are played. */
const IDLE_MS = MINUTE_MS;
/** Events between two yields to the event loop. */
const CHUNK = 200;

const OWN_FILES = 'your files';

export class LatePricePump extends Pump {
  /** Start of the last day played, by contract. */
  private readonly playedMs = new Map<string, EpochMs>();
  /** Newest price that was played, by contract. */
  private readonly newest = new Map<string, Quote>();
  /** Time of the newest delayed quote that was offered; the guard may have dropped it. */
  private readonly quotedMs = new Map<string, EpochMs>();
  private readonly listings = new Map<string, Listing>();
  private readonly changes: PriceChange[] = [];
  /** Contracts with a day whose session still trades. */
  private readonly unsettled = new Set<string>();
  /** Published inputs of the checks before an entry. */
  private entryInputs: Readonly<Record<string, number>> = {};

  constructor(private readonly options: LatePricePorts) {
    super(options, { market: options.market, kind: 'late', hours: 'venue' });
  }

  protected nowMs(): EpochMs {
    return this.options.nowMs();
  }

  /** Plays what a file or an answer added to a contract. */
  addPrices(change: PriceChange): void {
    this.changes.push(change);
    this.endCurrentPause();
  }

  /** Contracts with prices. */
  countContracts(): number {
    return this.listings.size;
  }

  async run(): Promise<void> {
    const { days, quotes } = this.options;
    for (const instrumentId of new Set([...days.listContracts(), ...quotes.listQuoted()]))
      await this.playPrices({ instrumentId, hasNewBars: true });
    this.phase = 'running';
    while (!this.isStopped) {
      const change = this.changes.shift();
      if (change) await this.playPrices(change);
      else await this.pauseUntilDue();
    }
    this.phase = 'stopped';
  }

  private async pauseUntilDue(): Promise<void> {
    await this.pause(IDLE_MS);
    for (const instrumentId of this.unsettled)
      this.changes.push({ instrumentId, hasNewBars: true });
    await this.listExpired();
    await this.publishEntryInputs();
  }

  /** Plays new days and a new quote of a contract, in the order of their times. */
  private async playPrices({ instrumentId, hasNewBars }: PriceChange): Promise<void> {
    const instrument = findMonthInstrument(instrumentId);
    if (!instrument || !this.isNeeded(instrument)) return;
    const days = hasNewBars ? this.listSettledDays(instrument) : [];
    const fresh = days.slice(days.length - this.countNewDays(instrument, days));
    await this.playHistory(instrument, days.slice(0, days.length - fresh.length));
    const last = fresh.at(-1);
    const session = last && toSessionBar(instrument, last.bar);
    // A decision on a day that was quoted before should meet the newest quote.
    if (session && session.endsMs <= this.getNewestMs(instrumentId))
      await this.playQuote(instrument);
    for (const day of fresh) await this.playDay(instrument, day);
    await this.playQuote(instrument);
  }

  /**
   * Days that were not played, up to the last one with a settled session: the row of a session that
   * still trades is not final.
   */
  private listSettledDays(instrument: Instrument): readonly DailyPrice[] {
    const { id } = instrument;
    const playedMs = this.playedMs.get(id) ?? -Infinity;
    const days = this.options.days.listDays(id).filter(({ bar }) => bar.startsMs > playedMs);
    const nowMs = this.nowMs();
    this.unsettled.delete(id);
    for (let count = days.length; count > 0; count -= 1) {
      const day = days[count - 1];
      const session = day && toSessionBar(instrument, day.bar);
      if (session && session.endsMs <= nowMs) return days.slice(0, count);
      if (session) this.unsettled.add(id);
    }
    return [];
  }

  /**
   * Days at the end that orders and strategies have not met. Of a contract without prices only the last
   * one is new. At a start, own days that settled after the last quote of the previous run are; a
   * vendor's day was played when it was stored.
   */
  private countNewDays(instrument: Instrument, days: readonly DailyPrice[]): number {
    if (this.playedMs.has(instrument.id)) return days.length;
    const stored = this.options.storedQuotes.get(instrument.id);
    if (!stored) return Math.min(1, days.length);
    const isNew = ({ bar, isOwn }: DailyPrice): boolean =>
      isOwn && (toSessionBar(instrument, bar) ?? bar).endsMs > stored.quote.atMs;
    let count = 0;
    for (const day of [...days].reverse()) {
      if (!isNew(day)) break;
      count += 1;
    }
    return count;
  }

  /** Expired contracts are only played while an account holds them. */
  private isNeeded(instrument: Instrument): boolean {
    if (!this.isExpired(instrument)) return true;
    const books = Object.values(this.options.runner.state().books);
    return books.some(({ positions }) =>
      Object.values(positions).some(({ instrumentId }) => instrumentId === instrument.id),
    );
  }

  private isExpired({ contract }: Instrument): boolean {
    return (contract?.expiresMs ?? Infinity) <= this.nowMs();
  }

  /** Time of the newest price, also of the previous run. */
  private getNewestMs(id: string): EpochMs {
    const storedMs = this.options.storedQuotes.get(id)?.quote.atMs ?? -Infinity;
    return Math.max(storedMs, this.newest.get(id)?.atMs ?? -Infinity);
  }

  /** Lists the contract with origin and stale limit of its newest price, unless both are the same. */
  private async listContract(instrument: Instrument, listing: Listing): Promise<void> {
    const { market } = this.options;
    const before = this.listings.get(instrument.id);
    const { isLive, ...origin } = listing;
    if (
      before?.staleAfterMs === origin.staleAfterMs &&
      before.priceSource === origin.priceSource &&
      before.isLive === isLive
    )
      return;
    this.listings.set(instrument.id, listing);
    const instruments = [instrument];
    const atMs = this.nowMs();
    await this.publishEvent({
      type: 'MarketListed',
      market,
      instruments,
      ...origin,
      ...(isLive ? { hasLiveQuotes: true as const } : {}),
      hasUnprovenInputs: true,
      atMs,
    });
  }

  /** The price of a day is stale at the settlement of the next one. */
  private listDay(instrument: Instrument, isOwn: boolean, settledMs: EpochMs): Promise<void> {
    return this.listContract(instrument, {
      staleAfterMs: computeDailyStaleMs(instrument, settledMs),
      priceSource: isOwn ? OWN_FILES : this.options.vendorSource,
      isLive: false,
    });
  }

  /** The last price of an expired contract is its settlement price, as the last close of a file is. */
  private async listExpired(): Promise<void> {
    for (const [id, { priceSource }] of this.listings) {
      const instrument = findMonthInstrument(id);
      const quote = this.newest.get(id);
      if (!instrument || !quote || !this.isExpired(instrument)) continue;
      const staleAfterMs = computeDailyStaleMs(instrument, quote.atMs);
      if (this.isNeeded(instrument))
        await this.listContract(instrument, { staleAfterMs, priceSource, isLive: false });
    }
  }

  /** Days that a previous run decided on, or that are before the first price. */
  private async playHistory(instrument: Instrument, days: readonly DailyPrice[]): Promise<void> {
    const sessions = days.flatMap(({ bar, isOwn }) => {
      const session = toSessionBar(instrument, bar);
      return session ? [{ session, dayMs: bar.startsMs, isOwn }] : [];
    });
    const last = sessions.at(-1);
    if (!last) return;
    await this.listDay(instrument, last.isOwn, last.session.endsMs);
    for (const { session, dayMs } of sessions) {
      const close = this.buildClose(instrument, session);
      await this.publishInputs(instrument, session.endsMs);
      const newest = this.newest.get(instrument.id);
      const quote = newest && newest.atMs > close.quote.atMs ? newest : close.quote;
      await this.publishEvent(buildMarketEvent({ ...close, quote }, true));
      this.playedMs.set(instrument.id, dayMs);
    }
    // Shown, but nothing is decided on it again.
    await this.publishQuote(instrument, buildCloseQuote(instrument, last.session));
  }

  /** Plays a new day; one without a session fills nothing. */
  private async playDay(instrument: Instrument, { bar, isOwn }: DailyPrice): Promise<void> {
    const session = toSessionBar(instrument, bar);
    this.playedMs.set(instrument.id, bar.startsMs);
    if (!session) return;
    const newestMs = this.getNewestMs(instrument.id);
    if (session.endsMs > newestMs) await this.listDay(instrument, isOwn, session.endsMs);
    if (newestMs > session.startsMs) return this.playQuotedDay(instrument, session);
    const quote = buildQuote(session.openTicks, getHalfSpread(instrument), session.startsMs);
    const open = { type: 'BarOpened', ...this.nameContract(instrument), quote } as const;
    await this.publishEntryInputs();
    await this.publishEvent(this.buildLiveEvent(open));
    await this.publishInputs(instrument, session.endsMs);
    await this.publishEvent(this.buildLiveEvent(this.buildClose(instrument, session)));
  }

  /** Quotes of the day have matched the orders, and its range may be of before them. */
  private async playQuotedDay(instrument: Instrument, session: Bar): Promise<void> {
    await this.publishQuote(instrument, buildCloseQuote(instrument, session));
    const close = this.buildClose(instrument, session);
    await this.publishEntryInputs();
    await this.publishInputs(instrument, session.endsMs);
    const quote = this.newest.get(instrument.id) ?? close.quote;
    await this.publishEvent(this.buildLiveEvent({ ...close, quote, isQuoted: true }));
  }

  /** Plays the newest delayed quote of a contract, unless it was played. */
  private async playQuote(instrument: Instrument): Promise<void> {
    const { id } = instrument;
    const quote = this.options.quotes.findQuote(id);
    const origin = this.options.quotes.findOrigin(id);
    const knownMs = Math.max(
      this.quotedMs.get(id) ?? -Infinity,
      this.newest.get(id)?.atMs ?? -Infinity,
    );
    if (!quote || !origin || quote.atMs <= knownMs) return;
    this.quotedMs.set(id, quote.atMs);
    await this.listContract(
      instrument,
      this.isExpired(instrument)
        ? { ...origin, staleAfterMs: computeDailyStaleMs(instrument, quote.atMs), isLive: false }
        : origin,
    );
    // The only price of the previous run is shown and fills nothing, until a new one follows it.
    const storedMs = this.options.storedQuotes.get(id)?.quote.atMs;
    if (!this.newest.has(id) && quote.atMs === storedMs) {
      const event = { type: 'QuoteArrived', ...this.nameContract(instrument), quote } as const;
      return this.publishEvent(buildMarketEvent(event, true));
    }
    await this.publishEntryInputs();
    await this.publishQuote(instrument, quote);
  }

  /**
   * Publishes a quote unless a later one was played, also by the previous run: a stop would fill at a
   * price of before it.
   */
  private async publishQuote(instrument: Instrument, quote: Quote): Promise<void> {
    if (quote.atMs < this.getNewestMs(instrument.id)) return;
    const event = { type: 'QuoteArrived', ...this.nameContract(instrument), quote } as const;
    await this.publishEvent(this.buildLiveEvent(event));
  }

  /** What the strategies of a contract use at the end of a day, as it was public by then. */
  private async publishInputs(instrument: Instrument, endsMs: EpochMs): Promise<void> {
    const values = this.options.inputs.resolveFor(instrument, endsMs);
    if (Object.keys(values).length > 0) await this.publishValues(values, endsMs);
  }

  /** What the checks before an entry use now, if it changed. */
  private async publishEntryInputs(): Promise<void> {
    if (this.listings.size === 0) return;
    const atMs = this.nowMs();
    const values = this.options.inputs.resolveForEntry(atMs);
    const isKnown = Object.entries(values).every(([id, value]) =>
      Object.is(value, this.entryInputs[id]),
    );
    if (isKnown) return;
    this.entryInputs = values;
    await this.publishValues(values, atMs);
  }

  private publishValues(values: Readonly<Record<string, number>>, atMs: EpochMs): Promise<void> {
    return this.publishEvent({ type: 'Inputs', market: this.options.market, values, atMs });
  }

  private buildClose(instrument: Instrument, bar: Bar): BarClose {
    const quote = buildCloseQuote(instrument, bar);
    return { type: 'BarClosed', ...this.nameContract(instrument), bar, quote };
  }

  private nameContract({ id }: Instrument): {
    readonly market: string;
    readonly instrumentId: string;
  } {
    return { market: this.options.market, instrumentId: id };
  }

  /** An event of now; its prices have the time at which they were traded. */
  private buildLiveEvent(event: MarketEvent): EngineEvent {
    return { type: 'Market', event, atMs: this.nowMs(), isBackfill: false };
  }

  private async publishEvent(event: EngineEvent): Promise<void> {
    for (const accepted of this.filterEvent(event)) {
      if (!(await this.offerUntilTaken(accepted))) return;
      if (accepted.type === 'Market')
        this.newest.set(accepted.event.instrumentId, accepted.event.quote);
      if (this.events % CHUNK === 0) await this.pause(0);
    }
  }
}

type BarClose = Extract<MarketEvent, { readonly type: 'BarClosed' }>;

/** Late prices have no bid and ask, so both are made from the half-spread of the contract. */
const getHalfSpread = (instrument: Instrument): number =>
  getContractCosts(instrument).halfSpreadTicks;

const buildCloseQuote = (instrument: Instrument, { closeTicks, endsMs }: Bar): Quote =>
  buildQuote(closeTicks, getHalfSpread(instrument), endsMs);
