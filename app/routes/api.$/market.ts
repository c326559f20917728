// What the market does, as far as it concerns everybody alike.
import { env } from '../../env.server';
import { marketStatus } from '../../market-hours.server';
import { type ApiCall, read } from './call';

export const MARKET_CALLS: readonly ApiCall[] = [read('market-status', ({ desk }) => marketStatus(desk.state().nowMs, env().MARKET_TIME_ZONE))];
