import { describe, expect, it } from 'vitest';
import { COMMODITIES, COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { POWER_HUBS } from '../../../app/trading/domain/contract';
import { resolveInput } from '../../../app/trading/market/inputs/catalogue';
import type { CurvePoint, PublicKnowledge } from '../../../app/trading/market/inputs/knowledge';
import { vintageStore } from '../../../app/trading/market/vintages';
import { CHAINS } from '../../../app/trading/simulation/prices/chains';
import { buildSchedule } from '../../../app/trading/simulation/prices/contracts';
import { isInWindow } from '../../../app/trading/strategies/calendar-window';
import type { MonthPick, PlaybookRow } from '../../../app/trading/strategies/playbook';
import { listPlaybooks } from '../../../app/trading/strategies/playbooks/catalogue';
import { getDay } from '../../../app/trading/simulation/calendar';
import { DAY_MS } from '../../../app/trading/domain/time';

const SCHEDULES = new Map(CHAINS.map((chain) => [chain.id, buildSchedule(chain)]));
const MONTHS = {
  Jan: '01',
  Mar: '03',
  Apr: '04',
  May: '05',
  Jul: '07',
  Sep: '09',
  Nov: '11',
  Dec: '12',
} as const;

const PAIRS = COMMODITY_KEYS.flatMap(listPlaybooks)
  .filter(({ legs }) => legs !== null)
  .map((row) => [row.commodity, row.id, row] as const);
const SPREADS = PAIRS.filter(([, , { family }]) => family === 'SPRD');
const CALENDARS = SPREADS.filter(([, id]) => id === 'SEASONAL_SPREAD');

/** What may be held of a chain: as the simulated market lists it, or eight weeks of power. */
function listed(chain: string, atMs: number): readonly string[] {
  const schedule = SCHEDULES.get(chain);
  if (!schedule)
    return Array.from({ length: 8 }, (_, week) =>
      new Date(atMs + (2 + 7 * week) * DAY_MS).toISOString().slice(0, 10),
    );
  const { from, until } = schedule.listed(getDay(atMs));
  const months = Array.from(
    { length: until - from },
    (_, index) => schedule.at(from + index).instrument.contract,
  );
  return months.flatMap((contract) =>
    contract && contract.rollMs > atMs ? [contract.delivery] : [],
  );
}

/** A price for every month of every chain, each its own number, and one of them moved. */
const computePrice = (chain: string, delivery: string): number =>
  100 +
  [...chain].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) +
  (Date.parse(delivery) / DAY_MS) * 1e-3;

interface Move {
  readonly chain: string;
  readonly delivery: string;
  readonly by: number;
}

const knowledge = (knownMs: number, moved: readonly Move[] = []): PublicKnowledge => ({
  knownMs,
  run: () => null,
  warnings: () => [],
  vintages: vintageStore(),
  reports: () => [],
  curve: (chain) =>
    listed(chain, knownMs).map(
      (delivery): CurvePoint => ({
        delivery,
        price:
          computePrice(chain, delivery) +
          moved
            .filter((move) => move.chain === chain && move.delivery === delivery)
            .reduce((sum, { by }) => sum + by, 0),
      }),
    ),
});

/** The month of a leg: by place from the front, or the first listed of that name. */
function pick(chain: string, month: MonthPick, atMs: number): string {
  const months = listed(chain, atMs);
  const found =
    typeof month === 'number'
      ? months[month - 1]
      : months.find((delivery) => delivery.slice(5, 7) === MONTHS[month]);
  return found ?? '';
}

const figure = (row: PlaybookRow, known: PublicKnowledge): number =>
  resolveInput(row.inputs[Number(row.params['place'])] ?? '', known)?.value ?? NaN;
const YEARS = [2019, 2020, 2023];
/** Every fifth day of the days on which a row trades. */
const moments = (row: PlaybookRow): readonly number[] =>
  YEARS.flatMap((year) =>
    Array.from({ length: 73 }, (_, index) => Date.UTC(year, 0, 3 + 5 * index, 21)).filter(
      (atMs) => row.window === null || isInWindow(row.window, atMs),
    ),
  );

