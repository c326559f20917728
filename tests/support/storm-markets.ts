// Answers of power markets and of a quote vendor during the made storm.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../app/trading/domain/time';
import { getMoment, getWallTime } from '../../app/trading/market/local-time';
import { getSession } from '../../app/trading/market/sessions';
import { findContract } from '../../app/trading/market/sources/yahoo/listed-month';
import type { ContractRow } from '../../app/trading/domain/contract-row';
import {
  makeCaisoTable,
  makeErcotDayAhead,
  makeErcotList,
  makeErcotRealTime,
  makeMisoReport,
  makeMisoTable,
  makeNyisoDayAhead,
  makeNyisoRealTime,
  makeZip,
} from './power-answers';
import { computeDayAheadPrice, computeFuturesFactor, computeRealTimePrice } from './storm-world';

const EASTERN = 'America/New_York';
const CENTRAL = 'America/Chicago';
const FIVE_MINUTES = 5 * MINUTE_MS;

const parseCompactDay = (text: string): number =>
  Date.UTC(Number(text.slice(0, 4)), Number(text.slice(4, 6)) - 1, Number(text.slice(6, 8)));

/** True from a local time of the day before. */
const isDayAheadPublished = (dayMs: number, minute: number, zone: string, nowMs: number): boolean =>
  nowMs >= getMoment(dayMs - DAY_MS, minute, zone);

/** Files of New York; null before their publication. */
export function makeNyisoAnswer(pathname: string, nowMs: number): string | null {
  const [, day = '', kind] = /\/(\d{8})(damlbmp|realtime)_zone\.csv$/.exec(pathname) ?? [];
  const dayMs = parseCompactDay(day);
  if (kind === 'damlbmp')
    return isDayAheadPublished(dayMs, 11 * 60, EASTERN, nowMs)
      ? makeNyisoDayAhead(dayMs, 24, (atMs) => computeDayAheadPrice('NYISO', atMs))
      : null;
  if (kind !== 'realtime') return null;
  const count = Math.floor((nowMs - getMoment(dayMs, 0, EASTERN)) / FIVE_MINUTES);
  return count < 1
    ? null
    : makeNyisoRealTime(dayMs, 24, Math.min(count, 24 * 12), (atMs) =>
        computeRealTimePrice('NYISO', atMs),
      );
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Eastern Standard Time in UTC. */
const EST_MS = 5 * HOUR_MS;

/** Report or five-minute table of the Midwest; null before its publication. */
export function makeMisoAnswer(pathname: string, nowMs: number): string | null {
  if (pathname.endsWith('/GetLmpConsolidatedTable')) {
    const startsMs = Math.floor(nowMs / FIVE_MINUTES) * FIVE_MINUTES - FIVE_MINUTES;
    const local = new Date(startsMs - EST_MS);
    const [, day, time] = /^\d{4}-\d\d-(\d\d)T(\d\d:\d\d)/.exec(local.toISOString()) ?? [];
    const refId = `${day}-${MONTHS[local.getUTCMonth()]}-${local.getUTCFullYear()} - Interval ${time} EST`;
    return makeMisoTable(refId, computeRealTimePrice('MISO', startsMs));
  }
  const [, day] = /\/(\d{8})_da_expost_lmp\.csv$/.exec(pathname) ?? [];
  if (day === undefined) return null;
  const dayMs = parseCompactDay(day);
  return isDayAheadPublished(dayMs, 13 * 60 + 30, EASTERN, nowMs)
    ? makeMisoReport(dayMs, 'Day Ahead Market ExPost LMPs', (atMs) =>
        computeDayAheadPrice('MISO', atMs),
      )
    : null;
}

const parseOasisTime = (text: string): number =>
  Date.parse(
    `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}T${text.slice(9, 14)}:00Z`,
  );

/** ZIP of California; null before the day-ahead publication. */
export function makeCaisoAnswer({ searchParams }: URL, nowMs: number): Uint8Array | null {
  const fromMs = parseOasisTime(searchParams.get('startdatetime') ?? '');
  const untilMs = parseOasisTime(searchParams.get('enddatetime') ?? '');
  const isDayAhead = searchParams.get('market_run_id') === 'DAM';
  const stepMs = isDayAhead ? HOUR_MS : FIVE_MINUTES;
  if (isDayAhead && nowMs < fromMs - 11 * HOUR_MS) return null;
  const starts = Array.from(
    { length: Math.round((untilMs - fromMs) / stepMs) },
    (_, index) => fromMs + index * stepMs,
  );
  const compute = isDayAhead ? computeDayAheadPrice : computeRealTimePrice;
  const table = makeCaisoTable(starts, isDayAhead ? 60 : 5, (atMs) => compute('CAISO', atMs));
  return makeZip('prices.csv', table);
}

const REAL_TIME_ID = 1;
const QUARTER_MS = 15 * MINUTE_MS;
/** Numbers of the documents: quarter hours, and days below a thousand million. */
const QUARTER_BASE = 5_000_000_000;

/** Lists and documents of Texas. */
export function makeErcotAnswer(url: URL, nowMs: number): Uint8Array | string | null {
  const reportType = url.searchParams.get('reportTypeId');
  const id = Number(url.searchParams.get('doclookupId'));
  if (reportType === '12301') {
    const quarter = Math.floor(nowMs / QUARTER_MS) - REAL_TIME_ID;
    return listDocument(
      QUARTER_BASE + quarter,
      'SPPHLZNP6905_csv',
      quarter * QUARTER_MS + QUARTER_MS,
    );
  }
  if (reportType === '12331') {
    const { dayMs, minute } = getWallTime(nowMs, CENTRAL);
    const publishedDayMs = minute >= 13 * 60 + 30 ? dayMs : dayMs - DAY_MS;
    const publishedMs = getMoment(publishedDayMs, 13 * 60 + 30, CENTRAL);
    return listDocument(publishedDayMs / DAY_MS, 'DAMSPNP4190_csv', publishedMs);
  }
  if (id >= QUARTER_BASE)
    return makeZip('prices.csv', makeQuarter((id - QUARTER_BASE) * QUARTER_MS));
  if (id > 0)
    return makeZip(
      'prices.csv',
      makeErcotDayAhead((id + 1) * DAY_MS, 24, (atMs) => computeDayAheadPrice('ERCOT', atMs)),
    );
  return null;
}

const listDocument = (id: number, name: string, publishedMs: number): string =>
  makeErcotList([{ id: String(id), name, published: new Date(publishedMs).toISOString() }]);

/** The document of one quarter hour: a header and the row of its time. */
function makeQuarter(startsMs: number): string {
  const { dayMs } = getWallTime(startsMs, CENTRAL);
  const index = Math.round((startsMs - getMoment(dayMs, 0, CENTRAL)) / QUARTER_MS);
  const [header = '', ...rows] = makeErcotRealTime(dayMs, 24, (atMs) =>
    computeRealTimePrice('ERCOT', atMs),
  ).split('\n');
  return [header, rows[index] ?? '', ''].join('\n');
}

const VENDOR_DELAY_MS = 10 * MINUTE_MS;
const BAR_DAYS = 30;
const THANKSGIVING = Date.UTC(2026, 10, 26);

/** Chart of a listed month with a quote ten minutes old; null for an unknown symbol. */
export function makeChartAnswer(pathname: string, nowMs: number): object | null {
  const symbol = decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1));
  const contract = findContract(symbol);
  if (!contract) return null;
  const quotedMs = findQuotedMs(contract, nowMs - VENDOR_DELAY_MS);
  const { zone } = contract.session;
  const today = getWallTime(quotedMs, zone).dayMs;
  const days = Array.from(
    { length: BAR_DAYS },
    (_, back) => today - (BAR_DAYS - 1 - back) * DAY_MS,
  ).filter(isTradingDay);
  const bars = days.map((dayMs) => makeBar(symbol, contract, dayMs));
  return {
    chart: {
      result: [
        {
          meta: {
            currency: contract.quotedUnit.startsWith('cents') ? 'USX' : 'USD',
            symbol,
            exchangeTimezoneName: zone,
            regularMarketTime: quotedMs / 1000,
            regularMarketPrice: computeFuturePrice(symbol, contract, quotedMs),
          },
          timestamp: days.map((dayMs) => getMoment(dayMs, 0, zone) / 1000),
          indicators: {
            quote: [
              {
                open: bars.map(({ open }) => open),
                high: bars.map(({ high }) => high),
                low: bars.map(({ low }) => low),
                close: bars.map(({ close }) => close),
              },
            ],
          },
        },
      ],
      error: null,
    },
  };
}

