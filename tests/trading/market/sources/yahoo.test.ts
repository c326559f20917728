import { describe, expect, it } from 'vitest';
import { RefusedAnswer } from '../../../../app/trading/market/sources/answer';
import {
  findListedInstrument,
  listNearMonths,
} from '../../../../app/trading/market/sources/yahoo/listed-month';
import { yahooSource } from '../../../../app/trading/market/sources/yahoo/source';
import type { Reading } from '../../../../app/trading/market/sources/reading';
import { findExchange, listExchanges } from '../../../support/cassettes';
import {
  HOSTILE_BODIES,
  measureAcceptedDamage,
  createHistory,
  runPlanner,
  toBytes,
} from './report-answers';

const parseExchange = (title: string) => {
  const { body, request } = findExchange('yahoo', title);
  return yahooSource.parseAnswer(body, request);
};
const GAS = { id: 'chart NGF27.NYM', url: '' };
const toSeconds = (at: string): number => Date.parse(at) / 1000;

interface Chart {
  readonly meta?: Record<string, unknown>;
  readonly timestamp?: readonly unknown[];
  readonly quote?: Record<string, unknown>;
}
const buildChart = ({ meta = {}, timestamp, quote = {} }: Chart = {}) =>
  toBytes({
    chart: {
      result: [
        {
          meta: {
            symbol: 'NGF27.NYM',
            currency: 'USD',
            exchangeTimezoneName: 'America/New_York',
            regularMarketPrice: 4.017,
            regularMarketTime: toSeconds('2026-11-24T18:50:00Z'),
            ...meta,
          },
          timestamp: timestamp ?? [toSeconds('2026-11-23T05:00:00Z')],
          indicators: { quote: [{ open: [4], high: [4.1], low: [3.9], close: [4.05], ...quote }] },
        },
      ],
      error: null,
    },
  });
const parseGas = (chart: Chart) => yahooSource.parseAnswer(buildChart(chart), GAS);

describe('Yahoo answers', () => {
  it('give the quote and the bars of finished days', () => {
    expect(parseExchange('gas of January').readings).toEqual([
      {
        kind: 'quote',
        symbol: 'NGF27.NYM',
        atMs: Date.parse('2026-11-24T18:50:00Z'),
        price: 4.017,
        bid: null,
        ask: null,
      },
      ...[
        { dayMs: Date.UTC(2026, 10, 20), open: 3.9, high: 3.978, low: 3.822, close: 3.939 },
        { dayMs: Date.UTC(2026, 10, 23), open: 4, high: 4.08, low: 3.92, close: 4.04 },
      ].map((bar) => ({ kind: 'daily bar', symbol: 'NGF27.NYM', ...bar })),
    ]);
  });

  it('leave out a bar with a missing price', () => {
    const { readings } = parseExchange('corn of March with a missing day');
    expect(readings).toHaveLength(2);
    expect(readings[0]).toMatchObject({ kind: 'quote', price: 452.25 });
  });

  it('are converted to cents where the contract is quoted in cents', () => {
    const { readings } = parseExchange('coffee of March in dollars');
    expect(readings[0]).toMatchObject({ price: 310.5 });
    expect(readings[1]).toMatchObject({ open: 310, high: 316.2 });
  });

  it('are converted to dollars where the contract is quoted in dollars', () => {
    const meta = { currency: 'USX', regularMarketPrice: 401.7 };
    expect(parseGas({ meta, timestamp: [] }).readings).toMatchObject([{ price: 4.017 }]);
  });

  it.each([
    ['closes outside its range', 4.2],
    ['is off the tick', 4.0505],
  ])('leave out a bar that %s', (_, close) => {
    expect(parseGas({ quote: { close: [close] } }).readings).toHaveLength(1);
  });

  it('have no noise of binary fractions', () => {
    const meta = { regularMarketPrice: Math.fround(4.017) };
    expect(parseGas({ meta, timestamp: [] }).readings).toMatchObject([{ price: 4.017 }]);
  });

  const REFUSED: readonly (readonly [title: string, chart: Chart, message: RegExp])[] = [
    ['another symbol', { meta: { symbol: 'NG=F' } }, /answer is of "NG=F", expected NGF27.NYM/],
    ['another currency', { meta: { currency: 'EUR' } }, /currency is "EUR"/],
    ['another time zone', { meta: { exchangeTimezoneName: 'Asia/Tokyo' } }, /time zone/],
    ['a price in cents marked as dollars', { meta: { regularMarketPrice: 401.7 } }, /outside/],
    ['a price off the tick', { meta: { regularMarketPrice: 4.0175 } }, /not on its tick of 0.001/],
    ['a negative price', { quote: { low: [-1] } }, /outside/],
    ['a high below the low', { quote: { high: [3.5] } }, /below the low/],
    ['fewer prices than days', { quote: { close: [] } }, /1 days, but 0 prices/],
    ['no prices of a kind', { quote: { close: undefined } }, /1 days, but no prices/],
    ['bars without a last trade', { meta: { regularMarketTime: null } }, /no time of the last/],
    ['milliseconds', { meta: { regularMarketTime: 1.8e12 } }, /time of the price/],
    [
      'two bars of a day',
      {
        timestamp: [toSeconds('2026-11-23T05:00:00Z'), toSeconds('2026-11-23T06:00:00Z')],
        quote: { open: [4, 4], high: [4, 4], low: [4, 4], close: [4, 4] },
      },
      /two bars for 2026-11-23/,
    ],
    [
      'neither price nor bars',
      { meta: { regularMarketPrice: null }, timestamp: [] },
      /neither price nor bars/,
    ],
  ];
  it.each(REFUSED)('throw for %s', (_title, chart, message) => {
    expect(() => parseGas(chart)).toThrow(RefusedAnswer);
    expect(() => parseGas(chart)).toThrow(message);
  });

  it.each([
    ['an unlisted symbol', /Yahoo answers with the error "Not Found"/],
    ['a page that asks for consent', /HTML page/],
  ])('throw for %s', (title, message) => {
    expect(() => parseExchange(title)).toThrow(message);
  });

  it.each(HOSTILE_BODIES)('throw RefusedAnswer for %s', (_title, body) => {
    expect(() => yahooSource.parseAnswer(body, GAS)).toThrow(RefusedAnswer);
  });

  it.each(['chart NG=F', 'chart ZCF27.CBT', 'chart NGF27.CBT', 'NGF27.NYM'])(
    'throw for the request %s, which is of no listed month',
    (id) => {
      expect(() => yahooSource.parseAnswer(buildChart(), { id, url: '' })).toThrow(/no request/);
    },
  );

  it('contain after damage only prices within bounds and bars in order', () => {
    const isSound = (reading: Reading): boolean => {
      if (reading.kind === 'quote') return reading.price > 0 && reading.price < 20_000;
      if (reading.kind !== 'daily bar') return false;
      const { open, high, low, close } = reading;
      return low > 0 && high < 20_000 && [open, close].every((one) => one >= low && one <= high);
    };
    const accepted = listExchanges('yahoo').map(({ body, request }) =>
      measureAcceptedDamage(body, (damaged) => yahooSource.parseAnswer(damaged, request), isSound),
    );
    expect(Math.max(...accepted)).toBeGreaterThan(0.03);
  });
});

