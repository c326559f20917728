// Closes of a chain from settlements: adjusted at rolls, current, and computed again after new prices.
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../app/trading/domain/time';
import {
  SettledCloses,
  listSettledChains,
  listSettledDays,
} from '../../../app/trading/market/settled-days';
import { buildDailyMarks, listSettledMonths } from '../../../app/trading/signals/settlements';
import { type Closes, createSettledStore, toNovemberDay } from '../../support/settled-store';

const listCloses = (closes: Closes, date: number, chain = 'NG', daysMax = 300) =>
  new SettledCloses(createSettledStore(closes), daysMax)
    .listCloses(chain, toNovemberDay(date) + DAY_MS / 2)
    .map(({ dayMs, close }) => [new Date(dayMs).getUTCDate(), Number(close.toFixed(4))]);

describe('closes of a chain', () => {
  it('are those of the front month now, and before its roll follow the moves of the month before', () => {
    // December rolls on November 23 at 14:00 UTC. It rises by 10% on the 20th, January by 100% on the 24th.
    const closes = {
      'NG.Z26': { 19: 3000, 20: 3300, 23: 3300, 24: 9000 },
      'NG.F27': { 19: 4000, 20: 4000, 23: 5000, 24: 10_000 },
    };
    expect(listCloses(closes, 25)).toEqual([
      [20, 5],
      [23, 5],
      [24, 10],
    ]);
  });

  it('end with the day before, since the day of now has not ended', () => {
    const closes = { 'NG.F27': { 2: 4000, 3: 4040, 4: 4100 } };
    expect(listCloses(closes, 4)).toEqual([[3, 4.04]]);
    expect(listCloses(closes, 5, 'NG', 1)).toEqual([[4, 4.1]]);
  });

  it('are none of other chains and of prices of long ago', () => {
    const closes = { 'NG.F27': { 2: 4000, 3: 4040 } };
    expect(listCloses(closes, 4, 'CL')).toEqual([]);
    expect(listCloses(closes, 14)).toEqual([]);
    expect(listCloses({ 'ETNYISO-20261204': { 2: 4000, 3: 4040 } }, 4, 'ET-NYISO')).toEqual([]);
  });
});

it('closes are computed again after midnight and after new prices, and are the same between', () => {
  let closes: Closes = { 'NG.F27': { 2: 4000, 3: 4040 } };
  const settled = new SettledCloses(
    {
      listContracts: () => createSettledStore(closes).listContracts(),
      listDays: (id) => createSettledStore(closes).listDays(id),
    },
    300,
  );
  const listGas = (date: number) => settled.listCloses('NG', toNovemberDay(date) + DAY_MS / 2);
  const first = listGas(4);
  closes = { 'NG.F27': { 2: 4000, 3: 4444, 4: 4444 } };
  expect(listGas(4)).toBe(first);
  expect(listGas(5)).toHaveLength(2);
  closes = { 'NG.F27': { 2: 4000, 3: 4444 } };
  expect([listGas(5).length, settled.version]).toEqual([2, 0]);
  settled.forgetCloses();
  expect([listGas(5).length, settled.version]).toEqual([1, 1]);
});

it('moves of business days are the daily marks of forecasts, added up', () => {
  // Two weeks around the roll of December, with a weekend and Thanksgiving.
  const prices = [4000, 4100, 3950, 4200, 4300, 4250, 4400, 4380, 4500];
  const dates = [16, 17, 18, 19, 20, 23, 24, 25, 27];
  const buildMonth = (factor: number) =>
    Object.fromEntries(
      dates.map((date, index) => [date, Math.round((prices[index] ?? 0) * factor)]),
    );
  const store = createSettledStore({ 'NG.Z26': buildMonth(1), 'NG.F27': buildMonth(1.07) });
  const nowMs = toNovemberDay(28);
  const [chain] = listSettledChains(store, nowMs);
  const days = chain ? listSettledDays(chain, chain.front.lastDayMs, 300) : [];
  const months = listSettledMonths(store, store.listContracts(), 'NG', nowMs);
  const marks = buildDailyMarks(months, nowMs).getView(nowMs).listMoves(100);
  expect(days.map(({ dayMs }) => new Date(dayMs).getUTCDate())).toEqual(dates.slice(1));
  days.forEach(({ dayMs, move }, index) => {
    const fromMs = index === 0 ? dayMs : (days[index - 1]?.dayMs ?? 0) + DAY_MS;
    const sum = marks
      .filter(({ endMs }) => endMs > fromMs && endMs <= dayMs + DAY_MS)
      .reduce((total, mark) => total + mark.move, 0);
    expect(Math.expm1(sum), new Date(dayMs).toISOString()).toBeCloseTo(move, 10);
  });
});
