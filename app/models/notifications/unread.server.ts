// Number of notifications since the log was last open.
import type { Database } from '../../../db/client.server';
import type { Terminal } from '../desk/terminal';
import { DEFAULT_SETTINGS } from '../../trading/domain/settings';
import { FILTER_TYPES } from './notice-filters';
import { countNoticesAfter } from './notice-facts.server';

/** More are shown as "99+". */
const COUNT_MAX = 100;

/** Fills, rejections and risk events; the user's own accepted commands are not news. */
const UNREAD_TYPES = [...FILTER_TYPES.fills, ...FILTER_TYPES.refusals, ...FILTER_TYPES.risk].filter(
  (type) => type !== 'NetworkDemoted',
);

/** Latest count by user: it changes with the log, with what was seen and with the settings. */
const countsByUser = new WeakMap<
  Database,
  Map<string, { readonly key: string; readonly count: number }>
>();

/** Unread notifications of a user, at most 100. `seen` is the last sequence number of that log. */
export function countUnread(
  desk: Pick<Terminal, 'db' | 'state'>,
  userId: string,
  seen: number,
): number {
  const { logSeq, users } = desk.state();
  const withProtection = (users[userId]?.settings ?? DEFAULT_SETTINGS).priceAlertsEnabled;
  const cached = countsByUser.get(desk.db) ?? new Map<string, never>();
  countsByUser.set(desk.db, cached);
  const key = [logSeq, seen, withProtection].join(':');
  const found = cached.get(userId);
  if (found?.key === key) return found.count;
  const count = countNoticesAfter(desk.db, userId, {
    after: seen,
    types: UNREAD_TYPES,
    withProtection,
    limit: COUNT_MAX,
  });
  cached.set(userId, { key, count });
  return count;
}
