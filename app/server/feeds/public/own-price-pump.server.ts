// Plays the daily bars of the owner's files as prices of the public market.
import { Pump, type PumpPorts } from '../pump.server';
import { getContractCosts } from '../../../trading/domain/contract';
import type { Instrument } from '../../../trading/domain/instrument';
import { type Bar, buildQuote } from '../../../trading/domain/quote';
import type { EpochMs } from '../../../trading/domain/units';
import type { EngineEvent } from '../../../trading/engine/event';
import { MINUTE_MS } from '../../../trading/domain/time';
import { buildMarketEvent } from '../../../trading/engine/feed-events';
import type { Runner } from '../../../trading/engine/runner';
import type { AcceptedQuote } from '../../../trading/market/feed-guard';
import { findMonthInstrument } from '../../../trading/market/contract-month';
import {
  type OwnBarStore,
  computeDailyStaleMs,
  isDailyBar,
  toHistoryBar,
  toSessionBar,
} from '../../../trading/market/own-bars';
import type { MarketEvent } from '../../../trading/ports';

interface OwnPricePorts extends PumpPorts {
  readonly runner: Pick<Runner, 'offer' | 'state'>;
  readonly market: string;
  readonly bars: OwnBarStore;
  readonly nowMs: () => EpochMs;
  /** Last quotes of the previous run, by contract: later days are new. */
  readonly storedQuotes: ReadonlyMap<string, AcceptedQuote>;
}

/** While nothing is imported; then days that have settled meanwhile are played. */
const IDLE_MS = MINUTE_MS;
/** Events between two yields to the event loop. */
const CHUNK = 200;

export class OwnPricePump extends Pump {
  /** Start of the last day played, by contract. */
  private readonly playedMs = new Map<string, EpochMs>();
  /** Contracts with newly imported bars. */
  private readonly imported: string[] = [];
  /** Contracts with a day whose session still trades. */
  private readonly unsettled = new Set<string>();

  constructor(private readonly options: OwnPricePorts) {
    // Imported prices are checked at the import; there is no stream that could fail.
    super(options, { market: options.market, kind: 'record', hours: 'venue' });
  }

  protected nowMs(): EpochMs {
    return this.options.nowMs();
  }

  /** Plays what a file added to a contract. */
  addBars(instrumentId: string): void {
    this.imported.push(instrumentId);
    this.endCurrentPause();
  }

  /** Contracts with prices. */
  countContracts(): number {
    return this.playedMs.size;
  }

  async run(): Promise<void> {
    for (const id of this.options.bars.listContracts()) await this.playDays(id);
    this.phase = 'running';
    while (!this.isStopped) {
      const id = this.imported.shift();
      if (id !== undefined) await this.playDays(id);
      else await this.pauseUntilDue();
    }
    this.phase = 'stopped';
  }

  private async pauseUntilDue(): Promise<void> {
    await this.pause(IDLE_MS);
    this.imported.push(...this.unsettled);
  }

  /** Plays the days of a contract that were not played: history first, then new days one by one. */
  private async playDays(id: string): Promise<void> {
    const instrument = findMonthInstrument(id);
    if (!instrument || !this.isNeeded(instrument)) return;
    const playedMs = this.playedMs.get(id) ?? -Infinity;
    const days = this.options.bars
      .listBars(id)
      .filter((bar) => isDailyBar(bar) && bar.startsMs > playedMs);
    const last = this.findLastSettled(instrument, days);
    if (!last) return;
    await this.listContract(instrument, last.session);
    const newCount = this.countNewDays(id, days.slice(0, last.index + 1));
    const firstNew = last.index + 1 - newCount;
    for (const [index, day] of days.slice(0, last.index + 1).entries())
      await (index < firstNew
        ? this.playHistory(instrument, day)
        : this.playSession(instrument, day));
    if (newCount > 0) return;
    // The last price of the previous run: shown, but nothing is decided on it again.
    const quote = buildCloseQuote(instrument, last.session);
    await this.publishEvent(
      this.buildLiveEvent({ type: 'QuoteArrived', ...this.nameContract(instrument), quote }),
    );
  }

