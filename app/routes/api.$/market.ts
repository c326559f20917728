// What the market does, as far as it concerns everybody alike.
import { env } from '../../server/platform/env.server';
import { marketStatus } from '../../models/market/market-hours.server';
import { MarketStatusSchema } from '../../contracts/api/account';
import { type ApiCall, read } from './call';

export const MARKET_CALLS: readonly ApiCall[] = [
  read(
    'market-status',
    {
      summary:
        'Returns the market status of the Market tile. Orders follow the sessions of their venues instead.',
      answer: MarketStatusSchema,
    },
    ({ desk }) => marketStatus(desk.state().nowMs, env().MARKET_TIME_ZONE),
  ),
];
