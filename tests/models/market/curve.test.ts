// Curve: prices now, a week and a year ago, with the points of the chart.
import { describe, expect, it } from 'vitest';
import { buildCurvePage } from '../../../app/models/market/curve-page.server';
import { findCurveChain } from '../../../app/models/market/curve-chain';
import { buildCurve } from '../../../app/models/market/curve.server';
import { type Instrument, defineInstrument } from '../../../app/trading/domain/instrument';
import { buildQuote } from '../../../app/trading/domain/quote';
import { DAY_MS } from '../../../app/trading/domain/time';
import { toTicks } from '../../../app/trading/domain/units';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import type { CurvePoint, CurveSource } from '../../../app/trading/market/curve-source';

const NOW_MS = Date.parse('2026-11-25T15:00:00Z');
const GAS = findCurveChain('NG');
if (!GAS) throw new Error('the gas chain exists');

const createMonth = (code: string, delivery: string, expires: string) =>
  defineInstrument({
    id: `NG.${code}`,
    commodity: 'natural-gas',
    tick: '0.001',
    lot: '10',
    priceMayBeNegative: false,
    contract: {
      chain: 'NG',
      code: `NG${code}`,
      delivery,
      rollMs: Date.parse(expires) - 2 * DAY_MS,
      expiresMs: Date.parse(expires),
    },
  });
const JAN27 = createMonth('F27', '2027-01-01', '2026-12-29T22:00:00Z');
const FEB27 = createMonth('G27', '2027-02-01', '2027-01-27T22:00:00Z');
const MAR27 = createMonth('H27', '2027-03-01', '2027-02-24T22:00:00Z');
const JAN26 = createMonth('F26', '2026-01-01', '2025-12-29T22:00:00Z');
const FEB26 = createMonth('G26', '2026-02-01', '2026-01-28T22:00:00Z');

const list = (...rows: readonly (readonly [CurvePoint['instrument'], number])[]): CurvePoint[] =>
  rows.map(([instrument, price]) => ({ instrument, price }));

/** Prices by moment: now, midnight in New York, a week and a year ago. */
const source: CurveSource = {
  market: 'simulated',
  listMonths: () => [JAN27, FEB27, MAR27],
  listCurve: (_chain, atMs) =>
    atMs === NOW_MS
      ? list([JAN27, 2.7], [FEB27, 2.8], [MAR27, 2.75])
      : atMs === Date.parse('2026-11-25T05:00:00Z')
        ? list([JAN27, 2.6], [FEB27, 2.81], [MAR27, 2.75])
        : [],
  listDayCurve: (_chain, atMs) =>
    atMs === Date.parse('2026-11-18T00:00:00Z')
      ? list([JAN27, 2.5], [FEB27, 2.9])
      : atMs === Date.parse('2025-11-25T00:00:00Z')
        ? list([JAN26, 3.2], [FEB26, 3.1])
        : [],
};

const createDesk = (curves: CurveSource | null = source, instrument: Instrument = JAN27) => ({
  state: () => ({
    ...EMPTY_DESK,
    nowMs: NOW_MS,
    markets: {
      simulated: {
        name: 'simulated',
        weather: {},
        inputs: {},
        inputsMs: null,
        instruments: {
          [instrument.id]: {
            instrument,
            quote: buildQuote(toTicks(2_718), 1, NOW_MS),
            isLive: true,
            staleAfterMs: 15_000,
            day: '2026-11-25',
            dayBaseTicks: toTicks(2_700),
            dayLowTicks: toTicks(2_690),
            dayHighTicks: toTicks(2_720),
            measuredBy: null,
            lastBar: null,
            bars: 0,
            barEnds: {},
            variance: 0,
            scaleTicks: 0,
            spreads: [],
            rules: {},
          },
        },
      },
    },
  }),
  findCurves: () => curves,
  findWeather: () => null,
  status: () => ({ feed: { phase: 'running' } }),
  timeZone: 'America/New_York',
});
type CurveDesk = Parameters<typeof buildCurvePage>[0];
const openDesk = (curves?: CurveSource | null, instrument?: Instrument): CurveDesk =>
  createDesk(curves, instrument) as unknown as CurveDesk;

