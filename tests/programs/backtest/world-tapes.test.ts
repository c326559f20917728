// Tapes of a simulated world: its own bars, months in order with what a desk has folded before,
// inputs of no later moment.
import { describe, expect, it } from 'vitest';
import { worldTapes } from '../../../app/server/backtests/world-tapes';
import { resolveInput } from '../../../app/trading/market/inputs/catalogue';
import type { PublicKnowledge } from '../../../app/trading/market/inputs/knowledge';
import { worldKnowledge } from '../../../app/trading/simulation/knowledge';
import { createWorld } from '../../../app/trading/simulation/world';
import { legMonth, legMonths } from '../../../app/trading/strategies/leg-months';
import { BAR_MS, type PlaybookRow, WARM_UP_BARS } from '../../../app/trading/strategies/playbook';
import { findPlaybookRow } from '../../../app/trading/strategies/playbooks/catalogue';
import { DAY_MS } from '../../../app/trading/domain/time';

const [FROM, UNTIL] = [Date.UTC(2010, 10, 25), Date.UTC(2010, 11, 20)];
const row = (mode: PlaybookRow['commodity'], id: string): PlaybookRow => {
  const found = findPlaybookRow(mode, id);
  if (!found) throw new RangeError(`${mode} has no ${id}`);
  return found;
};
const CARRY = row('corn', 'SUPPLY_CHAIN');
const SEASONAL = row('corn', 'SEASONAL_SPREAD');
const COUNTED = row('natural-gas', 'CALENDAR_SPREAD');
const HOURLY: PlaybookRow = { ...row('electricity', 'MEAN_REVERT'), chains: ['ET-PJM'] };
const ROWS = [CARRY, SEASONAL, COUNTED, HOURLY];
const world = createWorld({ seed: 'tapes' });
const asked: number[] = [];
const known = worldKnowledge(world);
const spy = (knownMs: number): PublicKnowledge => (asked.push(knownMs), known(knownMs));
const tapes = worldTapes({ world, rows: ROWS, fromMs: FROM, untilMs: UNTIL, known: spy });
const all = ROWS.flatMap((one) =>
  tapes.of(one).flatMap(({ chain, months }) => months.map((month) => ({ one, chain, month }))),
);

