// All API calls. Paths not listed do not exist; calls not marked public need a session.
import { ACCOUNT_CALLS } from './account';
import { AUTH_CALLS } from './auth';
import { AUTO_TRADING_CALLS } from './auto-trading';
import { BACKTEST_CALLS } from './backtests';
import type { ApiCall } from './api-call';
import { BAR_CALLS } from './bars';
import { MARKET_CALLS } from './market';
import { PERFORMANCE_CALLS } from './performance';
import { POSITION_CALLS } from './positions';
import { QUOTE_CALLS } from './quotes';
import { SIGNAL_CALLS } from './signals';
import { SHADOW_ACCOUNT_CALLS } from './shadow-accounts';
import { WEATHER_CALLS } from './weather';

export const API_CALLS: readonly ApiCall[] = [
  ...AUTH_CALLS,
  ...POSITION_CALLS,
  ...AUTO_TRADING_CALLS,
  ...ACCOUNT_CALLS,
  ...MARKET_CALLS,
  ...QUOTE_CALLS,
  ...BAR_CALLS,
  ...PERFORMANCE_CALLS,
  ...WEATHER_CALLS,
  ...SIGNAL_CALLS,
  ...BACKTEST_CALLS,
  ...SHADOW_ACCOUNT_CALLS,
];

/** Path parameters if the path fits the pattern, else null. */
function matchPath(pattern: string, path: string): Record<string, string> | null {
  const expected = pattern.split('/');
  const actual = path.split('/');
  if (expected.length !== actual.length) return null;
  const parts: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const value = actual[index] ?? '';
    if (part.startsWith(':')) parts[part.slice(1)] = value;
    else if (part !== value) return null;
  }
  return parts;
}

export interface MatchedCall {
  readonly call: ApiCall;
  readonly parts: Readonly<Record<string, string>>;
}

/** Calls at a path, of any method. */
export function findCalls(path: string): MatchedCall[] {
  return API_CALLS.flatMap((call) => {
    const parts = matchPath(call.path, path);
    return parts ? [{ call, parts }] : [];
  });
}
