// Server status as text, for the status strip and /readyz.
import { findMarketOrigin } from '../../contracts/market-origin';
import type { DataAge, HealthItem, TradingStatusDto } from '../../contracts/messages';
import type { FailedPart, TerminalStatus } from './terminal-status';
import { formatAge, formatCount, formatDateTime } from '../../trading/domain/format';
import type { DeskState } from '../../trading/engine/state';
import type { GuardStatus } from '../../trading/market/feed-guard';
import { MINUTE_MS } from '../../trading/domain/time';

/** Public reasons why the server is not ready; empty if ready. */
export function listReadinessFaults(status: TerminalStatus): string[] {
  const reasons: string[] = [];
  if (status.storageFault !== null) reasons.push('storage');
  if (status.trading.state === 'HALTED') reasons.push('halted');
  if (!status.isReady && reasons.length === 0) reasons.push('closing');
  if (status.feed?.phase === 'catching up') reasons.push('prices');
  return reasons;
}

function describeEngine({ trading, storageFault }: TerminalStatus): HealthItem {
  if (storageFault !== null)
    return {
      name: 'Engine',
      word: 'NO STORAGE',
      detail: 'Storage error: trading is stopped.',
      tone: 'bad',
    };
  if (trading.state === 'HALTED')
    return { name: 'Engine', word: 'HALTED', detail: trading.reason, tone: 'bad' };
  return {
    name: 'Engine',
    word: 'ACTIVE',
    detail: 'Commands are accepted and stored.',
    tone: 'good',
  };
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
      detail: 'No price feed: no quotes, entries are blocked.',
      tone: 'warn',
    };
  const last =
    status.lastEventMs === null
      ? 'no event yet'
      : `last event ${formatDateTime(status.lastEventMs, timeZone)}, received ${formatAge(status.receivedAgoMs)} ago`;
  const detail =
    `Market ${status.market}: ${status.fault ?? last}. ${formatGuardStatus(status.guard, timeZone)}`.trimEnd();
  const isSilent = status.phase === 'running' && status.guard.outages.present !== null;
  return {
    name: 'Feed',
    word: isSilent ? 'SILENT' : status.phase.toUpperCase(),
    detail,
    tone: isSilent ? 'warn' : FEED_TONES[status.phase],
  };
}

