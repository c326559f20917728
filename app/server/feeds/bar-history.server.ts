// Bars of a replayed history, collected as they are played.
import {
  BAR_INTERVALS,
  BAR_INTERVAL_MS,
  type BarInterval,
} from '../../trading/domain/bar-interval';
import type { CommodityKey } from '../../trading/domain/commodity';
import { type Instrument, getChain, getCode } from '../../trading/domain/instrument';
import type { Bar } from '../../trading/domain/quote';
import type { EpochMs } from '../../trading/domain/units';
import { type BarReader, BARS_MAX, getBarStartMs } from '../../trading/market/bar-reader';
import type { Feed, MarketEvent } from '../../trading/ports';

/** Bars are dropped in blocks, so that a running history does not copy them at every bar. */
const DROPPED_AT_ONCE = 200;

interface RecordedHistory {
  readonly bars: BarReader;
  /** The same feed; its closed bars are collected as they are read. */
  readonly feed: Feed;
}

interface BarRecorder {
  readonly bars: BarReader;
  /** Contracts whose bars are collected, beside those of before. */
  addInstruments(instruments: readonly Instrument[]): void;
  recordBar(event: ClosedBar): void;
}

/** Collects the bars of a feed. The market has no other past than what was played. */
export function recordHistory(feed: Feed): RecordedHistory {
  const recorder = createBarRecorder(feed.market, (commodity) => feed.barMs?.(commodity) ?? 0);
  recorder.addInstruments(feed.instruments);
  return {
    feed: { ...feed, events: () => observeEvents(feed.events(), recorder.recordBar) },
    bars: recorder.bars,
  };
}

/** Collects closed bars of a market. `getBarMs`: their length by commodity. */
export function createBarRecorder(
  market: string,
  getBarMs: (commodity: CommodityKey) => number,
): BarRecorder {
  const series = new Map<string, Bar[]>();
  const instruments = new Map<string, Instrument>();
  const listIntervals = ({ commodity }: Pick<Instrument, 'commodity'>): readonly BarInterval[] => {
    const shortestMs = getBarMs(commodity);
    return BAR_INTERVALS.filter((interval) => BAR_INTERVAL_MS[interval] >= shortestMs);
  };
  return {
    addInstruments(added) {
      for (const instrument of added) instruments.set(instrument.id, instrument);
    },
    recordBar({ instrumentId, bar }) {
      const instrument = instruments.get(instrumentId);
      for (const interval of instrument ? listIntervals(instrument) : []) {
        const key = `${instrumentId} ${interval}`;
        const bars = series.get(key) ?? [];
        series.set(key, bars);
        appendBar(bars, bar, interval);
      }
    },
    bars: {
      market,
      listMonths: (chain) => [...instruments.values()].filter((one) => getChain(one) === chain),
      findContract: (name) =>
        [...instruments.values()].find((one) => one.id === name || getCode(one) === name) ?? null,
      listIntervals,
      read: ({ instrument, interval, fromMs, untilMs }) => ({
        bars: (series.get(`${instrument.id} ${interval}`) ?? []).filter(
          ({ startsMs }) => startsMs >= fromMs && startsMs < untilMs,
        ),
        isLoading: false,
      }),
      waitForBars: () => Promise.resolve(),
    },
  };
}

/** Adds a bar to the last bar of a longer interval, or starts the next one. */
function appendBar(bars: Bar[], bar: Bar, interval: BarInterval): void {
  const startsMs: EpochMs = getBarStartMs(bar.startsMs, interval);
  const last = bars.at(-1);
  if (last?.startsMs === startsMs)
    bars[bars.length - 1] = {
      ...last,
      highTicks: bar.highTicks > last.highTicks ? bar.highTicks : last.highTicks,
      lowTicks: bar.lowTicks < last.lowTicks ? bar.lowTicks : last.lowTicks,
      closeTicks: bar.closeTicks,
    };
  else bars.push({ ...bar, startsMs, endsMs: startsMs + BAR_INTERVAL_MS[interval] - 1 });
  if (bars.length >= BARS_MAX + DROPPED_AT_ONCE) bars.splice(0, DROPPED_AT_ONCE);
}

type Events = ReturnType<Feed['events']>;
type ClosedBar = Extract<MarketEvent, { type: 'BarClosed' }>;

function observeEvents(events: Events, onBar: (event: ClosedBar) => void): Events {
  const observeEvent = (event: MarketEvent): MarketEvent => {
    if (event.type === 'BarClosed') onBar(event);
    return event;
  };
  return Symbol.asyncIterator in events
    ? observeEach(events, observeEvent)
    : observeAll(events, observeEvent);
}

function* observeAll(
  events: Iterable<MarketEvent>,
  observeEvent: (event: MarketEvent) => MarketEvent,
): Generator<MarketEvent> {
  for (const event of events) yield observeEvent(event);
}

async function* observeEach(
  events: AsyncIterable<MarketEvent>,
  observeEvent: (event: MarketEvent) => MarketEvent,
): AsyncGenerator<MarketEvent> {
  for await (const event of events) yield observeEvent(event);
}
