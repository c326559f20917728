import { describe, expect, it } from 'vitest';
import { COMMODITIES, COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { POWER_HUBS } from '../../../app/trading/domain/contract';
import { resolveInput } from '../../../app/trading/market/inputs/catalog';
import type { CurvePoint, PublicData } from '../../../app/trading/market/inputs/public-data';
import { createVintageStore } from '../../../app/trading/market/vintage-store';
import { FUTURES_CHAINS } from '../../../app/trading/simulation/prices/futures-chains';
import { buildSchedule } from '../../../app/trading/simulation/prices/contract-schedule';
import { isInWindow } from '../../../app/trading/strategies/calendar-window';
import type { MonthPick, PlaybookRow } from '../../../app/trading/strategies/playbook';
import { listPlaybooks } from '../../../app/trading/strategies/playbooks/catalog';
import { getDay } from '../../../app/trading/simulation/calendar';
import { DAY_MS } from '../../../app/trading/domain/time';

const SCHEDULES = new Map(FUTURES_CHAINS.map((chain) => [chain.id, buildSchedule(chain)]));
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

/** Tradable months of a chain in the simulated market, or eight weeks of power. */
function listMonths(chain: string, atMs: number): readonly string[] {
  const schedule = SCHEDULES.get(chain);
  if (!schedule)
    return Array.from({ length: 8 }, (_, week) =>
      new Date(atMs + (2 + 7 * week) * DAY_MS).toISOString().slice(0, 10),
    );
  const { from, until } = schedule.getListedRange(getDay(atMs));
  const months = Array.from(
    { length: until - from },
    (_, index) => schedule.getMonth(from + index).instrument.contract,
  );
  return months.flatMap((contract) =>
    contract && contract.rollMs > atMs ? [contract.delivery] : [],
  );
}

/** Distinct prices for all months of all chains, with one of them moved. */
const computePrice = (chain: string, delivery: string): number =>
  100 +
  [...chain].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) +
  (Date.parse(delivery) / DAY_MS) * 1e-3;

interface Move {
  readonly chain: string;
  readonly delivery: string;
  readonly by: number;
}

const buildData = (knownMs: number, moved: readonly Move[] = []): PublicData => ({
  knownMs,
  findRun: () => null,
  listWarnings: () => [],
  vintages: createVintageStore(),
  listReports: () => [],
  listCurve: (chain) =>
    listMonths(chain, knownMs).map(
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

/** The month of a leg: by position from the front, or the first listed of a name. */
function pickMonth(chain: string, month: MonthPick, atMs: number): string {
  const months = listMonths(chain, atMs);
  const found =
    typeof month === 'number'
      ? months[month - 1]
      : months.find((delivery) => delivery.slice(5, 7) === MONTHS[month]);
  return found ?? '';
}

const computeInput = (row: PlaybookRow, data: PublicData): number =>
  resolveInput(row.inputs[Number(row.params['place'])] ?? '', data)?.value ?? NaN;
const YEARS = [2019, 2020, 2023];
/** Every fifth trading day of a row. */
const listMoments = (row: PlaybookRow): readonly number[] =>
  YEARS.flatMap((year) =>
    Array.from({ length: 73 }, (_, index) => Date.UTC(year, 0, 3 + 5 * index, 21)).filter(
      (atMs) => row.window === null || isInWindow(row.window, atMs),
    ),
  );

describe('rows with two legs', () => {
  it('are the rows that trade a difference', () => {
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
      for (const atMs of listMoments(row)) {
        const [first, second] = [
          pickMonth(legs.first.chain, legs.first.month, atMs),
          pickMonth(legs.second.chain, legs.second.month, atMs),
        ];
        const base = computeInput(row, buildData(atMs));
        const changeBy = (...moved: readonly Move[]): number =>
          computeInput(row, buildData(atMs, moved)) - base;
        const byFirst = changeBy({ chain: legs.first.chain, delivery: first, by: 1 });
        const bySecond = changeBy({ chain: legs.second.chain, delivery: second, by: 1 });
        expect(byFirst, new Date(atMs).toISOString()).toBeGreaterThan(0);
        // one unit of the first leg gains 1, the second loses `ratio`: the input moves in proportion
        expect(-bySecond / byFirst).toBeCloseTo(legs.ratio, 9);
        const others = [
          ...FUTURES_CHAINS.map(({ id }) => id),
          ...POWER_HUBS.map((hub) => `ET-${hub}`),
        ]
          .flatMap((chain) =>
            listMonths(chain, atMs).map((delivery): Move => ({ chain, delivery, by: 7 })),
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
          computeInput(row, buildData(startMs + (index - 84) * DAY_MS)).toFixed(9),
        );
        expect(new Set(figures).size, `${year}`).toBe(1);
      }
    },
  );
});

describe('hedged rows', () => {
  it('sell one barrel of crude per 42 gallons of oil, and oil for a quarter of the gas value', () => {
    const getRatio = (mode: 'oil' | 'natural-gas', id: string): number =>
      listPlaybooks(mode).find((row) => row.id === id)?.legs?.ratio ?? NaN;
    expect(getRatio('oil', 'HURRICANE_REFINERY') * 42).toBeCloseTo(1, 12);
    // near 3.60 $/MMBtu and 2.30 $/gallon
    expect((getRatio('natural-gas', 'WEATHER_HEDGE') * 2.3) / 3.6).toBeCloseTo(0.25, 1);
  });
});