/** Outages and rejected quotes, if any. */
function formatGuardStatus({ pending, dropped, outages }: GuardStatus, timeZone: string): string {
  const reasons = Object.entries(dropped)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${reason} ${count}`);
  const ended = outages.recent.at(-1);
  return [
    outages.present &&
      `No quote of ${outages.present.instrumentIds.join(', ')} since ${formatDateTime(outages.present.beginMs, timeZone)}.`,
    ended?.endMs &&
      `Outages since start: ${outages.ended}, last from ${formatDateTime(ended.beginMs, timeZone)} for ${formatAge(ended.endMs - ended.beginMs)}.`,
    pending > 0 && `Price jumps awaiting confirmation: ${pending}.`,
    reasons.length > 0 && `Rejected quotes since start: ${reasons.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const AUDITS: Readonly<Record<TerminalStatus['audit']['phase'], Omit<HealthItem, 'name'>>> = {
  passed: { word: 'PASSED', detail: 'Accounts match the event log.', tone: 'good' },
  running: {
    word: 'RUNNING',
    detail: 'The event log is being audited in the background.',
    tone: 'quiet',
  },
  failed: { word: 'FAILED', detail: 'Accounts differ from the event log.', tone: 'bad' },
  'could not run': {
    word: 'COULD NOT RUN',
    detail: 'The audit did not run; trading continues.',
    tone: 'warn',
  },
  off: { word: 'OFF', detail: 'The audit is off on this server.', tone: 'quiet' },
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
      : ` Last passed ${formatDateTime(passedMs, timeZone)}, ${formatAge(Math.max(0, nowMs - passedMs))} ago.`;
  return {
    name: 'Audit',
    word,
    detail: `${detail}${reason === null ? '' : ` ${reason}.`}${passed}`,
    tone,
  };
}

/** Shown only while the system clock disagrees with server time. */
const describeClock = ({ clock: { fault } }: TerminalStatus): HealthItem[] =>
  fault === null
    ? []
    : [
        {
          name: 'Clock',
          word: 'STEPPED',
          detail: `${fault} Prices, stops and exits continue.`,
          tone: 'bad',
        },
      ];

const PART_NAMES: Readonly<Record<FailedPart, string>> = {
  risk: 'Risk figures',
  signals: 'AI signals',
};

/** Shown only while a part has failed. */
const describeFailedParts = ({ failedParts }: TerminalStatus): HealthItem[] =>
  failedParts.length === 0
    ? []
    : [
        {
          name: 'Analysis',
          word: 'DEGRADED',
          detail: `${failedParts.map((part) => PART_NAMES[part]).join(' and ')} failed; the next try follows by itself. Trading continues.`,
          tone: 'warn',
        },
      ];

/** Items of the status strip. */
export const buildHealthItems = (
  status: TerminalStatus,
  nowMs: number,
  timeZone: string,
): HealthItem[] => [
  describeEngine(status),
  describeFeed(status, timeZone),
  describeAudit(status, nowMs, timeZone),
  ...describeClock(status),
  ...describeFailedParts(status),
];

/** Why no new prices arrive; null if they do. */
function describeFeedFault({ feed: status }: TerminalStatus): string | null {
  if (!status) return 'No price feed is connected.';
  if (status.phase === 'running') return null;
  if (status.phase === 'catching up')
    return status.fault === null
      ? 'Prices follow in a few seconds.'
      : `No current prices: ${status.fault}.`;
  return status.phase === 'failed'
    ? `The price feed failed: ${status.fault ?? 'unknown error'}.`
    : `The price feed has ${status.phase}.`;
}

/** Time of the newest quote of a market; null before the first. */
function findNewestQuoteMs(state: DeskState, market: string): number | null {
  const times = Object.values(state.markets[market]?.instruments ?? {}).flatMap(({ quote }) =>
    quote ? [quote.atMs] : [],
  );
  return times.length === 0 ? null : Math.max(...times);
}

/** Origin of prices: SIM, REPLAY, LIVE within a minute, or the delay of the newest quote. */
export function getDataAge(state: DeskState, market: string): DataAge {
  const origin = findMarketOrigin(market);
  if (origin !== null) return { word: origin, isLive: false };
  const newestMs = findNewestQuoteMs(state, market);
  if (newestMs === null) return { word: 'NO PRICES', isLive: false };
  const ageMs = state.nowMs - newestMs;
  return ageMs < MINUTE_MS
    ? { word: 'LIVE', isLive: true }
    : { word: `DELAYED ${formatCount(Math.floor(ageMs / MINUTE_MS))} MIN`, isLive: false };
}

/** Age of the latest quote, ms, if it exceeds the staleness limit; else null. */
function computeStalenessMs(state: DeskState, market: string): number | null {
  const newestMs = findNewestQuoteMs(state, market);
  if (newestMs === null) return null;
  const instruments = Object.values(state.markets[market]?.instruments ?? {});
  const ageMs = state.nowMs - newestMs;
  return ageMs > Math.max(...instruments.map((instrument) => instrument.staleAfterMs))
    ? ageMs
    : null;
}

/**
 * Online: commands are stored, trading is on, prices arrive. Otherwise the first failed condition
 * is the reason.
 */
export function getTradingStatus(status: TerminalStatus, state: DeskState): TradingStatusDto {
  const buildDegraded = (reason: string): TradingStatusDto => ({ word: 'Degraded', reason });
  if (status.storageFault !== null) return buildDegraded('Storage error: trading is stopped.');
  if (status.trading.state === 'HALTED')
    return buildDegraded(`Trading is halted: ${status.trading.reason}.`);
  if (status.clock.fault !== null) return buildDegraded(status.clock.fault);
  const fault = describeFeedFault(status);
  if (fault !== null) return buildDegraded(fault);
  const oldMs = computeStalenessMs(state, status.feed?.market ?? '');
  return oldMs === null
    ? { word: 'Online', reason: '' }
    : buildDegraded(`Latest price is ${formatAge(oldMs)} old.`);
}
