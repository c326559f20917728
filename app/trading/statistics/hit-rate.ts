/** How often the side was right: of all forecasts, and of the boldest tenth. */
import type { Sample } from './sample';

interface HitRate {
  /** 0 to 1; NaN where nothing was decided. */
  readonly share: number;
  readonly decided: number;
}

/**
 * Share of rows whose forecast (above zero: up) has the sign of the outcome, of those where neither
 * is zero or missing. Throws RangeError for unequal lengths.
 */
export const hitRate = (forecasts: Sample, outcomes: Sample): HitRate =>
  buildRate(decidedRows(forecasts, outcomes), forecasts, outcomes);

/**
 * The same of the tenth of decided rows with the largest forecasts in size, one row at least; of
 * equal ones the earlier.
 */
export function topDecileHitRate(forecasts: Sample, outcomes: Sample): HitRate {
  const rows = decidedRows(forecasts, outcomes).sort(
    (a, b) => Math.abs(forecasts[b] ?? 0) - Math.abs(forecasts[a] ?? 0) || a - b,
  );
  return buildRate(rows.slice(0, Math.ceil(rows.length / 10)), forecasts, outcomes);
}

function decidedRows(forecasts: Sample, outcomes: Sample): number[] {
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