  /**
   * Days at the end that orders and strategies have not met. Of a contract without prices only the last
   * one is new; at a start, those later than the last quote of the previous run.
   */
  private countNewDays(id: string, days: readonly Bar[]): number {
    if (this.playedMs.has(id)) return days.length;
    const stored = this.options.storedQuotes.get(id);
    if (!stored) return Math.min(1, days.length);
    return days.filter(({ startsMs }) => startsMs > stored.quote.atMs).length;
  }

  /** Expired contracts are only played while an account holds them. */
  private isNeeded({ id, contract }: Instrument): boolean {
    if ((contract?.expiresMs ?? Infinity) > this.nowMs()) return true;
    const books = Object.values(this.options.runner.state().books);
    return books.some(({ positions }) =>
      Object.values(positions).some(({ instrumentId }) => instrumentId === id),
    );
  }

  /** The last day with a settled session: the row of a session that still trades is not final. */
  private findLastSettled(
    instrument: Instrument,
    days: readonly Bar[],
  ): { readonly index: number; readonly session: Bar } | null {
    const nowMs = this.nowMs();
    this.unsettled.delete(instrument.id);
    for (let index = days.length - 1; index >= 0; index -= 1) {
      const day = days[index];
      const session = day && toSessionBar(instrument, day);
      if (session && session.endsMs <= nowMs) return { index, session };
      if (session) this.unsettled.add(instrument.id);
    }
    return null;
  }

  /** Lists the contract with the age at which its newest price is stale. */
  private async listContract(instrument: Instrument, { endsMs }: Bar): Promise<void> {
    await this.publishEvent({
      type: 'MarketListed',
      market: this.options.market,
      instruments: [instrument],
      staleAfterMs: computeDailyStaleMs(instrument, endsMs),
      atMs: this.nowMs(),
    });
  }

  private async playHistory(instrument: Instrument, day: Bar): Promise<void> {
    const bar = toHistoryBar(day);
    await this.publishEvent(buildMarketEvent(this.buildClose(instrument, bar), true));
    this.playedMs.set(instrument.id, day.startsMs);
  }

  /** Open and close of a new day; one without a session fills nothing. */
  private async playSession(instrument: Instrument, day: Bar): Promise<void> {
    const bar = toSessionBar(instrument, day);
    if (bar) {
      const quote = buildQuote(bar.openTicks, getHalfSpread(instrument), bar.startsMs);
      const open = { type: 'BarOpened', ...this.nameContract(instrument), quote } as const;
      await this.publishEvent(this.buildLiveEvent(open));
      await this.publishEvent(this.buildLiveEvent(this.buildClose(instrument, bar)));
    }
    this.playedMs.set(instrument.id, day.startsMs);
  }

  private buildClose(instrument: Instrument, bar: Bar): MarketEvent {
    const quote = buildCloseQuote(instrument, bar);
    return { type: 'BarClosed', ...this.nameContract(instrument), bar, quote };
  }

  private nameContract({ id }: Instrument): { readonly market: string; readonly instrumentId: string } {
    return { market: this.options.market, instrumentId: id };
  }

  /** An event of now; its prices have the time at which they were traded. */
  private buildLiveEvent(event: MarketEvent): EngineEvent {
    return { type: 'Market', event, atMs: this.nowMs(), isBackfill: false };
  }

  private async publishEvent(event: EngineEvent): Promise<void> {
    for (const accepted of this.filterEvent(event))
      if ((await this.offerUntilTaken(accepted)) && this.events % CHUNK === 0) await this.pause(0);
  }
}

/** Files have one price, so bid and ask are made from the half-spread of the contract. */
const getHalfSpread = (instrument: Instrument): number =>
  getContractCosts(instrument).halfSpreadTicks;

const buildCloseQuote = (instrument: Instrument, { closeTicks, endsMs }: Bar) =>
  buildQuote(closeTicks, getHalfSpread(instrument), endsMs);
