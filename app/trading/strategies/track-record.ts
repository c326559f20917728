/** Track record of a playbook in out-of-sample simulations, on the account of $25,000. */
import {
  formatCount,
  formatNumber,
  formatSignedMoney,
  formatSignedNumber,
  formatSignedPercent,
} from '../domain/format';
import { fromDollars } from '../domain/units';
import { computeMedian } from '../statistics/quantile';
import { type Grade, gradePlaybook } from './grade';
import type { MeasuredRow } from './measured-row';
import type { PlaybookRow } from './playbook';
import { MEASURED } from './playbooks/measured.generated';
import { computeRuleFingerprint } from './rule-fingerprint';

interface TrackRecordTable {
  readonly worlds: number;
  readonly years: number;
  readonly rows: readonly MeasuredRow[];
}

/** A measured row with its grade, median return, and the number and length of simulations. */
export interface TrackRecord extends MeasuredRow {
  readonly worlds: number;
  readonly years: number;
  readonly grade: Grade;
  /** Median of the account returns, percent a year. */
  readonly medianPercent: number;
}

/** Capital of the measured account, the initial balance of a user. */
const ACCOUNT_DOLLARS = 25_000;

/** An account return in percent as dollars a year. */
export const formatAccountDollars = (percent: number | null): string =>
  formatSignedMoney(percent === null ? null : fromDollars((ACCOUNT_DOLLARS * percent) / 100));

function lookUp(row: PlaybookRow, table: TrackRecordTable): TrackRecord | null {
  const found = table.rows.find(({ mode, id }) => mode === row.commodity && id === row.id);
  if (found?.rule !== computeRuleFingerprint(row)) return null;
  return {
    ...found,
    worlds: table.worlds,
    years: table.years,
    grade: gradePlaybook(found),
    medianPercent: computeMedian(found.accountPercents),
  };
}

/** Rows are constant, and the engine looks them up for each decision. */
const cachedRecords = new WeakMap<PlaybookRow, { readonly record: TrackRecord | null }>();

/** The track record of a playbook; null when there is none or its rule has changed since. */
export function findTrackRecord(
  row: PlaybookRow,
  table: TrackRecordTable = MEASURED,
): TrackRecord | null {
  if (table !== MEASURED) return lookUp(row, table);
  const cached = cachedRecords.get(row) ?? { record: lookUp(row, table) };
  cachedRecords.set(row, cached);
  return cached.record;
}

export const NO_RECORD = 'no record of the current rule';

/** Formats a track record as a sentence without a full stop. */
export function formatTrackRecord(record: TrackRecord | null): string {
  if (record === null) return NO_RECORD;
  const { worlds, years, trades, accountPercents, medianPercent, edgeBp, costBp } = record;
  const simulations = `${worlds} simulations of ${years} years`;
  if (trades === 0) return `no trades in ${simulations}`;
  const [low, high] = [Math.min(...accountPercents), Math.max(...accountPercents)];
  return `${formatSignedPercent(medianPercent)} (${formatAccountDollars(medianPercent)}) a year on the account after costs, median of ${simulations} (${formatSignedPercent(low)} to ${formatSignedPercent(high)}), ${formatCount(trades)} trades with an edge of ${formatSignedNumber(edgeBp, 1)} bp before costs of ${formatNumber(costBp, 1)} bp`;
}