/** A file of daily bars of a listed month, for the days before a day (midnight UTC). */
export function makePriceFile(symbol: string, untilDayMs: number, days: number): string {
  const contract = findContract(symbol);
  if (!contract) throw new Error(`no contract ${symbol}`);
  const rows = Array.from({ length: days }, (_, back) => untilDayMs - (days - back) * DAY_MS)
    .filter(isTradingDay)
    .map((dayMs) => {
      const { open, high, low, close } = makeBar(symbol, contract, dayMs);
      return [new Date(dayMs).toISOString().slice(0, 10), open, high, low, close].join(',');
    });
  return ['Date,Open,High,Low,Close', ...rows, ''].join('\n');
}

const isTradingDay = (dayMs: number): boolean =>
  ![0, 6].includes(new Date(dayMs).getUTCDay()) && dayMs !== THANKSGIVING;

function makeBar(symbol: string, contract: ContractRow, dayMs: number) {
  const prices = [8, 9, 10, 11, 12, 13].map((hour) =>
    computeFuturePrice(symbol, contract, getMoment(dayMs, hour * 60, contract.session.zone)),
  );
  const [open = 0, close = 0] = [prices[0], prices.at(-1)];
  return { open, close, high: Math.max(...prices), low: Math.min(...prices) };
}

/** The last minute, to the five, at which the venue was open. */
function findQuotedMs(contract: ContractRow, untilMs: number): number {
  let atMs = Math.floor(untilMs / FIVE_MINUTES) * FIVE_MINUTES;
  while (!getSession(contract, atMs).isOpen) atMs -= FIVE_MINUTES;
  return atMs;
}

/** On the tick of the contract. */
function computeFuturePrice(symbol: string, contract: ContractRow, atMs: number): number {
  const tick = Number(contract.tick);
  const price = Number(contract.margin.referencePrice) * computeFuturesFactor(symbol, atMs);
  return Number((Math.round(price / tick) * tick).toFixed(6));
}
