// An imported history as it is passed between threads: bars as columns, which are not copied.
import type { Bar } from '../../../trading/domain/quote';
import { type Outcome, succeedWith } from '../../../trading/domain/outcome';
import { type EpochMs, toTicks } from '../../../trading/domain/units';
import type { NamedContract } from '../../../trading/market/contract-code';
import type { ImportedHistory } from '../../../trading/market/csv-import';
import { importOwnPrices } from '../../../trading/market/own-prices';

export interface ImportOrder {
  readonly name: string;
  /** UTF-8. */
  readonly bytes: Uint8Array;
  readonly contract: NamedContract;
  readonly nowMs: EpochMs;
}

export interface PackedHistory {
  readonly facts: Omit<ImportedHistory, 'bars'>;
  /** Six figures a bar: start, end, open, high, low, close. */
  readonly figures: Float64Array<ArrayBuffer>;
}

const FIGURES = 6;

/** Imports a file; seconds for a long one. */
export function importPacked({ bytes, ...order }: ImportOrder): Outcome<PackedHistory> {
  const imported = importOwnPrices({ ...order, text: new TextDecoder().decode(bytes) });
  if (!imported.ok) return imported;
  const { bars, ...facts } = imported.value;
  const figures = new Float64Array(FIGURES * bars.length);
  for (const [index, bar] of bars.entries()) {
    const { startsMs, endsMs, openTicks, highTicks, lowTicks, closeTicks } = bar;
    figures.set([startsMs, endsMs, openTicks, highTicks, lowTicks, closeTicks], FIGURES * index);
  }
  return succeedWith({ facts, figures });
}

export const countBars = ({ figures }: PackedHistory): number => figures.length / FIGURES;

/** Bars [from, until), at most to the last one. */
export function unpackBars(
  { figures }: PackedHistory,
  from: number,
  until: number,
): readonly Bar[] {
  const bars: Bar[] = [];
  for (let at = FIGURES * from; at < Math.min(FIGURES * until, figures.length); at += FIGURES) {
    const [startsMs = 0, endsMs = 0, open = 0, high = 0, low = 0, close = 0] = figures.subarray(
      at,
      at + FIGURES,
    );
    bars.push({
      openTicks: toTicks(open),
      highTicks: toTicks(high),
      lowTicks: toTicks(low),
      closeTicks: toTicks(close),
      startsMs,
      endsMs,
    });
  }
  return bars;
}
