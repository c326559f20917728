// Halts of all trading: how their reasons begin, and what is said of them in public and on every
// screen.
import type { ShellAlert } from '../../contracts/messages';
import type { TerminalStatus } from './terminal';

/** How the reasons of the halts begin that the process itself requests. */
export const HALT_REASONS = {
  audit: 'the audit of the books found a difference',
  rows: 'stored rows differ from the log',
} as const;

const REASON_MAX = 240;

/**
 * The cause of a halt in public words: a reason may name orders and figures, so it is never shown
 * unsigned.
 */
export function findHaltCause(reason: string): string {
  if (reason.startsWith(HALT_REASONS.audit)) return 'audit difference';
  if (reason.startsWith(HALT_REASONS.rows)) return 'differing rows at start';
  if (/^order \S+ in \S+: /.test(reason)) return 'broker disagreement';
  return / came with another tick or lot /.test(reason) ? 'contract terms' : 'operator';
}

/** Long ids leave no room for the words around them. */
const shortenIds = (text: string): string =>
  text.replace(/\b([0-9a-f]{8})[0-9a-f]{24}\b/g, '$1\u2026');

function shortenText(text: string): string {
  const short = shortenIds(text);
  return short.length > REASON_MAX ? `${short.slice(0, REASON_MAX - 1)}\u2026` : short;
}

const asSentence = (text: string): string => text.trim().replace(/\.$/, '');

/** What every screen says above everything else; empty while all is well. */
export function listAlerts({ trading, storageFault, audit }: TerminalStatus): ShellAlert[] {
  const alerts: ShellAlert[] = [];
  if (trading.state === 'HALTED') {
    const then =
      storageFault === null
        ? 'Entries wait; stops, CLOSE and STOP work.'
        : 'Nothing can be stored now: CLOSE and STOP are carried out first when there is room.';
    alerts.push({
      kind: 'alert',
      title: 'TRADING HALTED:',
      text: `${asSentence(shortenText(trading.reason))}. ${then}`,
    });
  }
  if (audit.phase === 'could not run') {
    alerts.push({
      kind: 'status',
      title: 'AUDIT COULD NOT RUN:',
      text: `${asSentence(shortenText(audit.reason ?? 'no reason is known'))}. Trading goes on; the books are not being checked.`,
    });
  }
  return alerts;
}
