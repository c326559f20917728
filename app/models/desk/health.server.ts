// How the desk stands, in words: for the status strip and for /readyz.
import type { HealthItem, StandingDto } from '../../contracts/messages';
import type { TerminalStatus } from './terminal';
import { formatAge, dateTime } from '../../trading/domain/format';
import type { DeskState } from '../../trading/engine/state';
import type { GuardStatus } from '../../trading/market/feed-guard';

/**
 * Why the desk is not ready, in short public words; empty when it is. The lock is held for as long
 * as the desk is open.
 */
export function listReadinessFaults(status: TerminalStatus): string[] {
  const reasons: string[] = [];
  if (status.storageFault !== null) reasons.push('storage');
  if (status.trading.state === 'HALTED') reasons.push('halted');
  if (!status.isReady && reasons.length === 0) reasons.push('closing');
  return reasons;
}

function describeEngine({ trading, storageFault }: TerminalStatus): HealthItem {
  if (storageFault !== null)
    return {
      name: 'Engine',
      word: 'NO STORAGE',
      detail: 'Nothing can be stored, so nothing trades.',
      tone: 'bad',
    };
  if (trading.state === 'HALTED')
    return { name: 'Engine', word: 'HALTED', detail: trading.reason, tone: 'bad' };
  return { name: 'Engine', word: 'ACTIVE', detail: 'Commands are taken and stored.', tone: 'good' };
}

const FEED_TONES = {
  'catching up': 'warn',
  running: 'good',
  ended: 'quiet',
  stopped: 'quiet',
  failed: 'bad',
} as const;

function describeFeed({ feed: status }: TerminalStatus, timeZone: string): HealthItem {
  if (!status)
    return {
      name: 'Feed',
      word: 'NONE',
      detail: 'No price feed is connected: there are no quotes, and nothing can be opened.',
      tone: 'warn',
    };
  const last =
    status.lastEventMs === null
      ? 'no event yet'
      : `last event ${dateTime(status.lastEventMs, timeZone)}, received ${formatAge(status.receivedAgoMs)} ago`;
  const detail =
    `Market ${status.market}: ${status.fault ?? last}. ${guardWords(status.guard, timeZone)}`.trimEnd();
  const isSilent = status.phase === 'running' && status.guard.outages.present !== null;
  return {
    name: 'Feed',
    word: isSilent ? 'SILENT' : status.phase.toUpperCase(),
    detail,
    tone: isSilent ? 'warn' : FEED_TONES[status.phase],
  };
}

/** What the guard has done, where there is something to tell. */
function guardWords({ waiting, dropped, outages }: GuardStatus, timeZone: string): string {
  const reasons = Object.entries(dropped)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${reason} ${count}`);
  const ended = outages.recent.at(-1);
  return [
    outages.present &&
      `No quote of ${outages.present.instrumentIds.join(', ')} since ${dateTime(outages.present.beginMs, timeZone)}.`,
    ended?.endMs &&
      `Silences since the start: ${outages.ended}, the last from ${dateTime(ended.beginMs, timeZone)} for ${formatAge(ended.endMs - ended.beginMs)}.`,
    waiting > 0 && `Jumps that wait for a second quote: ${waiting}.`,
    reasons.length > 0 && `Not believed since the start: ${reasons.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const AUDITS: Readonly<Record<TerminalStatus['audit']['phase'], Omit<HealthItem, 'name'>>> = {
  passed: { word: 'PASSED', detail: 'The log was checked against the books.', tone: 'good' },
  running: {
    word: 'RUNNING',
    detail: 'The whole log is being checked behind the running desk.',
    tone: 'quiet',
  },
  failed: { word: 'FAILED', detail: 'The books differ from the log.', tone: 'bad' },
  'could not run': {
    word: 'COULD NOT RUN',
    detail: 'The log was not checked; trading goes on.',
    tone: 'warn',
  },
  off: { word: 'OFF', detail: 'The log is not checked behind this desk.', tone: 'quiet' },
};

function describeAudit(
  { audit: { phase, reason, passedMs } }: TerminalStatus,
  nowMs: number,
  timeZone: string,
): HealthItem {
  const { word, detail, tone } = AUDITS[phase];
  const passed =
    typeof passedMs !== 'number'
      ? ''
      : ` Last passed ${dateTime(passedMs, timeZone)}, ${formatAge(Math.max(0, nowMs - passedMs))} ago.`;
  return {
    name: 'Audit',
    word,
    detail: `${detail}${reason === null ? '' : ` ${reason}.`}${passed}`,
    tone,
  };
}

/** The system clock, while it disagrees with desk time. */
const describeClock = ({ clock: { fault } }: TerminalStatus): HealthItem[] =>
  fault === null
    ? []
    : [
        {
          name: 'Clock',
          word: 'STEPPED',
          detail: `${fault} Prices, stops and exits go on.`,
          tone: 'bad',
        },
      ];

/** The status strip: engine, feed, audit, and the clock while it has stepped. */
export const healthItems = (
  status: TerminalStatus,
  nowMs: number,
  timeZone: string,
): HealthItem[] => [
  describeEngine(status),
  describeFeed(status, timeZone),
  describeAudit(status, nowMs, timeZone),
  ...describeClock(status),
];

/** What keeps new prices from coming, or null while they come. */
function feedFault({ feed: status }: TerminalStatus): string | null {
  if (!status) return 'No price feed is connected.';
  if (status.phase === 'running') return null;
  if (status.phase === 'catching up') return 'Prices are being brought up to date.';
  return status.phase === 'failed'
    ? `The price feed failed: ${status.fault ?? 'unknown fault'}.`
    : `The price feed has ${status.phase}.`;
}

/**
 * How old the newest price of the feed is by the desk's clock, where that is older than a price may
 * be; else null.
 */
function staleMs(state: DeskState, market: string): number | null {
  const seen = Object.values(state.markets[market]?.instruments ?? {});
  const quoted = seen.flatMap(({ quote }) => (quote ? [quote.atMs] : []));
  if (quoted.length === 0) return null;
  const ageMs = state.nowMs - Math.max(...quoted);
  return ageMs > Math.max(...seen.map((instrument) => instrument.staleAfterMs)) ? ageMs : null;
}

/**
 * Online means that commands are stored, trading is on and prices come in; the first thing that is
 * not so is the reason.
 */
export function getStanding(status: TerminalStatus, state: DeskState): StandingDto {
  const because = (reason: string): StandingDto => ({ word: 'Degraded', reason });
  if (status.storageFault !== null) return because('Nothing can be stored, so nothing trades.');
  if (status.trading.state === 'HALTED')
    return because(`Trading is halted: ${status.trading.reason}.`);
  if (status.clock.fault !== null) return because(status.clock.fault);
  const fault = feedFault(status);
  if (fault !== null) return because(fault);
  const oldMs = staleMs(state, status.feed?.market ?? '');
  return oldMs === null
    ? { word: 'Online', reason: '' }
    : because(`The newest price is ${formatAge(oldMs)} old.`);
}
