// Plays the daily bars of the owner's files as prices of the public market.
import { Pump, type PumpPorts } from '../pump.server';
import { getContractCosts } from '../../../trading/domain/contract';
import type { Instrument } from '../../../trading/domain/instrument';
import { type Bar, buildQuote } from '../../../trading/domain/quote';
import type { EpochMs } from '../../../trading/domain/units';
import type { EngineEvent } from '../../../trading/engine/event';
import { buildMarketEvent } from '../../../trading/engine/feed-events';
import type { Runner } from '../../../trading/engine/runner';
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
}

/** While nothing is imported. */
const IDLE_MS = 60_000;
/** Events between two yields to the event loop. */
const CHUNK = 200;

export class OwnPricePump extends Pump {
  /** Start of the last day played, by contract. */
  private readonly playedMs = new Map<string, EpochMs>();
  /** Contracts with newly imported bars. */
  private readonly imported: string[] = [];

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
    for (const id of this.options.bars.listContracts()) await this.playStored(id);
    this.phase = 'running';
    while (!this.isStopped) {
      const id = this.imported.shift();
      if (id === undefined) await this.pause(IDLE_MS);
      else await this.playImported(id);
    }
    this.phase = 'stopped';
  }

  /** At the start: history first, then the last price, on which nothing is decided again. */
  private async playStored(id: string): Promise<void> {
    const instrument = findMonthInstrument(id);
    if (!instrument || !this.isNeeded(instrument)) return;
    const days = this.options.bars.listBars(id).filter(isDailyBar);
    const last = this.findLastSettled(instrument, days);
    if (!last) return;
    await this.listContract(instrument, last.session);
    for (const day of days.slice(0, last.index + 1)) await this.playHistory(instrument, day);
    const event = { ...this.nameContract(instrument), quote: buildCloseQuote(instrument, last.session) };
    await this.publishEvent(this.buildLiveEvent({ type: 'QuoteArrived', ...event }));
  }

  /** New bars one by one; of a contract without prices, only the last one is new. */
  private async playImported(id: string): Promise<void> {
    const instrument = findMonthInstrument(id);
    if (!instrument || !this.isNeeded(instrument)) return;
    const playedMs = this.playedMs.get(id);
    const days = this.options.bars
      .listBars(id)
      .filter((bar) => isDailyBar(bar) && bar.startsMs > (playedMs ?? -Infinity));
    const last = this.findLastSettled(instrument, days);
    if (!last) return;
    await this.listContract(instrument, last.session);
    for (const [index, day] of days.slice(0, last.index + 1).entries())
      if (playedMs === undefined && index < last.index) await this.playHistory(instrument, day);
      else await this.playSession(instrument, day);
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
    for (let index = days.length - 1; index >= 0; index -= 1) {
      const day = days[index];
      const session = day && toSessionBar(instrument, day);
      if (session && session.endsMs <= nowMs) return { index, session };
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
