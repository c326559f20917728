// Equity chart: thinning, geometry, axis labels and summary.
import { describe, expect, it } from 'vitest';
import { formatAxisDollars, getTickStep } from '../../../app/models/charts/axis-dollars';
import {
  type ChartInput,
  type ChartPoint,
  buildEquityChart,
  thinPoints,
} from '../../../app/models/charts/equity-chart.server';
import { buildTimeTicks } from '../../../app/models/charts/time-axis.server';
import { type Timeframe, TIMEFRAMES } from '../../../app/contracts/timeframe';
import { createDice } from '../../support/scripted-desk';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../app/trading/domain/time';

const ZONE = 'America/New_York';
const NOW = Date.UTC(2026, 5, 10, 18, 0);

/** Points at equal steps; the last is one step before now. */
const createPoints = (values: readonly number[], stepMs = MINUTE_MS): ChartPoint[] =>
  values.map((value, index) => ({ atMs: NOW - (values.length - index) * stepMs, value }));
const buildChart = (
  history: readonly ChartPoint[],
  value: number,
  more: Partial<ChartInput> = {},
) =>
  buildEquityChart({
    history,
    now: { atMs: NOW, value },
    fills: [],
    timeframe: '1d',
    timeZone: ZONE,
    since: 'since the account began',
    tone: 'up',
    ...more,
  });

/** End points of the curve segments. */
const parseEndPoints = (line: string): number[][] =>
  line
    .slice(1)
    .split('C')
    .map((piece) => piece.split(',').slice(-2).map(Number));

describe('thinning', () => {
  const roll = createDice(7);
  const many = createPoints(Array.from({ length: 5000 }, () => Math.round(roll() * 100_000) / 100));

  it.each([4, 48, 499, 500])(
    'keeps at most %i points in order, with first, last, minimum and maximum',
    (max) => {
      const thinned = thinPoints(many, max);
      expect(thinned.length).toBeLessThanOrEqual(max);
      expect(thinned.length).toBeGreaterThan(max - 3);
      expect([thinned[0], thinned.at(-1)]).toEqual([many[0], many.at(-1)]);
      const values = many.map((point) => point.value);
      expect(thinned.map((point) => point.value)).toEqual(
        expect.arrayContaining([Math.min(...values), Math.max(...values)]),
      );
      expect(
        thinned.every(
          (point, index) => index === 0 || point.atMs > (thinned[index - 1]?.atMs ?? 0),
        ),
      ).toBe(true);
    },
  );

  it('keeps a one-minute spike', () => {
    const flat = createPoints(
      Array.from({ length: 2000 }, (_, index) => (index === 777 ? 26_000 : 25_000)),
    );
    expect(thinPoints(flat, 100).filter((point) => point.value === 26_000)).toEqual([flat[777]]);
  });

  it('leaves short series unchanged', () => {
    expect(thinPoints(many.slice(0, 500), 500)).toEqual(many.slice(0, 500));
    expect(thinPoints([], 10)).toEqual([]);
  });

  it('keeps the last of many points at the same time', () => {
    const same = Array.from({ length: 30 }, (_, value) => ({ atMs: NOW, value }));
    expect(thinPoints(same, 6).map((point) => point.value)).toEqual([0, 1, 28, 29]);
  });
});

