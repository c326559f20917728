// Measured returns of a strategy in out-of-sample simulations.
import type { PlaybookRow } from '../../trading/strategies/playbook';
import { NO_RECORD, findTrackRecord } from '../../trading/strategies/track-record';
import type { MeasuredReturns, OrReason } from '../reports/report-model';

export type { MeasuredReturns };

export function findMeasuredReturns(row: PlaybookRow): OrReason<MeasuredReturns> {
  const record = findTrackRecord(row);
  if (record === null) return { value: null, reason: NO_RECORD };
  return { value: { percents: record.accountPercents, years: record.years } };
}
