// The moment that --at names.
import { DateTime } from 'luxon';
import { formatIsoTime } from '../../trading/domain/format';
import type { EpochMs } from '../../trading/domain/units';
import { UsageError } from '../cli';

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

/** Throws UsageError for a text that is no time, or a time in the future. */
export function parseRestoreTime(text: string, nowMs: EpochMs): EpochMs {
  const time = ISO_TIME.test(text) ? DateTime.fromISO(text) : null;
  if (!time?.isValid)
    throw new UsageError(
      `--at needs a date and a time with Z for UTC or an offset, e.g. 2026-11-21T14:30:00Z or 2026-11-21T09:30:00-05:00, not '${text}'.`,
    );
  const atMs = time.toMillis();
  if (atMs > nowMs)
    throw new UsageError(
      `${formatIsoTime(atMs)} is in the future: it is ${formatIsoTime(nowMs)}. Give an earlier time with --at.`,
    );
  return atMs;
}
