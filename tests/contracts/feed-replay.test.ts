import { describe, expect, it } from 'vitest';
import type { Bar } from '../../app/trading/domain/quote';
import { toTicks } from '../../app/trading/domain/units';
import {
  type ReplayHistory,
  replayBars,
  replayFeed,
  repeatedInstruments,
} from '../../app/trading/market/replay-feed';
import { importHistory } from '../../app/trading/market/csv-import';
import type { MarketEvent } from '../../app/trading/ports';
import { describeFeed } from './feed-contract';
import { DAY_MS } from '../../app/trading/domain/time';

const START = Date.UTC(2024, 0, 1);

/** A file of days or hours made by a small wave, so that tests need no data. */
function made(
  name: string,
  rows: number,
  stepMs: number,
  level: number,
  swing: number,
): ReplayHistory {
  const stamp = (index: number): string =>
    new Date(START + index * stepMs).toISOString().slice(0, stepMs < DAY_MS ? 16 : 10);
  const lines = Array.from({ length: rows }, (_, index) => {
    const close = level + Math.round(swing * 100 * Math.sin(index / 7)) / 100;
    return `${stamp(index)},${close.toFixed(2)},${(close + 0.5).toFixed(2)},${(close - 0.5).toFixed(2)},${(close + 0.25).toFixed(2)}`;
  });
  const imported = importHistory({ name, text: ['date,open,high,low,close', ...lines].join('\n') });
  if (!imported.ok) throw new Error(imported.refusal.message);
  return imported.value;
}

const gas = made('NG.csv', 400, DAY_MS, 6, 2);
const crude = made('CL.csv', 390, DAY_MS, 0, 30);
const power = made('ercot.csv', 900, 3_600_000, 20, 60);
const options = { market: 'replay' };

describeFeed('a replay of three histories', () => replayFeed([gas, crude, power], options));
describeFeed('a replay of a part', () =>
  replayFeed([gas, crude], { ...options, fromMs: START + 10 * DAY_MS, toMs: START + 50 * DAY_MS }),
);

const events = (histories: readonly ReplayHistory[], more: object = {}): MarketEvent[] => [
  ...(replayFeed(histories, { ...options, ...more }).events() as Iterable<MarketEvent>),
];
const name = (event: MarketEvent): string =>
  `${event.type} ${event.instrumentId} ${new Date(event.quote.atMs).toISOString()}`;

describe('a replay', () => {
  it('opens a day at its midnight and closes it a millisecond before the next', () => {
    expect(events([gas]).slice(0, 3).map(name)).toEqual([
      'BarOpened NG 2024-01-01T00:00:00.000Z',
      'BarClosed NG 2024-01-01T23:59:59.999Z',
      'BarOpened NG 2024-01-02T00:00:00.000Z',
    ]);
  });

  it('puts closes before opens at one moment, and keeps the order of the histories', () => {
    const price = toTicks(100);
    const bar = (startsMs: number, endsMs: number): Bar => ({
      openTicks: price,
      highTicks: price,
      lowTicks: price,
      closeTicks: price,
      startsMs,
      endsMs,
    });
    const one: ReplayHistory = { ...gas, bars: [bar(0, 10), bar(11, 20)] };
    const two: ReplayHistory = { ...crude, bars: [bar(0, 10), bar(20, 30)] };
    expect(events([two, one]).map(({ type, instrumentId }) => `${type} ${instrumentId}`)).toEqual([
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

  it('shows nothing of a bar beyond its open before its end', () => {
    const [opened] = events([gas]);
    expect(opened).not.toHaveProperty('bar');
    expect(opened?.quote.lastTicks).toBe(gas.bars[0]?.openTicks);
  });

  it('takes the contract spread unless told another', () => {
    const spread = (more: object): number => {
      const quote = events([power], more)[0]?.quote;
      return quote ? quote.askTicks - quote.bidTicks : 0;
    };
    expect(spread({})).toBe(26);
    expect(spread({ halfSpreadTicks: { [power.instrument.id]: 3 } })).toBe(6);
  });

  it('counts the bars of the asked window', () => {
    const window = { fromMs: START + 10 * DAY_MS, toMs: START + 20 * DAY_MS };
    expect(replayBars([gas], window)).toBe(10);
    expect(events([gas], window)).toHaveLength(20);
    expect(replayBars([gas], { fromMs: START + 9999 * DAY_MS })).toBe(0);
  });

  it('goes stale after five intervals', () => {
    expect(replayFeed([gas], options).staleAfterMs).toBe(5 * DAY_MS);
    expect(replayFeed([power], options).staleAfterMs).toBe(5 * 3_600_000);
    expect(replayFeed([power, gas], options).staleAfterMs).toBe(5 * DAY_MS);
  });

  it('refuses one instrument twice', () => {
    expect(repeatedInstruments([gas, crude, gas])).toEqual(['NG']);
    expect(() => replayFeed([gas, gas], options)).toThrow(/NG came twice/);
  });
});
