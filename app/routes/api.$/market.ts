// Market of the account: status, curve of all listed months, coming events.
import {
  CALENDAR_DAYS_MAX,
  CalendarQuerySchema,
  CalendarSchema,
} from '../../contracts/api/calendar';
import { CurveQuerySchema, CurveSchema } from '../../contracts/api/curve';
import { MarketStatusSchema } from '../../contracts/api/account';
import { listCalendarRows } from '../../models/market/calendar.server';
import { findCurveChain } from '../../models/market/curve-chain';
import { buildCurve } from '../../models/market/curve.server';
import { marketStatus } from '../../models/market/market-hours.server';
import { HttpError } from '../../server/http/responses.server';
import { getEnv } from '../../server/platform/env.server';
import {
  DEFAULT_COMMODITY,
  type CommodityKey,
  findCommodityKey,
} from '../../trading/domain/commodity';
import { type ApiCall, type SignedInRequest, defineRead } from './api-call';

const DAYS_DEFAULT = 14;

async function getMarket({ desk, session }: SignedInRequest): Promise<string> {
  await desk.ensureBook(session.userId);
  return desk.getView(session.userId)?.market ?? '';
}

async function loadCurve(call: SignedInRequest) {
  const chain = findCurveChain(call.url.searchParams.get('commodity') ?? DEFAULT_COMMODITY);
  if (!chain) throw new HttpError(400, UNKNOWN_COMMODITY);
  return buildCurve(call.desk, await getMarket(call), chain);
}

const UNKNOWN_COMMODITY = 'commodity: unknown name or symbol';

async function loadCalendar(call: SignedInRequest) {
  const { searchParams } = call.url;
  const days = Number(searchParams.get('days') ?? DAYS_DEFAULT);
  if (!Number.isInteger(days) || days < 1 || days > CALENDAR_DAYS_MAX)
    throw new HttpError(400, `days: must be a whole number from 1 to ${CALENDAR_DAYS_MAX}`);
  return listCalendarRows(call.desk, {
    market: await getMarket(call),
    days,
    commodity: parseCommodity(searchParams.get('commodity')),
    showsForecasts: true,
  });
}

function parseCommodity(name: string | null): CommodityKey | null {
  const commodity = name === null ? null : findCommodityKey(name);
  if (name !== null && commodity === null) throw new HttpError(400, UNKNOWN_COMMODITY);
  return commodity;
}

export const MARKET_CALLS: readonly ApiCall[] = [
  defineRead(
    'market-status',
    {
      summary:
        'Returns the market status of the Market tile. Orders follow the sessions of their venues instead.',
      answer: MarketStatusSchema,
    },
    ({ desk }) => marketStatus(desk.state().nowMs, getEnv().MARKET_TIME_ZONE),
  ),
  defineRead(
    'curve',
    {
      summary:
        'Returns all listed months of a commodity or power hub with last price, spread to the next month, roll and expiry, and the prices of a week and a year ago.',
      answer: CurveSchema,
      query: CurveQuerySchema,
      faults: ['COMMODITY_NAME'],
    },
    loadCurve,
  ),
  defineRead(
    'calendar',
    {
      summary:
        'Returns coming events in order of time: reports, forecast runs, rolls, first notice days, expiries, exchange holidays and shortened days.',
      answer: CalendarSchema,
      query: CalendarQuerySchema,
      faults: ['COMMODITY_NAME', 'DAYS'],
    },
    loadCalendar,
  ),
];
