// Status of the process, alerts and unread notifications, as on every screen.
import type { ShellStatus } from '../../contracts/sections';
import type { DeskView } from '../../trading/desk-view';
import { countUnread } from '../notifications/unread.server';
import { listShellAlerts } from './account-alerts.server';
import { buildHealthItems, getDataAge, getTradingStatus } from './health.server';
import type { Terminal } from './terminal';

export interface ShellRequest {
  readonly view: DeskView;
  readonly userId: string;
  readonly username: string;
  readonly nowMs: number;
  readonly timeZone: string;
  /** Sequence number up to which the user has seen the notifications. */
  readonly seenSeq: number;
}

export function buildShellStatus(
  desk: Terminal,
  { view, userId, username, nowMs, timeZone, seenSeq }: ShellRequest,
): ShellStatus {
  const status = desk.status();
  return {
    health: buildHealthItems(status, nowMs, timeZone),
    alerts: listShellAlerts(desk, { view, userId, username, timeZone }),
    dataAge: getDataAge(desk.state(), view.market),
    tradingStatus: getTradingStatus(status, desk.state()),
    unread: countUnread(desk, userId, seenSeq),
  };
}