describe('rows with two legs', () => {
  it('are those that trade a difference', () => {
    expect(PAIRS.map(([mode, id]) => `${mode} ${id}`).sort()).toEqual([
      'coffee SEASONAL_SPREAD',
      'corn CROP_ROTATION',
      'corn SEASONAL_SPREAD',
      'cotton CROP_ROTATION',
      'cotton POLYESTER_SPREAD',
      'cotton SEASONAL_SPREAD',
      'crude-oil CRACK_HEDGE',
      'electricity CARBON_SPREAD',
      'electricity CONGESTION_HEDGE',
      'electricity NODAL_ARBITRAGE',
      'natural-gas CALENDAR_SPREAD',
      'natural-gas HUB_SPREADS',
      'natural-gas WEATHER_HEDGE',
      'oil CRACK_SPREAD',
      'oil HURRICANE_REFINERY',
      'oil SEASONAL_SPREAD',
      'orange-juice SEASONAL_SPREAD',
      'soybeans CROP_ROTATION',
      'soybeans CRUSH_SPREAD',
      'soybeans SEASONAL_SPREAD',
      'wheat CROP_ROTATION',
      'wheat FEED_SUBSTITUTION',
      'wheat SEASONAL_SPREAD',
    ]);
  });

  it.each(PAIRS)(
    'of %s %s have their first leg at home, and no stop of one leg',
    (_mode, _id, { commodity, legs, chains, stopRanges }) => {
      const home =
        commodity === 'electricity'
          ? POWER_HUBS.map((hub) => `ET-${hub}`)
          : [COMMODITIES[commodity].symbolPrefix];
      expect(home).toContain(legs?.first.chain);
      if (chains) expect(chains).toContain(legs?.first.chain);
      expect(legs?.first).not.toEqual(legs?.second);
      expect(stopRanges).toBeNull();
    },
  );

  it.each(SPREADS)(
    'of %s %s earn what their spread moves, and nothing else moves it',
    (_mode, _id, row) => {
      const { legs } = row;
      if (!legs) throw new Error('a spread has legs');
      for (const atMs of moments(row)) {
        const [first, second] = [
          pick(legs.first.chain, legs.first.month, atMs),
          pick(legs.second.chain, legs.second.month, atMs),
        ];
        const base = figure(row, knowledge(atMs));
        const changeBy = (...moved: readonly Move[]): number =>
          figure(row, knowledge(atMs, moved)) - base;
        const byFirst = changeBy({ chain: legs.first.chain, delivery: first, by: 1 });
        const bySecond = changeBy({ chain: legs.second.chain, delivery: second, by: 1 });
        expect(byFirst, new Date(atMs).toISOString()).toBeGreaterThan(0);
        // a unit of the first leg earns 1, the second loses its ratio: the input moves in the same
        // proportion
        expect(-bySecond / byFirst).toBeCloseTo(legs.ratio, 9);
        const others = [...CHAINS.map(({ id }) => id), ...POWER_HUBS.map((hub) => `ET-${hub}`)]
          .flatMap((chain) =>
            listed(chain, atMs).map((delivery): Move => ({ chain, delivery, by: 7 })),
          )
          .filter(
            ({ chain, delivery }) =>
              !(chain === legs.first.chain && delivery === first) &&
              !(chain === legs.second.chain && delivery === second),
          );
        expect(changeBy(...others)).toBeCloseTo(0, 9);
      }
    },
  );

  it.each(CALENDARS)(
    'of %s %s are of one pair of months in a season, and were for sixty bars before it',
    (_mode, _id, row) => {
      const { window } = row;
      if (!window) throw new Error('a calendar spread has a season');
      for (const year of YEARS) {
        const startMs = Date.parse(`${year}-${window.from}T21:00:00Z`);
        const endYear = window.to < window.from ? year + 1 : year;
        const days = Math.round(
          (Date.parse(`${endYear}-${window.to}T21:00:00Z`) - startMs) / DAY_MS,
        );
        // sixty daily bars, five of them in a week
        const figures = Array.from({ length: days + 84 }, (_, index) =>
          figure(row, knowledge(startMs + (index - 84) * DAY_MS)).toFixed(9),
        );
        expect(new Set(figures).size, `${year}`).toBe(1);
      }
    },
  );
});

describe('hedged rows', () => {
  it('sell a barrel of crude for 42 gallons of oil, and a quarter of its worth in oil for gas', () => {
    const ratio = (mode: 'oil' | 'natural-gas', id: string): number =>
      listPlaybooks(mode).find((row) => row.id === id)?.legs?.ratio ?? NaN;
    expect(ratio('oil', 'HURRICANE_REFINERY') * 42).toBeCloseTo(1, 12);
    // near 3.60 $/MMBtu and 2.30 $/gallon
    expect((ratio('natural-gas', 'WEATHER_HEDGE') * 2.3) / 3.6).toBeCloseTo(0.25, 1);
  });
});
