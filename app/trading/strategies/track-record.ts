/** Track record of a playbook in out-of-sample simulations. */
import type { MeasuredRow } from './measured-row';
import type { CommodityKey } from '../domain/commodity';
import { formatCount, formatNumber, formatSignedPercent } from '../domain/format';
import { computeRuleFingerprint } from './rule-fingerprint';
import { MEASURED } from './playbooks/measured.generated';
import { findPlaybookRow } from './playbooks/catalog';

interface TrackRecordTable {
  readonly worlds: number;
  readonly years: number;
  readonly rows: readonly MeasuredRow[];
}

/** A measured row with the number and length of the simulations. */
interface TrackRecord extends MeasuredRow {
  readonly worlds: number;
  readonly years: number;
}

export const NO_EDGE = 'not significant after multiple testing';

/** The track record of a playbook; null when there is none or its rule has changed since. */
export function findTrackRecord(
  commodity: CommodityKey,
  id: string,
  table: TrackRecordTable = MEASURED,
): TrackRecord | null {
  const row = findPlaybookRow(commodity, id);
  const found = table.rows.find((one) => one.mode === commodity && one.id === id);
  return row && found?.rule === computeRuleFingerprint(row)
    ? { ...found, worlds: table.worlds, years: table.years }
    : null;
}

/** Formats a track record for a card. */
export function formatTrackRecord(record: TrackRecord | null): string {
  if (record === null) return 'no record of the current rule';
  const { worlds, years, trades, medianPercent, lowPercent, highPercent, deflatedSharpe, hasEdge } =
    record;
  if (trades === 0 || medianPercent === null)
    return `no trades in ${worlds} simulations of ${years} years, ${NO_EDGE}`;
  const range = `${formatSignedPercent(lowPercent)} to ${formatSignedPercent(highPercent)} in ${worlds} simulations of ${years} years, ${formatCount(trades)} trades`;
  return `${formatSignedPercent(medianPercent)} a year after costs (${range}), deflated Sharpe ${formatNumber(deflatedSharpe, 2)}${hasEdge ? '' : `, ${NO_EDGE}`}`;
}
