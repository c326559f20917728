import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../app/trading/domain/time';
import type { Bar } from '../../../app/trading/domain/quote';
import { toTicks } from '../../../app/trading/domain/units';
import { createDailyBarReader } from '../../../app/trading/market/daily-bar-reader';
import type { BarStore } from '../../../app/trading/market/daily-bars';
import { mergeDailyBars } from '../../../app/trading/market/merged-days';

const MONDAY_MS = Date.UTC(2026, 10, 23);
const buildBar = (day: number, close: number, lengthMs = DAY_MS): Bar => ({
  openTicks: toTicks(close),
  highTicks: toTicks(close),
  lowTicks: toTicks(close),
  closeTicks: toTicks(close),
  startsMs: MONDAY_MS + day * DAY_MS,
  endsMs: MONDAY_MS + day * DAY_MS + lengthMs - 1,
});
const createStore = (barsById: Readonly<Record<string, readonly Bar[]>>): BarStore => ({
  listContracts: () => Object.keys(barsById),
  listBars: (id) => barsById[id] ?? [],
});
const MERGED = mergeDailyBars(
  createStore({
    'NG.F27': [buildBar(1, 3001), buildBar(2, 3002, HOUR_MS), buildBar(3, 3003)],
    'NG.H27': [buildBar(0, 2900)],
  }),
  createStore({
    'NG.F27': [buildBar(0, 4000), buildBar(1, 4001), buildBar(2, 4002)],
    'ZC.H27': [buildBar(0, 1800)],
  }),
);

describe('daily bars of files and of a vendor', () => {
  it('are the bars of the owner, and those of the vendor for other days', () => {
    expect(MERGED.listDays('NG.F27').map(({ bar, isOwn }) => [bar.closeTicks, isOwn])).toEqual([
      [4000, false],
      [3001, true],
      // The owner has only an hour of this day.
      [4002, false],
      [3003, true],
    ]);
  });

  it('are of the contracts of both, each once', () => {
    expect(MERGED.listContracts()).toEqual(['NG.F27', 'NG.H27', 'ZC.H27']);
    expect(MERGED.listDays('CL.F27')).toEqual([]);
  });

  it('are one chart', () => {
    const reader = createDailyBarReader('public', MERGED);
    const instrument = reader.findContract('NGF27');
    if (!instrument) throw new Error('the contract is missing');
    const query = { instrument, fromMs: MONDAY_MS, untilMs: MONDAY_MS + 3 * DAY_MS };
    const { bars } = reader.read({ ...query, interval: '1d' });
    expect(bars.map(({ closeTicks }) => closeTicks)).toEqual([4000, 3001, 4002]);
    expect(reader.listMonths('NG').map(({ id }) => id)).toEqual(['NG.F27', 'NG.H27']);
  });
});
