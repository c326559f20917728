import { describe, expect, it } from 'vitest';
import { RefusedAnswer } from '../../../../app/trading/market/sources/answer';
import { cftcSource } from '../../../../app/trading/market/sources/cftc/source';
import { findExchange, listExchanges } from '../../../support/cassettes';
import {
  HOSTILE_BODIES,
  measureAcceptedDamage,
  createHistory,
  runPlanner,
  toBytes,
} from './report-answers';

const REQUEST = { id: 'positions', url: '' };
const parseExchange = (title: string) =>
  cftcSource.parseAnswer(findExchange('cftc', title).body, REQUEST);

const buildRow = (row: Record<string, unknown> = {}) => ({
  report_date_as_yyyy_mm_dd: '2026-11-17T00:00:00.000',
  cftc_contract_market_code: '023651',
  open_interest_all: '1500000',
  m_money_positions_long_all: '200000',
  m_money_positions_short_all: '250000',
  ...row,
});
const parseRows = (...rows: readonly Record<string, unknown>[]) =>
  cftcSource.parseAnswer(toBytes(rows), REQUEST);

describe('CFTC answers', () => {
  it('give open interest and net positions by market and week', () => {
    const { readings, links, publishedMs } = parseExchange('positions of two weeks');
    const validMs = Date.UTC(2026, 10, 17);
    expect(readings).toHaveLength(9);
    expect(readings.slice(0, 3)).toEqual([
      { kind: 'series', series: 'positions/NG/open-interest', validMs, value: 1_583_020 },
      { kind: 'series', series: 'positions/NG/managed-money-net', validMs, value: -29_255 },
      { kind: 'series', series: 'positions/NG/producer-net', validMs, value: 2055 },
    ]);
    expect(links).toEqual({ 'newest day of positions': '2026-11-17' });
    expect(publishedMs).toBeNull();
  });

  it('leave a missing value out', () => {
    const { readings } = parseExchange('positions of a Monday with a missing value');
    expect(readings.map((reading) => 'series' in reading && reading.series)).toEqual([
      'positions/OJ/open-interest',
      'positions/OJ/producer-net',
    ]);
  });

  it('match names without case', () => {
    const { readings } = parseRows({
      Report_Date_as_YYYY_MM_DD: '2026-11-17',
      CFTC_Contract_Market_Code: '067651',
      Open_Interest_All: 1_700_000,
      unknown_column: 'x',
    });
    expect(readings).toMatchObject([{ series: 'positions/CL/open-interest', value: 1_700_000 }]);
  });

  const REFUSED: readonly (readonly [string, Record<string, unknown>[], RegExp])[] = [
    [
      'other markets only',
      [buildRow({ cftc_contract_market_code: 'constructor' })],
      /no positions/,
    ],
    ['futures with options', [buildRow({ futonly_or_combined: 'Combined' })], /expected FutOnly/],
    ['a Friday', [buildRow({ report_date_as_yyyy_mm_dd: '2026-11-20' })], /expected a Tuesday/],
    ['a time of day', [buildRow({ report_date_as_yyyy_mm_dd: '2026-11-17T08:00:00' })], /Tuesday/],
    ['two rows of a week', [buildRow(), buildRow()], /two rows of positions\/NG/],
    ['a negative count', [buildRow({ open_interest_all: '-1' })], /open interest of NG/],
    ['a number beyond doubles', [buildRow({ open_interest_all: '1e309' })], /Infinity/],
    [
      'more positions than open interest',
      [buildRow({ m_money_positions_long_all: '1500001' })],
      /long positions of managed money in NG/,
    ],
    ['a missing column', [{ cftc_contract_market_code: '023651' }], /lacks/],
    ['as many rows as the limit', Array.from({ length: 500 }, () => buildRow()), /cut off/],
  ];
  it.each(REFUSED)('throw for %s', (_title, rows, message) => {
    expect(() => parseRows(...rows)).toThrow(RefusedAnswer);
    expect(() => parseRows(...rows)).toThrow(message);
  });

  it('throw for the error document of a query', () => {
    expect(() => parseExchange('an error of the query')).toThrow(/CFTC answers with the error/);
  });

  it.each(HOSTILE_BODIES)('throw RefusedAnswer for %s', (_title, body) => {
    expect(() => cftcSource.parseAnswer(body, REQUEST)).toThrow(RefusedAnswer);
  });

  it('contain after damage only values within bounds', () => {
    const accepted = listExchanges('cftc').map(({ body, request }) =>
      measureAcceptedDamage(
        body,
        (damaged) => cftcSource.parseAnswer(damaged, request),
        (reading) => reading.kind === 'series' && Math.abs(reading.value) <= 20_000_000,
      ),
    );
    expect(Math.max(...accepted)).toBeGreaterThan(0.03);
  });
});

describe('CFTC requests', () => {
  const listSent = (from: string, until: string, releasedAt: string, newest: string) => {
    const history = createHistory();
    const before = new Date(Date.parse(newest) - 7 * 86_400_000).toISOString().slice(0, 10);
    history.record('positions', Date.parse(from) - 3 * 86_400_000, {
      'newest day of positions': before,
    });
    return runPlanner({
      source: cftcSource,
      from,
      until,
      history,
      answer: (id, atMs) => ({
        [`newest day of ${id}`]: atMs >= Date.parse(releasedAt) ? newest : before,
      }),
    }).map(({ atMs }) => new Date(atMs).toISOString().slice(0, 16));
  };

  it('are sent once on a Friday at 15:30 New York', () => {
    const release = '2026-11-20T20:30';
    expect(
      listSent('2026-11-20T20:00:00Z', '2026-11-26T00:00:00Z', `${release}:00Z`, '2026-11-17'),
    ).toEqual([release]);
  });

  it('are sent hourly in a week with a late report, and not after it', () => {
    const sent = listSent(
      '2026-11-27T20:30:00Z',
      '2026-12-02T00:00:00Z',
      '2026-11-30T20:30:00Z',
      '2026-11-24',
    );
    expect(sent).toHaveLength(73);
    expect(sent.at(-1)).toBe('2026-11-30T20:30');
  });

  it('accept positions of a Monday where Tuesday is a holiday', () => {
    const sent = listSent(
      '2029-12-28T20:30:00Z',
      '2030-01-02T00:00:00Z',
      '2029-12-28T20:30:00Z',
      '2029-12-24',
    );
    expect(sent).toHaveLength(1);
  });

  it('wait for Monday where Friday is a holiday', () => {
    expect(
      listSent(
        '2026-12-25T21:00:00Z',
        '2026-12-29T00:00:00Z',
        '2026-12-28T20:30:00Z',
        '2026-12-22',
      ),
    ).toEqual(['2026-12-28T20:30']);
  });

  it('ask for nine markets over eight weeks, in order', () => {
    const [request] = cftcSource.planRequests(Date.parse('2026-11-20T21:00:00Z'), createHistory());
    const query = new URL(request?.url ?? '').searchParams;
    expect(query.get('$where')).toBe(
      "report_date_as_yyyy_mm_dd >= '2026-09-28' AND cftc_contract_market_code in('001602','002602','005602','022651','023651','033661','040701','067651','083731')",
    );
    expect(query.get('$order')).toBe('report_date_as_yyyy_mm_dd DESC');
  });
});
