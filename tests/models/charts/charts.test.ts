// The chart of a book's worth: what is kept of many points, where points stand, the words on the
// axes, and the sentence.
import { describe, expect, it } from 'vitest';
import {
  type ChartInput,
  type ChartPoint,
  chartGeometry,
  thinPoints,
} from '../../../app/models/charts/charts.server';
import { timeTicks } from '../../../app/models/charts/chart-axis.server';
import { type Timeframe, TIMEFRAMES } from '../../../app/contracts/timeframe';
import { dice } from '../../support/scripted-desk';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../app/trading/domain/time';

const ZONE = 'America/New_York';
const NOW = Date.UTC(2026, 5, 10, 18, 0);

/** So many points every so often, the last one a step before now. */
const points = (values: readonly number[], stepMs = MINUTE_MS): ChartPoint[] =>
  values.map((value, index) => ({ atMs: NOW - (values.length - index) * stepMs, value }));
const chart = (history: readonly ChartPoint[], value: number, more: Partial<ChartInput> = {}) =>
  chartGeometry({
    history,
    now: { atMs: NOW, value },
    fills: [],
    timeframe: '1d',
    timeZone: ZONE,
    since: 'since the account began',
    tone: 'up',
    ...more,
  });

/** Ends of the curve's pieces: the points that were drawn. */
const drawn = (line: string): number[][] =>
  line
    .slice(1)
    .split('C')
    .map((piece) => piece.split(',').slice(-2).map(Number));

describe('many points', () => {
  const roll = dice(7);
  const many = points(Array.from({ length: 5000 }, () => Math.round(roll() * 100_000) / 100));

  it.each([4, 48, 499, 500])(
    'become at most %i in order, with the first, the last, the lowest and the highest',
    (max) => {
      const kept = thinPoints(many, max);
      expect(kept.length).toBeLessThanOrEqual(max);
      expect(kept.length).toBeGreaterThan(max - 3);
      expect([kept[0], kept.at(-1)]).toEqual([many[0], many.at(-1)]);
      const values = many.map((point) => point.value);
      expect(kept.map((point) => point.value)).toEqual(
        expect.arrayContaining([Math.min(...values), Math.max(...values)]),
      );
      expect(
        kept.every((point, index) => index === 0 || point.atMs > (kept[index - 1]?.atMs ?? 0)),
      ).toBe(true);
    },
  );

  it('keep a spike of one minute', () => {
    const flat = points(
      Array.from({ length: 2000 }, (_, index) => (index === 777 ? 26_000 : 25_000)),
    );
    expect(thinPoints(flat, 100).filter((point) => point.value === 26_000)).toEqual([flat[777]]);
  });

  it('that are few enough stay as they are', () => {
    expect(thinPoints(many.slice(0, 500), 500)).toEqual(many.slice(0, 500));
    expect(thinPoints([], 10)).toEqual([]);
  });

  it('of one moment still have an end', () => {
    const same = Array.from({ length: 30 }, (_, value) => ({ atMs: NOW, value }));
    expect(thinPoints(same, 6).map((point) => point.value)).toEqual([0, 1, 28, 29]);
  });
});