describe('the curve', () => {
  it('shows the quote where there is one, else the price of the market', () => {
    const { months } = buildCurve(openDesk(), 'simulated', GAS);
    expect(months.map(({ contract, last, change }) => [contract, last, change])).toEqual([
      ['NGF27', '2.718', 0.018],
      ['NGG27', '2.800', -0.01],
      ['NGH27', '2.750', 0],
    ]);
  });

  it('has spreads, days to expiry and dates', () => {
    const { months } = buildCurve(openDesk(), 'simulated', GAS);
    expect(months.map(({ spreadToNext }) => spreadToNext)).toEqual([0.082, -0.05, null]);
    expect(months.map(({ daysToExpiry }) => daysToExpiry)).toEqual([34, 63, 91]);
    expect(months[0]).toMatchObject({
      isActive: true,
      firstNotice: null,
      rollsAt: '2026-12-27T22:00:00.000Z',
      expiresAt: '2026-12-29T22:00:00.000Z',
    });
  });

  it('compares each month with itself a week ago and the month as far ahead a year ago', () => {
    const { months, weekAgoAt, yearAgoAt } = buildCurve(openDesk(), 'simulated', GAS);
    expect([weekAgoAt, yearAgoAt]).toEqual([
      '2026-11-18T00:00:00.000Z',
      '2025-11-25T00:00:00.000Z',
    ]);
    expect(months.map(({ weekAgo, yearAgo }) => [weekAgo, yearAgo])).toEqual([
      [2.5, 3.2],
      [2.9, 3.1],
      [null, null],
    ]);
  });

  it('states its shape in one sentence', () => {
    const { sentence } = buildCurvePage(openDesk(), 'simulated', GAS, 'America/New_York');
    expect(sentence).toBe(
      'Contango: the last month costs more than the first; NGH27 against NGF27: +0.032 $/MMBtu (+1.2%).',
    );
  });

  it('draws a point for each price', () => {
    const { chart } = buildCurvePage(openDesk(), 'simulated', GAS, 'America/New_York');
    expect(chart?.lines.map(({ key, points }) => [key, points.map(({ x }) => x)])).toEqual([
      ['today', [0, 50, 100]],
      ['week', [0, 50]],
      ['year', [0, 50]],
    ]);
    // The axis runs from 2.4 or 2.5 to 3.2 or more: higher prices stand higher.
    const [today, week, year] = chart?.lines ?? [];
    const [low, high] = [week?.points[0]?.y ?? NaN, year?.points[0]?.y ?? NaN];
    const expected = low + ((2.718 - 2.5) / (3.2 - 2.5)) * (high - low);
    expect(today?.points[0]?.y).toBeCloseTo(expected, 1);
    expect(today?.path).toMatch(/^M0,[\d.]+L500,[\d.]+L1000,[\d.]+$/);
    expect(chart?.zeroAt).toBeNull();
  });

  it.each([
    [
      'the market has no contract months',
      { ...JAN27, id: 'NG', contract: undefined },
      'has no contract months',
    ],
    ['only one month has a price', JAN27, 'No curve: only one month has a price.'],
  ])('has one price and a reason where %s', (_name, instrument, text) => {
    const desk = openDesk(null, instrument as Instrument);
    const { months, reason, weekAgoAt } = buildCurve(desk, 'simulated', GAS);
    expect([months.length, weekAgoAt]).toEqual([1, null]);
    expect(reason).toContain(text);
  });
});

it('finds a chain by slug, symbol and hub', () => {
  expect(findCurveChain('natural-gas')?.chain).toBe('NG');
  expect(findCurveChain('zc')?.chain).toBe('CORN');
  expect(findCurveChain('electricity')).toMatchObject({ chain: 'ET-NYISO', hub: 'NYISO' });
  expect(findCurveChain('ET-PJM')).toMatchObject({ chain: 'ET-PJM', hub: 'PJM' });
  expect(findCurveChain('gold')).toBeNull();
});