describe('the equity line', () => {
  it('spans the full width with a $500 margin', () => {
    const { line, yTicks } = buildChart(createPoints([25_000, 26_000, 24_000]), 25_000);
    // Frame from $23,500 at y = 240 to $26,500 at y = 0: $1,000 is 80 units.
    expect(parseEndPoints(line)).toEqual([
      [0, 120],
      [333.3, 40],
      [666.7, 200],
      [1000, 120],
    ]);
    expect(yTicks.map(({ text, at }) => [text, at])).toEqual([
      ['$24.0K', 83.33],
      ['$25.0K', 50],
      ['$26.0K', 16.67],
    ]);
  });

  it('is flat in the middle for equal values', () => {
    const { line, isLevel } = buildChart(createPoints([25_000, 25_000, 25_000]), 25_000);
    expect([isLevel, parseEndPoints(line).map(([, y]) => y)]).toEqual([
      false,
      [120, 120, 120, 120],
    ]);
  });

  it('is a horizontal line for a single value, labeled now', () => {
    const { line, isLevel, xTicks, marks, summary } = buildChart([], 25_000);
    expect([line, isLevel, xTicks.map(({ text, at }) => [text, at])]).toEqual([
      'M0,120H1000',
      true,
      [['Now', 100]],
    ]);
    expect(marks).toEqual([
      {
        x: 100,
        y: 50,
        left: 0,
        width: 100,
        iso: '2026-06-10T18:00:00.000Z',
        when: 'Now, 2026-06-10 14:00 EDT',
        value: '$25,000.00',
      },
    ]);
    expect(summary).toBe(
      'Portfolio Value: $25,000.00 now (2026-06-10 14:00 EDT). No earlier value in the last 24 hours.',
    );
  });

  it('draws negative values', () => {
    // Frame from −$1,700 to $800: $1,000 is 96 units.
    const { line, yTicks, marks } = buildChart(createPoints([-200, -1200]), 300);
    expect(parseEndPoints(line).map(([, y]) => y)).toEqual([96, 192, 48]);
    expect(yTicks.map(({ text }) => text)).toContain('\u2212$1.0K');
    expect(marks.map(({ value }) => value)).toEqual([
      '\u2212$200.00',
      '\u2212$1,200.00',
      '$300.00',
    ]);
  });

  it('stays finite and inside the frame for many points', () => {
    const roll = createDice(3);
    const { line, marks, valueCount } = buildChart(
      createPoints(Array.from({ length: 1440 }, () => 25_000 + roll() * 3000)),
      25_100,
    );
    expect(line).not.toMatch(/NaN|Infinity|undefined/);
    expect(parseEndPoints(line).length).toBeLessThanOrEqual(241);
    expect(
      parseEndPoints(line).every(([x = -1, y = -1]) => x >= 0 && x <= 1000 && y >= 0 && y <= 240),
    ).toBe(true);
    expect([marks.length <= 49, valueCount]).toEqual([true, 1441]);
  });

  it('covers the full width with hover areas', () => {
    const { marks } = buildChart(createPoints(Array.from({ length: 300 }, (_, index) => index)), 1);
    expect(marks[0]?.left).toBe(0);
    marks.forEach(({ left, width, x }, index) => {
      expect(left + width).toBeCloseTo(marks[index + 1]?.left ?? 100, 1);
      expect(x >= left && x <= left + width + 0.01).toBe(true);
    });
  });

  it('ignores points later than now', () => {
    expect(
      buildChart(
        [
          { atMs: NOW, value: 1 },
          { atMs: NOW + 1, value: 2 },
        ],
        3,
      ).isLevel,
    ).toBe(true);
  });
});

describe('fill markers', () => {
  const createFill = (
    minutesAgo: number,
    side: 'BUY' | 'SELL' = 'BUY',
    text = `${minutesAgo} min ago`,
  ) => ({ atMs: NOW - minutesAgo * MINUTE_MS, side, text });
  const buildMarks = (fills: ReturnType<typeof createFill>[]) =>
    buildChart(createPoints([25_000, 26_000, 24_000]), 25_000, { fills }).fillMarks;

  it('are placed on the line at their time, also between points', () => {
    // $1,000 is one third of the frame, so the midpoint between $25,000 and $26,000 is at 33.33%.
    expect(
      buildMarks([createFill(3), createFill(2.5), createFill(1, 'SELL')]).map(
        ({ x, y, point, side }) => [x, y, point, side],
      ),
    ).toEqual([
      [0, 50, 0, 'BUY'],
      [16.67, 33.33, 0, 'BUY'],
      [66.67, 83.33, 2, 'SELL'],
    ]);
  });

  it('of the same side and time share a marker and keep their texts', () => {
    const [bought, sold, ...more] = buildMarks([
      createFill(2, 'BUY', 'corn'),
      createFill(2, 'SELL', 'wheat'),
      createFill(1.99, 'BUY', 'oil'),
    ]);
    expect([
      bought?.fills.map(({ text }) => text),
      sold?.fills.map(({ text }) => text),
      more,
    ]).toEqual([['corn', 'oil'], ['wheat'], []]);
    expect(bought?.fills[0]).toMatchObject({
      iso: '2026-06-10T17:58:00.000Z',
      when: '2026-06-10 13:58 EDT',
    });
  });

  it('are not drawn before the frame or without a line', () => {
    expect(buildMarks([createFill(10)])).toEqual([]);
    expect(buildChart([], 25_000, { fills: [createFill(1)] }).fillMarks).toEqual([]);
  });
});

describe('the chart summary', () => {
  it('contains first, last, change, minimum and maximum with times', () => {
    expect(buildChart(createPoints([25_000, 25_200, 24_900], HOUR_MS), 25_100).summary).toBe(
      'Portfolio Value in the last 24 hours: from $25,000.00 at 2026-06-10 11:00 EDT to $25,100.00 now (2026-06-10 14:00 EDT), +$100.00 (+0.40%); ' +
        'lowest $24,900.00 at 2026-06-10 13:00 EDT, highest $25,200.00 at 2026-06-10 12:00 EDT.',
    );
  });

  it('measures `all` from the start of the account period', () => {
    expect(
      buildChart(createPoints([25_000]), 25_100, {
        timeframe: 'all',
        since: 'since the last reset',
      }).summary,
    ).toMatch(/^Portfolio Value since the last reset: from /);
  });
});

