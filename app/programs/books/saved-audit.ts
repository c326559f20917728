// Audits of a data directory that continue after the last passed one.
import type { AuditResult } from '../../audit/audit-database';
import { auditFile } from './audit-file';
import { DAY_MS } from '../../trading/domain/time';
import { loadAuditState, saveAuditStateOrWarn } from './audit-state';

/** A tail audit compares no rows without new records, so the whole log is audited once a week. */
const WHOLE_EVERY_MS = 7 * DAY_MS;

/**
 * Audits the tail or the whole log and saves the state of a passed audit. A difference in the tail
 * is confirmed by an audit of the whole log.
 */
export function auditAndSave(
  dataDir: string,
  path: string,
  isTail: boolean,
  progress: (done: number, total: number) => void,
): AuditResult {
  const nowMs = Date.now();
  const auditWhole = (): AuditResult =>
    auditFile(path, progress, { onPassed: (saved) => saveAuditStateOrWarn(dataDir, saved, nowMs) });
  const stored = isTail ? loadAuditState(dataDir) : null;
  if (!stored || nowMs - stored.wholeMs > WHOLE_EVERY_MS) return auditWhole();
  const result = auditFile(path, progress, {
    from: stored.saved,
    onPassed: (saved) => saveAuditStateOrWarn(dataDir, saved, stored.wholeMs),
  });
  return result.hasPassed || result.since === 0 ? result : auditWhole();
}
