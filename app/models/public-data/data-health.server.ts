// State of the public sources for the data health page.
import type { ArchiveDto, DataHealth, SourceDto } from '../../contracts/data-health';
import type { NextRequest } from '../../trading/market/sources/pace';
import type { ArchiveStatus, SourceStatus } from '../../trading/market/sources/source-status';
import { REPLAY_MARKET, type Terminal } from '../desk/terminal';
import { buildOwnPrices } from '../own-prices/own-prices-view.server';

const REASONS: Readonly<Record<NextRequest['reason'], string>> = {
  ready: '',
  gap: '',
  'back-off': 'waits after a failed request',
  'Retry-After': 'waits as long as the source asks',
  breaker: 'pauses after repeated failures',
  'daily limit': 'has reached the daily limit',
  stream: 'quotes arrive as they change',
  'no connection': 'waits for a connection',
};

/** `page` is a page of imported files, as in the address. */
export function buildDataHealth(
  desk: Pick<Terminal, 'db' | 'publicData' | 'status'>,
  page: string | null,
): DataHealth {
  const isReplay = desk.status().feed?.market === REPLAY_MARKET;
  return {
    sources: desk.publicData?.listStatus().map(buildSource) ?? null,
    archives: desk.publicData?.listArchives().map(buildArchive) ?? [],
    ownPrices: desk.publicData && buildOwnPrices(desk.db, desk.publicData.getInboxStatus(), page),
    market: isReplay ? 'replayed histories' : 'the simulated market',
  };
}

function buildArchive({ source, totals }: ArchiveStatus): ArchiveDto {
  const { id, name, offers, licence, attribution } = source;
  const { answeredMs, values } = totals;
  const command = `npm run feeds -- backfill ${id}`;
  return { id, name, offers, licence, attribution, answeredMs, values, command };
}

function buildSource({ source, totals, terms, ...status }: SourceStatus): SourceDto {
  const { id, name, offers, delayMs, staleAfterMs, licence, attribution } = source;
  const { next, problem } = status;
  return {
    id,
    name,
    offers,
    delayMs,
    staleAfterMs,
    licence,
    attribution,
    key: source.key !== null && status.key ? { setting: source.key, ...status.key } : null,
    state: status.state,
    answeredMs: totals.answeredMs,
    publishedMs: totals.publishedMs,
    next: next && { atMs: next.atMs, text: REASONS[next.reason] },
    problem: problem && { atMs: problem.atMs, text: `${problem.requestId}: ${problem.reason}` },
    requests: status.requests,
    requestsMax: source.requestsPerDayMax,
    isStream: source.isStream === true,
    values: totals.values,
    refused: totals.refused,
    terms:
      source.terms === null
        ? null
        : { text: source.terms, acceptedMs: terms?.atMs ?? null, acceptedBy: terms?.by ?? null },
  };
}
