// Drawn prices of a candle chart, and the levels that lie beyond them.
import { describe, expect, it } from 'vitest';
import {
  buildCandlePlot,
  findPriceRange,
  formatHiddenLevels,
} from '../../../app/components/contract-chart/candle-plot';
import type { ContractChartData } from '../../../app/contracts/contract-chart-data';

const START_MS = Date.parse('2026-11-25T15:00:00Z');
const BAR_MS = 900_000;

/** Five bars between 99 and 101. */
const createChart = (more: Partial<ContractChartData> = {}): ContractChartData => ({
  bars: [100, 100.5, 101, 100, 99.5].map((close, index) => [
    START_MS + index * BAR_MS,
    100,
    Math.max(100, close),
    Math.min(99, close),
    close,
  ]),
  decimals: 2,
  fills: [],
  levels: [],
  showsStop: false,
  fan: null,
  events: [],
  barMs: BAR_MS,
  timeZone: 'America/New_York',
  nowMs: START_MS + 5 * BAR_MS,
  ...more,
});

const LEVELS: ContractChartData['levels'] = [
  { kind: 'entry', name: 'Entry', price: 100.5 },
  { kind: 'stop', name: 'Stop', price: 107 },
  { kind: 'target', name: 'Target', price: 60 },
];

describe('the drawn prices', () => {
  it('include bars, and levels that lie near them', () => {
    const [low, high] = findPriceRange(createChart({ levels: LEVELS }));
    expect(low).toBeCloseTo(98.88);
    expect(high).toBeCloseTo(101.12);
    const near = { kind: 'target', name: 'Target', price: 102.5 } as const;
    expect(findPriceRange(createChart({ levels: [near] }))[1]).toBeGreaterThan(102.5);
  });

  it('include the stop of a position, however far it is', () => {
    const data = createChart({ levels: LEVELS, showsStop: true });
    const [low, high] = findPriceRange(data);
    expect([low < 99, high > 107, high < 108]).toEqual([true, true, true]);
    const drawn = buildCandlePlot(data).levels.map(({ kind, y }) => [kind, y !== null]);
    expect(drawn).toEqual([
      ['stop', true],
      ['entry', true],
      ['target', false],
    ]);
  });

  it('leave no level unmentioned', () => {
    expect(formatHiddenLevels(createChart({ levels: LEVELS }))).toBe(
      'Beyond the chart: Stop 107.00 above, Target 60.00 below.',
    );
    expect(formatHiddenLevels(createChart({ levels: LEVELS, showsStop: true }))).toBe(
      'Beyond the chart: Target 60.00 below.',
    );
    expect(formatHiddenLevels(createChart({ levels: LEVELS.slice(0, 1) }))).toBe('');
  });
});

it('names each quarter of an hour of a short chart', () => {
  expect(buildCandlePlot(createChart()).xTicks.map(({ text }) => text)).toEqual([
    '10:15',
    '10:30',
    '10:45',
    '11:00',
  ]);
});
