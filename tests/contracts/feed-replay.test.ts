import { describe, expect, it } from 'vitest';
import type { Bar } from '../../app/trading/domain/quote';
import { toTicks } from '../../app/trading/domain/units';
import {
  type ReplayHistory,
  countReplayBars,
  createReplayFeed,
  listRepeatedInstruments,
} from '../../app/trading/market/replay-feed';
import { importHistory } from '../../app/trading/market/csv-import';
import type { MarketEvent } from '../../app/trading/ports';
import { describeFeed } from './feed-contract';
import { DAY_MS } from '../../app/trading/domain/time';

const START = Date.UTC(2024, 0, 1);

/** Synthetic history in the shape of a sine wave. */
function createHistory(
  name: string,
  rows: number,
  stepMs: number,
  level: number,
  swing: number,
): ReplayHistory {
  const formatStamp = (index: number): string =>
    new Date(START + index * stepMs).toISOString().slice(0, stepMs < DAY_MS ? 16 : 10);
  const lines = Array.from({ length: rows }, (_, index) => {
    const close = level + Math.round(swing * 100 * Math.sin(index / 7)) / 100;
    return `${formatStamp(index)},${close.toFixed(2)},${(close + 0.5).toFixed(2)},${(close - 0.5).toFixed(2)},${(close + 0.25).toFixed(2)}`;
  });
  const imported = importHistory({ name, text: ['date,open,high,low,close', ...lines].join('\n') });
  if (!imported.ok) throw new Error(imported.refusal.message);
  return imported.value;
}

const gas = createHistory('NG.csv', 400, DAY_MS, 6, 2);
const crude = createHistory('CL.csv', 390, DAY_MS, 0, 30);
const power = createHistory('ercot.csv', 900, 3_600_000, 20, 60);
const options = { market: 'replay' };

describeFeed('a replay of three histories', () => createReplayFeed([gas, crude, power], options));
describeFeed('a replay of a part', () =>
  createReplayFeed([gas, crude], {
    ...options,
    fromMs: START + 10 * DAY_MS,
    toMs: START + 50 * DAY_MS,
  }),
);

const listEvents = (histories: readonly ReplayHistory[], more: object = {}): MarketEvent[] => [
  ...(createReplayFeed(histories, { ...options, ...more }).events() as Iterable<MarketEvent>),
];
const formatEvent = (event: MarketEvent): string =>
  `${event.type} ${event.instrumentId} ${new Date(event.quote.atMs).toISOString()}`;

describe('a replay feed', () => {
  it('opens a daily bar at midnight and closes it one millisecond before the next', () => {
    expect(listEvents([gas]).slice(0, 3).map(formatEvent)).toEqual([
      'BarOpened NG 2024-01-01T00:00:00.000Z',
      'BarClosed NG 2024-01-01T23:59:59.999Z',
      'BarOpened NG 2024-01-02T00:00:00.000Z',
    ]);
  });

  it('emits closes before opens at the same time, in the order of the histories', () => {
    const price = toTicks(100);
    const createBar = (startsMs: number, endsMs: number): Bar => ({
      openTicks: price,
      highTicks: price,
      lowTicks: price,
      closeTicks: price,
      startsMs,
      endsMs,
    });
    const one: ReplayHistory = { ...gas, bars: [createBar(0, 10), createBar(11, 20)] };
    const two: ReplayHistory = { ...crude, bars: [createBar(0, 10), createBar(20, 30)] };
    expect(
      listEvents([two, one]).map(({ type, instrumentId }) => `${type} ${instrumentId}`),
    ).toEqual([
      'BarOpened CL',
      'BarOpened NG',
      'BarClosed CL',
      'BarClosed NG',
      'BarOpened NG',
      'BarClosed NG',
      'BarOpened CL',
      'BarClosed CL',
    ]);
  });

  it('reveals only the open of an unfinished bar', () => {
    const [opened] = listEvents([gas]);
    expect(opened).not.toHaveProperty('bar');
    expect(opened?.quote.lastTicks).toBe(gas.bars[0]?.openTicks);
  });

  it('uses the contract spread unless one is given', () => {
    const computeSpread = (more: object): number => {
      const quote = listEvents([power], more)[0]?.quote;
      return quote ? quote.askTicks - quote.bidTicks : 0;
    };
    expect(computeSpread({})).toBe(25);
    expect(computeSpread({ halfSpreadTicks: { [power.instrument.id]: 3 } })).toBe(6);
  });

  it('counts the bars of the requested window', () => {
    const window = { fromMs: START + 10 * DAY_MS, toMs: START + 20 * DAY_MS };
    expect(countReplayBars([gas], window)).toBe(10);
    expect(listEvents([gas], window)).toHaveLength(20);
    expect(countReplayBars([gas], { fromMs: START + 9999 * DAY_MS })).toBe(0);
  });

  it('becomes stale after five intervals', () => {
    expect(createReplayFeed([gas], options).staleAfterMs).toBe(5 * DAY_MS);
    expect(createReplayFeed([power], options).staleAfterMs).toBe(5 * 3_600_000);
    expect(createReplayFeed([power, gas], options).staleAfterMs).toBe(5 * DAY_MS);
  });

  it('rejects a duplicate instrument', () => {
    expect(listRepeatedInstruments([gas, crude, gas])).toEqual(['NG']);
    expect(() => createReplayFeed([gas, gas], options)).toThrow(/NG came twice/);
  });
});
