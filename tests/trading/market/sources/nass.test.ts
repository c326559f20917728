import { describe, expect, it } from 'vitest';
import { RefusedAnswer } from '../../../../app/trading/market/sources/answer';
import { CROP_ITEMS } from '../../../../app/trading/market/sources/nass/crop-items';
import { nassSource } from '../../../../app/trading/market/sources/nass/source';
import {
  createPublicArchive,
  loadPublicArchive,
} from '../../../../app/trading/market/sources/public-archive';
import type { Reading } from '../../../../app/trading/market/sources/reading';
import {
  CROP_STAGES,
  RATED_CHAINS,
  findSeriesInfo,
  getStageSeries,
} from '../../../../app/trading/market/series-catalog';
import { findExchange, listExchanges } from '../../../support/cassettes';
import {
  HOSTILE_BODIES,
  measureAcceptedDamage,
  createHistory,
  runPlanner,
  toBytes,
} from './report-answers';

const parseExchange = (title: string) => {
  const { body, request } = findExchange('nass', title);
  return nassSource.parseAnswer(body, request);
};
const GOOD = { id: 'CORN condition/good 2026', url: '' };
const buildRow = (row: Record<string, unknown> = {}) => ({
  short_desc: 'CORN - CONDITION, MEASURED IN PCT GOOD',
  unit_desc: 'PCT GOOD',
  agg_level_desc: 'NATIONAL',
  week_ending: '2026-06-14',
  Value: '54',
  ...row,
});
const parseRows = (...data: readonly Record<string, unknown>[]) =>
  nassSource.parseAnswer(toBytes({ data }), GOOD);

const WEEK = Date.UTC(2026, 5, 14);
const buildGrade = (grade: 'good' | 'excellent', value: number): Reading => ({
  kind: 'series',
  series: `crop/CT/condition/${grade}`,
  validMs: WEEK,
  value,
});

/** Conditions of a crop in an archive to which these readings are added. */
function listConditions(chain: string, readings: readonly Reading[]) {
  const archive = createPublicArchive();
  archive.addReadings(readings.map((reading) => ({ reading, publishedMs: WEEK + 1 })));
  return archive.series
    .listHistory(`crop/${chain}/condition`, 0, Infinity, Infinity)
    .map(({ validMs, value }) => ({ validMs, value }));
}

describe('NASS answers', () => {
  it('give an item by week, with the time at which it was loaded', () => {
    const { readings, links, publishedMs } = parseExchange('corn rated good');
    expect(readings).toEqual([
      {
        kind: 'series',
        series: 'crop/CORN/condition/good',
        validMs: Date.UTC(2026, 5, 14),
        value: 54,
      },
      {
        kind: 'series',
        series: 'crop/CORN/condition/good',
        validMs: Date.UTC(2026, 5, 7),
        value: 55,
      },
    ]);
    expect(links).toEqual({ 'newest day of CORN condition/good 2026': '2026-06-14' });
    expect(publishedMs).toBe(Date.parse('2026-06-15T20:00:00Z'));
  });

  it('leave a withheld week out, so that its condition is none', () => {
    const good = parseExchange('corn rated good').readings;
    const excellent = parseExchange('corn rated excellent with a withheld week').readings;
    expect(excellent).toHaveLength(1);
    expect(listConditions('CORN', [...good, ...excellent])).toEqual([
      { validMs: Date.UTC(2026, 5, 14), value: 70 },
    ]);
    expect(findSeriesInfo('crop/CORN/condition')).not.toBeNull();
  });

  it('give no condition above 100%', () => {
    expect(listConditions('CT', [buildGrade('good', 51), buildGrade('excellent', 51)])).toEqual([]);
    expect(listConditions('CT', [buildGrade('good', 51), buildGrade('excellent', 49)])).toEqual([
      { validMs: WEEK, value: 100 },
    ]);
  });

  it('give a condition that is known when both grades are, and follows their revisions', () => {
    const answers = [
      { reading: buildGrade('good', 50), publishedMs: WEEK + 1 },
      { reading: buildGrade('excellent', 10), publishedMs: WEEK + 2 },
      { reading: buildGrade('good', 52), publishedMs: WEEK + 3 },
    ];
    // The database lists them in no order of time.
    for (const stored of [answers, [...answers].reverse()]) {
      const listReadings = (group: string) => (group === 'series' ? stored : []);
      const { series } = loadPublicArchive({ listReadings }, WEEK + 4);
      const findCondition = (knownMs: number) =>
        series.findAsOf('crop/CT/condition', WEEK, knownMs)?.value ?? null;
      expect([1, 2, 3].map((after) => findCondition(WEEK + after))).toEqual([null, 60, 62]);
    }
  });

  it('are asked for of every stage that the weather page shows', () => {
    const items = CROP_ITEMS.map(({ series }) => series);
    for (const chain of RATED_CHAINS)
      for (const stage of CROP_STAGES[chain]) expect(items).toContain(getStageSeries(chain, stage));
  });

  it('give each stage of progress as a series', () => {
    const { readings } = parseExchange('cotton planted');
    expect(readings).toMatchObject([
      { series: 'crop/CT/progress/planted', value: 90 },
      { series: 'crop/CT/progress/planted', value: 81 },
    ]);
  });

  const REFUSED: readonly (readonly [string, Record<string, unknown>[], RegExp])[] = [
    ['no rows', [], /no rows/],
    ['another item', [buildRow({ short_desc: 'CORN - CONDITION' })], /item "CORN - CONDITION"/],
    ['another unit', [buildRow({ unit_desc: 'BU / ACRE' })], /expected PCT GOOD/],
    ['a state', [buildRow({ agg_level_desc: 'STATE' })], /expected NATIONAL/],
    ['a week that ends on a Monday', [buildRow({ week_ending: '2026-06-15' })], /a Sunday/],
    ['an empty week', [buildRow({ week_ending: '' })], /no date/],
    ['two rows of a week', [buildRow(), buildRow({ Value: '55' })], /two rows/],
    ['more than all', [buildRow({ Value: '101' })], /outside 0 to 100/],
    ['a number beyond doubles', [buildRow({ Value: '1e309' })], /Infinity/],
    ['a missing column', [buildRow({ Value: undefined, week_ending: undefined })], /week_ending/],
  ];
  it.each(REFUSED)('throw for %s', (_title, rows, message) => {
    expect(() => parseRows(...rows)).toThrow(RefusedAnswer);
    expect(() => parseRows(...rows)).toThrow(message);
  });

  it.each([
    ['an invalid query', /bad request/],
    ['more rows than the limit', /exceeds limit/],
  ])('throw for the error document of %s', (title, message) => {
    expect(() => parseExchange(title)).toThrow(message);
  });

  it.each(HOSTILE_BODIES)('throw RefusedAnswer for %s', (_title, body) => {
    expect(() => nassSource.parseAnswer(body, GOOD)).toThrow(RefusedAnswer);
  });

  it('contain after damage only percentages', () => {
    const accepted = listExchanges('nass').map(({ body, request }) =>
      measureAcceptedDamage(
        body,
        (damaged) => nassSource.parseAnswer(damaged, request),
        (reading) => reading.kind === 'series' && reading.value >= 0 && reading.value <= 100,
      ),
    );
    expect(Math.max(...accepted)).toBeGreaterThan(0.03);
  });
});

