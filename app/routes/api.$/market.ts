// Market status, the same for all users.
import { getEnv } from '../../server/platform/env.server';
import { marketStatus } from '../../models/market/market-hours.server';
import { MarketStatusSchema } from '../../contracts/api/account';
import { type ApiCall, defineRead } from './api-call';

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
];
