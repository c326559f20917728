// Alerts above every screen: halts of the process, stops, tripped breakers and margin calls.
import type { ShellAlert } from '../../contracts/messages';
import type { DeskView } from '../../trading/desk-view';
import { formatDateTime, formatMoney } from '../../trading/domain/format';
import { NOTIFICATION_RECORD_TYPES_SQL } from '../../trading/domain/notification-records';
import type { EpochMs } from '../../trading/domain/units';
import { listAlerts, shortenText, trimPeriod } from './halts.server';
import { explainRunBlock } from './run-block.server';
import { findEmergencyStop } from './latest-stop.server';
import type { Terminal } from './terminal';

const formatPositions = (count: number): string =>
  count === 0 ? 'no position open' : count === 1 ? '1 position open' : `${count} positions open`;

interface AlertInput {
  readonly view: DeskView;
  readonly userId: string;
  readonly username: string;
  readonly timeZone: string;
}

/** Open positions of every account of the user, the selected one first. */
function formatOpenPositions(desk: Terminal, { view, userId }: AlertInput): string {
  const others = Object.values(desk.state().books)
    .filter((book) => book.userId === userId && book.mode !== view.mode)
    .map((book) => ({ mode: book.mode, count: Object.keys(book.positions).length }))
    .filter(({ count }) => count > 0);
  return [{ mode: view.mode, count: view.positions.length }, ...others]
    .map(({ mode, count }) => `${mode.toUpperCase()}: ${formatPositions(count)}`)
    .join('; ');
}

/** How trading of the selected account resumes after a stop. */
function formatResume(view: DeskView, block: string | null): string {
  if (block !== null) return `RUN is rejected: ${block}`;
  const account = `the ${view.mode} account`;
  if (view.rearm !== null) return `RUN ALL resumes ${account} after a confirmation.`;
  return view.trading.state === 'HALTED'
    ? `RUN resumes ${account} once the halt ends.`
    : `RUN resumes ${account}.`;
}

function buildStopAlert(desk: Terminal, input: AlertInput, atMs: EpochMs): ShellAlert {
  const { view, userId, username, timeZone } = input;
  const block = explainRunBlock(desk, view, { userId, scope: 'all' });
  return {
    kind: 'alert',
    title: 'EMERGENCY STOP',
    text: `pressed ${formatDateTime(atMs, timeZone)} by ${username}. ${formatOpenPositions(desk, input)}. No new entries; stops and targets stay. ${formatResume(view, block)}`,
    ways: block === null ? ['close-all', 'run-all'] : ['close-all'],
  };
}

/** A person, a limit, or a disagreement with the broker halted the account. */
function listHaltAlerts({ view: { halt, positions }, timeZone }: AlertInput): ShellAlert[] {
  if (!halt) return [];
  const reason = trimPeriod(shortenText(halt.reason));
  return [
    {
      kind: 'alert',
      title: 'ACCOUNT HALTED',
      text: `${formatDateTime(halt.atMs, timeZone)}, level ${halt.level}: ${halt.needsOperator ? 'the broker disagrees with this account: ' : ''}${reason}. Entries blocked, ${formatPositions(positions.length)}; ${halt.level === 5 ? 'the broker is disconnected, so CLOSE waits' : 'stops, CLOSE and STOP work'}. ${halt.needsOperator ? "Compare orders and positions with the broker's statement; then the operator resumes the account." : 'The page Live resumes the account.'}`,
      ways: ['close-all'],
    },
  ];
}

function listBreakerAlerts(desk: Terminal, { view, userId, timeZone }: AlertInput): ShellAlert[] {
  const block = view.rearm && explainRunBlock(desk, view, { userId, scope: 'all' });
  const open = formatPositions(view.positions.length);
  const alerts: ShellAlert[] = [];
  if (view.rearm !== null)
    alerts.push({
      kind: 'alert',
      title: 'DRAWDOWN LIMIT HIT',
      text: `${formatDateTime(view.rearm.trippedMs, timeZone)}: loss ${formatMoney(view.rearm.lostMills)} from the peak. Entries blocked, ${open}.${block === null ? '' : ` RUN ALL is rejected: ${block}`}`,
      ways: block === null ? ['rearm', 'close-all'] : ['close-all'],
    });
  const dayLoss = view.lossBreakers.find(({ name, isTripped }) => name === 'DAY_LOSS' && isTripped);
  if (dayLoss)
    alerts.push({
      kind: 'alert',
      title: 'DAILY LOSS LIMIT HIT',
      text: `${formatMoney(dayLoss.lostMills)}, limit ${formatMoney(dayLoss.allowedMills)}. Entries blocked until tomorrow, ${open}.`,
      ways: ['close-all'],
    });
  const { calledMs, equityMills, maintenanceMills } = view.margin;
  if (calledMs !== null)
    alerts.push({
      kind: 'alert',
      title: 'MARGIN CALL',
      text: `equity ${formatMoney(equityMills)}, maintenance ${formatMoney(maintenanceMills)}. Entries blocked; positions are reduced at the next price. Since ${formatDateTime(calledMs, timeZone)}.`,
      ways: ['close-all'],
    });
  return alerts;
}

/** A halt has no user; the list of types selects the index of notifications. */
export const LATEST_HALT_SQL = `SELECT at_ms AS atMs FROM event
  WHERE user_id IS NULL AND type IN (${NOTIFICATION_RECORD_TYPES_SQL}) AND type = 'TradingHalted'
  ORDER BY seq DESC LIMIT 1`;

/** Time of the latest stored halt; null while trading is active. */
function findHaltTime(desk: Terminal): EpochMs | null {
  if (desk.state().trading.state !== 'HALTED') return null;
  const row = desk.db.$client.prepare<[], { readonly atMs: EpochMs }>(LATEST_HALT_SQL).get();
  return row?.atMs ?? null;
}

/** Alerts of the process and of a user's selected account; empty in normal operation. */
export function listShellAlerts(desk: Terminal, input: AlertInput): ShellAlert[] {
  const haltedMs = findHaltTime(desk);
  const alerts = [
    ...listAlerts(
      desk.status(),
      haltedMs === null ? null : formatDateTime(haltedMs, input.timeZone),
    ),
    ...listAccountAlerts(desk, input),
  ];
  return input.view.positions.length > 0
    ? alerts
    : alerts.map((alert) => ({ ...alert, ways: alert.ways.filter((way) => way !== 'close-all') }));
}

function listAccountAlerts(desk: Terminal, input: AlertInput): ShellAlert[] {
  const stoppedMs = findEmergencyStop(desk, input.userId);
  const disabled = desk.state().disabledUsers[input.userId];
  return [
    ...(disabled
      ? [
          {
            kind: 'alert' as const,
            title: 'ENTRIES BLOCKED BY THE OPERATOR',
            text: `since ${formatDateTime(disabled.atMs, input.timeZone)}: ${disabled.reason}. ${formatPositions(input.view.positions.length)}; stops, CLOSE and STOP work.`,
            ways: [],
          },
        ]
      : []),
    ...(stoppedMs === null ? [] : [buildStopAlert(desk, input, stoppedMs)]),
    ...listHaltAlerts(input),
    ...listBreakerAlerts(desk, input),
  ];
}