describe('tapes of a world', () => {
  it('are the bars of the world, of the length of the playbook, one after another', () => {
    for (const {
      one,
      month: { instrument, bars },
    } of all) {
      const length = BAR_MS[one.bar];
      for (const place of [0, 1, Math.floor(bars.close.length / 2), bars.close.length - 1]) {
        const bar = world.barAt(instrument, bars.startsMs[place] ?? 0, length);
        expect([
          bars.startsMs[place],
          bars.endsMs[place],
          bars.open[place],
          bars.high[place],
          bars.low[place],
          bars.close[place],
        ]).toEqual([
          bar.startsMs,
          bar.endsMs,
          bar.openTicks,
          bar.highTicks,
          bar.lowTicks,
          bar.closeTicks,
        ]);
      }
      bars.startsMs.forEach((startMs, place) =>
        expect(startMs).toBe((bars.startsMs[0] ?? 0) + place * length),
      );
    }
  });

  it('have every chain, months in order of expiry, and the active one at each moment', () => {
    expect(tapes.of(CARRY).map(({ chain }) => chain)).toEqual(['CORN']);
    expect(tapes.of(HOURLY).map(({ chain }) => chain)).toEqual(['ET-PJM']);
    for (const { chain, months } of ROWS.flatMap((one) => tapes.of(one))) {
      const ends = months.map(({ instrument }) => instrument.contract?.expiresMs ?? 0);
      expect(ends).toEqual([...ends].sort((a, b) => a - b));
      for (let atMs = FROM; atMs < UNTIL; atMs += DAY_MS / 3) {
        const active = world.listedAt(atMs).find(({ contract }) => contract?.chain === chain);
        const tape = months.find(({ instrument }) => instrument.id === active?.id);
        expect(
          tape?.bars.startsMs.some((startMs) => startMs <= atMs),
          `${chain} at ${new Date(atMs).toISOString()}`,
        ).toBe(true);
      }
    }
  });

  it('begin with the bars that a desk has folded before a month becomes the active one, or with its first price', () => {
    const [chain] = tapes.of(HOURLY);
    const rolled = chain?.months.slice(1) ?? [];
    expect(rolled.length).toBeGreaterThan(2);
    for (const [place, { bars }] of rolled.entries()) {
      const activeMs = chain?.months[place]?.instrument.contract?.rollMs ?? 0;
      const before = bars.endsMs.filter(
        (endMs) => endMs < Math.floor(activeMs / DAY_MS) * DAY_MS,
      ).length;
      expect(before).toBe(WARM_UP_BARS['1h']);
    }
    // the world itself is younger than three hundred days before the first moment
    for (const { bars } of tapes.of(CARRY)[0]?.months ?? [])
      expect(bars.startsMs[0]).toBeGreaterThanOrEqual(Date.UTC(2010, 0, 1));
  });

  it('know at the end of a bar what was public then, and nothing later', () => {
    expect(
      asked.every(
        (atMs, place) =>
          place === 0 || Math.floor(atMs / DAY_MS) >= Math.floor((asked[place - 1] ?? 0) / DAY_MS),
      ),
    ).toBe(true);
    expect(Math.max(...asked)).toBe(UNTIL - 1);
    const [month] = tapes.of(CARRY)[0]?.months ?? [];
    const place = (month?.bars.endsMs.length ?? 0) - 3;
    const endMs = month?.bars.endsMs[place] ?? 0;
    expect(asked).toContain(endMs);
    const [id = ''] = CARRY.inputs;
    expect(month?.inputs[0]?.[place]).toBe(
      resolveInput(id, worldKnowledge(createWorld({ seed: 'tapes' }))(endMs))?.value,
    );
    expect(resolveInput(id, known(endMs + DAY_MS / 4))?.value).not.toBe(
      resolveInput(id, known(endMs))?.value,
    );
  });

  it('share columns of inputs among all months', () => {
    for (const { one, month } of all) {
      expect(month.inputs).toHaveLength(one.inputs.length);
      for (const column of month.inputs) expect(column).toHaveLength(month.bars.close.length);
    }
  });

  it('hold both legs of a spread whenever it may be entered', () => {
    for (const one of [SEASONAL, COUNTED]) {
      const legs = one.legs;
      if (!legs) throw new RangeError('a spread has legs');
      const [chain] = tapes.of(one);
      for (let atMs = FROM; atMs < UNTIL; atMs += DAY_MS) {
        const pair = legMonths(
          legs,
          (name) => world.futures.listed(name, Math.floor((atMs - Date.UTC(2010, 0, 1)) / DAY_MS)),
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

describe('the months of a spread', () => {
  const listed = world.futures.listed('CORN', 400);
  const atMs = Date.UTC(2010, 0, 1) + 400 * DAY_MS;
  const delivery = (month: ReturnType<typeof legMonth>): string | undefined =>
    month?.contract?.delivery.slice(0, 7);

  it('are counted from the active one, or the first of a name', () => {
    const held = listed.filter(({ contract }) => (contract?.rollMs ?? 0) > atMs);
    expect(legMonth([...listed].reverse(), 1, atMs)?.id).toBe(held[0]?.id);
    expect(legMonth(listed, 3, atMs)?.id).toBe(held[2]?.id);
    expect(delivery(legMonth(listed, 'Jul', atMs))).toBe('2011-07');
    expect(legMonth(listed, 'Jan', atMs)).toBeNull();
  });

  it('take of two names the second after the first where it is listed', () => {
    const legs = {
      first: { chain: 'CORN', month: 'Dec' },
      second: { chain: 'CORN', month: 'Mar' },
      ratio: 1,
    } as const;
    const pairOf = (months: typeof listed): readonly (string | undefined)[] => {
      const pair = legMonths(legs, () => months, atMs);
      return [delivery(pair?.first ?? null), delivery(pair?.second ?? null)];
    };
    expect(pairOf(listed)).toEqual(['2011-12', '2012-03']);
    expect(pairOf(listed.filter(({ contract }) => !contract?.delivery.startsWith('2012')))).toEqual(
      ['2011-12', '2011-03'],
    );
    expect(
      legMonths({ ...legs, first: { chain: 'CORN', month: 'Jan' } }, () => listed, atMs),
    ).toBeNull();
  });
});
