// Every call there is. What is not in this table does not exist; what is not marked open needs a
// session.
import { ACCOUNT_CALLS } from './account';
import { AUTH_CALLS } from './auth';
import { AUTO_TRADING_CALLS } from './auto-trading';
import { BACKTEST_CALLS } from './backtests';
import type { ApiCall } from './call';
import { MARKET_CALLS } from './market';
import { PERFORMANCE_CALLS } from './performance';
import { POSITION_CALLS } from './positions';
import { QUOTE_CALLS } from './quotes';
import { SIGNAL_CALLS } from './signals';
import { TWIN_CALLS } from './twins';
import { WEATHER_CALLS } from './weather';

export const API_CALLS: readonly ApiCall[] = [
  ...AUTH_CALLS,
  ...POSITION_CALLS,
  ...AUTO_TRADING_CALLS,
  ...ACCOUNT_CALLS,
  ...MARKET_CALLS,
  ...QUOTE_CALLS,
  ...PERFORMANCE_CALLS,
  ...WEATHER_CALLS,
  ...SIGNAL_CALLS,
  ...BACKTEST_CALLS,
  ...TWIN_CALLS,
];

/** The parts of a path by name when it fits the pattern, else null. */
function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const parts: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) parts[part.slice(1)] = value;
    else if (part !== value) return null;
  }
  return parts;
}

export interface Found {
  readonly call: ApiCall;
  readonly parts: Readonly<Record<string, string>>;
}

/** The calls at a path, whatever their method. */
export function callsAt(path: string): Found[] {
  return API_CALLS.flatMap((call) => {
    const parts = matchPath(call.path, path);
    return parts ? [{ call, parts }] : [];
  });
}