describe('time axis labels', () => {
  const listTickTexts = (fromMs: number, toMs: number, timeframe: Timeframe, zone = ZONE) =>
    buildTimeTicks(fromMs, toMs, timeframe, zone).map(({ text }) => text);
  const parseMs = (text: string) => Date.parse(text);

  it.each([
    ['1h', HOUR_MS, ['13:00', '13:15', '13:30', '13:45', 'Now']],
    ['1d', DAY_MS, ['18:00', '00:00', '06:00', 'Now']],
    ['1w', 7 * DAY_MS, ['Thu', 'Sat', 'Mon', 'Now']],
    ['1mo', 30 * DAY_MS, ['May 14', 'May 21', 'May 28', 'Jun 4', 'Now']],
  ] as const)('show round times for %s', (timeframe, spanMs, expected) => {
    expect(listTickTexts(NOW - spanMs, NOW, timeframe)).toEqual(expected);
  });

  it('omit labels that overlap Now', () => {
    expect(listTickTexts(NOW - 21 * HOUR_MS, NOW, '1d')).toEqual([
      '18:00',
      '00:00',
      '06:00',
      '12:00',
      'Now',
    ]);
    expect(listTickTexts(NOW - 23 * HOUR_MS, NOW, '1d')).toEqual([
      '18:00',
      '00:00',
      '06:00',
      'Now',
    ]);
  });

  it('are the first time and Now without a round time between', () => {
    expect(listTickTexts(NOW - 10_000, NOW - 5000, '1h')).toEqual(['13:59', 'Now']);
    expect(listTickTexts(NOW - 2 * HOUR_MS, NOW, '1w')).toEqual(['Wed', 'Now']);
    expect(listTickTexts(NOW - 2 * HOUR_MS, NOW, 'all')).toEqual(['Jun 10', 'Now']);
  });

  it('are correct across daylight saving changes', () => {
    const spring = buildTimeTicks(
      parseMs('2026-03-08T05:00Z'),
      parseMs('2026-03-09T04:00Z'),
      '1d',
      ZONE,
    );
    // A 23-hour day: 06:00 is five hours after midnight, 12:00 eleven.
    expect(spring.map(({ text, at: place }) => [text, place])).toEqual([
      ['00:00', 0],
      ['06:00', 21.74],
      ['12:00', 47.83],
      ['18:00', 73.91],
      ['Now', 100],
    ]);
    const autumn = buildTimeTicks(
      parseMs('2026-11-01T04:00Z'),
      parseMs('2026-11-02T05:00Z'),
      '1d',
      ZONE,
    );
    expect(autumn.map(({ text, at: place }) => [text, place])).toEqual([
      ['00:00', 0],
      ['06:00', 28],
      ['12:00', 52],
      ['18:00', 76],
      ['Now', 100],
    ]);
    expect(listTickTexts(parseMs('2026-11-01T05:30Z'), parseMs('2026-11-01T06:30Z'), '1h')).toEqual(
      ['01:30', 'Now'],
    );
    expect(listTickTexts(parseMs('2026-03-08T06:30Z'), parseMs('2026-03-08T07:30Z'), '1h')).toEqual(
      ['01:30', '01:45', '03:00', '03:15', 'Now'],
    );
  });

  it('are at most six and ascending for any range', () => {
    for (const timeframe of TIMEFRAMES) {
      for (let spanMs = 1000; spanMs < 40 * 365 * DAY_MS; spanMs *= 1.7) {
        const ticks = buildTimeTicks(NOW - Math.round(spanMs), NOW, timeframe, ZONE);
        expect(ticks.length).toBeLessThanOrEqual(6);
        expect(
          ticks.every(
            ({ at: place }, index) =>
              place >= 0 && place <= 100 && (index === 0 || place > (ticks[index - 1]?.at ?? 0)),
          ),
        ).toBe(true);
        expect([ticks.at(-1)?.text, ticks.at(-1)?.isMain]).toEqual(['Now', true]);
      }
    }
  });
});

describe('a money axis', () => {
  it('has dollar labels, with cents only where the steps need them', () => {
    expect(formatAxisDollars(24_500, 500)).toBe('$24,500');
    expect(formatAxisDollars(-0.5, getTickStep([-0.5, 0]))).toBe('\u2212$0.50');
    expect(formatAxisDollars(0, 0.5)).toBe('$0');
  });
});
