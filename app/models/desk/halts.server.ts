// Classification of halts and the alerts they show.
import type { ShellAlert } from '../../contracts/messages';
import { ENGINE_FAILED } from '../../trading/engine/runner';
import type { TerminalStatus } from './terminal-status';

/** Prefixes of halt reasons issued by this process; also matched in the log. */
export const HALT_REASONS = {
  audit: 'the audit of the books found a difference',
  rows: 'stored rows differ from the log',
  engine: ENGINE_FAILED,
} as const;

const REASON_MAX = 240;

/** Public cause of a halt. The full reason may contain orders and amounts and needs a sign-in. */
export function classifyHalt(reason: string): string {
  if (reason.startsWith(HALT_REASONS.audit)) return 'audit difference';
  if (reason.startsWith(HALT_REASONS.rows)) return 'differing rows at start';
  if (reason.startsWith(HALT_REASONS.engine)) return 'engine failure';
  if (/^order \S+ in \S+: /.test(reason)) return 'broker disagreement';
  return / came with another tick or lot /.test(reason) ? 'contract terms' : 'operator';
}

/** Shortens 32-digit ids. */
export const shortenIds = (text: string): string =>
  text.replace(/\b([0-9a-f]{8})[0-9a-f]{24}\b/g, '$1\u2026');

export function shortenText(text: string): string {
  const short = shortenIds(text);
  return short.length > REASON_MAX ? `${short.slice(0, REASON_MAX - 1)}\u2026` : short;
}

export const trimPeriod = (text: string): string => text.trim().replace(/\.$/, '');

/**
 * Alerts of the process above every screen; empty in normal operation. `haltedAt` is the time of
 * the stored halt, as text.
 */
export function listAlerts(
  { trading, storageFault, audit, clock }: TerminalStatus,
  haltedAt: string | null = null,
): ShellAlert[] {
  const alerts: ShellAlert[] = [];
  if (trading.state === 'HALTED') {
    const then =
      storageFault === null
        ? 'Entries are blocked; stops, CLOSE and STOP work.'
        : 'Storage error: CLOSE and STOP run first once the disk works.';
    alerts.push({
      kind: 'alert',
      title: 'TRADING HALTED:',
      text: `${trimPeriod(shortenText(trading.reason))}${haltedAt === null ? '' : `, since ${haltedAt}`}. ${then}`,
      ways: ['close-all'],
    });
  }
  if (clock.fault !== null) {
    alerts.push({
      kind: 'alert',
      title: 'CLOCK STEPPED:',
      text: `${trimPeriod(clock.fault)}. Prices, stops and exits continue.`,
      ways: [],
    });
  }
  if (audit.phase === 'could not run') {
    alerts.push({
      kind: 'status',
      title: 'AUDIT COULD NOT RUN:',
      text: `${trimPeriod(shortenText(audit.reason ?? 'unknown reason'))}. Trading continues; accounts are not audited.`,
      ways: [],
    });
  }
  return alerts;
}
