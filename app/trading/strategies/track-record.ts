/**
 * What a playbook brought in simulated worlds that it was not made on, beside what its card
 * promises.
 */
import type { MeasuredRow } from './measured-row';
import type { CommodityKey } from '../domain/commodity';
import { formatCount, decimalNumber, signedPercent } from '../domain/format';
import { ruleFingerprint } from './fingerprint';
import { MEASURED } from './playbooks/measured.generated';
import { findPlaybookRow } from './playbooks/catalogue';

interface MeasuredTable {
  readonly worlds: number;
  readonly years: number;
  readonly rows: readonly MeasuredRow[];
}

/** A row with the number of worlds and their years. */
interface Measured extends MeasuredRow {
  readonly worlds: number;
  readonly years: number;
}

export const NO_EDGE = 'no simulated edge';

/**
 * What was measured of a playbook as it runs now; null where there is none of that id, or its rule
 * is another than the measured one.
 */
export function findMeasured(
  commodity: CommodityKey,
  id: string,
  table: MeasuredTable = MEASURED,
): Measured | null {
  const row = findPlaybookRow(commodity, id);
  const found = table.rows.find((one) => one.mode === commodity && one.id === id);
  return row && found?.rule === ruleFingerprint(row)
    ? { ...found, worlds: table.worlds, years: table.years }
    : null;
}

/** The measured record in words, for a card. */
export function formatTrackRecord(measured: Measured | null): string {
  if (measured === null) return 'not yet, as it runs now';
  const { worlds, years, trades, medianPercent, lowPercent, highPercent, deflatedSharpe, hasEdge } =
    measured;
  if (trades === 0 || medianPercent === null)
    return `never traded in ${worlds} simulated worlds of ${years} years, ${NO_EDGE}`;
  const range = `${signedPercent(lowPercent)} to ${signedPercent(highPercent)} in ${worlds} simulated worlds of ${years} years, ${formatCount(trades)} trades`;
  return `${signedPercent(medianPercent)} a year after costs (${range}), deflated Sharpe ${decimalNumber(deflatedSharpe, 2)}${hasEdge ? '' : `, ${NO_EDGE}`}`;
}
