// Tapes of a simulated path: its bars, contract months in order with warm-up, and point-in-time
// inputs.
import { describe, expect, it } from 'vitest';
import { buildWorldTapes } from '../../../app/server/backtests/world-tapes';
import { resolveInput } from '../../../app/trading/market/inputs/catalog';
import type { PublicData } from '../../../app/trading/market/inputs/public-data';
import { createMarketKnowledge } from '../../../app/trading/simulation/market-knowledge';
import { createWorld } from '../../../app/trading/simulation/world';
import { findLegMonth, findLegMonths } from '../../../app/trading/strategies/leg-months';
import { BAR_MS, type PlaybookRow, WARM_UP_BARS } from '../../../app/trading/strategies/playbook';
import { findPlaybookRow } from '../../../app/trading/strategies/playbooks/catalog';
import { DAY_MS } from '../../../app/trading/domain/time';

const [FROM, UNTIL] = [Date.UTC(2010, 10, 25), Date.UTC(2010, 11, 20)];
const findRow = (mode: PlaybookRow['commodity'], id: string): PlaybookRow => {
  const found = findPlaybookRow(mode, id);
  if (!found) throw new RangeError(`${mode} has no ${id}`);
  return found;
};
const CARRY = findRow('corn', 'SUPPLY_CHAIN');
const SEASONAL = findRow('corn', 'SEASONAL_SPREAD');
const COUNTED = findRow('natural-gas', 'CALENDAR_SPREAD');
const HOURLY: PlaybookRow = { ...findRow('electricity', 'MEAN_REVERT'), chains: ['ET-PJM'] };
const ROWS = [CARRY, SEASONAL, COUNTED, HOURLY];
const world = createWorld({ seed: 'tapes' });
const requestedMs: number[] = [];
const getPublicData = createMarketKnowledge(world);
const recordRequests = (knownMs: number): PublicData => (
  requestedMs.push(knownMs),
  getPublicData(knownMs)
);
const tapes = buildWorldTapes({
  world,
  rows: ROWS,
  fromMs: FROM,
  untilMs: UNTIL,
  knowledge: recordRequests,
});
const allMonths = ROWS.flatMap((one) =>
  tapes
    .getTapes(one)
    .flatMap(({ chain, months }) => months.map((month) => ({ one, chain, month }))),
);