describe('Yahoo symbols', () => {
  it('of listed months are contracts of this project', () => {
    const codes = listNearMonths(Date.parse('2026-11-27T15:00:00Z')).map(({ symbol }) => {
      const { id, contract } = findListedInstrument(symbol) ?? {};
      expect(symbol.startsWith(`${contract?.code}.`)).toBe(true);
      return id;
    });
    expect(codes.slice(0, 4)).toEqual(['NG.F27', 'NG.G27', 'CORN.Z26', 'CORN.H27']);
    expect(new Set(codes).size).toBe(18);
  });

  it.each(['NG=F', 'NGF27.CBT', 'ZCF27.CBT', 'NGF2027.NYM', 'QGF27.NYM', ''])(
    'like %s are no contract',
    (symbol) => {
      expect(findListedInstrument(symbol)).toBeNull();
    },
  );
});

describe('Yahoo requests', () => {
  it('are of the two nearest months of nine futures, never of a continuation', () => {
    const symbols = listNearMonths(Date.parse('2026-11-27T15:00:00Z')).map(({ symbol }) => symbol);
    expect(symbols).toEqual([
      ...['NGF27.NYM', 'NGG27.NYM', 'ZCZ26.CBT', 'ZCH27.CBT', 'ZSF27.CBT', 'ZSH27.CBT'],
      ...['ZWZ26.CBT', 'ZWH27.CBT', 'OJF27.NYB', 'OJH27.NYB', 'HOZ26.NYM', 'HOF27.NYM'],
      ...['KCZ26.NYB', 'KCH27.NYB', 'CLF27.NYM', 'CLG27.NYM', 'CTZ26.NYB', 'CTH27.NYB'],
    ]);
  });

  it('roll on the day after the last trade', () => {
    const list = (at: string) => listNearMonths(Date.parse(at)).map(({ symbol }) => symbol);
    expect(list('2026-12-29T20:00:00Z')).toContain('NGF27.NYM');
    expect(list('2026-12-30T20:00:00Z')).not.toContain('NGF27.NYM');
    expect(list('2026-12-30T20:00:00Z')).toContain('NGH27.NYM');
  });

  it('keep the pace on a trading day, and come once a day on a weekend', () => {
    const day = runPlanner({
      source: yahooSource,
      from: '2026-11-18T00:00:00Z',
      until: '2026-11-19T00:00:00Z',
    });
    expect(day.length).toBeGreaterThan(2000);
    expect(day.length).toBeLessThanOrEqual(yahooSource.requestsPerDayMax);
    const lastMs = new Map<string, number>();
    for (const { id, atMs } of day) {
      expect(atMs - (lastMs.get(id) ?? -Infinity)).toBeGreaterThanOrEqual(300_000);
      lastMs.set(id, atMs);
    }
    const saturday = runPlanner({
      source: yahooSource,
      from: '2026-11-21T06:00:00Z',
      until: '2026-11-22T05:00:00Z',
    });
    expect(saturday).toHaveLength(18);
  });

  it('continue after the close until the last delayed quote is in', () => {
    const history = createHistory();
    for (const { symbol } of listNearMonths(Date.parse('2026-11-18T21:00:00Z')))
      history.record(`chart ${symbol}`, Date.parse('2026-11-18T22:00:00Z'));
    const listPlanned = (at: string) =>
      yahooSource.planRequests(Date.parse(at), history).map(({ id }) => id);
    expect(listPlanned('2026-11-18T22:10:00Z')).toContain('chart CLF27.NYM');
    expect(listPlanned('2026-11-18T22:20:00Z')).not.toContain('chart CLF27.NYM');
  });

  it('need the owner to accept the terms', () => {
    expect(yahooSource.terms).toMatch(/unofficial, personal use/);
    const [request] = yahooSource.planRequests(Date.parse('2026-11-18T15:00:00Z'), createHistory());
    expect(request?.url).toBe(
      'https://query1.finance.yahoo.com/v8/finance/chart/NGZ26.NYM?interval=1d&range=1mo',
    );
  });
});