describe('the line', () => {
  it('runs from the left edge to the right, 500 dollars within its frame', () => {
    const { line, yTicks } = chart(points([25_000, 26_000, 24_000]), 25_000);
    // From 23,500 at the foot (240) to 26,500 at the head (0): 1,000 dollars are 80.
    expect(drawn(line)).toEqual([
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

  it('of equal values is level in the middle', () => {
    const { line, isLevel } = chart(points([25_000, 25_000, 25_000]), 25_000);
    expect([isLevel, drawn(line).map(([, y]) => y)]).toEqual([false, [120, 120, 120, 120]]);
  });

  it('of one value is a level alone, told as now', () => {
    const { line, isLevel, xTicks, marks, summary } = chart([], 25_000);
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
      'Portfolio Value: $25,000.00 now (2026-06-10 14:00 EDT). No earlier value is known in the last 24 hours.',
    );
  });

  it('goes below zero', () => {
    // From -1,700 at the foot to 800 at the head: 1,000 dollars are 96.
    const { line, yTicks, marks } = chart(points([-200, -1200]), 300);
    expect(drawn(line).map(([, y]) => y)).toEqual([96, 192, 48]);
    expect(yTicks.map(({ text }) => text)).toContain('\u2212$1.0K');
    expect(marks.map(({ value }) => value)).toEqual([
      '\u2212$200.00',
      '\u2212$1,200.00',
      '$300.00',
    ]);
  });

  it('of 500 points and more is finite, and in its frame', () => {
    const roll = dice(3);
    const { line, marks, valueCount } = chart(
      points(Array.from({ length: 1440 }, () => 25_000 + roll() * 3000)),
      25_100,
    );
    expect(line).not.toMatch(/NaN|Infinity|undefined/);
    expect(drawn(line).length).toBeLessThanOrEqual(241);
    expect(drawn(line).every(([x = -1, y = -1]) => x >= 0 && x <= 1000 && y >= 0 && y <= 240)).toBe(
      true,
    );
    expect([marks.length <= 49, valueCount]).toEqual([true, 1441]);
  });

  it('leaves no place without a value to point at', () => {
    const { marks } = chart(points(Array.from({ length: 300 }, (_, index) => index)), 1);
    expect(marks[0]?.left).toBe(0);
    marks.forEach(({ left, width, x }, index) => {
      expect(left + width).toBeCloseTo(marks[index + 1]?.left ?? 100, 1);
      expect(x >= left && x <= left + width + 0.01).toBe(true);
    });
  });

  it('forgets what claims to be later than now', () => {
    expect(
      chart(
        [
          { atMs: NOW, value: 1 },
          { atMs: NOW + 1, value: 2 },
        ],
        3,
      ).isLevel,
    ).toBe(true);
  });
});

describe('the fills', () => {
  const fill = (
    minutesAgo: number,
    side: 'BUY' | 'SELL' = 'BUY',
    text = `${minutesAgo} min ago`,
  ) => ({ atMs: NOW - minutesAgo * MINUTE_MS, side, text });
  const marked = (fills: ReturnType<typeof fill>[]) =>
    chart(points([25_000, 26_000, 24_000]), 25_000, { fills }).fillMarks;

  it('stand on the line at their own time, between its points too', () => {
    // A thousand dollars are a third of the frame: half way from 25,000 to 26,000 is 33.33 from the
    // head.
    expect(
      marked([fill(3), fill(2.5), fill(1, 'SELL')]).map(({ x, y, point, side }) => [
        x,
        y,
        point,
        side,
      ]),
    ).toEqual([
      [0, 50, 0, 'BUY'],
      [16.67, 33.33, 0, 'BUY'],
      [66.67, 83.33, 2, 'SELL'],
    ]);
  });

  it('of one side and one moment share a mark, and each keeps its words', () => {
    const [bought, sold, ...more] = marked([
      fill(2, 'BUY', 'corn'),
      fill(2, 'SELL', 'wheat'),
      fill(1.99, 'BUY', 'oil'),
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

  it('from before the frame, or where there is no line, are not drawn', () => {
    expect(marked([fill(10)])).toEqual([]);
    expect(chart([], 25_000, { fills: [fill(1)] }).fillMarks).toEqual([]);
  });
});

describe('the sentence', () => {
  it('tells first, last, change, lowest and highest with their times', () => {
    expect(chart(points([25_000, 25_200, 24_900], HOUR_MS), 25_100).summary).toBe(
      'Portfolio Value in the last 24 hours: from $25,000.00 at 2026-06-10 11:00 EDT to $25,100.00 now (2026-06-10 14:00 EDT), +$100.00 (+0.40%); ' +
        'lowest $24,900.00 at 2026-06-10 13:00 EDT, highest $25,200.00 at 2026-06-10 12:00 EDT.',
    );
  });

  it('counts all from where the epoch began', () => {
    expect(
      chart(points([25_000]), 25_100, { timeframe: 'all', since: 'since the last reset' }).summary,
    ).toMatch(/^Portfolio Value since the last reset: from /);
  });
});

describe('the words beneath', () => {
  const texts = (fromMs: number, toMs: number, timeframe: Timeframe, zone = ZONE) =>
    timeTicks(fromMs, toMs, timeframe, zone).map(({ text }) => text);
  const at = (text: string) => Date.parse(text);

  it.each([
    ['1h', HOUR_MS, ['13:00', '13:15', '13:30', '13:45', 'Now']],
    ['1d', DAY_MS, ['18:00', '00:00', '06:00', 'Now']],
    ['1w', 7 * DAY_MS, ['Thu', 'Sat', 'Mon', 'Now']],
    ['1mo', 30 * DAY_MS, ['May 14', 'May 21', 'May 28', 'Jun 4', 'Now']],
  ] as const)('name round moments of %s', (timeframe, spanMs, expected) => {
    expect(texts(NOW - spanMs, NOW, timeframe)).toEqual(expected);
  });

  it('leave out what would run into now', () => {
    expect(texts(NOW - 21 * HOUR_MS, NOW, '1d')).toEqual([
      '18:00',
      '00:00',
      '06:00',
      '12:00',
      'Now',
    ]);
    expect(texts(NOW - 23 * HOUR_MS, NOW, '1d')).toEqual(['18:00', '00:00', '06:00', 'Now']);
  });

  it('are the first moment and now when nothing round lies between', () => {
    expect(texts(NOW - 10_000, NOW - 5000, '1h')).toEqual(['13:59', 'Now']);
    expect(texts(NOW - 2 * HOUR_MS, NOW, '1w')).toEqual(['Wed', 'Now']);
    expect(texts(NOW - 2 * HOUR_MS, NOW, 'all')).toEqual(['Jun 10', 'Now']);
  });

  it('stand where the clocks of the zone show them, through a change of the clocks', () => {
    const spring = timeTicks(at('2026-03-08T05:00Z'), at('2026-03-09T04:00Z'), '1d', ZONE);
    // A day of 23 hours: six in the morning comes after five of them, noon after eleven.
    expect(spring.map(({ text, at: place }) => [text, place])).toEqual([
      ['00:00', 0],
      ['06:00', 21.74],
      ['12:00', 47.83],
      ['18:00', 73.91],
      ['Now', 100],
    ]);
    const autumn = timeTicks(at('2026-11-01T04:00Z'), at('2026-11-02T05:00Z'), '1d', ZONE);
    expect(autumn.map(({ text, at: place }) => [text, place])).toEqual([
      ['00:00', 0],
      ['06:00', 28],
      ['12:00', 52],
      ['18:00', 76],
      ['Now', 100],
    ]);
    expect(texts(at('2026-11-01T05:30Z'), at('2026-11-01T06:30Z'), '1h')).toEqual(['01:30', 'Now']);
    expect(texts(at('2026-03-08T06:30Z'), at('2026-03-08T07:30Z'), '1h')).toEqual([
      '01:30',
      '01:45',
      '03:00',
      '03:15',
      'Now',
    ]);
  });

  it('are six at most and rise, whatever the span', () => {
    for (const timeframe of TIMEFRAMES) {
      for (let spanMs = 1000; spanMs < 40 * 365 * DAY_MS; spanMs *= 1.7) {
        const ticks = timeTicks(NOW - Math.round(spanMs), NOW, timeframe, ZONE);
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
