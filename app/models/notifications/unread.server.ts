// Number of notifications since the log was last open.
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

/** Unread notifications of a user, at most 100. `seen` is the last sequence number of that log. */
export const countUnread = (
  desk: Pick<Terminal, 'db' | 'state'>,
  userId: string,
  seen: number,
): number =>
  countNoticesAfter(desk.db, userId, {
    after: seen,
    types: UNREAD_TYPES,
    withProtection: (desk.state().users[userId]?.settings ?? DEFAULT_SETTINGS).priceAlertsEnabled,
    limit: COUNT_MAX,
  });