describe('NASS requests', () => {
  const newestSunday = (atMs: number): string => {
    const sinceSunday = new Date(atMs).getUTCDay() * 86_400_000;
    return new Date(atMs - sinceSunday).toISOString().slice(0, 10);
  };
  const runWeek = (from: string, until: string, isReported: boolean) =>
    runPlanner({
      source: nassSource,
      from,
      until,
      answer: (id, atMs) => ({
        [`newest day of ${id}`]: isReported ? newestSunday(atMs) : '2000-01-02',
      }),
    });

  it('name one item and one year each', () => {
    const planned = nassSource.planRequests(Date.parse('2026-06-15T20:00:00Z'), createHistory());
    expect(planned.map(({ id }) => id)).toContain('CORN condition/good 2026');
    for (const { url } of planned) {
      const query = new URL(url).searchParams;
      expect(query.getAll('short_desc')).toHaveLength(1);
      expect(query.getAll('year')).toEqual(['2026']);
      expect(query.get('agg_level_desc')).toBe('NATIONAL');
      expect(query.has('key')).toBe(false);
    }
    const [first] = planned;
    const sent = first && nassSource.addKey?.(first, 'secret');
    expect(new URL(sent?.url ?? '').searchParams.get('key')).toBe('secret');
  });

  it('are sent once for each item after the report on Monday', () => {
    const sent = runWeek('2026-06-15T20:00:00Z', '2026-06-22T20:00:00Z', true);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length);
    expect(sent.every(({ atMs }) => atMs < Date.parse('2026-06-15T20:05:00Z'))).toBe(true);
  });

  it('wait for Tuesday where Monday is a holiday', () => {
    const history = createHistory();
    const id = 'CORN progress/planted 2026';
    history.record(id, Date.parse('2026-05-18T20:00:00Z'), {
      [`newest day of ${id}`]: '2026-05-17',
    });
    const isPlanned = (at: string): boolean =>
      nassSource.planRequests(Date.parse(at), history).some((request) => request.id === id);
    expect(isPlanned('2026-05-25T20:00:00Z')).toBe(false);
    expect(isPlanned('2026-05-26T19:59:00Z')).toBe(false);
    expect(isPlanned('2026-05-26T20:00:00Z')).toBe(true);
  });

  it('end a day after a report that lacks the item', () => {
    const sent = runWeek('2026-06-15T20:00:00Z', '2026-06-22T20:00:00Z', false);
    const one = sent.filter(({ id }) => id === 'CORN condition/good 2026');
    expect(one.length).toBeLessThanOrEqual(28);
    expect(one.at(-1)?.atMs).toBeLessThan(Date.parse('2026-06-16T20:05:00Z'));
    expect(sent.length).toBeLessThanOrEqual(nassSource.requestsPerDayMax);
  });

  it.each(['2026-12-15T20:00:00Z', '2026-02-02T21:00:00Z', '2026-03-30T20:00:00Z'])(
    'are none outside the season, on %s',
    (at) => {
      expect(nassSource.planRequests(Date.parse(at), createHistory())).toEqual([]);
    },
  );
});
