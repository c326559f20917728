// Late prices in a real engine, with bars, quotes and inputs of strategies that a test adds.
import { expect, onTestFinished } from 'vitest';
import { INITIAL_CAPITAL, createTerminalConfig } from '../../app/server/desk/desk-config.server';
import { LatePricePump } from '../../app/server/feeds/public/late-price-pump.server';
import { startPump } from '../../app/server/feeds/pump.server';
import { createSettableClock } from '../../app/trading/clock';
import { explainMissingInput } from '../../app/trading/market/inputs/missing-inputs';
import type { StrategyInputs } from '../../app/server/feeds/public/strategy-inputs.server';
import type { Command } from '../../app/trading/domain/command';
import type { BrokerQuote } from '../../app/trading/domain/broker-quotes';
import { getBookId } from '../../app/trading/domain/book';
import type { Bar } from '../../app/trading/domain/quote';
import { DAY_MS } from '../../app/trading/domain/time';
import { toTicks } from '../../app/trading/domain/units';
import { createEngine } from '../../app/trading/engine/engine';
import type { AcceptedQuote } from '../../app/trading/market/feed-guard';
import { mergeDailyBars } from '../../app/trading/market/merged-days';
import type { PublishedReading } from '../../app/trading/market/sources/publication-store';
import type { Reading } from '../../app/trading/market/sources/reading';
import {
  type OriginQuotes,
  preferBrokerQuotes,
} from '../../app/trading/market/sources/preferred-quotes';
import { createVendorPrices } from '../../app/trading/market/sources/vendor-prices';
import { YAHOO_PRICES, yahooSource } from '../../app/trading/market/sources/yahoo/source';
import { createRunner } from '../../app/trading/engine/runner';
import { type DeskState, EMPTY_DESK } from '../../app/trading/engine/state';
import { createSeededRandom } from '../../app/trading/random';
import { createMemoryJournal } from './desk-harness';

const MARKET = 'public';
export const GAS_JANUARY = 'NG.F27';
const USER = 'ann';
export const parseTime = (text: string): number => Date.parse(`${text}Z`);

export const buildDay = (day: string, open: number, close: number): Bar => ({
  openTicks: toTicks(open),
  highTicks: toTicks(Math.max(open, close) + 20),
  lowTicks: toTicks(Math.min(open, close) - 20),
  closeTicks: toTicks(close),
  startsMs: parseTime(`${day}T00:00`),
  endsMs: parseTime(`${day}T00:00`) + DAY_MS - 1,
});

interface LatePriceOptions {
  readonly stored: readonly Bar[];
  readonly nowText: string;
  readonly storedQuotes?: ReadonlyMap<string, AcceptedQuote>;
  readonly storedReadings?: readonly PublishedReading[];
  /** Accounts and orders of a previous run. */
  readonly logged?: DeskState;
  /** Inputs of strategies, none if absent. */
  readonly inputs?: Pick<StrategyInputs, 'resolveFor' | 'resolveForEntry'>;
}

const NO_INPUTS = { resolveFor: () => ({}), resolveForEntry: () => ({}) };

