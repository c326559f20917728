/** Hit rate: of all forecasts, and of the decile with the largest. */
import type { Sample } from './sample';

interface HitRate {
  /** 0 to 1; NaN without decided rows. */
  readonly share: number;
  readonly decided: number;
}

/**
 * Fraction of rows in which the forecast (positive means up) has the sign of the outcome, among
 * rows where neither is zero or missing. Throws RangeError for unequal lengths.
 */
export const computeHitRate = (forecasts: Sample, outcomes: Sample): HitRate =>
  buildRate(listDecidedRows(forecasts, outcomes), forecasts, outcomes);

/**
 * Hit rate of the tenth of decided rows with the largest absolute forecasts, at least one row; ties
 * keep the earlier row.
 */
export function computeTopDecileHitRate(forecasts: Sample, outcomes: Sample): HitRate {
  const rows = listDecidedRows(forecasts, outcomes).sort(
    (a, b) => Math.abs(forecasts[b] ?? 0) - Math.abs(forecasts[a] ?? 0) || a - b,
  );
  return buildRate(rows.slice(0, Math.ceil(rows.length / 10)), forecasts, outcomes);
}

function listDecidedRows(forecasts: Sample, outcomes: Sample): number[] {
  if (forecasts.length !== outcomes.length)
    throw new RangeError(
      `each forecast needs its outcome, got ${forecasts.length} and ${outcomes.length}`,
    );
  return Array.from(forecasts, (_, row) => row).filter(
    (row) => Math.abs((forecasts[row] ?? NaN) * (outcomes[row] ?? NaN)) > 0,
  );
}

function buildRate(rows: readonly number[], forecasts: Sample, outcomes: Sample): HitRate {
  const hits = rows.filter((row) => (forecasts[row] ?? 0) > 0 === (outcomes[row] ?? 0) > 0).length;
  return { share: hits / rows.length, decided: rows.length };
}
