// Market of the account: status, curve of all listed months, coming events.
import { z } from 'zod';
import { CalendarQuerySchema, CalendarSchema } from '../../contracts/api/calendar';
import { CurveSchema } from '../../contracts/api/curve';
import { MarketStatusSchema } from '../../contracts/api/account';
import { openView } from '../../models/desk/open-view.server';
import { listCalendarRows } from '../../models/market/calendar.server';
import { findCurveChain } from '../../models/market/curve-chain';
import { buildCurve } from '../../models/market/curve.server';
import { marketStatus } from '../../models/market/market-hours.server';
import { getEnv } from '../../server/platform/env.server';
import { DEFAULT_COMMODITY } from '../../trading/domain/commodity';
import { type ApiCall, defineRead, defineReadWithQuery } from './api-call';

const CurveQuerySchema = z.object({
  commodity: z
    .string()
    .default(DEFAULT_COMMODITY)
    .transform((name, context) => {
      const chain = findCurveChain(name);
      if (chain) return chain;
      context.addIssue({ code: 'custom', message: 'unknown name or symbol' });
      return z.NEVER;
    })
    .describe('commodity key or symbol: natural-gas, NG, ZC, ET-PJM'),
});

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
  defineReadWithQuery(
    'curve',
    CurveQuerySchema,
    {
      summary:
        'Returns all listed months of a commodity or power hub with last price, spread to the next month, roll and expiry, and the prices of a week and a year ago.',
      answer: CurveSchema,
      faults: ['MALFORMED'],
    },
    async ({ desk, session, input }) => {
      const { market } = await openView(desk, session.userId);
      return buildCurve(desk, market, input.commodity);
    },
  ),
  defineReadWithQuery(
    'calendar',
    CalendarQuerySchema,
    {
      summary:
        'Returns coming events in order of time: reports, forecast runs, rolls, first notice days, expiries, exchange holidays and shortened days.',
      answer: CalendarSchema,
      faults: ['MALFORMED'],
    },
    async ({ desk, session, input }) => {
      const { days, commodity = null } = input;
      const { market } = await openView(desk, session.userId);
      return listCalendarRows(desk, { market, days, commodity, showsForecasts: true });
    },
  ),
];