/** An engine on a market whose prices are late, with an account. */
export async function openLatePriceDesk({
  stored,
  nowText,
  storedQuotes = new Map(),
  storedReadings = [],
  logged = EMPTY_DESK,
  inputs = NO_INPUTS,
}: LatePriceOptions) {
  const bars = [...stored];
  const vendorPrices = createVendorPrices();
  vendorPrices.addReadings(storedReadings);
  const clock = createSettableClock(parseTime(nowText));
  const gatewayQuotes = new Map<string, BrokerQuote>();
  const brokerQuotes: OriginQuotes = {
    listQuoted: () => [...gatewayQuotes.keys()],
    findQuote: (id) => gatewayQuotes.get(id)?.quote ?? null,
    findOrigin: (id) => gatewayQuotes.get(id)?.origin ?? null,
  };
  const config = createTerminalConfig({
    source: { market: MARKET, barMs: () => DAY_MS, explainMissingInput, hasLatePrices: true },
    random: createSeededRandom('own prices'),
    timeZone: 'America/New_York',
  });
  const journal = createMemoryJournal();
  const runner = createRunner({ engine: createEngine(config), journal, clock, state: logged });
  let endPause = (): void => undefined;
  const liveOpens: number[] = [];
  const offerEvent: typeof runner.offer = (event) => {
    if (event.type === 'Market' && event.event.type === 'BarOpened')
      liveOpens.push(event.event.quote.lastTicks);
    return runner.offer(event);
  };
  const pump = new LatePricePump({
    runner: { state: () => runner.state(), offer: offerEvent },
    onFault: (error) => {
      throw error;
    },
    market: MARKET,
    days: mergeDailyBars(
      {
        listContracts: () => (stored.length > 0 ? [GAS_JANUARY] : []),
        listBars: (id) => (id === GAS_JANUARY ? bars : []),
      },
      vendorPrices,
    ),
    quotes: preferBrokerQuotes({
      broker: brokerQuotes,
      vendor: vendorPrices,
      vendorOrigin: {
        priceSource: YAHOO_PRICES,
        staleAfterMs: yahooSource.staleAfterMs,
        isLive: false,
      },
      nowMs: () => clock.nowMs(),
    }),
    vendorSource: YAHOO_PRICES,
    inputs,
    nowMs: () => clock.nowMs(),
    storedQuotes,
    setTimer: (callback) => {
      endPause = callback;
      return () => undefined;
    },
  });
  const running = startPump(pump);
  onTestFinished(() => running.stop());
  const drainEvents = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    runner.drain();
  };
  await drainEvents();
  const sendCommand = async (command: Command) => {
    const result = runner.execute({ userId: USER, command, idempotencyKey: null });
    runner.drain();
    return (await result).outcome;
  };
  await sendCommand({
    type: 'OpenBook',
    mode: 'simulation',
    market: MARKET,
    capitalMills: INITIAL_CAPITAL,
  });
  return {
    sendCommand,
    /** Chooses a strategy of natural gas and runs it. */
    async runStrategy(playbookId: string) {
      const choose = { type: 'ChoosePlaybook', commodity: 'natural-gas', playbookId } as const;
      for (const command of [choose, { type: 'StartTrading', commodity: 'natural-gas' } as const])
        expect(await sendCommand(command)).toMatchObject({ ok: true });
    },
    running,
    setTime: (text: string) => clock.advance(parseTime(text)),
    async addBar(bar: Bar) {
      bars.push(bar);
      pump.addPrices({ instrumentId: GAS_JANUARY, hasNewBars: true });
      await drainEvents();
    },
    async addReadings(...readings: readonly Reading[]) {
      const published = readings.map((reading) => ({ reading, publishedMs: clock.nowMs() }));
      for (const change of vendorPrices.addReadings(published)) pump.addPrices(change);
      await drainEvents();
    },
    /** A quote of a broker. */
    async addBrokerQuote(quote: BrokerQuote) {
      gatewayQuotes.set(quote.instrumentId, quote);
      pump.addPrices({ instrumentId: quote.instrumentId, hasNewBars: false });
      await drainEvents();
    },
    liveOpens,
    async endMinute() {
      endPause();
      await drainEvents();
    },
    getQuote: () => runner.state().markets[MARKET]?.instruments[GAS_JANUARY]?.quote ?? null,
    getContract: () => runner.state().markets[MARKET]?.instruments[GAS_JANUARY],
    getState: () => runner.state(),
    listFillTicks: () =>
      journal.records.flatMap((record) =>
        record.type === 'OrderFilled' ? [Number(record.payload.priceTicks)] : [],
      ),
    countRecords: (type: string, text: string) =>
      journal.records.filter(
        (record) => record.type === type && JSON.stringify(record.payload).includes(text),
      ).length,
    getBook: () => runner.state().books[getBookId(USER, 'simulation')],
  };
}
