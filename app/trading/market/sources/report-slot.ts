/** Slots of weekly reports: asked from the time of release until the new week is in the answer. */
import { HOUR_MS, MINUTE_MS } from '../../domain/time';
import type { EpochMs } from '../../domain/units';
import { type SourceHistory, isDue } from './source';

interface ReportSlot {
  readonly requestId: string;
  /** Scheduled time of the latest release. */
  readonly releaseMs: EpochMs;
  /** Day that the release is for, YYYY-MM-DD. Answers state their newest day as a link. */
  readonly expectedDay: string;
  /** Minutes between requests in the first hour after the release; later one hour. */
  readonly firstHourMinutes: number;
  /** Hours after the release in which an answer without the new day is followed by another. */
  readonly hours: number;
}

/** Name of the link that holds the newest day of a request's answers. */
export const getNewestDayLink = (requestId: string): string => `newest day of ${requestId}`;

/**
 * True when a report should be requested: not since its release, or the answers since then lacked
 * the new day.
 */
export function isReportDue(slot: ReportSlot, nowMs: EpochMs, history: SourceHistory): boolean {
  const { requestId, releaseMs, expectedDay, firstHourMinutes, hours } = slot;
  const answeredMs = history.getAnsweredMs(requestId);
  if (answeredMs === null) return true;
  const newestDay = history.findLink(getNewestDayLink(requestId));
  if (newestDay !== null && newestDay >= expectedDay) return false;
  if (answeredMs < releaseMs) return true;
  if (nowMs - releaseMs >= hours * HOUR_MS) return false;
  const everyMs = nowMs - releaseMs < HOUR_MS ? firstHourMinutes * MINUTE_MS : HOUR_MS;
  return isDue(history, requestId, nowMs, everyMs);
}
