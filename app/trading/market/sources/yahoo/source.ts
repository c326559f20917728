/** Yahoo Finance: delayed quotes and daily bars of listed months, off until its terms are accepted. */
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../domain/time';
import type { EpochMs } from '../../../domain/units';
import { getSession } from '../../sessions';
import { RefusedAnswer } from '../answer';
import { type PublicSource, type SourceRequest, isDue } from '../source';
import { type ListedMonth, findContract, listNearMonths } from './listed-month';
import { parseChart } from './parse-chart';

const BASE = 'https://query1.finance.yahoo.com/v8/finance/chart/';
const ID_PREFIX = 'chart ';
/** Delay of the exchanges' free data. */
const VENUE_DELAY_MS = 10 * MINUTE_MS;
const EVERY_MS = 5 * MINUTE_MS;
const DELAY_MS = VENUE_DELAY_MS + EVERY_MS;

/** Origin of these prices, beside them on the screen. */
export const YAHOO_PRICES = `Yahoo, ${VENUE_DELAY_MS / MINUTE_MS} min late`;

export const yahooSource: PublicSource = {
  id: 'yahoo',
  name: 'Yahoo Finance',
  offers: 'delayed quotes and daily bars of the two nearest months of nine futures',
  hosts: ['query1.finance.yahoo.com'],
  licence: 'Unofficial interface, for personal use only; no redistribution.',
  attribution: 'Quotes: Yahoo Finance, delayed, unofficial, personal use',
  key: null,
  terms: 'I use the quotes of Yahoo Finance for myself only: unofficial, personal use.',
  gapMs: 10 * SECOND_MS,
  // 18 months every five minutes
  requestsPerDayMax: 5184,
  delayMs: DELAY_MS,
  staleAfterMs: DELAY_MS + MINUTE_MS,
  planRequests: (nowMs, history) =>
    listNearMonths(nowMs)
      .filter(({ symbol, contract }) =>
        isDue(
          history,
          `${ID_PREFIX}${symbol}`,
          nowMs,
          hasNewQuotes(contract, nowMs) ? EVERY_MS : DAY_MS,
        ),
      )
      .map(buildRequest),
  parseAnswer: (body, { id }) => {
    const symbol = id.startsWith(ID_PREFIX) ? id.slice(ID_PREFIX.length) : '';
    const contract = findContract(symbol);
    if (!contract) throw new RefusedAnswer(`Yahoo has no request '${id}'`);
    return parseChart(body, symbol, contract);
  },
};

/** True while the venue is open, and after its close until the last delayed quote is in. */
const hasNewQuotes = (contract: ListedMonth['contract'], nowMs: EpochMs): boolean =>
  getSession(contract, nowMs).isOpen || getSession(contract, nowMs - DELAY_MS).isOpen;

const buildRequest = ({ symbol }: ListedMonth): SourceRequest => ({
  id: `${ID_PREFIX}${symbol}`,
  url: `${BASE}${symbol}?interval=1d&range=1mo`,
  accept: 'application/json',
});