describe('simulated tapes', () => {
  it("contain consecutive bars of the strategy's length", () => {
    for (const {
      one,
      month: { instrument, bars },
    } of allMonths) {
      const length = BAR_MS[one.bar];
      for (const index of [0, 1, Math.floor(bars.close.length / 2), bars.close.length - 1]) {
        const bar = world.barAt(instrument, bars.startsMs[index] ?? 0, length);
        expect([
          bars.startsMs[index],
          bars.endsMs[index],
          bars.open[index],
          bars.high[index],
          bars.low[index],
          bars.close[index],
        ]).toEqual([
          bar.startsMs,
          bar.endsMs,
          bar.openTicks,
          bar.highTicks,
          bar.lowTicks,
          bar.closeTicks,
        ]);
      }
      bars.startsMs.forEach((startMs, index) =>
        expect(startMs).toBe((bars.startsMs[0] ?? 0) + index * length),
      );
    }
  });

  it('contain every chain, months in order of expiry, and the active month at any time', () => {
    expect(tapes.getTapes(CARRY).map(({ chain }) => chain)).toEqual(['CORN']);
    expect(tapes.getTapes(HOURLY).map(({ chain }) => chain)).toEqual(['ET-PJM']);
    for (const { chain, months } of ROWS.flatMap((one) => tapes.getTapes(one))) {
      const ends = months.map(({ instrument }) => instrument.contract?.expiresMs ?? 0);
      expect(ends).toEqual([...ends].sort((a, b) => a - b));
      for (let atMs = FROM; atMs < UNTIL; atMs += DAY_MS / 3) {
        const active = world
          .listInstrumentsAt(atMs)
          .find(({ contract }) => contract?.chain === chain);
        const tape = months.find(({ instrument }) => instrument.id === active?.id);
        expect(
          tape?.bars.startsMs.some((startMs) => startMs <= atMs),
          `${chain} at ${new Date(atMs).toISOString()}`,
        ).toBe(true);
      }
    }
  });

  it('start with the warm-up bars of a month, or at its first price', () => {
    const [chain] = tapes.getTapes(HOURLY);
    const rolled = chain?.months.slice(1) ?? [];
    expect(rolled.length).toBeGreaterThan(2);
    for (const [index, { bars }] of rolled.entries()) {
      const activeMs = chain?.months[index]?.instrument.contract?.rollMs ?? 0;
      const before = bars.endsMs.filter(
        (endMs) => endMs < Math.floor(activeMs / DAY_MS) * DAY_MS,
      ).length;
      expect(before).toBe(WARM_UP_BARS['1h']);
    }
    // The simulation is younger than the 300-day warm-up.
    for (const { bars } of tapes.getTapes(CARRY)[0]?.months ?? [])
      expect(bars.startsMs[0]).toBeGreaterThanOrEqual(Date.UTC(2010, 0, 1));
  });

  it('use point-in-time inputs at the end of each bar', () => {
    expect(
      requestedMs.every(
        (atMs, index) =>
          index === 0 ||
          Math.floor(atMs / DAY_MS) >= Math.floor((requestedMs[index - 1] ?? 0) / DAY_MS),
      ),
    ).toBe(true);
    expect(Math.max(...requestedMs)).toBe(UNTIL - 1);
    const [month] = tapes.getTapes(CARRY)[0]?.months ?? [];
    const index = (month?.bars.endsMs.length ?? 0) - 3;
    const endMs = month?.bars.endsMs[index] ?? 0;
    expect(requestedMs).toContain(endMs);
    const [id = ''] = CARRY.inputs;
    expect(month?.inputs[0]?.[index]).toBe(
      resolveInput(id, createMarketKnowledge(createWorld({ seed: 'tapes' }))(endMs))?.value,
    );
    expect(resolveInput(id, getPublicData(endMs + DAY_MS / 4))?.value).not.toBe(
      resolveInput(id, getPublicData(endMs))?.value,
    );
  });

  it('share input columns between months', () => {
    for (const { one, month } of allMonths) {
      expect(month.inputs).toHaveLength(one.inputs.length);
      for (const column of month.inputs) expect(column).toHaveLength(month.bars.close.length);
    }
  });

  it('contain both legs of a spread whenever it can be entered', () => {
    for (const one of [SEASONAL, COUNTED]) {
      const legs = one.legs;
      if (!legs) throw new RangeError('a spread has legs');
      const [chain] = tapes.getTapes(one);
      for (let atMs = FROM; atMs < UNTIL; atMs += DAY_MS) {
        const pair = findLegMonths(
          legs,
          (name) =>
            world.futures.listInstruments(name, Math.floor((atMs - Date.UTC(2010, 0, 1)) / DAY_MS)),
          atMs,
        );
        for (const leg of [pair?.first, pair?.second])
          expect(
            chain?.months.some(
              ({ instrument, bars }) =>
                instrument.id === leg?.id && (bars.startsMs[0] ?? Infinity) <= atMs,
            ),
            `${leg?.id}`,
          ).toBe(true);
      }
    }
  });
});

describe('spread months', () => {
  const listed = world.futures.listInstruments('CORN', 400);
  const atMs = Date.UTC(2010, 0, 1) + 400 * DAY_MS;
  const getDelivery = (month: ReturnType<typeof findLegMonth>): string | undefined =>
    month?.contract?.delivery.slice(0, 7);

  it('are counted from the active month, or found by name', () => {
    const held = listed.filter(({ contract }) => (contract?.rollMs ?? 0) > atMs);
    expect(findLegMonth([...listed].reverse(), 1, atMs)?.id).toBe(held[0]?.id);
    expect(findLegMonth(listed, 3, atMs)?.id).toBe(held[2]?.id);
    expect(getDelivery(findLegMonth(listed, 'Jul', atMs))).toBe('2011-07');
    expect(findLegMonth(listed, 'Jan', atMs)).toBeNull();
  });

  it('take the second named month after the first if it is listed', () => {
    const legs = {
      first: { chain: 'CORN', month: 'Dec' },
      second: { chain: 'CORN', month: 'Mar' },
      ratio: 1,
    } as const;
    const getPair = (months: typeof listed): readonly (string | undefined)[] => {
      const pair = findLegMonths(legs, () => months, atMs);
      return [getDelivery(pair?.first ?? null), getDelivery(pair?.second ?? null)];
    };
    expect(getPair(listed)).toEqual(['2011-12', '2012-03']);
    expect(
      getPair(listed.filter(({ contract }) => !contract?.delivery.startsWith('2012'))),
    ).toEqual(['2011-12', '2011-03']);
    expect(
      findLegMonths({ ...legs, first: { chain: 'CORN', month: 'Jan' } }, () => listed, atMs),
    ).toBeNull();
  });
});
